//! The search of Star1 and Star2.
//!
//! Source: see [`super`].
//! In the papers → here: Probe → `Star::probe`; the search after it → `Star::settle`.

use super::fan::{Branch, Fan};
use crate::gametree::position::Chance;
use crate::gametree::score::Window;
use crate::gametree::search::descent::{below_outcome, enter};
use crate::gametree::search::expectimax::outcomes;
use crate::gametree::search::memory::Found;
use crate::gametree::search::{Search, SearchResult, Stopped, ValueInterval, for_max};

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

/// Star2: as [`star1`], but first probes each outcome with its first `probes` moves, because a good
/// reply soon bounds the value of a move. Usually 1; 0 is Star1.
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

/// The settings of a search.
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
        let best = cx.stand_pat(position, path, Window::FULL);
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
            self.resume(cx, p, path, asked, &mut node, usize::MAX)
        })
    }

    /// Searches at most `moves` further moves of a node, and at least one. Returns the best value so
    /// far. The window accounts for the values found before: see [`Fan::window`].
    #[inline(never)]
    fn resume<P: Chance, C: Search<P, Value = f64>>(
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
            let value = self.move_value(cx, position, path, m, window)?;
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

    /// The value of a move for its mover.
    #[inline]
    fn move_value<P: Chance, C: Search<P, Value = f64>>(
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
        let mut fan = Fan::new(outcomes, known);
        let value = self.search_fan(cx, position, (m, next), window, &mut fan)?;
        cx.chance(path);
        Ok(value)
    }

    /// The mean over the outcomes of a move in a window; `m` is the move with the path after it.
    fn search_fan<P: Chance, C: Search<P, Value = f64>>(
        self,
        cx: &mut C,
        position: &mut P,
        m: (P::Move, C::Path),
        window: Window<f64>,
        fan: &mut Fan<P::Outcome, Opened<C::Moves>>,
    ) -> Result<f64, Stopped> {
        if let Some(bound) = fan.outside(window) {
            return Ok(bound);
        }
        let probing = if self.probes > 0 { fan.branches.len() } else { 0 };
        for number in 0..probing {
            let asked = fan.window(number, window);
            let branch = &mut fan.branches[number];
            let known = self.probe(cx, position, m, (window, asked), branch)?;
            if let Some(bound) = fan.learn(number, known, window) {
                return Ok(bound);
            }
        }
        for number in 0..fan.branches.len() {
            let asked = fan.window(number, window);
            let known = self.settle(cx, position, m, asked, &mut fan.branches[number])?;
            if let Some(bound) = fan.learn(number, known, window) {
                return Ok(bound);
            }
        }
        Ok(fan.value())
    }

    /// Searches the first moves after an outcome, if the side to move there can end the search of
    /// the fan. Only whether that side reaches `asked` is tested, so that a value short of it is
    /// exact. Returns bounds for the mover.
    fn probe<P: Chance, C: Search<P, Value = f64>>(
        self,
        cx: &mut C,
        position: &mut P,
        (m, path): (P::Move, C::Path),
        (window, asked): (Window<f64>, Window<f64>),
        branch: &mut Branch<P::Outcome, Opened<C::Moves>>,
    ) -> Result<ValueInterval<f64>, Stopped> {
        let side = position.side();
        let Branch { outcome, opened, .. } = branch;
        below_outcome(position, m, *outcome, window, |p, window| {
            let ValueInterval { lower, upper } = for_max(p.side(), self.range);
            if window.beta >= upper {
                return Ok(ValueInterval { lower, upper });
            }
            let enough = for_max(p.side(), for_max(side, asked)).beta;
            let asked = Window { alpha: lower, beta: enough };
            let value = enter(cx, p, path, asked, |cx, p, first| {
                let mut node = Opened::new(cx, p, path, first);
                let value = self.resume(cx, p, path, asked, &mut node, self.probes)?;
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

    /// Completes the search of a branch; returns its value for the mover.
    fn settle<P: Chance, C: Search<P, Value = f64>>(
        self,
        cx: &mut C,
        position: &mut P,
        (m, path): (P::Move, C::Path),
        asked: Window<f64>,
        branch: &mut Branch<P::Outcome, Opened<C::Moves>>,
    ) -> Result<ValueInterval<f64>, Stopped> {
        let Branch { outcome, known, opened, .. } = branch;
        if known.value().is_some() {
            return Ok(*known);
        }
        let value = below_outcome(position, m, *outcome, asked, |p, asked| match opened.take() {
            Some(mut node) => self.resume(cx, p, path, asked, &mut node, usize::MAX),
            None => self.visit(cx, p, path, asked),
        })?;
        Ok(ValueInterval::point(value))
    }
}
