//! Incremental payoffs: the payoff of a node is that of its parent plus noise. In the variant
//! `certain`, moves to nodes of low entropy also gain for the mover.
//!
//! For the experiments of chapter 4 and of best-first search: siblings have similar payoffs, and the
//! static payoff of a node predicts its value. If payoffs are independent of entropies, searching
//! certain moves first cannot help; in the variant `certain` it can.
//!
//! *Our reading*: the payoff of the root is 0. The noise is normal with standard deviation
//! R / √(3·depth), truncated at 3 standard deviations, so that the spread of leaf payoffs is that of
//! a uniform payoff in −R..=R. In the variant `certain` the noise is half as large, and the mover's
//! gain falls linearly from +w at entropy 0 to −w at entropy log2 12, with w = R / √depth. The sum is
//! rounded. The interval for B\* is the payoff ± the greatest possible change per ply below.

use super::{Generator, LOG2_12, NodeRandom, Shape, TreeError, words};
use crate::base::random::SplitMix;
use crate::gametree::position::{Bits, Side};
use crate::gametree::score::Score;
use rand_distr::{Distribution, Normal};

/// A generator in which a payoff is the parent's plus noise, plus a gain for low entropy.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Incremental {
    words: NodeRandom,
    shape: Shape,
    noise: Normal<f64>,
    /// The mover's gain at entropy 0.
    gain: f64,
    /// The greatest change of the payoff in one ply.
    step: i64,
}

impl Incremental {
    /// The variant with noise alone; the spread of leaf payoffs is that of −values..=values.
    ///
    /// # Errors
    ///
    /// If there are no values or more than [`MAX_VALUES`](super::MAX_VALUES).
    pub fn new(values: u64, shape: Shape, seed: u64) -> Result<Self, TreeError> {
        let values = words::checked(values)? as f64;
        Ok(Self::drifting(shape, seed, values / (3.0 * plies(shape)).sqrt(), 0.0))
    }

    /// The variant in which certain moves gain; leaf payoffs spread about as −values..=values.
    ///
    /// # Errors
    ///
    /// Those of [`new`](Self::new).
    pub fn certain(values: u64, shape: Shape, seed: u64) -> Result<Self, TreeError> {
        let values = words::checked(values)? as f64;
        let deviation = values / (3.0 * plies(shape)).sqrt() / 2.0;
        Ok(Self::drifting(shape, seed, deviation, values / plies(shape).sqrt()))
    }

    fn drifting(shape: Shape, seed: u64, deviation: f64, gain: f64) -> Self {
        let noise = Normal::new(0.0, deviation).expect("the deviation is finite");
        let step = (gain + 3.0 * deviation).round() as i64;
        Self { words: NodeRandom::new(seed), shape, noise, gain, step }
    }
}

fn plies(shape: Shape) -> f64 {
    f64::from(shape.depth().max(1))
}

/// Noise within 3 standard deviations of 0.
fn cut(noise: &Normal<f64>, mut rng: SplitMix) -> f64 {
    let most = 3.0 * noise.std_dev();
    noise.sample(&mut rng).clamp(-most, most)
}

impl Generator for Incremental {
    fn shape(&self) -> Shape {
        self.shape
    }

    /// The mark is the payoff.
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
    use crate::gametree::position::{Node, Uncertain};
    use crate::gametree::tree::{Generated, Tree, laws};

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
    fn the_mover_gains_on_certain_moves() {
        let shape = Shape::new(4, 4).unwrap();
        let (mut product, mut gains, mut bits, mut count) = (0.0, 0.0, 0.0, 0);
        for seed in 0..20 {
            let tree = Generated::new(Incremental::certain(1000, shape, seed).unwrap());
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
            for make in [Incremental::new, Incremental::certain] {
                laws::check_intervals(&Generated::new(make(values, shape, 8).unwrap()));
            }
        }
    }
}
