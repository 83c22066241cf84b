//! The requests of clients, as in `docs/SERVER.md`. Every request is one variant of [`Request`].

use super::answer::Error;
use super::table::TableRequest;
use junqi_core::base::text::read_json;
use junqi_core::game::board::Seat;
use junqi_core::game::format::Signal;
use junqi_core::game::rules::Mode;
use serde::{Deserialize, Serialize};

/// The largest message, in bytes.
pub const MAX_MESSAGE_BYTES: usize = 1 << 20;

/// A request of a client, with the number to which the answers refer.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct NumberedRequest {
    /// The number; without one, answers have none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<u64>,
    /// The request.
    #[serde(flatten)]
    pub request: Request,
}

/// A request of a client.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "do", rename_all = "snake_case", deny_unknown_fields)]
pub enum Request {
    /// Lists the public tables: `lobby`.
    Lobby {},
    /// Opens a table: `created`.
    Create(Box<TableRequest>),
    /// Takes a free seat of a table: `seated`, then `table`.
    Sit {
        /// The table's name.
        table: String,
        /// The seat.
        seat: Seat,
        /// The player's name.
        #[serde(default)]
        name: String,
    },
    /// Takes the seat of a token again: `table`.
    Return {
        /// The table's name.
        table: String,
        /// The secret token of the seat.
        token: String,
    },
    /// Watches a table as a spectator: `table`.
    Watch {
        /// The table's name.
        table: String,
    },
    /// Leaves the table; no answer.
    Leave {},
    /// Submits the deployment of the client's seat: `seats`.
    Deploy {
        /// In any notation of deployment files.
        deployment: String,
    },
    /// Moves: `event`.
    Move {
        /// The number of events that the client has seen, which protects against duplicates.
        at: usize,
        /// Two cells, such as `g6-g7`.
        #[serde(rename = "move")]
        mv: String,
    },
    /// Resigns: `event`.
    Resign {},
    /// Offers or accepts a draw: `offers`.
    Draw {},
    /// Clears all draw offers: `offers`.
    Refuse {},
    /// Requests another game after the end: `offers`, or `table` once all have requested it.
    Rematch {},
    /// Goes back to the player's last move, against engines only: `table`.
    TakeBack {},
    /// Agrees to analysis during the game, or withdraws the agreement: `seats`.
    Help {
        /// Whether the player agrees.
        agrees: bool,
    },
    /// Sends a signal to the partner: `signal`.
    Signal {
        /// Its meaning.
        signal: Signal,
        /// The cell that it is about.
        #[serde(default)]
        cell: Option<String>,
    },
    /// Sends a line to all seats of the table: `chat`.
    Chat {
        /// The line.
        text: String,
    },
    /// Asks which seats of the client still exist: `held`.
    Held {
        /// The seats, of which the first 20 are read.
        seats: Vec<SeatClaim>,
    },
    /// Opens a game of a file for study: `opened`.
    Open(SentFile),
    /// Opens a finished game of this server: `opened`.
    Archived {
        /// The table's name and the game's number: `h7c2m9-0`.
        game: String,
    },
    /// Finds public finished games of this server: `finished`.
    Finished(FinishedFilter),
    /// Plays moves after a position of the opened game: `variation`.
    Vary {
        /// The number of events before the position.
        at: usize,
        /// The moves.
        moves: Vec<String>,
    },
    /// Asks what a seat can know about the hidden pieces: `belief`.
    Belief(StudyPosition),
    /// Asks for the evaluation of a position: `terms`.
    Terms(StudyPosition),
    /// Searches a position: several `thought`.
    Think(ThinkRequest),
    /// Stops the search, graph or evaluation; no answer.
    Halt {},
    /// Asks for entropy and win probability over a game: several `graph`.
    Graph(GraphRequest),
    /// Lists the built-in deployments: `deployments`.
    Deployments {},
    /// Reads the deployments of a file: `deployments`.
    Layout(SentFile),
    /// Checks a deployment: `checked`.
    Check {
        /// The deployment, in any notation of deployment files.
        rows: String,
    },
    /// Measures a deployment by games: several `evaluated`.
    Evaluate {
        /// The deployment, in any notation of deployment files.
        rows: String,
        /// The mode of the games.
        #[serde(default)]
        mode: Mode,
    },
}

/// A seat that a client claims to hold.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SeatClaim {
    /// The table's name.
    pub table: String,
    /// The secret token of the seat.
    pub token: String,
}

