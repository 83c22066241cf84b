//! MTD(best): finds the best root move, not necessarily with its value.
//!
//! Source: the idea is in Plaat, Schaeffer, Pijls & de Bruin, "Best-first fixed-depth minimax
//! algorithms", Artificial Intelligence 87 (1996). The construction, which keeps bounds for every root
//! move and improves them by null-window tests, is *our reading*.
//! In the paper → here: f⁻, f⁺ of a root move → `lower`, `upper`.
//! Laws tested: the move is one of the best by minimax; where a value is given it is minimax's.
//! Memory: that of MT; the root has no entry.

use super::descent::below;
use super::interval::{ValueInterval, best_of, separated, two_highest};
use super::{Detailed, Search, SearchResult, Stopped, alpha_beta};
use crate::gametree::position::Position;
use crate::gametree::score::{Value, Window};

/// A null-window test of a root move and the bound it found, for the side to move.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Call<V> {
    /// Index of the move.
    pub place: usize,
    /// The tested bound: is the value at least this? For the minimum: is it more?
    pub gamma: V,
    /// A lower bound if it is at least `gamma`, else an upper one.
    pub found: V,
}

/// The tests of MTD(best) and the bounds of the root after them.
#[derive(Debug, Clone, PartialEq)]
pub struct Calls<V> {
    /// The bounds of the root.
    pub bounds: ValueInterval<V>,
    /// The tests, in order.
    pub calls: Vec<Call<V>>,
}

/// The root moves, their bounds, and the tests so far.
struct Root<Mv, V> {
    moves: Vec<Mv>,
    bounds: Vec<ValueInterval<V>>,
    calls: Vec<Call<V>>,
}

impl<Mv: Copy, V: Value> Root<Mv, V> {
    /// The window of the next pass: above the proved lower bound of the second best move, or, if no
    /// move reached the tested bound, at the highest upper bound.
    fn next_window(&self, reached: bool) -> Window<V> {
        if reached {
            Window::null_above(two_highest(self.bounds.iter().map(|i| i.lower))[1])
        } else {
            Window::null_at(best_of(&self.bounds).upper)
        }
    }

    /// The first of the moves with the highest lower bound.
    fn leader(&self) -> Option<usize> {
        let highest = best_of(&self.bounds).lower;
        self.bounds.iter().position(|i| i.lower == highest && highest > V::MIN)
    }
}

/// Finds the best move, starting with tests whether moves are worth at least `guess`, for the side to
/// move. `cx` needs a memory that forgets nothing. Also returns the tests.
pub fn mtd_best<P: Position, C: Search<P>>(
    cx: &mut C,
    position: &mut P,
    guess: C::Value,
) -> Detailed<P, C::Value, Calls<C::Value>> {
    let mut root = Root { moves: Vec::new(), bounds: Vec::new(), calls: Vec::new() };
    let settled = settle(cx, position, guess, &mut root);
    let best = if settled.is_ok() { separated(&root.bounds) } else { root.leader() };
    let bounds = match settled {
        Ok(Some(value)) => ValueInterval::point(value),
        _ => best_of(&root.bounds),
    };
    let value = bounds.value().filter(|_| settled.is_ok());
    let line = best.map(|best| root.moves[best]).into_iter().collect();
    (SearchResult { value, line, complete: settled.is_ok() }, Calls { bounds, calls: root.calls })
}

/// Tests root moves until one is proved best; returns the value of a root without moves.
fn settle<P: Position, C: Search<P>>(
    cx: &mut C,
    position: &mut P,
    guess: C::Value,
    root: &mut Root<P::Move, C::Value>,
) -> Result<Option<C::Value>, Stopped> {
    let path = cx.root();
    cx.enter(position, path)?;
    if !cx.is_over(path) {
        root.moves = cx.moves(position, path, None).collect();
        root.bounds = vec![ValueInterval::OPEN; root.moves.len()];
    }
    if root.moves.is_empty() {
        return Ok(Some(cx.leaf(position, path)));
    }
    let mut window = Window::null_at(guess);
    loop {
        let mut reached = false;
        for i in 0..root.moves.len() {
            if separated(&root.bounds).is_some() {
                return Ok(None);
            }
            if !root.bounds[i].leaves_open(window) {
                continue;
            }
            let m = root.moves[i];
            let next = cx.step(position, m, path);
            let value = below(position, m, window, |p, w| alpha_beta::visit(cx, p, next, w))?;
            let strictly = window.alpha == C::Value::MIN;
            let gamma = if strictly { window.alpha } else { window.beta };
            root.calls.push(Call { place: i, gamma, found: value });
            if value >= window.beta {
                root.bounds[i].lower = value;
                reached = true;
            } else {
                root.bounds[i].upper = value;
            }
        }
        if separated(&root.bounds).is_some() {
            return Ok(None);
        }
        window = root.next_window(reached);
    }
}
