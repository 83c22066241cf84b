//! Teams and the names of pieces.

use crate::game::board::Seat;

/// Most pieces of one seat.
pub const ARMY: usize = 25;

/// A team: seats that win and lose together.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Team {
    /// S and N; in a game of two S.
    First,
    /// E and W; in a game of two N.
    Second,
}

impl Team {
    /// Both.
    pub const ALL: [Self; 2] = [Self::First, Self::Second];

    /// 0 or 1.
    #[inline]
    pub fn index(self) -> usize {
        self as usize
    }

    pub(crate) fn from_index(index: usize) -> Self {
        if index == 0 { Self::First } else { Self::Second }
    }

    /// The opponents.
    #[must_use]
    pub fn other(self) -> Self {
        Self::from_index(1 - self.index())
    }
}

/// A piece's name for the whole game, known to all: its seat and its number in it, given by where
/// it stood at the start. It tells nothing of its kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PieceId(pub(super) u8);

impl PieceId {
    /// The piece of a seat with a number below [`ARMY`].
    ///
    /// # Panics
    ///
    /// If the number is not below it.
    pub fn new(seat: Seat, number: usize) -> Self {
        assert!(number < ARMY, "a seat has 25 pieces");
        Self((seat.index() * ARMY + number) as u8)
    }

    /// All pieces a seat can have, by number.
    pub fn of(seat: Seat) -> impl Iterator<Item = Self> + Clone {
        (0..ARMY).map(move |number| Self::new(seat, number))
    }

    /// The piece with an [`index`](Self::index).
    pub(crate) fn from_index(index: usize) -> Self {
        debug_assert!(index < 4 * ARMY);
        Self(index as u8)
    }

    /// 0..100, seat by seat.
    pub fn index(self) -> usize {
        self.0.into()
    }

    /// Whose it is.
    #[inline]
    pub fn seat(self) -> Seat {
        Seat::from_index(self.index() / ARMY)
    }
}
