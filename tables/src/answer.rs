//! The messages of the server, as in `docs/SERVER.md`. Every message is one variant of [`Answer`].
//!
//! The parts that describe a game or a study are in [`table`](super::table), [`study`](super::study) and
//! [`opened`](super::opened), which make them.

use super::opened::{OpenedDescription, Variation};
use super::request::MAX_MESSAGE_BYTES;
use super::study::{EngineAnalysis, EvaluationTerms, GraphPoint, StudyBeliefs};
use super::table::{
    ActionError, BySeat, ClocksLeft, Ending, EventView, FinishedGame, GameView, Targets, Watch,
};
use super::texts;
use junqi_core::game::belief::Visibility;
use junqi_core::game::board::Seat;
use junqi_core::game::format::{ChatLine, GivenSignal};
use junqi_core::game::rules::Mode;
use junqi_core::play::PLAYERS;
use serde::{Deserialize, Serialize};
use std::fmt::Display;

/// The version of the protocol.
pub const VERSION: u32 = 1;

/// A message of the server, with the number of the request that it answers.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct NumberedAnswer {
    /// The number; none in a message that answers no request, or one without a number.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub re: Option<u64>,
    /// The message.
    #[serde(flatten)]
    pub answer: Answer,
}

/// JSON with the keys of every object in alphabetical order, whatever the order of the fields.
pub fn to_json(data: &impl Serialize) -> String {
    // The objects of a `Value` are sorted.
    serde_json::to_value(data).expect("plain data").to_string()
}

/// A message of the server.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "is", rename_all = "snake_case")]
pub enum Answer {
    /// The first message of a connection.
    Hello {
        /// The version of the protocol.
        version: u32,
        /// The version of the program.
        program: String,
        /// The players that may sit at a table.
        seats: Vec<PlayerInfo>,
        /// The largest message that is read, in bytes.
        message_bytes: usize,
    },
    /// Keeps the connection alive.
    Tick {},
    /// The public tables.
    Lobby {
        /// The tables, by name.
        tables: Vec<LobbyTable>,
    },
    /// A table was opened.
    Created {
        /// Its name.
        table: String,
    },
    /// The client has taken a seat.
    Seated {
        /// The table's name.
        table: String,
        /// The seat.
        seat: Seat,
        /// The secret token with which the client may return.
        token: String,
    },
    /// The seats that a client holds.
    Held {
        /// The tables of these seats.
        tables: Vec<HeldTable>,
    },
    /// The complete state of a table, as the receiver may know it.
    Table(Box<TableState>),
    /// The seating, or the agreement on help, has changed.
    Seats {
        /// The seats that play.
        seats: BySeat<SeatInfo>,
        /// Whether people may analyse now.
        help: bool,
    },
    /// A new event.
    Event(Box<EventMessage>),
    /// The open offers.
    Offers(Offers),
    /// A signal, to its sender and the partner.
    Signal(GivenSignal),
    /// A line of chat.
    Chat(ChatLine),
    /// The game at the table is over.
    Over {
        /// The result, and all pieces.
        #[serde(flatten)]
        game: FinishedGame,
        /// All signals of the game.
        signals: Vec<GivenSignal>,
        /// All lines of chat.
        chat: Vec<ChatLine>,
    },
    /// The table, or this connection to its seat, is closed.
    Closed {
        /// Why, in English.
        text: String,
        /// The same in Chinese.
        chinese: Option<String>,
    },
    /// A game was opened.
    Opened(Box<OpenedDescription>),
    /// Finished games, the newest first.
    Finished {
        /// Whether the server keeps finished games.
        kept: bool,
        /// At most 100 games.
        games: Vec<FinishedEntry>,
    },
    /// A variation of the opened game.
    Variation(Variation),
    /// A seat's beliefs about the hidden pieces.
    Belief {
        /// The number of events before the position.
        at: usize,
        /// The seat.
        seat: Seat,
        /// The beliefs.
        #[serde(flatten)]
        beliefs: StudyBeliefs,
    },
    /// The evaluation of a position.
    Terms {
        /// The number of events before the position.
        at: usize,
        /// The seat.
        seat: Seat,
        /// The evaluation for the seat's team.
        #[serde(flatten)]
        terms: EvaluationTerms,
    },
    /// A search so far.
    Thought {
        /// The number of events before the position.
        at: usize,
        /// The seat to move.
        seat: Seat,
        /// Whether the search is over.
        done: bool,
        /// The time so far, in milliseconds.
        time: u64,
        /// The best moves so far.
        #[serde(flatten)]
        analysis: EngineAnalysis,
    },
    /// New points of a graph over a game.
    Graph {
        /// The seat.
        seat: Seat,
        /// Whether this is the last message of the graph.
        done: bool,
        /// Whether the graph has all its points, in the last message.
        complete: bool,
        /// The new points.
        points: Vec<GraphPoint>,
    },
    /// Deployments, built in or of a file.
    Deployments {
        /// The deployments.
        list: Vec<DeploymentInfo>,
        /// Groups of deployments against each other, with the built-in ones only.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        groups: Option<Vec<GroupResult>>,
    },
    /// A deployment that was checked.
    Checked {
        /// The deployment in letters; none if it has faults.
        rows: Option<String>,
        /// The same in Chinese.
        chinese: Option<String>,
        /// Its faults, in English.
        faults: Vec<String>,
        /// The same in Chinese.
        chinese_faults: Vec<String>,
    },
    /// The results of a deployment so far.
    Evaluated {
        /// Whether all games were played, or the evaluation was stopped.
        done: bool,
        /// The number of games so far.
        games: u64,
        /// Share of the points against the built-in deployments, 0 to 1.
        score: Option<f64>,
        /// Lower limit of its 95 % confidence interval.
        low: Option<f64>,
        /// Upper limit.
        high: Option<f64>,
        /// The features of the deployment.
        features: Vec<FeatureValue>,
    },
    /// A request failed.
    Error {
        /// Why, for programs.
        code: ErrorCode,
        /// Why, in English.
        text: String,
        /// The same in Chinese.
        chinese: Option<String>,
    },
}

