//! Root splitting: the first root move is searched alone, then the others in parallel threads.
//!
//! Source: Marsland & Popowich, "Parallel game-tree search", IEEE PAMI 7 (1985), splits along the
//! principal variation. *Our reading* splits at the root only. Every thread has fixed moves, its own
//! window and its own table, so the result depends on the number of threads but not on timing.
//! Laws tested: value = minimax for every number of threads; one thread visits what PVS visits.
//! Memory: that of one search per thread.

use super::descent::below;
use super::memory::Found;
use super::pvs::{self, FailLow};
use super::{Search, SearchResult, Stopped};
use crate::gametree::position::Position;
use crate::gametree::score::{Bound, Value, Window};
use std::thread::{self, ScopedJoinHandle};

/// The best move of a thread: its value and its place among the root moves.
type Best<V> = Option<(V, usize)>;

/// Searches a position by fail-soft PVS in parallel threads, one per context. There must be at least
/// one context.
pub fn split<P, C>(contexts: &mut [C], position: &mut P) -> SearchResult<P::Move, C::Value>
where
    P: Position<Move: Send + Sync> + Clone + Send + Sync,
    C: Search<P, Value: Send + Sync> + Send,
{
    let moves = root_moves(&mut contexts[0], position);
    let (Ok(moves), true) = (&moves, moves.as_ref().is_ok_and(|moves| moves.len() > 1)) else {
        return contexts[0]
            .answer(|cx| pvs::visit(cx, position, cx.root(), Window::FULL, FailLow::Soft));
    };
    let first = try_move(&mut contexts[0], position, moves[0], Window::FULL);
    let Ok(first) = first else {
        return SearchResult { value: None, line: Vec::new(), complete: false };
    };
    contexts[0].improve(contexts[0].root(), moves[0], first);
    let first_line = contexts[0].line();
    let count = contexts.len();
    let share = |number: usize| (1 + number..moves.len()).step_by(count);
    let mut found: Vec<Option<(Best<C::Value>, bool)>> = thread::scope(|scope| {
        let mut running = vec![];
        for (number, cx) in contexts.iter_mut().enumerate() {
            let mut position = position.clone();
            let search = move || search_moves(cx, &mut position, moves, share(number), first);
            running.push(thread::Builder::new().spawn_scoped(scope, search).ok());
        }
        let join = |thread: ScopedJoinHandle<_>| thread.join().expect("a search does not panic");
        running.into_iter().map(|thread| thread.map(join)).collect()
    });
    for ((number, cx), found) in contexts.iter_mut().enumerate().zip(&mut found) {
        // The share of a thread that the system did not give.
        found.get_or_insert_with(|| search_moves(cx, position, moves, share(number), first));
    }
    let found: Vec<_> = found.into_iter().flatten().collect();
    let complete = found.iter().all(|(_, complete)| *complete);
    let mut best = (first, 0, None);
    for (number, (found, _)) in found.into_iter().enumerate() {
        let Some((value, place)) = found else { continue };
        let earlier = value == best.0 && best.2.is_some() && place < best.1;
        if value > best.0 || earlier {
            best = (value, place, Some(number));
        }
    }
    let (value, place, winner) = best;
    let line = winner.map_or(first_line, |winner| contexts[winner].line());
    if complete {
        let (path, best) = (contexts[0].root(), Some(moves[place]));
        contexts[0].store(position, path, Found { value, bound: Bound::Exact, best });
    }
    SearchResult { value: Some(value), line, complete }
}

/// The moves of the root, the hash move first.
fn root_moves<P: Position, C: Search<P>>(
    cx: &mut C,
    position: &mut P,
) -> Result<Vec<P::Move>, Stopped> {
    let path = cx.root();
    cx.enter(position, path)?;
    if cx.is_over(path) {
        return Ok(Vec::new());
    }
    let hint = cx.known(position, path, Window::FULL).best;
    Ok(cx.moves(position, path, hint).collect())
}

/// The value of a root move in a window.
fn try_move<P: Position, C: Search<P>>(
    cx: &mut C,
    position: &mut P,
    m: P::Move,
    window: Window<C::Value>,
) -> Result<C::Value, Stopped> {
    let next = cx.step(position, m, cx.root());
    below(position, m, window, |p, w| pvs::visit(cx, p, next, w, FailLow::Soft))
}

/// Searches the moves of a thread. Returns the best one that beats the first root move, and whether
/// the search was completed.
fn search_moves<P: Position, C: Search<P>>(
    cx: &mut C,
    position: &mut P,
    moves: &[P::Move],
    places: impl Iterator<Item = usize>,
    first: C::Value,
) -> (Best<C::Value>, bool) {
    let (mut floor, mut best) = (first, None);
    for place in places {
        let scouted = try_move(cx, position, moves[place], Window::null_above(floor));
        let value = match scouted {
            Ok(value) if value > floor => {
                let above = Window { alpha: value, beta: C::Value::MAX };
                try_move(cx, position, moves[place], above).map(|again| value.max(again))
            }
            value => value,
        };
        let Ok(value) = value else { return (best, false) };
        if value > floor {
            (floor, best) = (value, Some((value, place)));
            cx.improve(cx.root(), moves[place], value);
        }
    }
    (best, true)
}
