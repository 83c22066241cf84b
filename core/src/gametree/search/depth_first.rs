//! The depth-first searches as data: which search, with which options.
//!
//! A program that chooses its search at run time holds a [`DepthFirst`] and runs it in any
//! [`Context`], alone or under iterative deepening. What the context evaluates, where paths end, how
//! moves are ordered and what is remembered stay independent choices.

use super::{
    Accepted, Calls, Context, Deepen, FailLow, MtdPass, NextBound, Search, SearchResult, Timer,
    WindowOutcome, alpha_beta, aspiration, awt, for_max, iterative, minimax, mt, mtd, mtd_best,
    negamax, pvs,
};
use crate::gametree::position::{Position, Side};
use crate::gametree::score::{Bound, Value, Window};

/// A depth-first search with its options. Options are values for the side to move at the root,
/// unless they say otherwise.
///
/// ```
/// use junqi_core::gametree::score::{Score, Window};
/// use junqi_core::gametree::search::{Context, DepthFirst, FailLow, Limit, Meter, NextBound, Perfect, Plies};
/// use junqi_core::gametree::tree::{Generated, Payoffs, Shape, Uniform};
///
/// let tree = Generated::new(Uniform::thesis(100, Shape::new(3, 4)?, 7)?);
/// let searches = [
///     DepthFirst::AlphaBeta(Window::FULL),
///     DepthFirst::Pvs(FailLow::Soft),
///     DepthFirst::Mtd { first: Score(50), next: NextBound::Bound }, // MTD(f)
/// ];
/// let values = searches.map(|search| {
///     let cx = Context::new(Payoffs::default(), Plies(4)).with_memory(Perfect::default());
///     let mut cx = cx.with_observer(Meter::new(Limit::default()));
///     search.run(&mut cx, &mut tree.clone()).answer.value
/// });
/// assert!(values[0].is_some() && values.iter().all(|value| *value == values[0]));
/// # Ok::<(), junqi_core::gametree::tree::TreeError>(())
/// ```
#[derive(Clone, Copy)]
pub enum DepthFirst<'a, V> {
    /// [`minimax()`].
    Minimax,
    /// [`negamax()`].
    Negamax,
    /// [`alpha_beta()`] in a window.
    AlphaBeta(Window<V>),
    /// [`aspiration()`] around an estimate.
    Aspiration {
        /// Middle of the first window.
        estimate: V,
        /// Half the width of the first window, above 0.
        delta: V,
    },
    /// [`pvs()`] with the full window.
    Pvs(FailLow),
    /// [`awt()`].
    Awt {
        /// Ticks, raises and hard stop.
        timer: Timer<'a, V>,
        /// Estimate and delta of the first window; None: the full window.
        aim: Option<(V, V)>,
    },
    /// [`mt()`].
    Mt {
        /// The bound that is tested, as Max sees it.
        gamma: V,
    },
    /// [`mtd()`]; needs a memory that forgets nothing.
    Mtd {
        /// The first bound that is tested, as Max sees it.
        first: V,
        /// How the next bound follows, as Max sees it.
        next: NextBound<V>,
    },
    /// [`mtd_best()`]; needs a memory that forgets nothing.
    MtdBest {
        /// The first bound that is tested.
        guess: V,
    },
}

/// The answer of a depth-first search and its trace.
#[derive(Debug, Clone)]
pub struct DepthFirstResult<Mv, V> {
    /// The answer.
    pub answer: SearchResult<Mv, V>,
    /// The details that only this search reports.
    pub trace: SearchTrace<Mv, V>,
}

/// The details that one kind of search reports with its result.
#[derive(Debug, Clone)]
pub enum SearchTrace<Mv, V> {
    /// Nothing.
    None,
    /// Aspiration: whether the value lay in the first window.
    Window(WindowOutcome),
    /// AWT: the accepted root moves, in order.
    Accepted(Vec<Accepted<Mv, V>>),
    /// MT: which kind of bound the value is.
    Bound(Bound),
    /// MTD: the passes, in order.
    Passes(Vec<MtdPass<V>>),
    /// MTD(best): the null-window searches of root moves.
    Calls(Calls<V>),
    /// Iterative deepening: the value of every finished iteration.
    Iterations(Vec<Option<V>>),
}

