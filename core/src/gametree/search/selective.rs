//! Selective principal variation search: futility pruning by quick estimates, and late move reductions.
//!
//! A quiet move after which only quiescence search is left is not searched if the static evaluation of the node plus
//! what the move adds to it stays below alpha by a margin. Farther from the horizon the quiet moves that come late in
//! the order are first searched one ply less deep, and to the full depth only if they are better than alpha there.
//! Neither is done to the first move of a node, nor where the side to move must respond to a threat. Where a side
//! stands pat, an estimate replaces the evaluation outside of the window ([`Evaluate::evaluate_in`]). So a value outside
//! of the window is an estimate as well, and what the table holds of the node is the edge of the window.
//!
//! Sources: Heinz, "Extended futility pruning", ICCA Journal 21 (1998), who prunes by the value of the node and
//! one margin for all moves; the estimate by move, which makes the margin small, is *our reading*. Late move
//! reductions are the practice of chess programs since Fruit (2005).
//! Laws tested: without quick estimates of moves it has the value of PVS (`tests/library/engine/luck_correction.rs`); if
//! the estimates err by less than the margin, every value that it stores is a bound of the value of minimax
//! (`tests/library/gametree/selective.rs`).
//! Memory: that of alpha-beta.
//!
//! [`Evaluate::evaluate_in`]: crate::gametree::position::Evaluate::evaluate_in

use super::descent::{below, enter};
use super::memory::Found;
use super::pvs::{Above, scouted};
use super::{Search, SearchResult, Stopped};
use crate::gametree::position::{Noisy, Position};
use crate::gametree::score::{Value, Window};

/// What a selective search leaves out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Selectivity<V> {
    /// A quiet move just before quiescence search is pruned if its estimate is below alpha by this or more.
    pub margin: V,
    /// The number of moves of a node that are never reduced, those first in the order.
    pub early: usize,
}

/// Searches a position in a window; values are for the side to move, outside of the window estimates.
pub fn selective_pvs<P: Position + Noisy, C: Search<P>>(
    cx: &mut C,
    position: &mut P,
    window: Window<C::Value>,
    selectivity: Selectivity<C::Value>,
) -> SearchResult<P::Move, C::Value> {
    cx.answer(|cx| visit(cx, position, (cx.root(), window), selectivity))
}

#[inline]
fn visit<P: Position + Noisy, C: Search<P>>(
    cx: &mut C,
    position: &mut P,
    (path, window): (C::Path, Window<C::Value>),
    selectivity: Selectivity<C::Value>,
) -> Result<C::Value, Stopped> {
    enter(cx, position, path, window, |cx, p, first| {
        expand(cx, p, (path, window), selectivity, first)
    })
}

#[inline(never)]
fn expand<P: Position + Noisy, C: Search<P>>(
    cx: &mut C,
    position: &mut P,
    (path, window): (C::Path, Window<C::Value>),
    selectivity: Selectivity<C::Value>,
    first: Option<P::Move>,
) -> Result<C::Value, Stopped> {
    let (mut best, mut best_move) = (cx.stand_pat(position, path, window), None);
    // The least value says that the side may not stand pat.
    if best > C::Value::MIN && best >= window.beta {
        return Ok(best);
    }
    // Nothing is left out in quiescence search, before there is a value that a move has to beat, or under a threat,
    // which a static estimate does not see.
    let left = cx.left(path);
    let calm = left > 0 && window.alpha > C::Value::MIN && !position.must_respond();
    let mut here = None;
    for (number, m) in cx.moves(position, path, first).enumerate() {
        let floor = best.max(window.alpha);
        // One ply before the horizon the estimate alone decides; a reduced move there would have no ply left.
        let late = calm && left > 1 && number >= selectivity.early && cx.is_reducible(position, m);
        // Moves after which only quiescence search is left: all but the first at one ply, those reduced to it at two.
        if late && left == 2 || calm && left == 1 && number > 0 {
            let here = *here.get_or_insert_with(|| cx.estimate(position, path));
            let estimate = cx.estimate_after(position, m, here);
            if let Some(futile) = estimate.filter(|&value| value + selectivity.margin <= floor) {
                // The estimate counts like a value that failed low.
                best = best.max(futile);
                continue;
            }
        }
        let next = cx.step(position, m, path);
        if late {
            let shorter = cx.reduced(next);
            let search = |p: &mut P, w| visit(cx, p, (shorter, w), selectivity);
            let value = below(position, m, Window::null_above(floor), search)?;
            // Only a move that is better than expected is searched to the full depth.
            if value <= floor {
                best = best.max(value);
                continue;
            }
        }
        let search = |p: &mut P, w| visit(cx, p, (next, w), selectivity);
        let value = scouted(position, m, window, best, Above::Estimate, search)?;
        if value > best {
            best_move = Some(m);
            cx.improve(path, m, value);
        }
        best = best.max(value);
        if best >= window.beta {
            cx.cutoff(position, path, m);
            break;
        }
    }
    if best == C::Value::MIN {
        return Ok(cx.leaf(position, path)); // there was no move
    }
    // Estimates only show on which side of the window the value is, so the edge of the window is the bound.
    let bounded = best.max(window.alpha).min(window.beta);
    cx.store(position, path, Found::with(window, bounded, best_move));
    Ok(best)
}
