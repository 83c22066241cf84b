//! Iterative deepening: one ply deeper each time; the last complete search is the answer.
//!
//! Source: Slate & Atkin, "CHESS 4.5", in Chess Skill in Man and Machine (1977).
//! Laws tested: its last value = minimax of the last depth; stopped, it answers with the best move
//! of the last depth it finished.
//! Memory: that of the repeated search; pays off with a transposition table.

use super::{Context, Deepen, Search, SearchResult};
use crate::gametree::position::Node;

/// Searches to 1, 2, .. `depth` plies with the same policies and calls `each` after every complete
/// iteration. `search` gets the value of the iteration before. If the first iteration is stopped, the
/// result is its best so far.
pub fn iterative<P, E, H, O, M, W, V>(
    cx: &mut Context<E, H, O, M, W>,
    position: &mut P,
    depth: u32,
    mut search: impl FnMut(&mut Context<E, H, O, M, W>, &mut P, Option<V>) -> SearchResult<P::Move, V>,
    mut each: impl FnMut(u32, &SearchResult<P::Move, V>),
) -> SearchResult<P::Move, V>
where
    P: Node,
    H: Deepen,
    V: Copy,
    Context<E, H, O, M, W>: Search<P, Value = V>,
{
    let mut last: Option<SearchResult<P::Move, V>> = None;
    for plies in depth.min(1)..=depth {
        cx.horizon.deepen(plies);
        let guess = last.as_ref().and_then(|answer| answer.value);
        let answer = search(cx, position, guess);
        if !answer.complete {
            return SearchResult { complete: false, ..last.unwrap_or(answer) };
        }
        each(plies, &answer);
        last = Some(answer);
    }
    last.expect("the range has a first depth")
}
