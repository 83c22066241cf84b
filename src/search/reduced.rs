//! Principal variation search with late moves reduced: what comes late in a good order is first
//! searched less deep, and as deep as the others only if it turns out better than expected.
//!
//! Source: practice of chess programs since Fruit (Letouzey, 2005), described as "late move
//! reductions" by Levy, Broughton & Taylor ("The SEX algorithm in computer chess", ICCA Journal 12,
//! 1989, for the idea that moves cost depth by their interest). The numbers are *our reading*.
//! Laws tested: with no move late, PVS node by node; its value is that of some line of moves.
//! Memory: that of alpha-beta.

use super::context::{below, enter};
use super::memory::Found;
use super::{Answer, Search, Stopped};
use crate::position::Position;
use crate::score::{Value, Window};

/// Which moves are late. Moves of equal kind come in groups of this size: the first is searched in
/// full, those of the second group one ply less deep, those of the third and all later two.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LateMoves {
    /// Moves that are searched in full.
    pub from: u32,
    /// Moves that are searched at most one ply less deep.
    pub later: u32,
}

impl LateMoves {
    /// No move is late.
    pub const NONE: Self = Self { from: u32::MAX, later: u32::MAX };

    /// Plies that a move costs beyond its own, where so many are left.
    fn extra(self, place: u32, left: u32) -> u32 {
        let wanted = u32::from(place >= self.from) + u32::from(place >= self.later);
        wanted.min(left.saturating_sub(2))
    }
}

/// Searches a position in a window, fail-soft; values are for the side to move.
pub fn pvs_reduced<P: Position, C: Search<P>>(
    cx: &mut C,
    position: &mut P,
    window: Window<C::Value>,
    late: LateMoves,
) -> Answer<P::Move, C::Value> {
    cx.answer(|cx| visit(cx, position, cx.root(), window, late))
}

#[inline]
fn visit<P: Position, C: Search<P>>(
    cx: &mut C,
    position: &mut P,
    path: C::Path,
    asked: Window<C::Value>,
    late: LateMoves,
) -> Result<C::Value, Stopped> {
    enter(cx, position, path, asked, |cx, p, first| expand(cx, p, (path, asked), late, first))
}

#[inline(never)]
fn expand<P: Position, C: Search<P>>(
    cx: &mut C,
    position: &mut P,
    (path, asked): (C::Path, Window<C::Value>),
    late: LateMoves,
    first: Option<P::Move>,
) -> Result<C::Value, Stopped> {
    let (mut best, mut best_move) = (cx.stand(position, path), None);
    if best > C::Value::MIN && best >= asked.beta {
        return Ok(best);
    }
    for (place, m) in (0..).zip(cx.moves(position, path, first)) {
        let next = cx.step(position, m, path);
        let floor = best.max(asked.alpha);
        let scout = if best == C::Value::MIN { asked } else { Window::null_above(floor) };
        let extra = late.extra(place, cx.left(path));
        let short = (0..extra).fold(next, |path, _| cx.step(position, m, path));
        let mut value = below(position, m, scout, |p, w| visit(cx, p, short, w, late))?;
        if extra > 0 && value > floor {
            value = below(position, m, scout, |p, w| visit(cx, p, next, w, late))?;
        }
        if value >= scout.beta && value < asked.beta {
            let window = Window { alpha: value, beta: asked.beta };
            let again = below(position, m, window, |p, w| visit(cx, p, next, w, late))?;
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
