//! Values of sibling leaves just above the horizon, in one world.

use super::{PhaseSums, Quantity};
use crate::engine::eval::Evaluation;
use crate::game::rules::World;
use crate::gametree::position::{Node, Position, Side};
use crate::gametree::score::{Score, Window};
use crate::gametree::search::{Context, Plies, Quiet, Tactical, alpha_beta, for_max};
use rand::{Rng, RngExt};

/// The values of all moves of a position in one world, as 2 p - 1 for a win probability p of one side.
#[derive(Debug, Clone, PartialEq)]
pub struct Leaves(pub Vec<f64>);

impl Leaves {
    /// The values of all moves of a world for a side, in move order, each after quiescence search of at
    /// most `quiet` plies. Restores the world.
    pub fn below(world: &mut World, evaluation: &Evaluation, quiet: u32, side: Side) -> Self {
        let horizon = Quiet::new(Plies(0), quiet);
        let search = Context::new(evaluation.clone(), horizon);
        let mut search = search.with_order(Tactical::default());
        let mut values = vec![];
        for m in Node::moves(world) {
            let undo = world.make(m);
            let value = alpha_beta(&mut search, world, Window::FULL).value.unwrap_or(Score(0));
            let value = for_max(side, for_max(world.side(), value));
            values.push(evaluation.unfinished_result(value.0 as f64));
            world.unmake(m, undo);
        }
        Self(values)
    }

    /// The values after `walk` random moves; none if the game ends before, or if there are fewer than two
    /// moves.
    pub fn after_walk(
        world: &World,
        evaluation: &Evaluation,
        (walk, quiet): (u32, u32),
        rng: &mut impl Rng,
    ) -> Option<Self> {
        let (mut world, side) = (world.clone(), world.side());
        for _ in 0..walk {
            let moves: Vec<_> = Node::moves(&world).collect();
            let chosen = moves.get(rng.random_range(0..moves.len().max(1)))?;
            world.make(*chosen);
        }
        let leaves = Self::below(&mut world, evaluation, quiet, side);
        (leaves.0.len() >= 2).then_some(leaves)
    }

    /// Numbers of lost, drawn and won leaves; a value within the margin of 0 is drawn.
    pub fn results(&self, margin: f64) -> [usize; 3] {
        let mut results = [0; 3];
        for &value in &self.0 {
            results[1 + usize::from(value > margin) - usize::from(value < -margin)] += 1;
        }
        results
    }

    /// The probability that two different leaves have the same result; none for fewer than two leaves.
    pub fn alike(&self, margin: f64) -> Option<f64> {
        let pairs = |n: usize| (n * n.saturating_sub(1)) as f64;
        let all = pairs(self.0.len());
        let same: f64 = self.results(margin).into_iter().map(pairs).sum();
        (all > 0.0).then(|| same / all)
    }

    /// Adds the quantities of these leaves to the sums.
    pub(super) fn add_to(&self, sums: &mut PhaseSums, margin: f64) {
        let [lost, drawn, won] = self.results(margin).map(|n| n as f64 / self.0.len() as f64);
        if let Some(alike) = self.alike(margin) {
            sums.add(Quantity::LeafSame, alike);
        }
        sums.add(Quantity::LeafDecided, won + lost);
        sums.add(Quantity::LeafWon, won + drawn / 2.0);
        sums.add(Quantity::LeafLean, (won - lost).abs());
        sums.families.add(&self.0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_leaves_are_alike_and_a_coin_s_are_as_often_as_not() {
        assert_eq!(Leaves(vec![0.0; 7]).alike(0.1), Some(1.0));
        assert_eq!(Leaves(vec![0.3, 0.9, 0.11]).alike(0.1), Some(1.0));
        assert_eq!(Leaves(vec![0.5, -0.5]).alike(0.1), Some(0.0));
        assert_eq!(Leaves(vec![0.5, -0.5, 0.0]).results(0.1), [1, 1, 1]);
        assert_eq!(Leaves(vec![0.5, 0.5, -0.5]).alike(0.1), Some(1.0 / 3.0));
        assert_eq!(Leaves(vec![0.5]).alike(0.1), None);
        assert_eq!(Leaves(vec![0.1, -0.1]).results(0.1), [0, 2, 0], "the margin is drawn");
    }

    #[test]
    fn siblings_correlate_where_families_differ_and_not_where_they_do_not() {
        let of = |families: &[&[f64]]| {
            let mut sums = PhaseSums::default();
            for family in families {
                sums.families.add(family);
            }
            sums.families.correlation()
        };
        assert_eq!(of(&[&[0.2, 0.2, 0.2]]), None, "no variance, no correlation");
        assert!((of(&[&[0.5, 0.5], &[-0.5, -0.5]]).unwrap() - 1.0).abs() < 1e-12);
        assert!((of(&[&[0.5, -0.5], &[-0.5, 0.5]]).unwrap() + 1.0).abs() < 1e-12);
        let half = of(&[&[1.0, 1.0], &[1.0, -1.0], &[-1.0, 1.0], &[-1.0, -1.0]]).unwrap();
        assert!(half.abs() < 1e-12, "a coin for every leaf: {half}");
    }
}
