//! Connections at a table, and the state of its seats.

use crate::game::board::Seat;
use crate::play::PlayerSpec;
use crate::server::outbox::Outbox;
use crate::server::table::SeatOccupant;
use serde_json::{Value, json};

/// A connection at the table.
pub(super) struct Member {
    pub(super) connection: u64,
    pub(super) out: Outbox,
    /// `None` for a spectator.
    pub(super) seat: Option<Seat>,
    /// The number of events sent to it.
    pub(super) events_sent: usize,
}

/// A seat that plays: who has it, and whether its deployment is ready.
pub(super) struct SeatState {
    pub(super) engine: bool,
    pub(super) name: String,
    /// The token of the player who took it.
    pub(super) token: Option<String>,
    /// Whether it has deployed.
    pub(super) ready: bool,
    /// Whether the person agrees to analysis during the game.
    pub(super) agrees_to_help: bool,
}

impl SeatState {
    pub(super) fn new(occupant: SeatOccupant) -> Self {
        let (engine, name) = match occupant {
            SeatOccupant::Human => (false, String::new()),
            SeatOccupant::Engine(spec) => (true, spec.to_string()),
        };
        Self { engine, name, token: None, ready: engine, agrees_to_help: false }
    }

    /// The player's name in records: `human` for a person without one, or with one that reads as an engine.
    pub(super) fn player(&self) -> String {
        let own = !self.name.is_empty() && self.name.parse::<PlayerSpec>().is_err();
        if self.engine || own { self.name.clone() } else { "human".into() }
    }

    /// Prepares for a rematch: human players deploy again.
    pub(super) fn reset(&mut self) {
        self.ready = self.engine;
    }

    pub(super) fn json(&self, present: bool) -> Value {
        json!({
            "kind": if self.engine { "engine" } else { "human" },
            "name": self.name,
            "taken": self.engine || self.token.is_some(),
            "here": self.engine || present,
            "ready": self.ready,
            "agrees_to_help": self.agrees_to_help,
        })
    }
}
