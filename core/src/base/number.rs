//! Numbers in JSON: whole, real, or infinite.

use serde::{Serialize, Serializer};
use serde_json::Value as Json;

/// A value that leaves the program: a whole number, a real one, or an infinity as the text `inf`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Number {
    /// A payoff.
    Whole(i64),
    /// A scaled payoff.
    Real(f64),
}

impl From<i64> for Number {
    fn from(whole: i64) -> Self {
        match whole {
            i64::MAX => Self::Real(f64::INFINITY),
            whole if whole <= -i64::MAX => Self::Real(f64::NEG_INFINITY),
            whole => Self::Whole(whole),
        }
    }
}

impl From<f64> for Number {
    fn from(real: f64) -> Self {
        Self::Real(real + 0.0) // no negative zero
    }
}

impl Number {
    /// As JSON.
    pub fn to_json(self) -> Json {
        match self {
            Self::Whole(whole) => whole.into(),
            Self::Real(real) if real.is_finite() => real.into(),
            Self::Real(real) => if real > 0.0 { "inf" } else { "-inf" }.into(),
        }
    }

    /// As a double.
    pub fn to_f64(self) -> f64 {
        match self {
            Self::Whole(whole) => whole as f64,
            Self::Real(real) => real,
        }
    }
}

impl Serialize for Number {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.to_json().serialize(serializer)
    }
}

impl std::fmt::Display for Number {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Whole(whole) => f.pad(&whole.to_string()),
            Self::Real(real) => f.pad(&real.to_string()),
        }
    }
}
