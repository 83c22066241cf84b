//! A signal between partners: its meaning and place.

use crate::game::board::Seat;
use serde::{Deserialize, Serialize};

/// The meaning of a signal.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(in crate::server) enum Signal {
    Attack,
    Defend,
    Careful,
    Wait,
    WellDone,
    Thanks,
    Sorry,
    GoodLuck,
}

/// A signal that was given.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(in crate::server) struct GivenSignal {
    /// The sender.
    pub(super) seat: Seat,
    pub(super) signal: Signal,
    /// The cell that it is about, if any.
    pub(super) cell: Option<String>,
    /// The number of events before it.
    pub(super) at: usize,
}
