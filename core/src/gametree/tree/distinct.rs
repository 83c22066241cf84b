//! Leaves without ties: their payoffs are a permutation of 0..b^d.
//!
//! For theorems that assume distinct values, and for comparison with trees that have ties. The
//! permutation is not stored: a Feistel network permutes the leaf numbers, padded to a power of
//! four, and is applied again until the result is a leaf number.
//!
//! Source: Black & Rogaway, "Ciphers with arbitrary finite domains", CT-RSA 2002, cycle walking.
//! *Our reading*: 6 rounds, at least 8 bits, interior payoffs independent in the same range.

use super::{Generator, NodeRandom, Shape};
use crate::base::random::derive;
use crate::gametree::position::Bits;
use crate::gametree::score::Score;

const ROUNDS: u64 = 6;

/// Leaf payoffs are a permutation of 0..b^d.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Distinct {
    words: NodeRandom,
    rounds: NodeRandom,
    shape: Shape,
    /// Bits of one half of a Feistel block.
    half: u32,
}

impl Distinct {
    /// The permutation of a seed.
    pub fn new(shape: Shape, seed: u64) -> Self {
        let bits = u64::BITS - (shape.leaves() - 1).leading_zeros();
        let half = bits.div_ceil(2).max(4);
        Self {
            words: NodeRandom::new(seed),
            rounds: NodeRandom::new(derive(seed, &[1])),
            shape,
            half,
        }
    }

    /// The image of a leaf number under the permutation; both are below b^d.
    fn permute(&self, place: u64) -> u64 {
        let mask = (1 << self.half) - 1;
        let mut at = place;
        loop {
            let (mut left, mut right) = (at >> self.half, at & mask);
            for round in 0..ROUNDS {
                let word = self.rounds.word(right * ROUNDS + round) >> (u64::BITS - self.half);
                (left, right) = (right, left ^ word);
            }
            at = left << self.half | right;
            if at < self.shape.leaves() {
                return at;
            }
        }
    }
}

impl Generator for Distinct {
    fn shape(&self) -> Shape {
        self.shape
    }

    fn payoff(&self, _: i64, id: u64) -> Score {
        let value = match id.checked_sub(self.shape.first_leaf()) {
            Some(place) => self.permute(place),
            None => self.words.below(id, self.shape.leaves()),
        };
        Score(value as i64)
    }

    #[inline]
    fn entropy(&self, id: u64) -> Bits {
        self.words.entropy(id)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gametree::tree::{Generated, Tree, laws};
    use std::collections::HashSet;

    #[test]
    fn the_leaves_are_a_permutation() {
        for (b, d) in [(5, 0), (1, 4), (2, 1), (2, 2), (3, 3), (2, 8), (6, 5), (17, 2), (257, 1)] {
            let shape = Shape::new(b, d).unwrap();
            for seed in 0..3 {
                let tree = Generated::new(Distinct::new(shape, seed));
                let mut leaves = laws::leaves(&tree);
                assert!(shape.leaves() < 100 || !leaves.is_sorted());
                leaves.sort_unstable();
                assert!(leaves.into_iter().eq((0..shape.leaves() as i64).map(Score)), "{b} {d}");
                tree.walk(|node, _| assert!(node.payoff().unwrap().0 < shape.leaves() as i64));
                laws::check(&tree, seed);
            }
        }
    }

    #[test]
    fn a_small_tree_has_every_permutation() {
        let shape = Shape::new(2, 2).unwrap();
        let all: HashSet<_> = (0..400)
            .map(|seed| laws::leaves(&Generated::new(Distinct::new(shape, seed))))
            .collect();
        assert_eq!(all.len(), 24);
    }

    #[test]
    fn the_largest_tree_has_payoffs() {
        let shape = Shape::new(2, 61).unwrap();
        let tree = Distinct::new(shape, 1);
        let payoff = tree.payoff(0, shape.nodes() - 1).0;
        assert!((0..1 << 61).contains(&payoff));
    }
}
