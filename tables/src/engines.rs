//! What engines at tables are asked, and the sessions that answer, on another thread or in another worker.
//!
//! A task is in lines of the engine protocol (`docs/PROTOCOL.md`), so that it holds nothing but what its seat may know.

use junqi_core::game::board::{Board, Seat};
use junqi_core::play::protocol::EngineCommand;
use junqi_core::play::session::Session;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::sync::atomic::AtomicBool;

/// A question to the engine of a seat.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct EngineTask {
    /// The number that the answer repeats.
    pub serial: u64,
    /// The seat.
    pub seat: Seat,
    /// The player, with its options.
    pub player: String,
    /// The seed of its random numbers: another in each game, from which no other can be computed.
    pub seed: u64,
    /// The commands; the last one is answered.
    pub commands: Vec<String>,
}

/// The answer of an engine.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct EngineAnswer {
    /// The number of the task.
    pub serial: u64,
    /// The lines of the protocol.
    pub lines: Vec<String>,
}

impl EngineAnswer {
    /// The answer of an engine that did not survive its task.
    pub fn crashed(serial: u64) -> Self {
        Self { serial, lines: vec!["info string error: the search crashed".into()] }
    }
}

/// The sessions of engines, one a seat; another game begins another session.
pub struct Engines {
    board: &'static Board,
    sessions: BTreeMap<Seat, SeatSession>,
}

/// A session, with the player and the seed that it was made of.
struct SeatSession {
    player: String,
    seed: u64,
    session: Session,
}

impl Engines {
    /// No sessions yet.
    pub fn new(board: &'static Board) -> Self {
        Self { board, sessions: BTreeMap::new() }
    }

    /// Answers a task; `stop` ends its search at once.
    pub fn answer(&mut self, task: EngineTask, stop: &AtomicBool) -> EngineAnswer {
        let EngineTask { serial, seat, player, seed, commands } = task;
        let board = self.board;
        let lines = match self.session(seat, player, seed) {
            Ok(session) => run(session, &commands, board, stop),
            Err(error) => vec![error],
        };
        EngineAnswer { serial, lines }
    }

    fn session(&mut self, seat: Seat, player: String, seed: u64) -> Result<&mut Session, String> {
        let is_same = |own: &SeatSession| own.player == player && own.seed == seed;
        if !self.sessions.get(&seat).is_some_and(is_same) {
            let spec = player.parse().map_err(|error| format!("info string error: {error}"))?;
            let session = Session::of(self.board, spec, seed);
            self.sessions.insert(seat, SeatSession { player, seed, session });
        }
        let own = self.sessions.get_mut(&seat).expect("it has just been made");
        Ok(&mut own.session)
    }
}

/// Runs commands up to the first that fails.
fn run(
    session: &mut Session,
    commands: &[String],
    board: &'static Board,
    stop: &AtomicBool,
) -> Vec<String> {
    let mut lines = vec![];
    for text in commands {
        match EngineCommand::parse(text, board) {
            Ok(command) => lines.extend(command.into_iter().flat_map(|c| session.run(c, stop))),
            Err(error) => lines.push(format!("info string error: {error}")),
        }
        if lines.iter().any(|line| line.contains(" error: ")) {
            break;
        }
    }
    lines
}
