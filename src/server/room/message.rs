//! The messages that a table's task receives.

use crate::game::belief::{View, Visibility};
use crate::game::board::Seat;
use crate::game::format::Signal;
use crate::game::rules::{Deployment, Event};
use crate::play::{Bot, Choice, PlayerError};
use crate::server::message::{Error, Responder};
use crate::server::table::TableGame;
use serde_json::Value;
use tokio::sync::oneshot;
use tokio::time::Instant;

/// A message to a table's task.
pub(in crate::server) enum TableMessage {
    /// A command of a client.
    Command { connection: u64, responder: Responder, command: TableCommand, received: Instant },
    /// A connection was closed.
    Disconnected { connection: u64 },
    /// The engines have deployed and the game is set up.
    GamePrepared(Box<Preparation>),
    /// An engine has chosen.
    EngineChose(Box<EngineChoice>),
}

/// A command of a client to a table.
#[derive(Debug)]
pub(in crate::server) enum TableCommand {
    /// Joins the table; `entered` hears of it if the table lets the client in.
    Enter { how: Entrance, entered: oneshot::Sender<()> },
    /// A command of a player.
    OfSeat(SeatCommand),
    /// Asks for the table's entry in a player's list of own games.
    Held { token: String, reply: oneshot::Sender<Option<Value>> },
    /// Asks for the game as a seat knows it, for a study.
    Study { seat: Seat, reply: oneshot::Sender<Result<GameSource, Error>> },
}

/// How a client joins a table.
#[derive(Debug)]
pub(in crate::server) enum Entrance {
    Sit { seat: Seat, name: String },
    Return { token: String },
    Watch,
}

/// A command of a player at a table.
#[derive(Debug)]
pub(in crate::server) enum SeatCommand {
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
    /// Goes back to the player's last move, against engines only.
    TakeBack,
    /// Agrees to analysis during the game, or no longer does.
    Help {
        agrees: bool,
    },
    Signal {
        signal: Signal,
        cell: Option<String>,
    },
    Chat {
        text: String,
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

/// The prepared game, or why it cannot begin.
pub(in crate::server) type Preparation = Result<PreparedGame, String>;

/// A game ready to begin, with its engines.
pub(in crate::server) struct PreparedGame {
    pub(super) game: TableGame,
    pub(super) deployments: [Option<Deployment>; 4],
    pub(super) bots: [Option<Box<Bot>>; 4],
}

/// The action that an engine chose.
pub(in crate::server) struct EngineChoice {
    /// The position it was chosen for: number of the game, seat to move, events so far.
    pub(super) moment: (u64, Seat, usize),
    /// `None` if the search thread panicked.
    pub(super) bot: Option<Box<Bot>>,
    pub(super) choice: Result<Choice, PlayerError>,
}
