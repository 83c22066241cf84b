//! The evaluation as an expected result, for searches that compute means over chance outcomes.

use super::Evaluation;
use crate::gametree::position::{Evaluate, MoveGain, Node};
use crate::gametree::score::Score;

/// The evaluation as 2 p - 1 for a win probability p, from -1 to 1. A mean of these values is again a win
/// probability. A mean of centi-pieces is not: 100 more of them mean little in a won position. Source:
/// Pikafish's jieqi branch takes such means at hidden pieces.
#[derive(Debug, Clone)]
pub struct ExpectedResult(pub Evaluation);

impl<P: Node> Evaluate<P> for ExpectedResult
where
    Evaluation: Evaluate<P, Value = Score>,
{
    type Value = f64;

    fn evaluate(&mut self, position: &P) -> f64 {
        let value = self.0.evaluate(position);
        self.0.expected_result(value)
    }
}

impl<P: Node> MoveGain<P> for ExpectedResult
where
    Evaluation: MoveGain<P>,
{
    fn move_gain(&mut self, position: &P, m: P::Move) -> Option<i64> {
        self.0.move_gain(position, m)
    }
}