impl Answer {
    /// The greeting of a program of this version.
    pub fn hello(program: &str) -> Self {
        let mut seats = vec![];
        for kind in PLAYERS.iter() {
            seats.push(PlayerInfo { name: kind.name.into(), about: kind.about.into() });
        }
        Self::Hello {
            version: VERSION,
            program: program.into(),
            seats,
            message_bytes: MAX_MESSAGE_BYTES,
        }
    }

    /// The answer to a request that failed.
    pub fn error(error: &Error) -> Self {
        let chinese = texts::chinese(&error.text);
        Self::Error { code: error.code, text: error.text.clone(), chinese }
    }

    /// Says that a table, or a connection to its seat, is closed.
    pub fn closed(text: &str) -> Self {
        Self::Closed { text: text.into(), chinese: texts::chinese(text) }
    }
}

/// A player of this program.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlayerInfo {
    /// Its name.
    pub name: String,
    /// Its description.
    pub about: String,
}

/// What a table does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Phase {
    /// The players choose their deployments.
    Deploying,
    /// A game is played.
    Playing,
    /// The game is over.
    Over,
}

/// The game clock of people, in seconds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct ClockSeconds {
    /// Time for the whole game.
    pub time: u64,
    /// Time added after each move.
    pub increment: u64,
}

/// Who has a seat.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SeatKind {
    /// A person.
    Human,
    /// An engine.
    Engine,
}

/// A seat that plays.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[expect(clippy::struct_excessive_bools, reason = "each is a field of the message")]
pub struct SeatInfo {
    /// Who has it.
    pub kind: SeatKind,
    /// The person's name, or the engine.
    pub name: String,
    /// Whether somebody has it.
    pub taken: bool,
    /// Whether its player is connected.
    pub here: bool,
    /// Whether it has submitted its deployment.
    pub ready: bool,
    /// Whether the person agrees to analysis during the game.
    pub agrees_to_help: bool,
}

/// A table as the lobby lists it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct LobbyTable {
    /// Its name.
    pub table: String,
    /// The mode.
    pub mode: Mode,
    /// What it does.
    pub phase: Phase,
    /// What spectators see.
    pub watch: Watch,
    /// Seconds per move.
    pub clock: u64,
    /// The game clock, if there is one.
    pub game_clock: Option<ClockSeconds>,
    /// The seats that play.
    pub seats: BySeat<SeatInfo>,
}

/// A table at which the client holds a seat.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct HeldTable {
    /// The table as the lobby lists it.
    #[serde(flatten)]
    pub entry: LobbyTable,
    /// The client's seat.
    pub seat: Seat,
    /// Whether it is to move.
    pub turn: bool,
}

/// The open offers of a table.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Offers {
    /// The seats that offer a draw.
    pub draw: Vec<Seat>,
    /// The seats that request another game.
    pub rematch: Vec<Seat>,
}

