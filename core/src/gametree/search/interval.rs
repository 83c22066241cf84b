//! Value intervals: lower and upper bounds, for MTD(best), B*, PB*, Star1 and Star2.

use crate::gametree::score::{Value, Window};

/// Bounds of a value: pessimistic and optimistic, f⁻ and f⁺.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ValueInterval<V> {
    /// Lower bound.
    pub lower: V,
    /// Upper bound.
    pub upper: V,
}

impl<V: Value> ValueInterval<V> {
    /// The interval of an unknown value: from minus to plus infinity.
    pub const OPEN: Self = Self { lower: V::MIN, upper: V::MAX };

    /// The value itself.
    pub fn point(value: V) -> Self {
        Self { lower: value, upper: value }
    }

    /// The value, if the bounds meet.
    pub fn value(&self) -> Option<V> {
        (self.lower == self.upper).then_some(self.lower)
    }

    /// Whether the bounds do not decide if the value is at least beta.
    pub(super) fn leaves_open(&self, window: Window<V>) -> bool {
        self.lower < window.beta && self.upper >= window.beta
    }
}

impl ValueInterval<f64> {
    /// The range of a win probability centred at 0.
    pub const CENTRED: Self = Self { lower: -1.0, upper: 1.0 };
}

/// The bounds as the other side sees them.
impl<V: Value> std::ops::Neg for ValueInterval<V> {
    type Output = Self;
    fn neg(self) -> Self {
        Self { lower: -self.upper, upper: -self.lower }
    }
}

/// The first choice that no other can exceed.
pub(super) fn separated<V: Value>(choices: &[ValueInterval<V>]) -> Option<usize> {
    let [highest, second] = two_highest(choices.iter().map(|i| i.upper));
    choices.iter().position(|i| i.lower >= if i.upper == highest { second } else { highest })
}

/// The bounds of the best of some choices.
pub(super) fn best_of<V: Value>(choices: &[ValueInterval<V>]) -> ValueInterval<V> {
    let [lower, _] = two_highest(choices.iter().map(|i| i.lower));
    let [upper, _] = two_highest(choices.iter().map(|i| i.upper));
    ValueInterval { lower, upper }
}

/// The highest and the second highest value, which may be equal; [`Value::MIN`] for missing ones.
pub(super) fn two_highest<V: Value>(values: impl Iterator<Item = V>) -> [V; 2] {
    values.fold([V::MIN; 2], |[first, second], value| {
        [first.max(value), second.max(value.min(first))]
    })
}
