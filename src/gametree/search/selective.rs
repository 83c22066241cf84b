//! Selective principal variation search: late move reductions and futility pruning.
//!
//! * *Late move reduction*: late moves of a node are searched with reduced depth first, and again
//!   with full depth only if they score above alpha. Source: practice of chess programs since Fruit
//!   (Letouzey, 2005); in Levy, Broughton & Taylor, "The SEX algorithm in computer chess", ICCA
//!   Journal 12 (1989), the depth that a move costs depends on its interest.
//! * *Futility pruning*: one ply before the horizon, if the static evaluation plus the margin does
//!   not reach alpha, only quiescence search is done. Source: Heinz, "Extended futility pruning",
//!   ICCA Journal 21 (1998).
//! * *Reverse futility pruning*: near the horizon, if the static evaluation minus the margin is at
//!   least beta, the node is cut.
//!
//! The margins are *our reading*. A node whose side to move must respond to a threat is not pruned.
//! Laws tested: without reductions and pruning it visits the nodes of PVS.
//! Memory: that of alpha-beta.

use super::context::{below, enter};
use super::memory::Found;
use super::{Search, SearchResult, Stopped};
use crate::gametree::position::{Noisy, Position};
use crate::gametree::score::{Value, Window};

/// Settings of late move reductions and futility pruning.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Selection<V> {
    /// Number of first moves of a node that are searched to full depth.
    pub late: u32,
    /// Number of first moves that are reduced by at most one ply; the others by at most two.
    pub later: u32,
    /// Futility margin per remaining ply: the most that a quiet move can gain. None for no pruning.
    pub margin: Option<V>,
}

/// Largest remaining depth of reverse futility pruning, in plies.
const NEAR: u32 = 2;

impl<V: Value> Selection<V> {
    /// No reductions and no pruning.
    pub const NONE: Self = Self { late: u32::MAX, later: u32::MAX, margin: None };

    /// The depth reduction of a move by its place in the order, in plies, at a remaining depth.
    fn reduction(&self, place: u32, left: u32) -> u32 {
        let wanted = u32::from(place >= self.late) + u32::from(place >= self.later);
        wanted.min(left.saturating_sub(2))
    }
}

/// The settings of a search.
type SelectionOf<C, P> = Selection<<C as Search<P>>::Value>;

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
    (path, window): (C::Path, Window<C::Value>),
    select: &SelectionOf<C, P>,
) -> Result<C::Value, Stopped> {
    enter(cx, position, path, window, |cx, p, first| match cut(cx, p, (path, window), select) {
        Cut::Value(value) => Ok(value),
        Cut::Quiet(path) => expand(cx, p, (path, window), select, first),
        Cut::Nothing => expand(cx, p, (path, window), select, first),
    })
}

/// The pruning of a node.
enum Cut<V, T> {
    /// Pruned with this value.
    Value(V),
    /// Quiescence search only, on this path.
    Quiet(T),
    /// Searched to full depth.
    Nothing,
}

fn cut<P: Position + Noisy, C: Search<P>>(
    cx: &mut C,
    position: &P,
    (path, window): (C::Path, Window<C::Value>),
    select: &SelectionOf<C, P>,
) -> Cut<C::Value, C::Path> {
    let left = cx.left(path);
    let Some(margin) = select.margin.filter(|_| (1..=NEAR).contains(&left)) else {
        return Cut::Nothing;
    };
    if position.must_respond() {
        return Cut::Nothing;
    }
    let estimate = cx.estimate(position, path);
    let margin = if left == 1 { margin } else { margin + margin };
    if estimate - margin >= window.beta {
        return Cut::Value(estimate - margin);
    }
    if left == 1 && estimate + margin <= window.alpha {
        return Cut::Quiet(cx.cut(path));
    }
    Cut::Nothing
}

#[inline(never)]
fn expand<P: Position + Noisy, C: Search<P>>(
    cx: &mut C,
    position: &mut P,
    (path, window): (C::Path, Window<C::Value>),
    select: &SelectionOf<C, P>,
    first: Option<P::Move>,
) -> Result<C::Value, Stopped> {
    let (mut best, mut best_move) = (cx.stand_pat(position, path), None);
    if best > C::Value::MIN && best >= window.beta {
        return Ok(best);
    }
    for (place, m) in (0..).zip(cx.moves(position, path, first)) {
        let floor = best.max(window.alpha);
        let scout = if best == C::Value::MIN { window } else { Window::null_above(floor) };
        let next = cx.step(position, m, path);
        let reduction = select.reduction(place, cx.left(path));
        let short = (0..reduction).fold(next, |path, _| cx.step(position, m, path));
        let mut value = below(position, m, scout, |p, w| visit(cx, p, (short, w), select))?;
        if reduction > 0 && value > floor {
            value = below(position, m, scout, |p, w| visit(cx, p, (next, w), select))?;
        }
        if value >= scout.beta && value < window.beta {
            let window = Window { alpha: value, beta: window.beta };
            let again = below(position, m, window, |p, w| visit(cx, p, (next, w), select))?;
            value = value.max(again);
        }
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
