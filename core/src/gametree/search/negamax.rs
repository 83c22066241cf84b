//! Negamax: minimax from the view of the side to move.
//!
//! Source: Knuth & Moore, "An analysis of alpha-beta pruning", Artificial Intelligence 6 (1975),
//! function F.
//! Laws tested: the leaves and the value of minimax, in the same order.
//! Memory: one frame per ply.

use super::descent::below;
use super::{Search, SearchResult, Stopped};
use crate::gametree::position::Position;
use crate::gametree::score::{Value, Window};

/// Searches the full tree; the value is for the side to move.
pub fn negamax<P: Position, C: Search<P>>(
    cx: &mut C,
    position: &mut P,
) -> SearchResult<P::Move, C::Value> {
    cx.answer(|cx| visit(cx, position, cx.root()))
}

fn visit<P: Position, C: Search<P>>(
    cx: &mut C,
    position: &mut P,
    path: C::Path,
) -> Result<C::Value, Stopped> {
    cx.enter(position, path)?;
    let mut best = cx.stand_pat(position, path, Window::FULL);
    if !cx.is_over(path) {
        for m in cx.moves(position, path, None) {
            let next = cx.step(position, m, path);
            let value = below(position, m, Window::FULL, |p, _| visit(cx, p, next))?;
            if value > best {
                best = value;
                cx.improve(path, m, value);
            }
        }
    }
    if best > C::Value::MIN { Ok(best) } else { Ok(cx.leaf(position, path)) }
}
