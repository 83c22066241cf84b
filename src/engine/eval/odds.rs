//! The evaluation as a probability of winning, for searches that average.

use super::Evaluation;
use crate::gametree::position::{Evaluate, MoveGain, Node};
use crate::gametree::score::Score;

/// The evaluation in another unit: 2 p - 1 for a probability p of winning, from -1 to 1. A mean of
/// these is a probability again; a mean of centi-pieces is not, for the last hundred of a sure win
/// means little. Source: Pikafish's jieqi branch averages so at hidden pieces.
#[derive(Debug, Clone)]
pub struct OddsEvaluation(pub Evaluation);

impl<P: Node> Evaluate<P> for OddsEvaluation
where
    Evaluation: Evaluate<P, Value = Score>,
{
    type Value = f64;

    fn evaluate(&mut self, position: &P) -> f64 {
        let value = self.0.evaluate(position);
        self.0.odds(value)
    }
}

impl<P: Node> MoveGain<P> for OddsEvaluation
where
    Evaluation: MoveGain<P>,
{
    fn promise(&mut self, position: &P, m: P::Move) -> Option<i64> {
        self.0.promise(position, m)
    }
}
