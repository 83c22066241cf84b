//! What a seat did at one moment.

use super::half::Half;
use super::subject::Subject;
use serde::Serialize;

/// A time before or after the capture of a flag.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Stage {
    /// The seat's turn one to two rounds before the capture.
    TwoRounds,
    /// The seat's last turn before the capture.
    OneRound,
    /// The first turn of the seat or its partner after the capture.
    After,
}

impl Stage {
    /// All stages, in order of time.
    pub const ALL: [Self; 3] = [Self::TwoRounds, Self::OneRound, Self::After];

    /// Description of the stage, for tables.
    pub fn about(self) -> &'static str {
        match self {
            Self::TwoRounds => "two rounds before",
            Self::OneRound => "one round before",
            Self::After => "after",
        }
    }
}

/// A win probability that a seat gave itself, and what came of the game.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Foreseen {
    /// When.
    pub stage: Stage,
    /// The seat's win probability for its team, a draw counted as half a win.
    pub win: f64,
    /// The result of the source game for the team: 1, 0.5 or 0; none if it was broken off.
    pub result: Option<f64>,
}

/// The answer of a seat at one moment.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct MomentAnswer {
    /// The subject.
    pub subject: Subject,
    /// The half.
    pub half: Half,
    /// Description of the source game.
    pub source: String,
    /// The seat to move, by letter.
    pub seat: char,
    /// Number of events of the record before the moment.
    pub at: usize,
    /// The good moves, separated by spaces; none for a moment that only measures foresight.
    pub solution: String,
    /// The chosen move, or `resign`.
    pub chosen: String,
    /// Whether it is a good move; none where no move is.
    pub good: Option<bool>,
    /// Share of the legal moves that are good.
    pub chance: f64,
    /// The win probabilities before and after the capture of a flag, as far as the seat reports them.
    pub foreseen: Vec<Foreseen>,
}
