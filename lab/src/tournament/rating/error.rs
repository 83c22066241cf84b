//! Errors of sequential tests and ratings.

use thiserror::Error;

/// Why a sequential test cannot be run or players cannot be rated.
#[derive(Debug, Clone, PartialEq, Error)]
#[non_exhaustive]
pub enum RatingError {
    /// An unknown setting.
    #[error("sprt: found `{0}`, expected elo0, elo1, alpha, beta or model")]
    Key(String),
    /// A value that the setting does not allow.
    #[error("sprt {key}: found `{found}`, expected {expected}")]
    Setting {
        /// The setting.
        key: &'static str,
        /// The invalid value.
        found: String,
        /// The allowed values.
        expected: &'static str,
    },
    /// elo1 is not above elo0.
    #[error("sprt: elo1 ({elo1}) must be greater than elo0 ({elo0})")]
    Order {
        /// The Elo difference of H0.
        elo0: f64,
        /// The Elo difference of H1.
        elo1: f64,
    },
    /// The anchor is not one of the players.
    #[error("anchor: found seat {found}, expected one below {seats}")]
    Anchor {
        /// The index given.
        found: usize,
        /// Number of players.
        seats: usize,
    },
    /// A meeting names a player that does not exist.
    #[error("meeting {meeting}: found seat {found}, expected one below {seats}")]
    Seat {
        /// Index of the meeting, from 0.
        meeting: usize,
        /// The index given.
        found: usize,
        /// Number of players.
        seats: usize,
    },
    /// A meeting of a player with itself.
    #[error("meeting {meeting}: found seat {seat} twice, expected two seats")]
    Itself {
        /// Index of the meeting, from 0.
        meeting: usize,
        /// The player.
        seat: usize,
    },
    /// No chain of games connects a player to the anchor.
    #[error("seat {seat}: no chain of games connects it to the anchor, seat {anchor}")]
    Unconnected {
        /// The player.
        seat: usize,
        /// The anchor.
        anchor: usize,
    },
    /// The likelihood has no maximum within floating-point range.
    #[error("ratings: the likelihood has no maximum within floating-point range")]
    NoMaximum,
}
