//! Seats by name: `greedy`, `random`, and what else comes. The one place that knows them all.

use super::{Greedy, Player, Random};
use rand::rngs::ChaCha8Rng;
use std::collections::BTreeMap;
use std::time::Duration;
use std::{fmt, str::FromStr};
use thiserror::Error;

/// A kind of seat.
pub struct SeatKind {
    /// Its name.
    pub name: &'static str,
    /// What it does, in a line.
    pub about: &'static str,
    make: fn(ChaCha8Rng) -> Box<dyn Player>,
}

/// All kinds of seats.
pub const SEATS: [SeatKind; 2] = [
    SeatKind {
        name: "random",
        about: "every legal move is equally likely",
        make: |rng| Box::new(Random::new(rng)),
    },
    SeatKind {
        name: "greedy",
        about: "one ply: expected material by simple bounds on unseen pieces, and direction",
        make: |rng| Box::new(Greedy::new(rng)),
    },
];

/// Parameters that every seat has.
const COMMON: [&str; 2] = ["nodes", "movetime"];

/// A seat as people write it: `name` or `name:key=value,key=value`. Every seat has `nodes` (to
/// visit at most for a move) and `movetime` (milliseconds for a move at most).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SeatSpec {
    name: &'static str,
    parameters: BTreeMap<String, u64>,
}

/// A text that names no seat.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("seat `{text}`: found {found}, expected {expected}")]
pub struct SpecError {
    text: String,
    found: String,
    expected: String,
}

impl SeatSpec {
    /// A player for the seat, with its own stream of random numbers.
    pub fn player(&self, rng: ChaCha8Rng) -> Box<dyn Player> {
        let kind = SEATS.iter().find(|k| k.name == self.name).expect("only known names are read");
        (kind.make)(rng)
    }

    /// Nodes for a move.
    pub fn nodes(&self) -> Option<u64> {
        self.parameters.get("nodes").copied()
    }

    /// Time for a move.
    pub fn movetime(&self) -> Option<Duration> {
        self.parameters.get("movetime").copied().map(Duration::from_millis)
    }
}

impl FromStr for SeatSpec {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<Self, SpecError> {
        let fail = |found: &str, expected: String| {
            Err(SpecError { text: text.into(), found: found.into(), expected })
        };
        let (name, rest) = text.split_once(':').unwrap_or((text, ""));
        let Some(kind) = SEATS.iter().find(|k| k.name == name) else {
            let names: Vec<&str> = SEATS.iter().map(|k| k.name).collect();
            return fail(&format!("the name `{name}`"), names.join(" or "));
        };
        let mut parameters = BTreeMap::new();
        for part in rest.split(',').filter(|p| !p.is_empty()) {
            let (key, value) = part.split_once('=').unwrap_or((part, ""));
            if !COMMON.contains(&key) {
                return fail(&format!("the parameter `{key}`"), COMMON.join(" or "));
            }
            match value.parse() {
                Ok(number) if number > 0 => parameters.insert(key.to_owned(), number),
                _ => return fail(&format!("`{part}`"), format!("{key}= and a number from 1")),
            };
        }
        Ok(Self { name: kind.name, parameters })
    }
}

impl fmt::Display for SeatSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)?;
        for (i, (key, value)) in self.parameters.iter().enumerate() {
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
        for text in ["random", "greedy", "greedy:movetime=50,nodes=1000"] {
            assert_eq!(text.parse::<SeatSpec>().unwrap().to_string(), text);
        }
        let message = |text: &str| text.parse::<SeatSpec>().unwrap_err().to_string();
        assert_eq!(
            message("gredy"),
            "seat `gredy`: found the name `gredy`, expected random or greedy"
        );
        assert!(message("greedy:depth=2").contains("found the parameter `depth`"));
        assert!(message("greedy:nodes=0").contains("expected nodes= and a number from 1"));
    }
}
