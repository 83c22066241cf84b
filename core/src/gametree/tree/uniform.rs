//! Independent payoffs: the random trees of the experiments.
//!
//! Source: the master's thesis on Siguo search (NUAA), 2.2.4, "random static values"; of chapter 4
//! only the titles of figs 4.11 and 4.12 are known. *Our reading*: integers `rand() % R` with
//! R = 1000 for chapter 2, −R..=R for chapter 4. Interior nodes draw from the same range, since
//! under an entropy threshold any node may become a leaf.

use super::{Generator, NodeRandom, Shape, TreeError, words};
use crate::gametree::position::Bits;
use crate::gametree::score::Score;

/// A generator of independent, uniformly distributed payoffs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Uniform {
    words: NodeRandom,
    shape: Shape,
    low: i64,
    range: u64,
}

impl Uniform {
    /// Default range of values, with which the figures are drawn.
    pub const DEFAULT_VALUES: u64 = 1000;

    /// Payoffs in 0..values, like `rand() % R`; with `values` 1 all payoffs are 0.
    ///
    /// # Errors
    ///
    /// If there are no values or more than [`MAX_VALUES`](super::MAX_VALUES).
    pub fn thesis(values: u64, shape: Shape, seed: u64) -> Result<Self, TreeError> {
        let range = words::checked(values)?;
        Ok(Self { words: NodeRandom::new(seed), shape, low: 0, range })
    }

    /// Payoffs in −values..=values, for searches that need payoffs centred at 0.
    ///
    /// # Errors
    ///
    /// If there are no values or more than [`MAX_VALUES`](super::MAX_VALUES).
    pub fn centred(values: u64, shape: Shape, seed: u64) -> Result<Self, TreeError> {
        let range = 2 * words::checked(values)? + 1;
        Ok(Self { words: NodeRandom::new(seed), shape, low: -(values as i64), range })
    }
}

impl Generator for Uniform {
    fn shape(&self) -> Shape {
        self.shape
    }

    #[inline]
    fn payoff(&self, _: i64, id: u64) -> Score {
        Score(self.low + self.words.below(id, self.range) as i64)
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

    #[test]
    fn payoffs_fill_their_range() {
        let shape = Shape::new(6, 5).unwrap();
        let thesis = Generated::new(Uniform::thesis(10, shape, 4).unwrap());
        assert_eq!(thesis.leaf_range(), Some((Score(0), Score(9))));
        let mut counts = [0_i32; 10];
        thesis.walk(|node, _| counts[usize::try_from(node.payoff().unwrap().0).unwrap()] += 1);
        let expected = shape.nodes() as i32 / 10;
        assert!(counts.iter().all(|c| (c - expected).abs() < expected / 8), "{counts:?}");
        let centred = Generated::new(Uniform::centred(10, shape, 4).unwrap());
        assert_eq!(centred.leaf_range(), Some((Score(-10), Score(10))));
        laws::check(&thesis, 1);
        laws::check(&centred, 2);
    }

    #[test]
    fn one_value_is_the_constant_tree() {
        let shape = Shape::new(3, 4).unwrap();
        let tree = Generated::new(Uniform::thesis(1, shape, 9).unwrap());
        assert_eq!(tree.leaf_range(), Some((Score(0), Score(0))));
    }

    #[test]
    fn seeds_matter_and_bad_ranges_are_refused() {
        let shape = Shape::new(4, 4).unwrap();
        let leaves =
            |seed| laws::leaves(&Generated::new(Uniform::thesis(1000, shape, seed).unwrap()));
        assert_eq!(leaves(1), leaves(1));
        assert_ne!(leaves(1), leaves(2));
        for values in [0, u64::MAX] {
            assert_eq!(
                Uniform::centred(values, shape, 0).unwrap_err().to_string(),
                format!("values: found a range of {values}, expected 1 to 1000000000000")
            );
        }
    }
}
