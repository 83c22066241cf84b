//! The messages that a table's task receives.

use junqi_core::game::board::Seat;
use junqi_tables::answer::{Error, HeldTable};
use junqi_tables::engines::EngineAnswer;
use junqi_tables::outbox::Responder;
use junqi_tables::request::Request;
use junqi_tables::room::GameSource;
use tokio::sync::oneshot;
use tokio::time::Instant;

/// A message to a table's task.
pub(super) enum TableMessage {
    /// A command of a client, with the time of its arrival.
    Command { command: TableCommand, received: Instant },
    /// A connection was closed, or has joined another table.
    Disconnected { connection: u64 },
    /// An engine has answered.
    EngineAnswered(EngineAnswer),
}

/// A command of a client to a table.
pub(super) enum TableCommand {
    /// A request. `joined` is sent if the client has joined the table by it.
    Request { connection: u64, responder: Responder, request: Request, joined: oneshot::Sender<()> },
    /// Asks for the table's entry in the list of the seats that a client holds.
    Held { token: String, reply: oneshot::Sender<Option<HeldTable>> },
    /// Asks for the game as a seat knows it, for a study.
    Study { connection: u64, seat: Seat, reply: oneshot::Sender<Result<GameSource, Error>> },
}
