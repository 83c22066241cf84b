//! Payoffs that drift: a node is worth what its parent is, and some noise.
//!
//! For the experiments of chapter 4 and of best-first search: siblings resemble each other, and a
//! static payoff foretells what lies below it.
//!
//! *Our reading*: the root is 0; the noise is normal, cut at 3 standard deviations and rounded, and
//! that deviation is R / √(3·depth), so that leaves spread like a uniform payoff in −R..=R. The
//! interval for B\* is the payoff ± the greatest possible noise per ply below.

use super::{Generator, Shape, TreeError, Words, words};
use crate::position::{Bits, Side};
use crate::random::SplitMix;
use crate::score::Score;
use rand_distr::{Distribution, Normal};

/// A payoff is the parent's plus noise.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Incremental {
    words: Words,
    shape: Shape,
    noise: Normal<f64>,
    /// The most that one ply can change.
    step: i64,
}

impl Incremental {
    /// Leaves spread like uniform ones in −values..=values.
    ///
    /// # Errors
    ///
    /// If there are no values or more than [`MAX_VALUES`](super::MAX_VALUES).
    pub fn new(values: u64, shape: Shape, seed: u64) -> Result<Self, TreeError> {
        let deviation = deviation(words::checked(values)?, shape);
        let noise = Normal::new(0.0, deviation).expect("the deviation is finite");
        let step = (3.0 * deviation).round() as i64;
        Ok(Self { words: Words::new(seed), shape, noise, step })
    }
}

/// Such that the noise of all plies adds up to the variance of a uniform value in −values..=values.
pub(super) fn deviation(values: u64, shape: Shape) -> f64 {
    values as f64 / (3.0 * f64::from(shape.depth().max(1))).sqrt()
}

/// Noise within 3 standard deviations of 0.
pub(super) fn cut(noise: &Normal<f64>, mut rng: SplitMix) -> f64 {
    let most = 3.0 * noise.std_dev();
    noise.sample(&mut rng).clamp(-most, most)
}

impl Generator for Incremental {
    /// The payoff.
    type Mark = i64;

    fn shape(&self) -> Shape {
        self.shape
    }

    fn root(&self) -> i64 {
        0
    }

    fn child(&self, parent: i64, _: Side, _: u32, id: u64) -> i64 {
        parent + cut(&self.noise, self.words.rng(id)).round() as i64
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
    use crate::tree::{Generated, Tree, laws};

    #[test]
    fn leaves_spread_like_uniform_ones_and_resemble_their_parents() {
        let shape = Shape::new(3, 5).unwrap();
        let (mut squares, mut steps, mut count) = (0.0, 0.0, 0);
        for seed in 0..100 {
            let tree = Generated::new(Incremental::new(1000, shape, seed).unwrap());
            assert_eq!(tree.payoff(), Some(Score(0)));
            laws::check(&tree, seed);
            tree.walk(|node, _| {
                let payoff = node.payoff().unwrap().0;
                for child in laws::children(node).filter(|child| child.width() == 0) {
                    let leaf = child.payoff().unwrap().0;
                    squares += (leaf * leaf) as f64;
                    steps += ((leaf - payoff) * (leaf - payoff)) as f64;
                    count += 1;
                }
            });
        }
        let spread = (squares / f64::from(count)).sqrt();
        let step = (steps / f64::from(count)).sqrt();
        assert!((spread / (1000.0 / 3_f64.sqrt()) - 1.0).abs() < 0.1, "{spread}");
        assert!((step / (1000.0 / 15_f64.sqrt()) - 1.0).abs() < 0.03, "{step}");
    }

    #[test]
    fn intervals_hold_the_value_and_nest() {
        for (values, b, d) in [(1, 3, 4), (1000, 2, 8), (100, 4, 4), (100, 7, 0)] {
            let shape = Shape::new(b, d).unwrap();
            laws::check_intervals(&Generated::new(Incremental::new(values, shape, 8).unwrap()));
        }
    }
}
