//! A root move with its values and results in the worlds, and how results are averaged and compared.

use crate::engine::Candidate;
use crate::game::rules::Move;
use crate::gametree::score::Score;

/// A root move and its values in the worlds.
#[derive(Debug, Clone)]
pub(super) struct RootMove {
    pub(super) m: Move,
    /// Cost of the information it reveals, in centi-pieces.
    pub(super) cost: i64,
    /// Mean result of its playouts.
    pub(super) playout_mean: Option<f64>,
    /// Depth of the last search completed in all worlds, in plies; 0 if none.
    pub(super) depth: u32,
    /// Its result at that depth: the cautious mean of those in the worlds.
    pub(super) result: f64,
    /// The expected line in the first world.
    pub(super) line: Vec<Move>,
    /// Its values at that depth, by world.
    pub(super) values: Vec<Score>,
    /// The results of these values, mixed with the mean of the playouts, minus the cost; where the game is decided,
    /// those of the values alone.
    pub(super) results: Vec<f64>,
}

impl RootMove {
    pub(super) fn new(m: Move, cost: i64, playout_mean: Option<f64>) -> Self {
        let (values, results, line) = (vec![], vec![], vec![]);
        Self { m, cost, playout_mean, depth: 0, result: f64::MIN, line, values, results }
    }

    /// What a report tells about it.
    pub(super) fn candidate(&self) -> Candidate {
        Candidate {
            mv: self.m,
            win: Some(f64::midpoint(1.0, self.result.clamp(-1.0, 1.0))),
            depth: self.depth,
            line: self.line.clone(),
        }
    }
}

/// The mean of the paired differences and its standard error.
pub(super) fn paired_difference(a: &[f64], b: &[f64]) -> (f64, f64) {
    let n = a.len() as f64;
    let mean = a.iter().zip(b).map(|(a, b)| a - b).sum::<f64>() / n;
    let squares = a.iter().zip(b).map(|(a, b)| (a - b - mean).powi(2)).sum::<f64>();
    (mean, (squares / (n - 1.0).max(1.0) / n).sqrt())
}