/// The finished games that a client looks for.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct FinishedFilter {
    /// The mode.
    pub mode: Option<Mode>,
    /// A part of a player's name.
    pub player: String,
    /// `draw`, or a seat that won.
    pub result: String,
}

/// A file that a client sends, as `base64` or as `text`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SentFile {
    /// The file's name.
    pub name: String,
    /// Its bytes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub base64: Option<String>,
    /// Its text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// The index of the game in it, from 0.
    #[serde(default)]
    pub game: usize,
}

/// The game that a study is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum GameOrigin {
    /// The game at the client's table.
    Table,
    /// The opened game.
    File,
    /// The last variation of the opened game.
    Line,
}

/// A position of a game, as one seat sees it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StudyPosition {
    /// The game.
    pub of: GameOrigin,
    /// The number of events before the position.
    pub at: usize,
    /// The seat.
    pub seat: Seat,
}

/// A position to search from.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ThinkRequest {
    /// The game.
    pub of: GameOrigin,
    /// The number of events before the position.
    pub at: usize,
    /// The seat to move.
    pub seat: Seat,
    /// The player that searches.
    #[serde(default = "pimc")]
    pub engine: String,
    /// Time limit, in milliseconds.
    #[serde(default = "five_seconds")]
    pub time: u64,
}

fn pimc() -> String {
    "pimc".into()
}

fn five_seconds() -> u64 {
    5000
}

/// A game whose win probabilities a client wants, as one seat sees it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GraphRequest {
    /// The game.
    pub of: GameOrigin,
    /// The seat.
    pub seat: Seat,
    /// The positions whose probabilities the client has, by the number of events before them.
    #[serde(default)]
    pub known: Vec<usize>,
}

/// Reads a message; the number to answer to is read even if the request is not valid.
///
/// # Errors
///
/// If the message is not a valid request.
pub fn read_request(text: &str) -> (Option<u64>, Result<Request, Error>) {
    /// The part of a message that is read from an invalid one.
    #[derive(Deserialize)]
    struct OnlyNumber {
        #[serde(default)]
        id: Option<u64>,
    }
    match read_json(text) {
        Ok(NumberedRequest { id, request }) => (id, Ok(request)),
        Err(error) => {
            let numbered: Option<OnlyNumber> = read_json(text).ok();
            (numbered.and_then(|message| message.id), Err(Error::malformed(error)))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::answer::ErrorCode;

    #[test]
    fn requests_are_read_with_what_is_left_out_and_nothing_unknown() {
        let (id, request) = read_request(r#"{"do":"create","id":7,"mode":"1v1","clock":5}"#);
        assert!(matches!(request, Ok(Request::Create(_))), "{request:?}");
        assert_eq!(id, Some(7));
        let think = r#"{"do":"think","of":"file","at":3,"seat":"S"}"#;
        assert!(matches!(
            read_request(think).1,
            Ok(Request::Think(ThinkRequest { time: 5000, .. }))
        ));
        for wrong in [
            "",
            "7",
            r#"{"do":"lobby","do":"create"}"#,
            "[]",
            "{}",
            r#"{"do":"fly"}"#,
            r#"{"do":"resign","why":"tired"}"#,
            r#"{"do":"sit","table":"x","seat":"Q"}"#,
            r#"{"do":"move","at":-1,"move":"g6-g7"}"#,
            r#"{"do":"create","colour":"red"}"#,
            r#"{"do":"belief","of":"file","at":3,"seat":"S","depth":4}"#,
            r#"{"do":"think","of":"file","at":3,"seat":"S","depth":4}"#,
            r#"{"do":"lobby","id":"abc"}"#,
            r#"{"do":"lobby","id":1.5}"#,
            r#"{"do":"lobby","id":-3}"#,
            r#"{"do":"lobby","id":[1]}"#,
            r#"{"do":"lobby","id":100000000000000000000}"#,
            r#"{"do":"lobby","id":1,"id":2}"#,
            r#"{"do":"lobby","do":"create"}"#,
            r#"{"do":"sit","table":"x","seat":"S","seat":"N"}"#,
            r#"{"do":"create","clock":5,"clock":6}"#,
            r#"{"do":"held","seats":[{"table":"x","token":"y","token":"z"}]}"#,
        ] {
            let (id, request) = read_request(wrong);
            assert_eq!((id, request.unwrap_err().code), (None, ErrorCode::Malformed), "{wrong}");
        }
        let (id, request) = read_request(r#"{"do":"nothing","id":7}"#);
        assert_eq!((id, request.unwrap_err().code), (Some(7), ErrorCode::Malformed));
    }
}
