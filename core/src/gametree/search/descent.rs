//! From a node to the next: entering nodes, making moves, and whose view a value is.

use super::{Search, Stopped};
use crate::gametree::position::{Chance, Node, Position, Side};
use crate::gametree::score::{Value, Window};
use std::ops::Neg;

/// Enters a node. Returns its value if the memory knows it or the path ends here, otherwise the result
/// of `expand`, which gets the hash move. Searches call it in their loop over moves, so that leaves,
/// most of all nodes, cost no call; `expand` should not be inlined.
#[inline(always)]
#[expect(clippy::inline_always, reason = "measured: a tenth of the time with a table")]
pub(super) fn enter<P: Node, C: Search<P>>(
    cx: &mut C,
    position: &mut P,
    path: C::Path,
    window: Window<C::Value>,
    expand: impl FnOnce(&mut C, &mut P, Option<P::Move>) -> Result<C::Value, Stopped>,
) -> Result<C::Value, Stopped> {
    cx.enter(position, path)?;
    let known = cx.known(position, path, window);
    if let Some(value) = known.value {
        return Ok(value);
    }
    if cx.is_over(path) {
        return Ok(cx.leaf(position, path));
    }
    expand(cx, position, known.best)
}

/// Makes a move, searches below it and returns the value for its mover. Window and value change sign
/// only if the side to move changes.
#[inline]
pub(super) fn below<P: Position, V: Value>(
    position: &mut P,
    m: P::Move,
    window: Window<V>,
    search: impl FnOnce(&mut P, Window<V>) -> Result<V, Stopped>,
) -> Result<V, Stopped> {
    across(position, m, window, |p| p.make(m), search)
}

/// As [`below`], for one outcome of a move, and for a value or its bounds.
#[inline]
pub(super) fn below_outcome<P: Chance, V: Value, T: Neg<Output = T>>(
    position: &mut P,
    m: P::Move,
    outcome: P::Outcome,
    window: Window<V>,
    search: impl FnOnce(&mut P, Window<V>) -> Result<T, Stopped>,
) -> Result<T, Stopped> {
    across(position, m, window, |p| p.make_outcome(m, outcome), search)
}

#[inline]
fn across<P: Node, V: Value, T: Neg<Output = T>>(
    position: &mut P,
    m: P::Move,
    window: Window<V>,
    make: impl FnOnce(&mut P) -> P::Undo,
    search: impl FnOnce(&mut P, Window<V>) -> Result<T, Stopped>,
) -> Result<T, Stopped> {
    let side = (!P::ALTERNATES).then(|| position.side());
    let undo = make(position);
    if side == Some(position.side()) {
        let found = search(position, window);
        position.unmake(m, undo);
        return found;
    }
    let found = search(position, -window);
    position.unmake(m, undo);
    Ok(-found?)
}

/// Converts a value, window or interval between the view of a side and the view of Max.
pub fn for_max<T: Neg<Output = T>>(side: Side, value: T) -> T {
    if side == Side::Max { value } else { -value }
}
