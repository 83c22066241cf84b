//! The messages that a table's task receives.

use crate::answer::{Error, HeldTable};
use crate::outbox::Responder;
use crate::request::Request;
use crate::table::TableGame;
use junqi_core::game::belief::{View, Visibility};
use junqi_core::game::board::Seat;
use junqi_core::game::rules::{Deployment, Event};
use junqi_core::play::{Bot, Choice, PlayerError};
use tokio::sync::oneshot;
use tokio::time::Instant;

/// A message to a table's task.
pub(crate) enum TableMessage {
    /// A command of a client, with the time of its arrival.
    Command { command: TableCommand, received: Instant },
    /// A connection was closed, or has joined another table.
    Disconnected { connection: u64 },
    /// The engines have deployed and the game is set up.
    GamePrepared(Box<Preparation>),
    /// An engine has chosen.
    EngineChose(Box<EngineChoice>),
}

/// A command of a client to a table.
#[derive(Debug)]
pub(crate) enum TableCommand {
    /// A request. `joined` is sent if the client has joined the table by it.
    Request { connection: u64, responder: Responder, request: Request, joined: oneshot::Sender<()> },
    /// Asks for the table's entry in the list of the seats that a client holds.
    Held { token: String, reply: oneshot::Sender<Option<HeldTable>> },
    /// Asks for the game as a seat knows it, for a study.
    Study { connection: u64, seat: Seat, reply: oneshot::Sender<Result<GameSource, Error>> },
}

/// A game as a seat knows it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct GameSource {
    pub(crate) start: View,
    pub(crate) seat: Seat,
    pub(crate) visibility: Visibility,
    pub(crate) events: Vec<Event>,
}

/// The prepared game, or why it cannot begin.
pub(crate) type Preparation = Result<PreparedGame, String>;

/// A game ready to begin, with its engines.
pub(crate) struct PreparedGame {
    pub(super) game: TableGame,
    pub(super) deployments: [Option<Deployment>; 4],
    pub(super) bots: [Option<Box<Bot>>; 4],
}

/// The action that an engine chose.
pub(crate) struct EngineChoice {
    /// The number of the game at its table.
    pub(super) number: u64,
    /// The seat to move.
    pub(super) seat: Seat,
    /// The number of events before the choice.
    pub(super) at: usize,
    /// `None` if the search thread panicked.
    pub(super) bot: Option<Box<Bot>>,
    pub(super) choice: Result<Choice, PlayerError>,
}
