//! Values, search windows and bounds.

use crate::base::number::Number;
use std::ops::{Add, Neg, Sub};

/// The value type of a search: integers for payoffs, doubles where payoffs are scaled.
pub trait Value:
    Copy + PartialOrd + Neg<Output = Self> + Add<Output = Self> + Sub<Output = Self> + std::fmt::Debug
{
    /// Minus infinity: below every value of an evaluation; its negation is [`Value::MAX`].
    const MIN: Self;
    /// Plus infinity: above every value of an evaluation.
    const MAX: Self;

    /// The greatest value below this one: null windows are `(v.below(), v)`.
    #[must_use]
    fn below(self) -> Self;

    /// The least value above this one.
    #[must_use]
    fn above(self) -> Self {
        -(-self).below()
    }

    /// Converts an integer, the form of leaf values and options.
    fn of(units: i64) -> Self;

    /// The nearest double.
    fn to_f64(self) -> f64;

    /// The value times a factor; integers are rounded to the nearest.
    #[must_use]
    fn scaled(self, factor: f64) -> Self;

    /// The greater of two values.
    #[must_use]
    fn max(self, other: Self) -> Self {
        if other > self { other } else { self }
    }

    /// The smaller of two values.
    #[must_use]
    fn min(self, other: Self) -> Self {
        if other < self { other } else { self }
    }
}

/// An integer payoff. On the board the unit is the centi-piece (a full army is worth 6,360 by the
/// built-in weights); on synthetic trees it is that of the leaves. The range is symmetric, from -(2⁶³ - 1) to
/// 2⁶³ - 1; sums saturate.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Score(pub i64);

impl Value for Score {
    const MIN: Self = Self(-i64::MAX);
    const MAX: Self = Self(i64::MAX);

    fn below(self) -> Self {
        Self((self.0 - 1).max(-i64::MAX))
    }

    fn of(units: i64) -> Self {
        Self(units.max(-i64::MAX))
    }

    fn to_f64(self) -> f64 {
        self.0 as f64
    }

    fn scaled(self, factor: f64) -> Self {
        Self::of((self.0 as f64 * factor).round() as i64)
    }
}

impl From<Score> for Number {
    fn from(score: Score) -> Self {
        score.0.into()
    }
}

impl Value for f64 {
    const MIN: Self = f64::NEG_INFINITY;
    const MAX: Self = f64::INFINITY;

    fn below(self) -> Self {
        self.next_down()
    }

    fn of(units: i64) -> Self {
        units as f64
    }

    fn to_f64(self) -> f64 {
        self
    }

    fn scaled(self, factor: f64) -> Self {
        self * factor
    }
}

impl Neg for Score {
    type Output = Self;
    fn neg(self) -> Self {
        Self(-self.0)
    }
}

impl Add for Score {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self::of(self.0.saturating_add(other.0))
    }
}

impl Sub for Score {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        Self::of(self.0.saturating_sub(other.0))
    }
}

/// A search window: the open interval of values that still matter to the side to move.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Window<V> {
    /// Alpha: the side to move already has a move of this value.
    pub alpha: V,
    /// Beta: the other side already has a way to allow no more than this value.
    pub beta: V,
}

impl<V: Value> Window<V> {
    /// The window `estimate` ± `delta`.
    pub fn around(estimate: V, delta: V) -> Self {
        Self { alpha: estimate - delta, beta: estimate + delta }
    }

    /// The full window.
    pub const FULL: Self = Self { alpha: V::MIN, beta: V::MAX };

    /// The null window that tests whether the value is at least `beta`.
    pub fn null_below(beta: V) -> Self {
        Self { alpha: beta.below(), beta }
    }

    /// The null window that tests whether the value is at least `gamma`. For [`Value::MIN`], where
    /// that is always true, it tests whether the value is greater.
    pub fn null_at(gamma: V) -> Self {
        if gamma <= V::MIN { Self::null_above(V::MIN) } else { Self::null_below(gamma) }
    }

    /// The null window that tests whether the value is more than `alpha`.
    pub fn null_above(alpha: V) -> Self {
        Self { alpha, beta: alpha.above() }
    }

    /// Raises alpha to `score` if that is higher.
    pub fn raise(&mut self, score: V) {
        self.alpha = self.alpha.max(score);
    }

    /// Whether alpha has reached beta: a cutoff.
    pub fn is_empty(&self) -> bool {
        self.alpha >= self.beta
    }

    /// Whether `score` lies strictly between the limits, and so is exact in a fail-soft search.
    pub fn contains(&self, score: V) -> bool {
        self.alpha < score && score < self.beta
    }
}

/// The window from the view of the other side.
impl<V: Value> Neg for Window<V> {
    type Output = Self;
    fn neg(self) -> Self {
        Self { alpha: -self.beta, beta: -self.alpha }
    }
}

/// How a fail-soft value relates to the true value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Bound {
    /// The true value is at least this.
    Lower,
    /// The true value is at most this.
    Upper,
    /// This is the true value.
    Exact,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_window_negates_raises_and_closes() {
        let mut window = Window { alpha: Score(-3), beta: Score(5) };
        assert_eq!(-window, Window { alpha: Score(-5), beta: Score(3) });
        assert!(window.contains(Score(4)) && !window.contains(Score(5)));
        window.raise(Score(-7));
        assert_eq!(window.alpha, Score(-3));
        window.raise(Score(5));
        assert!(window.is_empty());
    }

    #[test]
    fn sums_stop_at_the_ends() {
        assert_eq!(Score::MAX + Score(1), Score::MAX);
        assert_eq!(Window::around(Score(7), Score(2)), Window { alpha: Score(5), beta: Score(9) });
        assert!(Window::around(0.5, 0.25).contains(0.6));
    }

    #[test]
    fn null_windows_hold_no_value() {
        let window = Window::null_below(Score(4));
        assert_eq!(window, Window { alpha: Score(3), beta: Score(4) });
        assert!(!window.is_empty());
        let real = Window::null_below(0.5_f64);
        assert!(real.alpha < real.beta && !real.contains(0.5));
        assert!(0.5_f64.below() < 0.5 && 0.5_f64.below().above() >= 0.5);
    }

    #[test]
    fn the_extremes_negate_into_each_other() {
        assert_eq!(-Score::MIN, Score::MAX);
        assert_eq!(Score::MIN.below(), Score::MIN);
        assert!((-<f64 as Value>::MIN).total_cmp(&<f64 as Value>::MAX).is_eq());
    }
}
