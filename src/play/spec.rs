//! Seats as people write them, with their parameters.

use super::registry::EXTERNAL;
use super::{GameTime, Player, SEATS, SeatKind};
use crate::base::options::OptionError;
use crate::base::options::OptionValues;
use crate::base::text::expected_name;
use rand::rngs::ChaCha8Rng;
use serde::{Deserialize, Serialize};
use std::time::Duration;
use std::{fmt, str::FromStr};
use thiserror::Error;

/// A seat as people write it: `name` or `name:key=value,key=value`, or `cmd=COMMAND`, a program that speaks
/// the protocol, which is short for `external:cmd=COMMAND`; `cmd` stands last, and all after it is the
/// command. Every seat has `nodes` (to
/// visit at most for a move), `movetime` (milliseconds for a move at most), `gametime` and `increment`
/// (milliseconds for all moves of a game, and more after every move).
#[derive(Clone, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct SeatSpec {
    kind: &'static SeatKind,
    params: OptionValues,
    /// The program that plays, if one does.
    command: Option<String>,
}

/// A text that names no seat.
#[derive(Debug, Clone, PartialEq, Error)]
#[non_exhaustive]
pub enum SpecError {
    /// There is no seat of the name.
    #[error("seat `{text}`: found the name `{name}`, expected {}", names(.name))]
    Name {
        /// What was written.
        text: String,
        /// The name in it.
        name: String,
    },
    /// A program without its command.
    #[error("seat `{0}`: found no command, expected `cmd=` and a command, at the end")]
    NoCommand(String),
    /// It has no such parameter, or that cannot be this.
    #[error("seat `{text}`: {error}")]
    Parameter {
        /// What was written.
        text: String,
        /// What is wrong.
        error: OptionError,
    },
}

/// The names that are expected in place of one that was found.
fn names(found: &str) -> String {
    expected_name(found, &SEATS.iter().map(|kind| kind.name).collect::<Vec<_>>())
}

impl SeatSpec {
    /// What kind of seat it is.
    pub fn kind(&self) -> &'static SeatKind {
        self.kind
    }

    /// The parameters that are set, as they are written.
    pub fn settings(&self) -> impl Iterator<Item = (&'static str, String)> + '_ {
        self.params.iter()
    }

    /// The seat of a kind with nothing set; errors call it by `text`.
    pub(super) fn plain(text: &str, name: &str) -> Result<Self, SpecError> {
        let all = SEATS.iter().chain([&EXTERNAL]);
        let Some(kind) = all.into_iter().find(|kind| kind.name == name) else {
            return Err(SpecError::Name { text: text.into(), name: name.into() });
        };
        Ok(Self { kind, params: OptionValues::default(), command: None })
    }

    /// Whether another program plays.
    pub fn is_external(&self) -> bool {
        self.kind.name == EXTERNAL.name
    }

    /// Sets a parameter.
    pub(super) fn set(&mut self, text: &str, key: &str, value: &str) -> Result<(), SpecError> {
        if self.is_external() && key == "cmd" {
            let command = value.trim().to_owned();
            self.command = Some(command).filter(|command| !command.is_empty());
            return self.complete(text);
        }
        let set = self.params.set(self.kind.params, key, value);
        set.map_err(|error| SpecError::Parameter { text: text.into(), error })
    }

    /// Reads a seat as it is written; errors call it by `text`.
    pub(super) fn read(text: &str, written: &str) -> Result<Self, SpecError> {
        if written.starts_with("cmd=") {
            return Self::read(text, &format!("{}:{written}", EXTERNAL.name));
        }
        let (name, rest) = written.split_once(':').unwrap_or((written, ""));
        let mut seat = Self::plain(text, name)?;
        let at = rest.find("cmd=").filter(|_| name == EXTERNAL.name);
        let (rest, command) = at.map_or((rest, ""), |at| rest.split_at(at));
        if let Some(command) = command.strip_prefix("cmd=") {
            seat.set(text, "cmd", command)?;
        }
        seat.complete(text)?;
        for part in rest.split(',').filter(|p| !p.is_empty()) {
            let (key, value) = part.split_once('=').unwrap_or((part, ""));
            seat.set(text, key, value)?;
        }
        Ok(seat)
    }

    /// Refuses a program without its command.
    pub(super) fn complete(&self, text: &str) -> Result<(), SpecError> {
        let missing = self.is_external() && self.command.is_none();
        if missing { Err(SpecError::NoCommand(text.into())) } else { Ok(()) }
    }

    /// A player for the seat, with its own stream of random numbers.
    pub fn player(&self, rng: ChaCha8Rng) -> Box<dyn Player> {
        self.kind.player(&self.params, self.command.as_deref(), rng)
    }

    fn count(&self, name: &str) -> Option<u64> {
        let asked = self.params.asked(self.kind.params);
        asked.given(name).then(|| asked.amount(name))
    }

    /// Nodes for a move.
    pub fn nodes(&self) -> Option<u64> {
        self.count("nodes")
    }

    /// Time for a move.
    pub fn movetime(&self) -> Option<Duration> {
        self.count("movetime").map(Duration::from_millis)
    }

    /// Time for all moves of a game.
    pub fn game_time(&self) -> Option<GameTime> {
        let left = self.count("gametime").map(Duration::from_millis)?;
        let increment = Duration::from_millis(self.count("increment").unwrap_or(0));
        Some(GameTime { left, increment })
    }

    /// Whether it goes by the clock.
    pub fn is_timed(&self) -> bool {
        self.movetime().is_some() || self.game_time().is_some()
    }
}

