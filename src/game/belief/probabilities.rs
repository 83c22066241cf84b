//! Probabilities by kind, and bit sets of piece numbers.

use crate::game::rules::ARMY;

/// Probabilities of the kinds of one piece, strongest kind first.
pub(super) type KindProbabilities = [f64; 12];

/// Divides weights by their sum, so that they sum to 1; `None` if all are 0.
pub(super) fn normalized(weights: KindProbabilities) -> Option<KindProbabilities> {
    let sum: f64 = weights.iter().sum();
    (sum > 0.0).then(|| weights.map(|p| p / sum))
}

/// The piece numbers in a bit set, in ascending order.
#[inline]
pub(super) fn numbers(mut set: u32) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let number = set.trailing_zeros() as usize;
        set &= set.wrapping_sub(1);
        (number < ARMY).then_some(number)
    })
}
