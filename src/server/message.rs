//! The requests of clients, and the errors that answer them.

use super::outbox::Outbox;
use super::texts;
use crate::base::text::read_json;
use crate::game::board::Seat;
use crate::game::format::Signal;
use crate::game::rules::Mode;
use crate::server::table::{ActionError, TableRequest};
use serde::Deserialize;
use serde_json::{Value, json};

/// The version of the protocol in `docs/SERVER.md`.
pub(super) const VERSION: u32 = 1;
/// The largest message, in bytes.
pub(super) const MAX_MESSAGE_BYTES: usize = 1 << 20;

/// A request of a client.
#[derive(Debug, Deserialize)]
#[serde(tag = "do", rename_all = "snake_case", deny_unknown_fields)]
pub(super) enum Request {
    Lobby {},
    Create(TableRequest),
    Sit {
        table: String,
        seat: Seat,
        #[serde(default)]
        name: String,
    },
    Return {
        table: String,
        token: String,
    },
    Watch {
        table: String,
    },
    Leave {},
    Deploy {
        deployment: String,
    },
    Move {
        at: usize,
        #[serde(rename = "move")]
        mv: String,
    },
    Resign {},
    Draw {},
    Refuse {},
    Rematch {},
    TakeBack {},
    Help {
        agrees: bool,
    },
    Signal {
        signal: Signal,
        #[serde(default)]
        cell: Option<String>,
    },
    Chat {
        text: String,
    },
    Held {
        seats: Vec<HeldSeat>,
    },
    Open(File),
    Archived {
        game: String,
    },
    Finished(FinishedFilter),
    Vary {
        at: usize,
        moves: Vec<String>,
    },
    Belief(MomentRequest),
    Terms(MomentRequest),
    Think(ThinkRequest),
    Halt {},
    Graph(GraphRequest),
    Deployments {},
    Layout(File),
    Check {
        rows: String,
    },
    Evaluate {
        rows: String,
        #[serde(default)]
        mode: Mode,
    },
}

/// A seat that a client claims to hold.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct HeldSeat {
    pub(super) table: String,
    pub(super) token: String,
}

/// Which finished games of the server a client wants.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(super) struct FinishedFilter {
    pub(super) mode: Option<Mode>,
    /// A part of a player's name.
    pub(super) player: String,
    /// `draw`, or a seat that won.
    pub(super) result: String,
}

/// A file that a client sends.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct File {
    pub(super) name: String,
    #[serde(default)]
    pub(super) base64: Option<String>,
    #[serde(default)]
    pub(super) text: Option<String>,
    #[serde(default)]
    pub(super) game: usize,
}

/// A moment to search from.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ThinkRequest {
    pub(super) of: GameOrigin,
    pub(super) at: usize,
    pub(super) seat: Seat,
    #[serde(default = "pimc")]
    pub(super) engine: String,
    #[serde(default = "five_seconds")]
    pub(super) time: u64,
}

impl ThinkRequest {
    /// The moment.
    pub(super) fn moment(&self) -> MomentRequest {
        MomentRequest { of: self.of, at: self.at, seat: self.seat }
    }
}

/// A moment of a game, as one seat sees it.
#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct MomentRequest {
    pub(super) of: GameOrigin,
    pub(super) at: usize,
    pub(super) seat: Seat,
}

/// A game whose win probabilities a client wants, as one seat sees it.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct GraphRequest {
    pub(super) of: GameOrigin,
    pub(super) seat: Seat,
    /// The moments whose probabilities the client has.
    #[serde(default)]
    pub(super) known: Vec<usize>,
}

/// The game that a question is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum GameOrigin {
    Table,
    File,
    /// The variation that was made last.
    Line,
}

fn pimc() -> String {
    "pimc".into()
}

fn five_seconds() -> u64 {
    5000
}

/// Where the answers to one request go.
#[derive(Debug, Clone)]
pub(super) struct Responder {
    pub(super) out: Outbox,
    pub(super) id: Option<u64>,
}

impl Responder {
    /// A responder whose answers are dropped.
    pub(super) fn silent() -> Self {
        Self { out: Outbox::new().0, id: None }
    }

    /// Answers with a message.
    pub(super) fn answer(&self, mut message: Value) {
        if let Some(id) = self.id {
            message["re"] = id.into();
        }
        self.out.send(&message);
    }

    /// Answers with an error.
    pub(super) fn refuse(&self, error: &Error) {
        let chinese = texts::chinese(&error.text);
        self.answer(
            json!({"is": "error", "code": error.code, "text": error.text, "chinese": chinese}),
        );
    }
}

/// Why a request failed: a code for programs and a text for people.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Error {
    pub(super) code: &'static str,
    pub(super) text: String,
}

impl Error {
    pub(super) fn new(code: &'static str, text: impl std::fmt::Display) -> Self {
        Self { code, text: text.to_string() }
    }
}

impl From<ActionError> for Error {
    fn from(refused: ActionError) -> Self {
        let code = match refused {
            ActionError::Stale { .. } => "stale",
            ActionError::Over | ActionError::Turn(_) => "turn",
            ActionError::Illegal(_) => "illegal",
        };
        Self::new(code, refused)
    }
}

/// The number of a message, to which the answers refer.
#[derive(Deserialize)]
struct Numbered {
    #[serde(default)]
    id: Option<u64>,
}

/// A whole message.
#[derive(Deserialize)]
struct NumberedRequest {
    #[serde(default)]
    id: Option<u64>,
    #[serde(flatten)]
    request: Request,
}

/// Reads a message; the number to answer to is read even if the rest is nonsense.
pub(super) fn read(text: &str) -> (Option<u64>, Result<Request, Error>) {
    match read_json(text) {
        Ok(NumberedRequest { id, request }) => (id, Ok(request)),
        Err(error) => {
            let numbered: Option<Numbered> = read_json(text).ok();
            (numbered.and_then(|message| message.id), Err(Error::new("malformed", error)))
        }
    }
}

/// Says that a table, or a connection to its seat, is closed.
pub(super) fn closed(text: &str) -> Value {
    json!({"is": "closed", "text": text, "chinese": texts::chinese(text)})
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn requests_are_read_with_what_is_left_out_and_nothing_unknown() {
        let (id, request) = read(r#"{"do":"create","id":7,"mode":"1v1","clock":5}"#);
        assert!(matches!(request, Ok(Request::Create(_))), "{request:?}");
        assert_eq!(id, Some(7));
        let think = r#"{"do":"think","of":"file","at":3,"seat":"S"}"#;
        assert!(matches!(read(think).1, Ok(Request::Think(ThinkRequest { time: 5000, .. }))));
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
            let (id, request) = read(wrong);
            assert_eq!((id, request.unwrap_err().code), (None, "malformed"), "{wrong}");
        }
        let (id, request) = read(r#"{"do":"nothing","id":7}"#);
        assert_eq!((id, request.unwrap_err().code), (Some(7), "malformed"));
    }
}