impl FromStr for SeatSpec {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<Self, SpecError> {
        Self::read(text, text)
    }
}

impl TryFrom<String> for SeatSpec {
    type Error = SpecError;

    fn try_from(text: String) -> Result<Self, SpecError> {
        text.parse()
    }
}

impl From<SeatSpec> for String {
    fn from(seat: SeatSpec) -> Self {
        seat.to_string()
    }
}

/// Two seats are the same if they are written the same.
impl PartialEq for SeatSpec {
    fn eq(&self, other: &Self) -> bool {
        (self.kind.name, &self.params, &self.command)
            == (other.kind.name, &other.params, &other.command)
    }
}

impl fmt::Debug for SeatSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "SeatSpec({self})")
    }
}

impl fmt::Display for SeatSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.kind.name)?;
        let command = self.command.iter().map(|command| ("cmd", command.clone()));
        for (i, (key, value)) in self.params.iter().chain(command).enumerate() {
            write!(f, "{}{key}={value}", if i == 0 { ':' } else { ',' })?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seats_read_what_they_write() {
        for text in ["random", "greedy", "greedy:movetime=50,nodes=1000", "awt:M=0.1,nodes=500"] {
            assert_eq!(text.parse::<SeatSpec>().unwrap().to_string(), text);
        }
        assert_eq!(
            "awt:m=0.05,NODES=9".parse::<SeatSpec>().unwrap().to_string(),
            "awt:M=0.05,nodes=9"
        );
        let external = "external:movetime=50,cmd=./engine -a 1,2 b=c";
        assert_eq!(external.parse::<SeatSpec>().unwrap().to_string(), external);
        assert_eq!("cmd=x".parse::<SeatSpec>().unwrap().to_string(), "external:cmd=x");
        for text in ["external", "external:nodes=5", "cmd=", "external:cmd= "] {
            assert!(text.parse::<SeatSpec>().unwrap_err().to_string().contains("`cmd=`"), "{text}");
        }
        for kind in SEATS.iter() {
            for param in kind.params.iter().filter(|param| !param.default.is_empty()) {
                let text = format!("{}:{}={}", kind.name, param.name, param.default);
                text.parse::<SeatSpec>().unwrap();
            }
        }
    }

    #[test]
    fn errors_say_what_was_found_and_expected_and_what_is_near() {
        let message = |text: &str| text.parse::<SeatSpec>().unwrap_err().to_string();
        let found = message("gredy");
        let start = "seat `gredy`: found the name `gredy`, expected random, greedy, minimax";
        assert!(
            found.starts_with(start) && found.ends_with("; the nearest is `greedy`"),
            "{found}"
        );
        assert!(message("nobody").ends_with(", single"), "{}", message("nobody"));
        for (text, expected) in [
            (
                "greedy:depth=2",
                "parameter: found `depth`, expected nodes, movetime, gametime, increment",
            ),
            (
                "greedy:nods=2",
                "parameter: found `nods`, expected nodes, movetime, gametime, increment; the nearest is `nodes`",
            ),
            (
                "greedy:nodes=0",
                "parameter nodes: found `0`, expected a whole number from 1; the nearest is 1",
            ),
            (
                "pvs:nodes",
                "parameter nodes: found no value, expected `nodes=` and a whole number from 1",
            ),
            ("pvs:nodes=5,nodes=5", "parameter: found `nodes` twice, expected it once"),
            ("awt:M=0,m=0", "parameter: found `M` twice, expected it once"),
            (
                "pvs:prior=unifrom",
                "parameter prior: found `unifrom`, expected one of uniform, learned, engines; the nearest \
                 is `uniform`",
            ),
        ] {
            assert_eq!(message(text), format!("seat `{text}`: {expected}"));
        }
    }
}
