//! The outcomes of a move, and what they say about its value: the chance node of Star1 and Star2.
//!
//! Source, laws tested and memory: see [`super`].
//! In the papers → here: the successors of a * node → `Branch`; the sums of searched and unsearched
//! ones → `Fan::mean`; Probe → `Fan::probe`; the search after it → `Fan::settle`.

use super::{Opened, Star};
use crate::gametree::position::Chance;
use crate::gametree::score::Window;
use crate::gametree::search::context::{below_outcome, enter};
use crate::gametree::search::expectimax::Outcomes;
use crate::gametree::search::{Search, Stopped, ValueInterval, for_max};
use smallvec::SmallVec;

/// An outcome of a move.
struct Branch<P: Chance, C: Search<P>> {
    outcome: P::Outcome,
    probability: f64,
    /// Bounds of its value, for the mover.
    known: ValueInterval<f64>,
    /// What it leads to, where that was probed and is not done.
    opened: Option<Box<Opened<C::Moves>>>,
}

/// A move that chance has a say in, and its outcomes.
pub(super) struct Fan<P: Chance, C: Search<P>> {
    star: Star,
    m: P::Move,
    /// The path to what it leads to.
    path: C::Path,
    branches: SmallVec<[Branch<P, C>; 5]>,
    /// What follows for the value of the move, for the mover.
    mean: ValueInterval<f64>,
}

impl<P: Chance, C: Search<P, Value = f64>> Fan<P, C> {
    pub(super) fn new(
        star: Star,
        m: P::Move,
        path: C::Path,
        outcomes: Outcomes<P>,
        known: ValueInterval<f64>,
    ) -> Self {
        let branch = |(outcome, probability)| Branch { outcome, probability, known, opened: None };
        Self { star, m, path, branches: outcomes.into_iter().map(branch).collect(), mean: known }
    }

    /// The value of the move in a window.
    pub(super) fn search(
        &mut self,
        cx: &mut C,
        position: &mut P,
        window: Window<f64>,
    ) -> Result<f64, Stopped> {
        if self.mean.upper <= window.alpha {
            return Ok(self.mean.upper);
        }
        if self.mean.lower >= window.beta {
            return Ok(self.mean.lower);
        }
        let probing = if self.star.probes > 0 { self.branches.len() } else { 0 };
        for number in 0..probing {
            let known = self.probe(number, cx, position, window)?;
            if let Some(bound) = self.learn(number, known, window) {
                return Ok(bound);
            }
        }
        for number in 0..self.branches.len() {
            let known = self.settle(number, cx, position, window)?;
            if let Some(bound) = self.learn(number, known, window) {
                return Ok(bound);
            }
        }
        Ok(self.branches.iter().map(|b| b.probability * b.known.lower).sum())
    }

    /// Where the value of a branch has to lie if the mean is to lie in the window: not above alpha,
    /// the mean is not above that of the window; not below beta, it is not below that.
    fn share(&self, number: usize, window: Window<f64>) -> Window<f64> {
        let Branch { probability, known, .. } = &self.branches[number];
        Window {
            alpha: (window.alpha - self.mean.upper) / probability + known.upper,
            beta: (window.beta - self.mean.lower) / probability + known.lower,
        }
    }

    /// The part of that window in which the value can lie.
    fn asked(&self, number: usize, window: Window<f64>) -> Window<f64> {
        let share = self.share(number, window);
        let known = self.branches[number].known;
        Window { alpha: share.alpha.max(known.lower), beta: share.beta.min(known.upper) }
    }

    /// Searches the first moves of what an outcome leads to, if its side can end the search of the
    /// fan: bounds for the mover. Only whether that side has enough is asked, so that what falls
    /// short of it is known exactly.
    fn probe(
        &mut self,
        number: usize,
        cx: &mut C,
        position: &mut P,
        window: Window<f64>,
    ) -> Result<ValueInterval<f64>, Stopped> {
        let (asked, side) = (self.asked(number, window), position.side());
        let Self { star, m, path, .. } = *self;
        let Branch { outcome, opened, .. } = &mut self.branches[number];
        below_outcome(position, m, *outcome, window, |p, window| {
            let ValueInterval { lower, upper } = for_max(p.side(), star.range);
            if window.beta >= upper {
                return Ok(ValueInterval { lower, upper });
            }
            let enough = for_max(p.side(), for_max(side, asked)).beta;
            let asked = Window { alpha: lower, beta: enough };
            let value = enter(cx, p, path, asked, |cx, p, first| {
                let mut node = Opened::new(cx, p, path, first);
                let value = star.go_on(cx, p, path, asked, &mut node, star.probes)?;
                *opened = (!node.done).then(|| Box::new(node));
                Ok(value)
            })?;
            let exact = opened.is_none() && value < asked.beta;
            Ok(if exact {
                ValueInterval::point(value)
            } else {
                ValueInterval { lower: value, upper }
            })
        })
    }

    /// Searches what is left of a branch: its value for the mover.
    fn settle(
        &mut self,
        number: usize,
        cx: &mut C,
        position: &mut P,
        window: Window<f64>,
    ) -> Result<ValueInterval<f64>, Stopped> {
        let asked = self.asked(number, window);
        let Self { star, m, path, .. } = *self;
        let Branch { outcome, known, opened, .. } = &mut self.branches[number];
        if known.value().is_some() {
            return Ok(*known);
        }
        let value = below_outcome(position, m, *outcome, asked, |p, asked| match opened.take() {
            Some(mut node) => star.go_on(cx, p, path, asked, &mut node, usize::MAX),
            None => star.visit(cx, p, path, asked),
        })?;
        Ok(ValueInterval::point(value))
    }

    /// Takes note of a branch: a bound of the mean, if it has left the window. Rounding must not
    /// bring it back inside, where it would pass for a value.
    fn learn(
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
