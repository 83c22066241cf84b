//! Star1 and Star2: alpha-beta where chance decides.
//!
//! The value of a move is a mean over its outcomes. As every evaluation lies in a known range, the
//! outcomes searched so far bound that mean, and an outcome is searched with the window of those
//! values of it with which the mean can still lie in the window of the move.
//!
//! Source: Ballard, "The *-minimax search procedure for trees containing chance nodes", Artificial
//! Intelligence 21 (1983); fail-soft values and the number of probes: Hauk, Buro & Schaeffer,
//! "*-Minimax performance in backgammon", Computers and Games 2004, LNCS 3846 (2006).
//! In the paper → here: [L, U] → `range`; the running bounds of a chance node → `Fan::mean`; A and B
//! → `Fan::share`; the probing factor → `probes`. *Our reading*: likely outcomes go first, so that
//! little is left open soon; a probed node is not searched again from its first move but gone on
//! with; it is probed only where its side can end the search of the fan; where a team moves twice
//! running a probe bounds from below what it bounds from above elsewhere; a cut returns nothing inside
//! the window, whatever rounding says.
//! Laws tested: value = expectiminimax for every range that holds the evaluations and every number
//! of probes; no node twice; without chance the leaves of alpha-beta in their order; a value inside
//! the window is exact, one outside is a bound, rounding or not; a worked example.
//! Memory: a frame and the outcomes of a move a ply; Star2 also the moves of the nodes it probed.

mod fan;

use super::context::{below_outcome, enter};
use super::expectimax::outcomes;
use super::memory::Found;
use super::{Search, SearchResult, Stopped, ValueInterval, for_max};
use crate::gametree::position::Chance;
use crate::gametree::score::Window;
use fan::Fan;

/// Star1: searches a position in a window, outcomes one after the other. Values are for the side
/// to move; `range`, finite and as Max sees it, holds every evaluation. With the range as the
/// window of the root, the search also ends with a move that nothing can exceed. The line ends
/// with the first move that chance has a say in.
pub fn star1<P: Chance, C: Search<P, Value = f64>>(
    cx: &mut C,
    position: &mut P,
    window: Window<f64>,
    range: ValueInterval<f64>,
) -> SearchResult<P::Move, f64> {
    star2(cx, position, window, range, 0)
}

/// Star2: as [`star1`], but first searches so many moves of what each outcome leads to: good replies
/// soon show that a move is not worth more. One probe is usual, and none is Star1.
pub fn star2<P: Chance, C: Search<P, Value = f64>>(
    cx: &mut C,
    position: &mut P,
    window: Window<f64>,
    range: ValueInterval<f64>,
    probes: usize,
) -> SearchResult<P::Move, f64> {
    let star = Star { range, probes };
    cx.answer(|cx| star.visit(cx, position, cx.root(), window))
}

/// What stays the same in a search.
#[derive(Clone, Copy)]
struct Star {
    /// As Max sees it.
    range: ValueInterval<f64>,
    probes: usize,
}

/// A node whose first moves have been searched.
struct Opened<I: Iterator> {
    rest: I,
    /// For the side to move.
    best: f64,
    best_move: Option<I::Item>,
    /// Whether the last move has been searched.
    done: bool,
}

impl<I: Iterator> Opened<I> {
    fn new<P: Chance, C>(
        cx: &mut C,
        position: &mut P,
        path: C::Path,
        first: Option<P::Move>,
    ) -> Self
    where
        C: Search<P, Value = f64, Moves = I>,
    {
        let best = cx.stand(position, path);
        Self { rest: cx.moves(position, path, first), best, best_move: None, done: false }
    }
}

impl Star {
    /// The value of a node in a window, for the side to move.
    #[inline]
    fn visit<P: Chance, C: Search<P, Value = f64>>(
        self,
        cx: &mut C,
        position: &mut P,
        path: C::Path,
        asked: Window<f64>,
    ) -> Result<f64, Stopped> {
        enter(cx, position, path, asked, |cx, p, first| {
            let mut node = Opened::new(cx, p, path, first);
            self.go_on(cx, p, path, asked, &mut node, usize::MAX)
        })
    }

    /// Searches so many more moves of a node, at least one: the best value so far. What was found
    /// before is in the window: see [`Fan::asked`].
    #[inline(never)]
    fn go_on<P: Chance, C: Search<P, Value = f64>>(
        self,
        cx: &mut C,
        position: &mut P,
        path: C::Path,
        asked: Window<f64>,
        node: &mut Opened<C::Moves>,
        moves: usize,
    ) -> Result<f64, Stopped> {
        let mut window = asked;
        window.raise(node.best);
        if window.is_empty() && node.best > f64::NEG_INFINITY {
            return Ok(node.best);
        }
        for _ in 0..moves {
            let Some(m) = node.rest.next() else {
                node.done = true;
                break;
            };
            let value = self.worth(cx, position, path, m, window)?;
            if value > node.best {
                (node.best, node.best_move) = (value, Some(m));
                cx.improve(path, m, value);
            }
            window.raise(value);
            if window.is_empty() {
                cx.cutoff(position, path, m);
                break;
            }
        }
        if node.best == f64::NEG_INFINITY {
            return Ok(cx.leaf(position, path)); // there was no move
        }
        if node.done || window.is_empty() {
            cx.store(position, path, Found::with(asked, node.best, node.best_move));
        }
        Ok(node.best)
    }

    /// What a move is worth to its mover.
    #[inline]
    fn worth<P: Chance, C: Search<P, Value = f64>>(
        self,
        cx: &mut C,
        position: &mut P,
        path: C::Path,
        m: P::Move,
        window: Window<f64>,
    ) -> Result<f64, Stopped> {
        let next = cx.step(position, m, path);
        let outcomes = outcomes(position, m);
        if let [(certain, _)] = outcomes[..] {
            let visit = |p: &mut P, w| self.visit(cx, p, next, w);
            return below_outcome(position, m, certain, window, visit);
        }
        let known = for_max(position.side(), self.range);
        let mut fan = Fan::<P, C>::new(self, m, next, outcomes, known);
        let value = fan.search(cx, position, window)?;
        cx.chance(path);
        Ok(value)
    }
}
