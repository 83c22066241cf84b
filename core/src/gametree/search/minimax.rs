//! Minimax: the reference for every other search.
//!
//! Source: von Neumann, "Zur Theorie der Gesellschaftsspiele", Mathematische Annalen 100 (1928);
//! Shannon, "Programming a computer for playing chess", Philosophical Magazine 41 (1950).
//! Laws tested: it visits every node once; the worked trees of the literature.
//! Memory: one frame per ply.

use super::{Search, SearchResult, Stopped, for_max};
use crate::gametree::position::{Position, Side};
use crate::gametree::score::{Value, Window};

/// Searches the full tree with values as Max sees them; the value of the result is for the side to
/// move.
pub fn minimax<P: Position, C: Search<P>>(
    cx: &mut C,
    position: &mut P,
) -> SearchResult<P::Move, C::Value> {
    let side = position.side();
    cx.answer(|cx| Ok(for_max(side, visit(cx, position, cx.root())?)))
}

fn visit<P: Position, C: Search<P>>(
    cx: &mut C,
    position: &mut P,
    path: C::Path,
) -> Result<C::Value, Stopped> {
    cx.enter(position, path)?;
    let side = position.side();
    let stand_pat = cx.stand_pat(position, path, Window::FULL);
    let mut best = (stand_pat > C::Value::MIN).then(|| for_max(side, stand_pat));
    if !cx.is_over(path) {
        for m in cx.moves(position, path, None) {
            let next = cx.step(position, m, path);
            let undo = position.make(m);
            let value = visit(cx, position, next);
            position.unmake(m, undo);
            let value = value?;
            if best.is_none_or(|best| if side == Side::Max { value > best } else { value < best }) {
                best = Some(value);
                cx.improve(path, m, for_max(side, value));
            }
        }
    }
    Ok(best.unwrap_or_else(|| for_max(side, cx.leaf(position, path))))
}
