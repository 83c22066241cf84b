//! What players said to each other in a game: preset signals between partners, and chat.

use crate::game::board::Seat;
use serde::{Deserialize, Serialize};

/// The meaning of a signal.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Signal {
    /// Attack the cell.
    Attack,
    /// Defend the cell.
    Defend,
    /// Danger.
    Careful,
    /// Do not act yet.
    Wait,
    /// A good move.
    WellDone,
    /// Thanks.
    Thanks,
    /// An apology.
    Sorry,
    /// Encouragement.
    GoodLuck,
}

/// A signal of a seat to its partner.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GivenSignal {
    /// The sender.
    pub seat: Seat,
    /// Its meaning.
    pub signal: Signal,
    /// The cell that it is about, if any.
    pub cell: Option<String>,
    /// The number of events before it.
    pub at: usize,
}

/// A line of chat, for all seats of the table.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ChatLine {
    /// The sender.
    pub seat: Seat,
    /// Plain text.
    pub text: String,
    /// The number of events before it.
    pub at: usize,
}
