//! Pieces: teams and identities.

use crate::game::board::Seat;
use crate::game::kind::ARMY;

/// The most pieces of four armies.
pub const PIECES: usize = 4 * ARMY;

/// A team: seats that win and lose together.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Team {
    /// S and N; S alone in a two-player game.
    First,
    /// E and W; N alone in a two-player game.
    Second,
}

impl Team {
    /// Both teams.
    pub const ALL: [Self; 2] = [Self::First, Self::Second];

    /// The place in [`ALL`](Self::ALL), 0 or 1.
    #[inline]
    pub fn index(self) -> usize {
        self as usize
    }

    pub(crate) fn from_index(index: usize) -> Self {
        if index == 0 { Self::First } else { Self::Second }
    }

    /// The opposing team.
    #[must_use]
    pub fn other(self) -> Self {
        Self::from_index(1 - self.index())
    }
}

/// The public identity of a piece for the whole game: its seat and its number, which follows from its first
/// station: 0 to 24 for the standard army, fewer for a smaller one. It reveals nothing about the kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PieceId(pub(super) u8);

impl PieceId {
    /// The piece of a seat with a number, 0 to 24.
    ///
    /// # Panics
    ///
    /// If the number is 25 or more.
    pub fn new(seat: Seat, number: usize) -> Self {
        assert!(number < ARMY, "a seat has 25 pieces");
        Self((seat.index() * ARMY + number) as u8)
    }

    /// The 25 identities of a seat, by number.
    pub fn of(seat: Seat) -> impl Iterator<Item = Self> + Clone {
        (0..ARMY).map(move |number| Self::new(seat, number))
    }

    /// The piece with an [`index`](Self::index).
    pub(crate) fn from_index(index: usize) -> Self {
        debug_assert!(index < PIECES);
        Self(index as u8)
    }

    /// The index, 0 to 99, seat by seat.
    pub fn index(self) -> usize {
        self.0.into()
    }

    /// The seat that owns the piece.
    #[inline]
    pub fn seat(self) -> Seat {
        Seat::from_index(self.index() / ARMY)
    }
}
