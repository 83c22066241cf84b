//! A root move with its values and results in the worlds, and how results are averaged and compared.

use super::weighed_worlds::MoveWorlds;
use crate::engine::Candidate;
use crate::engine::eval::WIN;
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
    /// Its share of each world in the result; where it is 0 the move is not searched.
    pub(super) worlds: MoveWorlds,
    /// Its result at that depth: the weighted mean of those in the worlds.
    pub(super) result: f64,
    /// The expected line in the first world.
    pub(super) line: Vec<Move>,
    /// Its values at that depth, by world, where it was searched.
    pub(super) values: Vec<Option<Score>>,
    /// The results of these values, mixed with the mean of the playouts, minus the cost; where the game is decided,
    /// those of the values alone.
    pub(super) results: Vec<Option<f64>>,
}

impl RootMove {
    pub(super) fn new(m: Move, cost: i64, playout_mean: Option<f64>, worlds: MoveWorlds) -> Self {
        let (values, results, line) = (vec![], vec![], vec![]);
        Self { m, cost, playout_mean, worlds, depth: 0, result: f64::MIN, line, values, results }
    }

    /// Whether it wins at once, whatever is hidden.
    pub(super) fn is_won(&self) -> bool {
        let mut values = self.values.iter().flatten();
        !self.worlds.is_uncertain && values.all(|value| value.0 == WIN - 1)
    }

    /// What a report tells about it, with a result that is no surer than it may be.
    pub(super) fn candidate(&self, result: f64) -> Candidate {
        Candidate {
            mv: self.m,
            win: Some(f64::midpoint(1.0, result)),
            depth: self.depth,
            line: self.line.clone(),
        }
    }
}

/// The standard error of the mean of paired differences, in the worlds that have both.
pub(super) fn paired_error(a: &[Option<f64>], b: &[Option<f64>]) -> f64 {
    let pairs = a.iter().zip(b).filter_map(|(a, b)| Some((*a)? - (*b)?));
    let n = pairs.clone().count().max(1) as f64;
    let mean = pairs.clone().sum::<f64>() / n;
    let squares = pairs.map(|difference| (difference - mean).powi(2)).sum::<f64>();
    (squares / (n - 1.0).max(1.0) / n).sqrt()
}
