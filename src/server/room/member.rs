//! Connections at a table, and the state of its seats.

use crate::game::board::Seat;
use crate::server::outbox::Outbox;
use crate::server::table::Chair;
use serde_json::{Value, json};

/// A connection at the table.
pub(super) struct Member {
    pub(super) connection: u64,
    pub(super) out: Outbox,
    /// None looks on.
    pub(super) seat: Option<Seat>,
    /// Events it was told.
    pub(super) told: usize,
}

/// A place of a seat that plays.
pub(super) struct SeatPlace {
    pub(super) engine: bool,
    pub(super) name: String,
    /// The secret of whoever took it.
    pub(super) token: Option<String>,
    /// Whether it has put its pieces.
    pub(super) ready: bool,
}

impl SeatPlace {
    pub(super) fn new(chair: Chair) -> Self {
        match chair {
            Chair::Human => Self { engine: false, name: String::new(), token: None, ready: false },
            Chair::Engine(spec) => {
                Self { engine: true, name: spec.to_string(), token: None, ready: true }
            }
        }
    }

    /// As records name it.
    pub(super) fn player(&self) -> String {
        if self.engine { self.name.clone() } else { "human".into() }
    }

    /// Another game begins: people have to put their pieces again.
    pub(super) fn again(&mut self) {
        self.ready = self.engine;
    }

    pub(super) fn json(&self, here: bool) -> Value {
        json!({
            "kind": if self.engine { "engine" } else { "human" },
            "name": self.name,
            "taken": self.engine || self.token.is_some(),
            "here": self.engine || here,
            "ready": self.ready,
        })
    }
}
