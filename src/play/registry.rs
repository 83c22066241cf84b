//! Seats by name: `greedy`, `random`, the engines, and what else comes. The one place that knows them
//! all.

use super::{Greedy, Player, Random, Thinker};
use crate::engine::{ENGINES, EngineKind};
use crate::lab::{Kind, LabError, Param, Params, param};
use rand::rngs::ChaCha8Rng;
use serde::{Deserialize, Serialize};
use std::sync::LazyLock;
use std::time::Duration;
use std::{fmt, str::FromStr};
use thiserror::Error;

/// A kind of seat.
pub struct SeatKind {
    /// Its name.
    pub name: &'static str,
    /// What it does, in a line.
    pub about: &'static str,
    /// What can be set.
    pub params: &'static [Param],
    make: Make,
}

/// What sits there.
#[derive(Clone, Copy)]
enum Make {
    Random,
    Greedy,
    Engine(&'static EngineKind),
}

/// Parameters that every seat has.
const COMMON: [Param; 2] = [
    param(
        "nodes",
        Kind::Amount(1),
        "",
        "nodes for a move at most; engines: 4000 if no time is given",
    ),
    param("movetime", Kind::Amount(1), "", "milliseconds for a move at most"),
];

/// Parameters that every engine has.
const SEARCHING: [Param; 5] = [
    param("depth", Kind::Within(1, 64), "32", "plies at most"),
    param("quiet", Kind::Within(0, 64), "4", "plies of quiescence beyond them at most"),
    param("table", Kind::Within(1, 4096), "1", "size of the transposition table, MiB"),
    param("prior", Kind::Word(&["uniform", "learned"]), "uniform", "what deployments are expected"),
    param(
        "weights",
        Kind::Word(&["tuned", "hand"]),
        "tuned",
        "the evaluation's: tuned or set by hand",
    ),
];

/// All kinds of seats.
pub static SEATS: LazyLock<Vec<SeatKind>> = LazyLock::new(|| {
    let common: &'static [Param] = &COMMON;
    let mut seats = vec![
        SeatKind {
            name: "random",
            about: "every legal move is equally likely",
            params: common,
            make: Make::Random,
        },
        SeatKind {
            name: "greedy",
            about: "one ply: expected material by simple bounds on unseen pieces, and direction",
            params: common,
            make: Make::Greedy,
        },
    ];
    let engines: &'static [EngineKind] = &ENGINES;
    seats.extend(engines.iter().map(|engine| SeatKind {
        name: engine.name,
        about: engine.about,
        params: [&COMMON[..], &SEARCHING, engine.params].concat().leak(),
        make: Make::Engine(engine),
    }));
    seats
});

/// A seat as people write it: `name` or `name:key=value,key=value`. Every seat has `nodes` (to
/// visit at most for a move) and `movetime` (milliseconds for a move at most).
#[derive(Clone, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct SeatSpec {
    kind: &'static SeatKind,
    params: Params,
}

/// A text that names no seat.
#[derive(Debug, Clone, PartialEq, Error)]
#[non_exhaustive]
pub enum SpecError {
    /// There is no seat of the name.
    #[error("seat `{text}`: found the name `{name}`, expected {}", names())]
    Name {
        /// What was written.
        text: String,
        /// The name in it.
        name: String,
    },
    /// It has no such parameter, or that cannot be this.
    #[error("seat `{text}`: {error}")]
    Parameter {
        /// What was written.
        text: String,
        /// What is wrong.
        error: LabError,
    },
}

fn names() -> String {
    SEATS.iter().map(|kind| kind.name).collect::<Vec<_>>().join(", ")
}

impl SeatSpec {
    /// A player for the seat, with its own stream of random numbers.
    pub fn player(&self, rng: ChaCha8Rng) -> Box<dyn Player> {
        match self.kind.make {
            Make::Random => Box::new(Random::new(rng)),
            Make::Greedy => Box::new(Greedy::new(rng)),
            Make::Engine(engine) => {
                Box::new(Thinker::new(engine, self.kind.params, self.params.clone(), rng))
            }
        }
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
}

impl FromStr for SeatSpec {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<Self, SpecError> {
        let (name, rest) = text.split_once(':').unwrap_or((text, ""));
        let Some(kind) = SEATS.iter().find(|k| k.name == name) else {
            return Err(SpecError::Name { text: text.into(), name: name.into() });
        };
        let mut params = Params::default();
        for part in rest.split(',').filter(|p| !p.is_empty()) {
            let (key, value) = part.split_once('=').unwrap_or((part, ""));
            let set = params.set(kind.params, key, value);
            set.map_err(|error| SpecError::Parameter { text: text.into(), error })?;
        }
        Ok(Self { kind, params })
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
        (self.kind.name, &self.params) == (other.kind.name, &other.params)
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
        for (i, (key, value)) in self.params.iter().enumerate() {
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
        let message = |text: &str| text.parse::<SeatSpec>().unwrap_err().to_string();
        assert!(
            message("gredy").starts_with(
                "seat `gredy`: found the name `gredy`, expected random, greedy, minimax"
            ),
            "{}",
            message("gredy")
        );
        assert_eq!(
            message("greedy:depth=2"),
            "seat `greedy:depth=2`: parameter: found `depth`, expected nodes, movetime"
        );
        assert_eq!(
            message("greedy:nodes=0"),
            "seat `greedy:nodes=0`: parameter nodes: found `0`, expected a whole number from 1"
        );
        for kind in SEATS.iter() {
            for param in kind.params.iter().filter(|param| !param.default.is_empty()) {
                let text = format!("{}:{}={}", kind.name, param.name, param.default);
                text.parse::<SeatSpec>().unwrap();
            }
        }
    }
}
