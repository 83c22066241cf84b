//! The outcomes of a move, and the bounds that follow for its mean: the chance node of Star1 and
//! Star2.
//!
//! Source: see [`super`].
//! In the papers → here: the successors of a * node → `Branch`; the sums of searched and unsearched
//! ones → `Fan::mean`; A and B → `Fan::share`.

use crate::gametree::score::Window;
use crate::gametree::search::ValueInterval;
use smallvec::SmallVec;

/// One outcome of a move.
pub(super) struct Branch<T, N> {
    pub(super) outcome: T,
    probability: f64,
    /// Bounds of its value, for the mover.
    pub(super) known: ValueInterval<f64>,
    /// The node after this outcome, if it was probed and is not complete.
    pub(super) opened: Option<Box<N>>,
}

/// The outcomes of a move, with the bounds of their mean.
pub(super) struct Fan<T, N> {
    pub(super) branches: SmallVec<[Branch<T, N>; 5]>,
    /// Bounds of the value of the move, for the mover.
    mean: ValueInterval<f64>,
}

impl<T, N> Fan<T, N> {
    /// The outcomes of a move with their probabilities; every value lies in `known`.
    pub(super) fn new(
        outcomes: impl IntoIterator<Item = (T, f64)>,
        known: ValueInterval<f64>,
    ) -> Self {
        let branch = |(outcome, probability)| Branch { outcome, probability, known, opened: None };
        Self { branches: outcomes.into_iter().map(branch).collect(), mean: known }
    }

    /// The value of the move once every branch is exact.
    pub(super) fn value(&self) -> f64 {
        self.branches.iter().map(|b| b.probability * b.known.lower).sum()
    }

    /// A bound of the mean that already lies outside the window.
    pub(super) fn outside(&self, window: Window<f64>) -> Option<f64> {
        if self.mean.upper <= window.alpha {
            return Some(self.mean.upper);
        }
        (self.mean.lower >= window.beta).then_some(self.mean.lower)
    }

    /// The window of a branch in which the mean can lie in the window of the move: with a value at
    /// or below alpha the mean fails low, with one at or above beta it fails high.
    fn share(&self, number: usize, window: Window<f64>) -> Window<f64> {
        let Branch { probability, known, .. } = &self.branches[number];
        Window {
            alpha: (window.alpha - self.mean.upper) / probability + known.upper,
            beta: (window.beta - self.mean.lower) / probability + known.lower,
        }
    }

    /// The part of that window in which the value of the branch can lie.
    pub(super) fn window(&self, number: usize, window: Window<f64>) -> Window<f64> {
        let share = self.share(number, window);
        let known = self.branches[number].known;
        Window { alpha: share.alpha.max(known.lower), beta: share.beta.min(known.upper) }
    }

    /// Stores new bounds of a branch. Returns a bound of the mean if it has left the window; it is
    /// clamped, since rounding must not bring it back inside, where it would pass for a value.
    pub(super) fn learn(
        &mut self,
        number: usize,
        known: ValueInterval<f64>,
        window: Window<f64>,
    ) -> Option<f64> {
        let share = self.share(number, window);
        let branch = &mut self.branches[number];
        self.mean.lower += branch.probability * (known.lower - branch.known.lower);
        self.mean.upper += branch.probability * (known.upper - branch.known.upper);
        branch.known = known;
        if known.upper <= share.alpha {
            Some(self.mean.upper.min(window.alpha))
        } else if known.lower >= share.beta {
            Some(self.mean.lower.max(window.beta))
        } else {
            None
        }
    }
}
