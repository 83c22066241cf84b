//! Certain moves are good: the less entropy a move leads to, the more its mover gains.
//!
//! For the experiments of chapter 4. On trees whose payoffs know nothing of the entropies, looking
//! at certain moves first cannot help; here it can.
//!
//! *Our reading*: the root is 0; the mover's gain falls in a straight line from +w at entropy 0 to
//! −w at log2 12, with w = R / √depth; to it comes the noise of the incremental trees at half its
//! size, cut and rounded in the same way. The interval for B\* is the payoff ± the greatest
//! possible change per ply below.

use super::incremental::{cut, deviation};
use super::{Generator, LOG2_12, Shape, TreeError, Words, words};
use crate::position::{Bits, Side};
use crate::score::Score;
use rand_distr::Normal;

/// A payoff is the parent's, the more for the mover the more certain the move, and noise.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct CertainGood {
    words: Words,
    shape: Shape,
    noise: Normal<f64>,
    /// The mover's gain at entropy 0.
    gain: f64,
    /// The most that one ply can change.
    step: i64,
}

impl CertainGood {
    /// Leaves spread about as uniform ones in −values..=values.
    ///
    /// # Errors
    ///
    /// If there are no values or more than [`MAX_VALUES`](super::MAX_VALUES).
    pub fn new(values: u64, shape: Shape, seed: u64) -> Result<Self, TreeError> {
        let gain = words::checked(values)? as f64 / f64::from(shape.depth().max(1)).sqrt();
        let deviation = deviation(values, shape) / 2.0;
        let noise = Normal::new(0.0, deviation).expect("the deviation is finite");
        let step = (gain + 3.0 * deviation).round() as i64;
        Ok(Self { words: Words::new(seed), shape, noise, gain, step })
    }
}

impl Generator for CertainGood {
    /// The payoff.
    type Mark = i64;

    fn shape(&self) -> Shape {
        self.shape
    }

    fn root(&self) -> i64 {
        0
    }

    fn child(&self, parent: i64, mover: Side, _: u32, id: u64) -> i64 {
        let gain = self.gain * (1.0 - 2.0 * self.words.entropy(id).0 / LOG2_12);
        let gain = if mover == Side::Max { gain } else { -gain };
        parent + (gain + cut(&self.noise, self.words.rng(id))).round() as i64
    }

    #[inline]
    fn payoff(&self, payoff: i64, _: u64) -> Score {
        Score(payoff)
    }

    #[inline]
    fn entropy(&self, id: u64) -> Bits {
        self.words.entropy(id)
    }

    fn interval(&self, payoff: i64, remaining: u32) -> Option<(Score, Score)> {
        Some(words::around(payoff, self.step, remaining))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::{Node, Uncertain};
    use crate::tree::{Generated, Tree, laws};

    #[test]
    fn the_mover_gains_on_certain_moves() {
        let shape = Shape::new(4, 4).unwrap();
        let (mut product, mut gains, mut bits, mut count) = (0.0, 0.0, 0.0, 0);
        for seed in 0..20 {
            let tree = Generated::new(CertainGood::new(1000, shape, seed).unwrap());
            laws::check(&tree, seed);
            tree.walk(|node, _| {
                let sign = if node.side() == Side::Max { 1.0 } else { -1.0 };
                for (m, child) in node.moves().zip(laws::children(node)) {
                    let gain = sign * (child.payoff().unwrap() - node.payoff().unwrap()).0 as f64;
                    let entropy = node.entropy(m).0 / LOG2_12 - 0.5;
                    product += gain * entropy;
                    gains += gain * gain;
                    bits += entropy * entropy;
                    count += 1;
                }
            });
        }
        let correlation = product / (gains * bits).sqrt();
        assert!(count > 5000 && (-0.95..-0.8).contains(&correlation), "{correlation}");
    }

    #[test]
    fn intervals_hold_the_value_and_nest() {
        for (values, b, d) in [(1, 3, 4), (1000, 2, 8), (100, 4, 4), (100, 7, 0)] {
            let shape = Shape::new(b, d).unwrap();
            laws::check_intervals(&Generated::new(CertainGood::new(values, shape, 8).unwrap()));
        }
    }
}
