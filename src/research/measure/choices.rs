//! Agreement of sampled worlds on the best move.

use super::{Leaves, PhaseSums, Quantity};
use crate::base::clock::WallClock;
use crate::base::options::OptionValues;
use crate::engine::deepening::{DeepeningInput, DeepeningSearch};
use crate::engine::eval::Evaluation;
use crate::engine::{SearchRequest, SearchSettings};
use crate::game::rules::{Move, World};
use std::sync::atomic::AtomicBool;

/// Size of the transposition table of a search, in bytes.
const TABLE: usize = 1 << 20;

/// The best moves and move values of one position in several sampled worlds.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Choices {
    /// The best move in each world; none if its search found no line.
    pub best: Vec<Option<Move>>,
    /// The values of all moves in each world, in the same order.
    pub values: Vec<Leaves>,
}

/// The best move of an open world, by principal variation search with quiescence search, to the given
/// depths in plies.
pub(super) fn best(
    world: &World,
    evaluation: &Evaluation,
    (depth, quiet): (u32, u32),
) -> Option<Move> {
    let engine = DeepeningSearch::named("pvs", &OptionValues::default())?;
    let (stop, clock) = (AtomicBool::new(false), WallClock::default());
    let settings = SearchSettings { depth, quiescence: quiet, table: TABLE };
    let input = DeepeningInput { evaluation, settings, expected_nodes: u64::MAX };
    let request = SearchRequest::new(&stop, &clock);
    engine.search_open(&request, input, &mut world.clone())?.best
}

/// The probability that two different choices are equal; none for fewer than two.
pub fn agreement<T: PartialEq>(choices: &[T]) -> Option<f64> {
    let pairs = choices.len() * choices.len().saturating_sub(1);
    let equal = |one: &T| choices.iter().filter(|other| *other == one).count() - 1;
    let same: usize = choices.iter().map(equal).sum();
    (pairs > 0).then(|| same as f64 / pairs as f64)
}

/// The value of knowing the true world before the move, in win probability: the mean over worlds of the
/// best value, minus the best of the mean values. None if there is no world or no move, or if the worlds
/// have different moves, which is possible under `bomb_vs_flag=illegal`.
pub fn value_of_knowing(worlds: &[Leaves]) -> Option<f64> {
    let most = |values: &mut dyn Iterator<Item = f64>| values.reduce(f64::max);
    let moves = worlds.first()?.0.len();
    if worlds.iter().any(|world| world.0.len() != moves) {
        return None;
    }
    let count = worlds.len() as f64;
    let known: Option<Vec<f64>> =
        worlds.iter().map(|world| most(&mut world.0.iter().copied())).collect();
    let mean = |m: usize| worlds.iter().map(|world| world.0[m]).sum::<f64>() / count;
    let unknown = most(&mut (0..moves).map(mean))?;
    // Values are 2 p - 1, so half the difference is a probability.
    Some((known?.into_iter().sum::<f64>() / count - unknown) / 2.0)
}

impl Choices {
    /// Adds the quantities of these choices to the sums, if there are at least two moves and two worlds.
    pub(super) fn add_to(&self, sums: &mut PhaseSums) {
        let moves = self.values.first().map_or(0, |leaves| leaves.0.len());
        if moves < 2 || self.best.len() < 2 {
            return;
        }
        if let Some(same) = agreement(&self.best) {
            sums.add(Quantity::SameBest, same);
            sums.add(Quantity::SameByChance, 1.0 / moves as f64);
        }
        if let Some(gain) = value_of_knowing(&self.values) {
            sums.add(Quantity::Knowing, gain);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn worlds_that_are_the_same_agree_and_leave_nothing_to_know() {
        assert_eq!(agreement(&[3, 3, 3, 3]), Some(1.0));
        assert_eq!(agreement(&[1, 2, 3]), Some(0.0));
        assert_eq!(agreement(&[1, 1, 2]), Some(1.0 / 3.0));
        assert_eq!(agreement(&[1]), None);
        let world = Leaves(vec![0.2, 0.6, -1.0]);
        assert_eq!(value_of_knowing(&[world.clone(), world]), Some(0.0));
        assert_eq!(value_of_knowing(&[]), None);
    }

    #[test]
    fn a_move_that_is_right_in_one_world_only_costs_half() {
        // Known, a win is found in both; unknown, either move wins one of two.
        let worlds = [Leaves(vec![1.0, -1.0]), Leaves(vec![-1.0, 1.0])];
        assert_eq!(value_of_knowing(&worlds), Some(0.5));
    }
}