/// The complete state of a table, as one member may know it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct TableState {
    /// The table's name.
    pub table: String,
    /// Index of the game at this table.
    pub number: u64,
    /// The mode.
    pub mode: Mode,
    /// The rule changes.
    pub rules: String,
    /// Whose pieces each seat sees.
    pub visibility: Visibility,
    /// Seconds per move.
    pub clock: u64,
    /// The game clock, if there is one.
    pub game_clock: Option<ClockSeconds>,
    /// Whether people may analyse now.
    pub help: bool,
    /// Whether people may agree to analysis.
    pub help_offered: bool,
    /// What spectators see.
    pub watch: Watch,
    /// Cells that are closed in this game.
    #[serde(rename = "shut")]
    pub closed_cells: Vec<String>,
    /// The seats that play.
    pub seats: BySeat<SeatInfo>,
    /// The receiver's seat; none for a spectator.
    pub you: Option<Seat>,
    /// What the table does.
    pub phase: Phase,
    /// The receiver's own deployment, offered or submitted.
    pub deployment: Option<String>,
    /// The open offers.
    pub offers: Offers,
    /// The signals that the receiver sent or received; all of them after the end.
    pub signals: Vec<GivenSignal>,
    /// Whether the table has chat.
    pub chat_offered: bool,
    /// The lines of chat that the receiver may read.
    pub chat: Vec<ChatLine>,
    /// The game; none while the players deploy.
    pub game: Option<GameView>,
}

/// A new event, as one member may know it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct EventMessage {
    /// The event.
    #[serde(flatten)]
    pub event: EventView,
    /// The receiver's legal moves after it, only on its turn.
    pub moves: Option<Targets>,
    /// The time that is left.
    #[serde(flatten)]
    pub clocks: ClocksLeft,
}

/// A finished game in the list of the server, which has one such object a line.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FinishedEntry {
    /// The time of its end, in seconds since 1970.
    pub ended: u64,
    /// The table's name and the game's number: `h7c2m9-0`.
    pub game: String,
    /// The mode.
    pub mode: Mode,
    /// Number of moves.
    pub plies: u32,
    /// Who won and why.
    pub result: Ending,
    /// The players.
    pub seats: BySeat<FinishedPlayer>,
}

/// The player of a seat in a finished game.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FinishedPlayer {
    /// Person or engine.
    pub kind: SeatKind,
    /// The person's name, or the engine.
    pub name: String,
}

/// A deployment with its faults or its measured results.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct DeploymentInfo {
    /// Its name.
    pub name: String,
    /// Its description.
    pub about: String,
    /// The deployment in letters, if it has no faults.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rows: Option<String>,
    /// Its faults, in English.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub faults: Option<Vec<String>>,
    /// The same in Chinese.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub chinese_faults: Option<Vec<String>>,
    /// Its results, for a built-in deployment.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub results: Option<Vec<DeploymentResult>>,
}

/// The results of a deployment in one mode: its share of the points, in percent.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct DeploymentResult {
    /// The mode.
    pub mode: Mode,
    /// Number of games.
    pub games: Option<f64>,
    /// The share of the points.
    pub score: Option<f64>,
    /// Lower limit of its 95 % confidence interval.
    pub low: Option<f64>,
    /// Upper limit.
    pub high: Option<f64>,
}

/// Two groups of deployments against each other, in Elo of the first.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct GroupResult {
    /// The first group.
    pub first: String,
    /// The second group.
    pub second: String,
    /// The mode.
    pub mode: Mode,
    /// Number of games.
    pub games: Option<f64>,
    /// Elo difference.
    pub elo: Option<f64>,
    /// Lower limit of its 95 % confidence interval.
    pub low: Option<f64>,
    /// Upper limit.
    pub high: Option<f64>,
}

/// A feature of a deployment.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct FeatureValue {
    /// Its name.
    pub name: String,
    /// Its unit.
    pub unit: String,
    /// Its description.
    pub about: String,
    /// The same in Chinese.
    pub chinese: String,
    /// Its value; none where it is undefined.
    pub value: Option<f64>,
}

/// Why a request failed, for programs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ErrorCode {
    /// Not a valid request.
    Malformed,
    /// No such table, seat or game.
    Unknown,
    /// The seat is taken.
    Taken,
    /// The token belongs to no seat.
    Token,
    /// Not now.
    Turn,
    /// `at` is not the number of events.
    Stale,
    /// Against the rules.
    Illegal,
    /// Not allowed at this table.
    Refused,
    /// Too many, too often or too long.
    Limit,
    /// A fault of the server.
    Failed,
}

/// Why a request failed: a code for programs and an English text for people.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Error {
    /// The code.
    pub code: ErrorCode,
    /// The text.
    pub text: String,
}

impl Error {
    /// An error.
    pub fn new(code: ErrorCode, text: impl Display) -> Self {
        Self { code, text: text.to_string() }
    }

    /// Something against the rules.
    pub fn illegal(text: impl Display) -> Self {
        Self::new(ErrorCode::Illegal, text)
    }

    /// Something that is no valid request.
    pub fn malformed(text: impl Display) -> Self {
        Self::new(ErrorCode::Malformed, text)
    }
}

impl From<ActionError> for Error {
    fn from(refused: ActionError) -> Self {
        let code = match refused {
            ActionError::Stale { .. } => ErrorCode::Stale,
            ActionError::Over | ActionError::Turn(_) => ErrorCode::Turn,
            ActionError::Illegal(_) => ErrorCode::Illegal,
        };
        Self::new(code, refused)
    }
}
