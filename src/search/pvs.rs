//! Principal variation search: the first move with the window, the others only asked whether they
//! are better.
//!
//! Source: Marsland & Campbell, "Parallel search of strongly ordered game trees", ACM Computing
//! Surveys 14 (1982); the thesis on Siguo, figure 2.8.
//! In the paper → here: g → `best`, (g, g + 1) → `scout`.
//! Laws tested: value = minimax; its distinct leaves are a subset of those of alpha-beta.
//! Memory: that of alpha-beta.

use super::context::below;
use super::memory::Found;
use super::{Answer, Search, Stopped};
use crate::position::Position;
use crate::score::{Value, Window};

/// Searches a position in a window; values are for the side to move. With `clamp`, as the thesis
/// prints it, no node is worth less than its alpha; without, it is fail-soft and searches a move
/// again less often.
pub fn pvs<P: Position, C: Search<P>>(
    cx: &mut C,
    position: &mut P,
    window: Window<C::Value>,
    clamp: bool,
) -> Answer<P::Move, C::Value> {
    cx.answer(|cx| visit(cx, position, cx.root(), window, clamp))
}

fn visit<P: Position, C: Search<P>>(
    cx: &mut C,
    position: &mut P,
    path: C::Path,
    asked: Window<C::Value>,
    clamp: bool,
) -> Result<C::Value, Stopped> {
    cx.enter(position, path)?;
    let known = cx.known(position, path, asked);
    if let Some(value) = known.value {
        return Ok(value);
    }
    if cx.is_over(path) {
        return Ok(cx.leaf(position, path));
    }
    let (mut best, mut best_move) = (C::Value::MIN, None);
    for m in cx.moves(position, path, known.best) {
        let next = cx.step(position, m, path);
        let mut search = |window| below(position, m, window, |p, w| visit(cx, p, next, w, clamp));
        let value = if best_move.is_none() {
            search(asked)?
        } else {
            let floor = best.max(asked.alpha);
            let value = search(Window::null_above(floor))?;
            if value > floor && value < asked.beta {
                search(Window { alpha: value, beta: asked.beta })?.max(value)
            } else {
                value
            }
        };
        if best_move.is_none() || value > best {
            best_move = Some(m);
            cx.improve(path, m, value);
        }
        best = best.max(value);
        if clamp {
            best = best.max(asked.alpha);
        }
        if best >= asked.beta {
            cx.cutoff(position, path, m);
            break;
        }
    }
    if best_move.is_none() {
        return Ok(cx.leaf(position, path));
    }
    cx.store(position, path, Found::with(asked, best, best_move));
    Ok(best)
}
