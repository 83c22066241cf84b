//! The result of a search, final or intermediate.

use crate::engine::eval::Evaluation;
use crate::game::rules::Move;
use crate::gametree::score::Score;
use std::time::Duration;

/// The result of a search, final or intermediate. Fields that are unknown keep their default.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct SearchReport {
    /// Value of the position for the team to move, in centi-pieces.
    pub value: Option<Score>,
    /// The best move; `None` if the search was stopped before it had one.
    pub best: Option<Move>,
    /// The expected line, beginning with the best move.
    pub principal_variation: Vec<Move>,
    /// Depth of the last completed search, in plies; 0 if unknown.
    pub depth: u32,
    /// Number of nodes visited, in all worlds together.
    pub nodes: u64,
    /// Number of worlds searched; 0 for a search that samples none.
    pub worlds: u32,
    /// The moves compared, those searched deepest first, then by value; the best move alone where the search compares no
    /// win probabilities.
    pub candidates: Vec<Candidate>,
    /// Time since the search began.
    pub time: Duration,
}

impl SearchReport {
    /// The report with its best move as the only candidate, if the search compared none.
    pub(in crate::engine) fn or_best_alone(mut self, evaluation: &Evaluation) -> Self {
        if let (true, Some(mv)) = (self.candidates.is_empty(), self.best) {
            let result = self.value.map(|value| evaluation.expected_result(value));
            let win = result.map(|result| f64::midpoint(1.0, result));
            let line = self.principal_variation.clone();
            self.candidates.push(Candidate { mv, win, depth: self.depth, line });
        }
        self
    }
}

/// A root move with its estimate.
#[derive(Debug, Clone, PartialEq)]
pub struct Candidate {
    /// The move.
    pub mv: Move,
    /// Probability that the team to move wins with it, a draw counted as half a win.
    pub win: Option<f64>,
    /// Depth of the last completed search of the move, in plies.
    pub depth: u32,
    /// The expected line, beginning with the move.
    pub line: Vec<Move>,
}