impl<Mv, V> SearchTrace<Mv, V> {
    /// The number of searches from the root.
    pub fn passes(&self, complete: bool) -> u64 {
        match self {
            Self::Window(outcome) => 1 + u64::from(*outcome != WindowOutcome::Hit),
            Self::Passes(passes) => passes.len() as u64,
            Self::Iterations(values) => values.len() as u64 + u64::from(!complete),
            _ => 1,
        }
    }
}

impl<V: Value> DepthFirst<'_, V> {
    /// Searches a position once.
    pub fn run<P: Position, C: Search<P, Value = V>>(
        self,
        cx: &mut C,
        root: &mut P,
    ) -> DepthFirstResult<P::Move, V> {
        let plain = |answer| (answer, SearchTrace::None);
        let (answer, trace) = match self {
            Self::Minimax => plain(minimax(cx, root)),
            Self::Negamax => plain(negamax(cx, root)),
            Self::AlphaBeta(window) => plain(alpha_beta(cx, root, window)),
            Self::Pvs(fail_low) => plain(pvs(cx, root, Window::FULL, fail_low)),
            Self::Aspiration { estimate, delta } => {
                let (answer, outcome) = aspiration(cx, root, estimate, delta);
                (answer, SearchTrace::Window(outcome))
            }
            Self::Awt { timer, aim } => {
                let (answer, accepted) = awt(cx, root, timer, aim);
                (answer, SearchTrace::Accepted(accepted))
            }
            Self::Mt { gamma } => {
                let answer = mt(cx, root, gamma);
                let reached = |value| for_max(root.side(), value) >= gamma;
                let lower = answer.value.is_some_and(reached);
                (answer, SearchTrace::Bound(if lower { Bound::Lower } else { Bound::Upper }))
            }
            Self::Mtd { first, next } => {
                let (answer, passes) = mtd(cx, root, first, next);
                (answer, SearchTrace::Passes(passes))
            }
            Self::MtdBest { guess } => {
                let (answer, calls) = mtd_best(cx, root, guess);
                (answer, SearchTrace::Calls(calls))
            }
        };
        DepthFirstResult { answer, trace }
    }

    /// Searches to 1, 2, .. `depth` plies and passes every finished iteration to `each`. Aspiration
    /// and MTD start from the value of the iteration before; the first iteration of aspiration has
    /// the full window. PVS is fail-soft.
    pub fn deepen<P, E, H, O, M, W>(
        self,
        cx: &mut Context<E, H, O, M, W>,
        root: &mut P,
        depth: u32,
        mut each: impl FnMut(u32, &SearchResult<P::Move, V>),
    ) -> DepthFirstResult<P::Move, V>
    where
        P: Position,
        H: Deepen,
        Context<E, H, O, M, W>: Search<P, Value = V>,
    {
        let (side, mut values) = (root.side(), vec![]);
        let search =
            |cx: &mut _, root: &mut P, guess| self.guided(guess, side).run(cx, root).answer;
        let answer = iterative(cx, root, depth, search, |plies, answer| {
            values.push(answer.value);
            each(plies, answer);
        });
        DepthFirstResult { answer, trace: SearchTrace::Iterations(values) }
    }

    /// The search of one iteration; `guess` is the value of the iteration before.
    pub(crate) fn guided(self, guess: Option<V>, side: Side) -> Self {
        match (self, guess) {
            (Self::Aspiration { .. }, None) => Self::AlphaBeta(Window::FULL),
            (Self::Aspiration { delta, .. }, Some(estimate)) => {
                Self::Aspiration { estimate, delta }
            }
            (Self::Mtd { next, .. }, Some(guess)) => {
                Self::Mtd { first: for_max(side, guess), next }
            }
            // The thesis's clamped values are for comparisons; bounds below alpha are worth keeping in a table.
            (Self::Pvs(_), _) => Self::Pvs(FailLow::Soft),
            (search, _) => search,
        }
    }
}
