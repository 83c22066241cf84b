//! Perfectly ordered trees: the first child is strictly the best.
//!
//! For the theorem of Knuth & Moore (AI 6, 1975): alpha-beta visits exactly
//! b^⌈d/2⌉ + b^⌊d/2⌋ − 1 leaves of them. Every payoff, interior ones included, is the node's true
//! minimax value.
//!
//! *Our reading*: the root's value is uniform in −R..=R; every child but the first is worse for the
//! mover than the first by 1..=R, uniform. The interval for B\* is the value ± R per ply below.

use super::{Generator, NodeRandom, Shape, TreeError, words};
use crate::gametree::position::{Bits, Side};
use crate::gametree::score::Score;

/// A generator in which the first child has its parent's value and the others are worse for the mover.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Ordered {
    words: NodeRandom,
    shape: Shape,
    values: u64,
}

impl Ordered {
    /// A generator with gaps of 1..=values between the best child and the others.
    ///
    /// # Errors
    ///
    /// If there are no values or more than [`MAX_VALUES`](super::MAX_VALUES).
    pub fn new(values: u64, shape: Shape, seed: u64) -> Result<Self, TreeError> {
        Ok(Self { words: NodeRandom::new(seed), shape, values: words::checked(values)? })
    }
}

impl Generator for Ordered {
    fn shape(&self) -> Shape {
        self.shape
    }

    /// The mark is the minimax value.
    fn root(&self) -> i64 {
        self.words.below(0, 2 * self.values + 1) as i64 - self.values as i64
    }

    #[inline]
    fn child(&self, parent: i64, mover: Side, m: u32, id: u64) -> i64 {
        if m == 0 {
            return parent;
        }
        let gap = 1 + self.words.below(id, self.values) as i64;
        if mover == Side::Max { parent - gap } else { parent + gap }
    }

    #[inline]
    fn payoff(&self, value: i64, _: u64) -> Score {
        Score(value)
    }

    #[inline]
    fn entropy(&self, id: u64) -> Bits {
        self.words.entropy(id)
    }

    fn interval(&self, value: i64, remaining: u32) -> Option<(Score, Score)> {
        let step = if self.shape.branching() == 1 { 0 } else { self.values as i64 };
        Some(words::around(value, step, remaining))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gametree::position::Node;
    use crate::gametree::tree::{Generated, Tree, laws};

    #[test]
    fn the_first_child_is_strictly_the_best_and_the_payoff_is_the_value() {
        for (values, b, d) in [(1, 4, 3), (50, 3, 5), (1000, 2, 7), (9, 1, 6)] {
            let tree = Generated::new(Ordered::new(values, Shape::new(b, d).unwrap(), 3).unwrap());
            tree.walk(|node, _| {
                let payoff = node.payoff().unwrap().0;
                assert_eq!(laws::minimax(node), Score(payoff));
                let children = laws::children(node).map(|c| c.payoff().unwrap().0);
                let sign = if node.side() == Side::Max { 1 } else { -1 };
                let gaps: Vec<i64> = children.map(|c| sign * (payoff - c)).collect();
                assert!(gaps.first().is_none_or(|gap| *gap == 0));
                assert!(gaps.iter().skip(1).all(|gap| (1..=values as i64).contains(gap)));
            });
            laws::check(&tree, 5);
            laws::check_intervals(&tree);
        }
    }

    #[test]
    fn alpha_beta_visits_the_minimal_tree() {
        for (b, d) in [(2, 4), (3, 5), (6, 6), (5, 1), (4, 0)] {
            for seed in 0..5 {
                let shape = Shape::new(b, d).unwrap();
                let tree = Generated::new(Ordered::new(20, shape, seed).unwrap());
                assert_eq!(
                    laws::alpha_beta_leaves(&tree),
                    shape.minimal_leaves(),
                    "{b} {d} {seed}"
                );
            }
        }
    }
}
