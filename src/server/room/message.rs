//! The messages that a table's task receives.

use crate::game::belief::{View, Visibility};
use crate::game::board::Seat;
use crate::game::rules::{Deployment, Event};
use crate::play::{Bot, Choice, PlayerError};
use crate::server::message::{Asker, Error};
use crate::server::table::TableGame;
use tokio::sync::oneshot;

/// What a table hears.
pub(in crate::server) enum Mail {
    /// A client asks.
    Ask { connection: u64, asker: Asker, ask: Ask },
    /// A connection is no more.
    Gone { connection: u64 },
    /// Engines and game are ready to begin.
    Ready(Box<Prepared>),
    /// An engine has chosen.
    Thought(Box<EngineChoice>),
}

/// What clients ask of a table.
#[derive(Debug)]
pub(in crate::server) enum Ask {
    Sit {
        seat: Seat,
        name: String,
    },
    Return {
        token: String,
    },
    Watch,
    Deploy {
        deployment: String,
    },
    Move {
        at: usize,
        mv: String,
    },
    Resign,
    Draw,
    Refuse,
    Rematch,
    /// What a seat may study: its start, and what happened.
    Study {
        seat: Seat,
        reply: oneshot::Sender<Result<GameSource, Error>>,
    },
}

/// A game as a seat knows it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::server) struct GameSource {
    pub(in crate::server) start: View,
    pub(in crate::server) seat: Seat,
    pub(in crate::server) visibility: Visibility,
    pub(in crate::server) events: Vec<Event>,
}

/// A game that begins, with its engines; or why it cannot.
pub(in crate::server) type Prepared = Result<Begun, String>;

/// A game that begins.
pub(in crate::server) struct Begun {
    pub(super) game: TableGame,
    pub(super) deployments: [Option<Deployment>; 4],
    pub(super) bots: [Option<Box<Bot>>; 4],
}

/// What an engine chose.
pub(in crate::server) struct EngineChoice {
    /// Which game of the table, whose turn, after how many events.
    pub(super) moment: (u64, Seat, usize),
    /// None where the thread itself failed.
    pub(super) bot: Option<Box<Bot>>,
    pub(super) choice: Result<Choice, PlayerError>,
}
