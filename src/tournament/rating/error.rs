//! Why a test or a ladder cannot be.

use thiserror::Error;

/// Why a test cannot be.
#[derive(Debug, Clone, PartialEq, Error)]
#[non_exhaustive]
pub enum SprtError {
    /// There is no such setting.
    #[error("sprt: found `{0}`, expected elo0, elo1, alpha, beta or model")]
    Key(String),
    /// A setting cannot be this.
    #[error("sprt {key}: found `{found}`, expected {expected}")]
    Setting {
        /// Which.
        key: &'static str,
        /// What was found.
        found: String,
        /// What it may be.
        expected: &'static str,
    },
    /// The hypotheses are not in order.
    #[error("sprt elo1: found {elo1}, expected more than elo0, which is {elo0}")]
    Order {
        /// The difference that is to be smaller.
        elo0: f64,
        /// The one that is to be greater.
        elo1: f64,
    },
}

/// Why seats cannot be rated.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum LadderError {
    /// There is no such seat to be the anchor.
    #[error("anchor: found seat {found}, expected one below {seats}")]
    Anchor {
        /// Which was asked for.
        found: usize,
        /// How many there are.
        seats: usize,
    },
    /// There is no such seat to have met another.
    #[error("meeting {meeting}: found seat {found}, expected one below {seats}")]
    Seat {
        /// The number of the meeting, from 0.
        meeting: usize,
        /// Which was asked for.
        found: usize,
        /// How many there are.
        seats: usize,
    },
    /// A seat cannot meet itself.
    #[error("meeting {meeting}: found seat {seat} twice, expected two seats")]
    Itself {
        /// The number of the meeting, from 0.
        meeting: usize,
        /// Which.
        seat: usize,
    },
    /// No chain of games leads from a seat to the anchor.
    #[error("seat {seat}: found no games that connect it to seat {anchor}, expected some")]
    Unconnected {
        /// Which.
        seat: usize,
        /// The anchor.
        anchor: usize,
    },
    /// The numbers are beyond what arithmetic can hold.
    #[error("ratings: found no maximum of the likelihood, expected one")]
    NoMaximum,
}
