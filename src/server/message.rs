//! What clients ask, and errors as they are answered.

use super::outbox::Outbox;
use crate::game::board::Seat;
use crate::game::rules::Mode;
use crate::server::table::{Refused, TableRequest};
use serde::Deserialize;
use serde_json::{Value, json};

/// The version of `docs/SERVER.md` that this is.
pub(super) const VERSION: u32 = 1;
/// Bytes of a message at most.
pub(super) const MOST_BYTES: usize = 1 << 20;

/// What a client asks.
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
    Open(File),
    Belief(MomentRequest),
    Terms(MomentRequest),
    Think {
        #[serde(flatten)]
        moment: MomentRequest,
        #[serde(default = "pimc")]
        engine: String,
        #[serde(default = "five_seconds")]
        time: u64,
    },
    Halt {},
    Graph {
        of: Of,
        seat: Seat,
    },
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

/// A file that a client has.
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

/// A moment of a game, and whose eyes.
#[derive(Debug, Clone, Copy, Deserialize)]
pub(super) struct MomentRequest {
    pub(super) of: Of,
    pub(super) at: usize,
    pub(super) seat: Seat,
}

/// Which game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Of {
    Table,
    File,
}

fn pimc() -> String {
    "pimc".into()
}

fn five_seconds() -> u64 {
    5000
}

/// Who asked what, for answers.
#[derive(Debug, Clone)]
pub(super) struct Asker {
    pub(super) out: Outbox,
    pub(super) id: Option<u64>,
}

impl Asker {
    /// Somebody who hears no answer.
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

    /// Answers that it is not so.
    pub(super) fn refuse(&self, error: &Error) {
        self.answer(json!({"is": "error", "code": error.code, "text": error.text}));
    }
}

/// Why something is not done.
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

impl From<Refused> for Error {
    fn from(refused: Refused) -> Self {
        let code = match refused {
            Refused::Stale { .. } => "stale",
            Refused::Over | Refused::Turn(_) => "turn",
            Refused::Illegal(_) => "illegal",
        };
        Self::new(code, refused)
    }
}

/// Reads a message; the number to answer to is read even if the rest is nonsense.
pub(super) fn read(text: &str) -> (Option<u64>, Result<Request, Error>) {
    let value: Result<Value, _> = serde_json::from_str(text);
    let mut value = match value {
        Ok(value) => value,
        Err(error) => return (None, Err(Error::new("malformed", error))),
    };
    let id =
        value.as_object_mut().and_then(|fields| fields.remove("id")).and_then(|id| id.as_u64());
    let request = serde_json::from_value(value);
    (id, request.map_err(|error| Error::new("malformed", error)))
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
        assert!(matches!(read(think).1, Ok(Request::Think { time: 5000, .. })));
        for wrong in [
            "",
            "7",
            "[]",
            "{}",
            r#"{"do":"fly"}"#,
            r#"{"do":"resign","why":"tired"}"#,
            r#"{"do":"sit","table":"x","seat":"Q"}"#,
            r#"{"do":"move","at":-1,"move":"g6-g7"}"#,
            r#"{"do":"create","colour":"red"}"#,
        ] {
            assert_eq!(read(wrong).1.unwrap_err().code, "malformed", "{wrong}");
        }
    }
}
