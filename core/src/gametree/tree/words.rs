//! The random words of a generated tree, each a function of the seed and a node's number.

use super::{MAX_VALUES, TreeError};
use crate::base::random::{SplitMix, split_mix};
use crate::gametree::position::Bits;
use crate::gametree::score::Score;

/// The greatest `AverageEntropy`, in bits: a piece that is equally likely any of the 12 kinds.
pub const LOG2_12: f64 = 3.584_962_500_721_156;

/// Separates the random words of entropies from those of payoffs.
const ENTROPY: u64 = 0x6A09_E667_F3BC_C909;

/// The random words of a tree.
///
/// Word i is the i-th of the `SplitMix64` sequence that starts at the scrambled seed, computed
/// directly. Source: Steele, Lea & Flood, "Fast splittable pseudorandom number generators", OOPSLA
/// 2014.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NodeRandom {
    key: u64,
}

impl NodeRandom {
    /// The words of a seed.
    pub fn new(seed: u64) -> Self {
        let mut state = seed;
        Self { key: split_mix(&mut state) }
    }

    /// The word for a node's payoff.
    #[inline]
    pub fn word(self, node: u64) -> u64 {
        nth(self.key, node)
    }

    /// A number below `range`: the high half of a product, without a division. Source: Lemire, "Fast
    /// random integer generation in an interval", ACM TOMACS 29 (2019), without the rejection step;
    /// the bias is below range / 2^64.
    #[inline]
    pub fn below(self, node: u64, range: u64) -> u64 {
        ((u128::from(self.word(node)) * u128::from(range)) >> 64) as u64
    }

    /// The `AverageEntropy` of a node: uniform in [0, log2 12) bits (*our reading* of fig 4.12).
    #[inline]
    pub fn entropy(self, node: u64) -> Bits {
        let word = nth(self.key ^ ENTROPY, node);
        Bits((word >> 11) as f64 * (LOG2_12 / (1_u64 << 53) as f64))
    }

    /// A generator for a node that needs more than one word.
    #[inline]
    pub(super) fn rng(self, node: u64) -> SplitMix {
        SplitMix(self.word(node))
    }
}

/// Checks a range of values.
pub(super) fn checked(values: u64) -> Result<u64, TreeError> {
    Some(values).filter(|v| (1..=MAX_VALUES).contains(v)).ok_or(TreeError::Values { found: values })
}

/// The range of a value after some plies, each of which changes it by at most `step`.
pub(super) fn around(value: i64, step: i64, plies: u32) -> (Score, Score) {
    let reach = Score(step.saturating_mul(i64::from(plies)));
    (Score(value) - reach, Score(value) + reach)
}

#[inline]
fn nth(key: u64, number: u64) -> u64 {
    let mut state = key.wrapping_add(number.wrapping_mul(0x9E37_79B9_7F4A_7C15));
    split_mix(&mut state)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_the_sequence_out_of_order() {
        let words = NodeRandom::new(5);
        let mut state = words.key;
        for node in 0..10 {
            assert_eq!(words.word(node), split_mix(&mut state));
        }
    }

    #[test]
    fn numbers_and_entropies_fill_their_ranges_and_do_not_follow_each_other() {
        let words = NodeRandom::new(1);
        let count = 20_000;
        let numbers: Vec<f64> = (0..count).map(|n| words.below(n, 1000) as f64 / 1000.0).collect();
        let bits: Vec<f64> = (0..count).map(|n| words.entropy(n).0 / LOG2_12).collect();
        for list in [&numbers, &bits] {
            assert!(list.iter().all(|x| (0.0..1.0).contains(x)));
            let mean = list.iter().sum::<f64>() / count as f64;
            let square = list.iter().map(|x| x * x).sum::<f64>() / count as f64;
            assert!((mean - 0.5).abs() < 0.01 && (square - 1.0 / 3.0).abs() < 0.01);
        }
        let product = numbers.iter().zip(&bits).map(|(x, y)| x * y).sum::<f64>() / count as f64;
        assert!((product - 0.25).abs() < 0.01);
        assert!((12_f64.log2() - LOG2_12).abs() < 1e-15);
    }
}
