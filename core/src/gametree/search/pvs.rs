//! Principal variation search: the first move with the window, the others with a null window first.
//!
//! Source: Marsland & Campbell, "Parallel search of strongly ordered game trees", ACM Computing
//! Surveys 14 (1982); the thesis on Siguo, figure 2.8.
//! In the paper → here: g → `floor`, (g, g + 1) → `scout`.
//! Laws tested: value = minimax; its distinct leaves are a subset of those of alpha-beta.
//! Memory: that of alpha-beta.

use super::descent::{below, enter};
use super::memory::Found;
use super::{Search, SearchResult, Stopped};
use crate::gametree::position::Position;
use crate::gametree::score::{Value, Window};

/// The value of a node that fails low: all its moves are at most alpha.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum FailLow {
    /// The best value found, below alpha (fail-soft); fewer moves are searched again.
    #[default]
    Soft,
    /// Alpha, as the thesis prints it.
    Hard,
}

/// Principal variation search in a window (Marsland & Campbell 1982). Values are for the side to
/// move.
///
/// ```
/// use junqi_core::gametree::score::Window;
/// use junqi_core::gametree::search::{Context, FailLow, Limit, Meter, Plies, pvs};
/// use junqi_core::gametree::tree::{Generated, Ordered, Payoffs, Shape};
///
/// // The best move is always the first: no re-search, and only the minimal tree is visited.
/// let shape = Shape::new(4, 6)?;
/// let mut root = Generated::new(Ordered::new(100, shape, 7)?);
/// let mut cx = Context::new(Payoffs::default(), Plies(6)).with_observer(Meter::new(Limit::default()));
/// let answer = pvs(&mut cx, &mut root, Window::FULL, FailLow::Soft);
/// assert!(answer.complete);
/// assert_eq!(cx.observer.visits.leaves, shape.minimal_leaves());
/// # Ok::<(), junqi_core::gametree::tree::TreeError>(())
/// ```
pub fn pvs<P: Position, C: Search<P>>(
    cx: &mut C,
    position: &mut P,
    window: Window<C::Value>,
    fail_low: FailLow,
) -> SearchResult<P::Move, C::Value> {
    cx.answer(|cx| visit(cx, position, cx.root(), window, fail_low))
}

#[inline]
pub(super) fn visit<P: Position, C: Search<P>>(
    cx: &mut C,
    position: &mut P,
    path: C::Path,
    window: Window<C::Value>,
    fail_low: FailLow,
) -> Result<C::Value, Stopped> {
    enter(cx, position, path, window, |cx, p, first| expand(cx, p, path, window, fail_low, first))
}

#[inline(never)]
fn expand<P: Position, C: Search<P>>(
    cx: &mut C,
    position: &mut P,
    path: C::Path,
    window: Window<C::Value>,
    fail_low: FailLow,
    first: Option<P::Move>,
) -> Result<C::Value, Stopped> {
    let least = match fail_low {
        FailLow::Soft => C::Value::MIN,
        FailLow::Hard => window.alpha,
    };
    let (mut best, mut best_move) = (cx.stand_pat(position, path, Window::FULL), None);
    if best > C::Value::MIN && best >= window.beta {
        return Ok(best);
    }
    for m in cx.moves(position, path, first) {
        let next = cx.step(position, m, path);
        let search = |p: &mut P, w| visit(cx, p, next, w, fail_low);
        let value = scouted(position, m, window, best, Above::Bound, search)?;
        if value > best {
            best_move = Some(m);
            cx.improve(path, m, value);
        }
        best = best.max(value).max(least);
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

/// What a value above a null window is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Above {
    /// A lower bound of the true value.
    Bound,
    /// An estimate, which only shows that the true value is above the window.
    Estimate,
}

/// The value of a move in a window, after moves of which the best has the value `best`: searched with a null
/// window, and again if it is better, from what is proved of it on. The first move has the whole window.
#[inline]
pub(super) fn scouted<P: Position, V: Value>(
    position: &mut P,
    m: P::Move,
    window: Window<V>,
    best: V,
    above: Above,
    mut search: impl FnMut(&mut P, Window<V>) -> Result<V, Stopped>,
) -> Result<V, Stopped> {
    let floor = best.max(window.alpha);
    let scout = if best == V::MIN { window } else { Window::null_above(floor) };
    let value = below(position, m, scout, &mut search)?;
    let proved = if above == Above::Bound { value } else { scout.beta };
    if value < scout.beta || proved >= window.beta {
        return Ok(value);
    }
    let window = Window { alpha: proved, beta: window.beta };
    Ok(proved.max(below(position, m, window, search)?))
}
