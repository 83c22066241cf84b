//! Selective principal variation search: what is unlikely to matter is searched less deep or not at
//! all.
//!
//! * *Late moves*: what comes late in a good order is first searched less deep, and as deep as the
//!   others only if it turns out better than expected. Source: practice of chess programs since Fruit
//!   (Letouzey, 2005); Levy, Broughton & Taylor, "The SEX algorithm in computer chess", ICCA Journal
//!   12 (1989), let moves cost depth by their interest.
//! * *Futility*: a ply before the horizon, where a node is so much worse than the window that no
//!   quiet move can mend it, only quiescence is searched. Source: Heinz, "Extended futility pruning",
//!   ICCA Journal 21 (1998).
//! * The same from the other side: near the horizon a node that is so much better than the window
//!   stays so.
//!
//! The margins are *our reading*. Where the side to move is pressed nothing is cut.
//! Laws tested: with nothing selected, PVS node by node.
//! Memory: that of alpha-beta.

use super::context::{below, enter};
use super::memory::Found;
use super::{Search, SearchResult, Stopped};
use crate::gametree::position::{Noisy, Position};
use crate::gametree::score::{Value, Window};

/// What is searched less deep or not at all.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Selection<V> {
    /// Moves of a node that are searched in full.
    pub late: u32,
    /// Moves that are searched at most one ply less deep, the others at most two.
    pub later: u32,
    /// What a quiet move can bring at most, for each ply that is left; none cuts nothing.
    pub margin: Option<V>,
}

/// Plies from the horizon within which a node that is much better than the window is left so.
const NEAR: u32 = 2;

impl<V: Value> Selection<V> {
    /// Everything is searched.
    pub const NONE: Self = Self { late: u32::MAX, later: u32::MAX, margin: None };

    /// Plies that a move costs beyond its own, where so many are left.
    fn extra(&self, place: u32, left: u32) -> u32 {
        let wanted = u32::from(place >= self.late) + u32::from(place >= self.later);
        wanted.min(left.saturating_sub(2))
    }
}

/// What is carried from node to node unchanged.
type Kept<C, P> = Selection<<C as Search<P>>::Value>;

/// Searches a position in a window, fail-soft; values are for the side to move.
pub fn pvs_selective<P: Position + Noisy, C: Search<P>>(
    cx: &mut C,
    position: &mut P,
    window: Window<C::Value>,
    select: &Selection<C::Value>,
) -> SearchResult<P::Move, C::Value> {
    cx.answer(|cx| visit(cx, position, (cx.root(), window), select))
}

#[inline]
fn visit<P: Position + Noisy, C: Search<P>>(
    cx: &mut C,
    position: &mut P,
    (path, asked): (C::Path, Window<C::Value>),
    select: &Kept<C, P>,
) -> Result<C::Value, Stopped> {
    enter(cx, position, path, asked, |cx, p, first| match cut(cx, p, (path, asked), select) {
        Cut::Value(value) => Ok(value),
        Cut::Quiet(path) => expand(cx, p, (path, asked), select, first),
        Cut::Nothing => expand(cx, p, (path, asked), select, first),
    })
}

/// What is done with a node instead of searching it in full.
enum Cut<V, T> {
    /// It is worth this.
    Value(V),
    /// Only quiescence is searched, on this path.
    Quiet(T),
    Nothing,
}

fn cut<P: Position + Noisy, C: Search<P>>(
    cx: &mut C,
    position: &P,
    (path, asked): (C::Path, Window<C::Value>),
    select: &Kept<C, P>,
) -> Cut<C::Value, C::Path> {
    let left = cx.left(path);
    let Some(margin) = select.margin.filter(|_| (1..=NEAR).contains(&left)) else {
        return Cut::Nothing;
    };
    if position.is_pressed() {
        return Cut::Nothing;
    }
    let estimate = cx.estimate(position, path);
    let margin = if left == 1 { margin } else { margin + margin };
    if estimate - margin >= asked.beta {
        return Cut::Value(estimate - margin);
    }
    if left == 1 && estimate + margin <= asked.alpha {
        return Cut::Quiet(cx.cut(path));
    }
    Cut::Nothing
}

#[inline(never)]
fn expand<P: Position + Noisy, C: Search<P>>(
    cx: &mut C,
    position: &mut P,
    (path, asked): (C::Path, Window<C::Value>),
    select: &Kept<C, P>,
    first: Option<P::Move>,
) -> Result<C::Value, Stopped> {
    let (mut best, mut best_move) = (cx.stand_pat(position, path), None);
    if best > C::Value::MIN && best >= asked.beta {
        return Ok(best);
    }
    for (place, m) in (0..).zip(cx.moves(position, path, first)) {
        let floor = best.max(asked.alpha);
        let scout = if best == C::Value::MIN { asked } else { Window::null_above(floor) };
        let next = cx.step(position, m, path);
        let extra = select.extra(place, cx.left(path));
        let short = (0..extra).fold(next, |path, _| cx.step(position, m, path));
        let mut value = below(position, m, scout, |p, w| visit(cx, p, (short, w), select))?;
        if extra > 0 && value > floor {
            value = below(position, m, scout, |p, w| visit(cx, p, (next, w), select))?;
        }
        if value >= scout.beta && value < asked.beta {
            let window = Window { alpha: value, beta: asked.beta };
            let again = below(position, m, window, |p, w| visit(cx, p, (next, w), select))?;
            value = value.max(again);
        }
        if value > best {
            best_move = Some(m);
            cx.improve(path, m, value);
        }
        best = best.max(value);
        if best >= asked.beta {
            cx.cutoff(position, path, m);
            break;
        }
    }
    if best == C::Value::MIN {
        return Ok(cx.leaf(position, path)); // there was no move
    }
    cx.store(position, path, Found::with(asked, best, best_move));
    Ok(best)
}
