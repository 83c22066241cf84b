//! Alpha-beta, fail-soft: the core of the family.
//!
//! Source: Knuth & Moore, "An analysis of alpha-beta pruning", Artificial Intelligence 6 (1975);
//! fail-soft: Fishburn, "Another optimization of alpha-beta search", SIGART 84 (1983).
//! In the paper → here: p → `position`, F2's (alpha, beta) → `window`.
//! Laws tested: value = minimax; on a perfectly ordered tree of width b and depth d it visits
//! b^⌈d/2⌉ + b^⌊d/2⌋ - 1 leaves; a value inside the window is exact, one outside is a bound.
//! Memory: one frame per ply, and what the policies keep.

use super::descent::{below, enter};
use super::memory::Found;
use super::{Search, SearchResult, Stopped};
use crate::gametree::position::Position;
use crate::gametree::score::{Value, Window};

/// Fail-soft alpha-beta in a window (Knuth & Moore 1975; Fishburn 1983). Values are for the side to
/// move: inside the window exact, outside a bound.
///
/// ```
/// use junqi_core::gametree::score::{Score, Window};
/// use junqi_core::gametree::search::{Context, Limit, Meter, Plies, alpha_beta};
/// use junqi_core::gametree::tree::{Explicit, Payoffs};
///
/// // Max has three moves, each with three replies of Min.
/// let tree = Explicit::parse(
///     r#"{"children": [[1,2,3], [4,5,6], [7,8,9], [10,11,12], [],[],[], [],[],[], [],[],[]],
///         "payoff": [0, 0, 0, 0, 3, 12, 8, 2, 4, 6, 14, 5, 2]}"#,
/// )?;
/// let mut cx = Context::new(Payoffs::default(), Plies(2)).with_observer(Meter::new(Limit::default()));
/// let answer = alpha_beta(&mut cx, &mut tree.root(), Window::FULL);
/// assert_eq!(answer.value, Some(Score(3)));
/// assert_eq!(answer.line, [0, 0]);
/// assert_eq!(cx.observer.visits.leaves, 7); // the 2 refutes the second move: 4 and 6 are cut off
/// # Ok::<(), junqi_core::gametree::tree::TreeError>(())
/// ```
pub fn alpha_beta<P: Position, C: Search<P>>(
    cx: &mut C,
    position: &mut P,
    window: Window<C::Value>,
) -> SearchResult<P::Move, C::Value> {
    cx.answer(|cx| visit(cx, position, cx.root(), window))
}

/// The value of a node in a window. If the window is empty from the start, the first move is still
/// visited.
#[inline]
pub(super) fn visit<P: Position, C: Search<P>>(
    cx: &mut C,
    position: &mut P,
    path: C::Path,
    window: Window<C::Value>,
) -> Result<C::Value, Stopped> {
    enter(cx, position, path, window, |cx, p, first| expand(cx, p, path, window, first))
}

#[inline(never)]
fn expand<P: Position, C: Search<P>>(
    cx: &mut C,
    position: &mut P,
    path: C::Path,
    initial: Window<C::Value>,
    first: Option<P::Move>,
) -> Result<C::Value, Stopped> {
    let (mut window, mut best, mut best_move) =
        (initial, cx.stand_pat(position, path, Window::FULL), None);
    window.raise(best);
    if window.is_empty() && best > C::Value::MIN {
        return Ok(best);
    }
    for m in cx.moves(position, path, first) {
        let next = cx.step(position, m, path);
        let value = below(position, m, window, |p, window| visit(cx, p, next, window))?;
        if value > best {
            best_move = Some(m);
            cx.improve(path, m, value);
        }
        best = best.max(value);
        window.raise(value);
        if window.is_empty() {
            cx.cutoff(position, path, m);
            break;
        }
    }
    if best == C::Value::MIN {
        return Ok(cx.leaf(position, path)); // there was no move
    }
    cx.store(position, path, Found::with(initial, best, best_move));
    Ok(best)
}
