//! The four seats.

use serde::{Deserialize, Serialize};
use std::{fmt, str::FromStr};
use thiserror::Error;

/// A seat, named for the side of the board its arm is on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[repr(u8)]
pub enum Seat {
    /// Bottom.
    #[serde(rename = "S")]
    South,
    /// Right.
    #[serde(rename = "E")]
    East,
    /// Top.
    #[serde(rename = "N")]
    North,
    /// Left.
    #[serde(rename = "W")]
    West,
}

impl Seat {
    /// All seats, anticlockwise from the bottom.
    pub const ALL: [Self; 4] = [Self::South, Self::East, Self::North, Self::West];

    /// 0..=3 for S, E, N, W.
    pub fn index(self) -> usize {
        self as usize
    }

    /// The seat with an index; counts beyond 3 go round.
    pub fn from_index(index: usize) -> Self {
        Self::ALL[index % 4]
    }

    /// `S`, `E`, `N` or `W`.
    pub fn letter(self) -> char {
        ['S', 'E', 'N', 'W'][self.index()]
    }

    /// The seat with a letter.
    pub fn from_letter(letter: char) -> Option<Self> {
        Self::ALL.into_iter().find(|s| s.letter() == letter)
    }

    /// The seat across the board: the partner in a four-player game.
    #[must_use]
    pub fn opposite(self) -> Self {
        Self::from_index(self.index() + 2)
    }
}

/// A text that names no seat.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("found `{0}`, expected a seat: S, E, N or W")]
pub struct ParseSeatError(String);

/// Reads `S`, `E`, `N` or `W`.
impl FromStr for Seat {
    type Err = ParseSeatError;

    fn from_str(text: &str) -> Result<Self, ParseSeatError> {
        let mut letters = text.chars();
        let seat = letters.next().and_then(Self::from_letter).filter(|_| letters.next().is_none());
        seat.ok_or_else(|| ParseSeatError(text.chars().take(20).collect()))
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.letter())
    }
}

/// A set of seats.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct SeatSet(u8);

impl SeatSet {
    /// No seat.
    pub const EMPTY: Self = Self(0);

    /// Whether the seat is in the set.
    pub fn contains(self, seat: Seat) -> bool {
        self.0 >> seat.index() & 1 == 1
    }

    /// Adds a seat.
    pub fn insert(&mut self, seat: Seat) {
        self.0 |= 1 << seat.index();
    }

    /// Takes a seat out.
    pub fn remove(&mut self, seat: Seat) {
        self.0 &= !(1 << seat.index());
    }

    /// How many seats.
    pub fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether there are none.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The seats in order.
    pub fn iter(self) -> impl Iterator<Item = Seat> {
        Seat::ALL.into_iter().filter(move |&s| self.contains(s))
    }
}

impl FromIterator<Seat> for SeatSet {
    fn from_iter<I: IntoIterator<Item = Seat>>(seats: I) -> Self {
        let mut set = Self::EMPTY;
        seats.into_iter().for_each(|s| set.insert(s));
        set
    }
}
