//! Principal variation search with futility pruning, by quick estimates of the evaluation.
//!
//! At a *frontier node*, one ply before the horizon, a quiet move is not searched if the static evaluation of
//! the node plus what the move adds to it stays below alpha by a margin, unless the side to move must respond
//! to a threat. Where a side stands pat, an estimate
//! replaces the evaluation outside of the window ([`Evaluate::evaluate_in`]).
//!
//! Source: Heinz, "Extended futility pruning", ICCA Journal 21 (1998), who prunes by the value of the node and
//! one margin for all moves; the estimate by move, which makes the margin small, is *our reading*.
//! Laws tested: with an endless margin it visits the nodes of PVS.
//! Memory: that of alpha-beta.
//!
//! [`Evaluate::evaluate_in`]: crate::gametree::position::Evaluate::evaluate_in

use super::context::enter;
use super::memory::Found;
use super::pvs::scouted;
use super::{Search, SearchResult, Stopped};
use crate::gametree::position::{Noisy, Position};
use crate::gametree::score::{Value, Window};

/// Searches a position in a window, fail-soft; values are for the side to move. A quiet move is pruned if its
/// estimate is below alpha by the margin or more.
pub fn pvs_with_futility<P: Position + Noisy, C: Search<P>>(
    cx: &mut C,
    position: &mut P,
    window: Window<C::Value>,
    margin: C::Value,
) -> SearchResult<P::Move, C::Value> {
    cx.answer(|cx| visit(cx, position, (cx.root(), window), margin))
}

#[inline]
fn visit<P: Position + Noisy, C: Search<P>>(
    cx: &mut C,
    position: &mut P,
    (path, window): (C::Path, Window<C::Value>),
    margin: C::Value,
) -> Result<C::Value, Stopped> {
    enter(cx, position, path, window, |cx, p, first| expand(cx, p, (path, window), margin, first))
}

#[inline(never)]
fn expand<P: Position + Noisy, C: Search<P>>(
    cx: &mut C,
    position: &mut P,
    (path, window): (C::Path, Window<C::Value>),
    margin: C::Value,
    first: Option<P::Move>,
) -> Result<C::Value, Stopped> {
    let (mut best, mut best_move) = (cx.stand_pat(position, path, window), None);
    if best > C::Value::MIN && best >= window.beta {
        return Ok(best);
    }
    let quiet = cx.left(path) == 1 && !position.must_respond();
    let frontier = quiet && window.alpha > C::Value::MIN;
    let here = frontier.then(|| cx.estimate(position, path));
    for m in cx.moves(position, path, first) {
        let floor = best.max(window.alpha);
        let estimate = here.and_then(|here| cx.estimate_after(position, m, here));
        if let Some(futile) = estimate.filter(|&value| value + margin <= floor) {
            best = best.max(futile);
            continue;
        }
        let next = cx.step(position, m, path);
        let search = |p: &mut P, w| visit(cx, p, (next, w), margin);
        let value = scouted(position, m, window, best, search)?;
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
    cx.store(position, path, Found::with(window, best, best_move));
    Ok(best)
}
