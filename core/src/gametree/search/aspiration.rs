//! Aspiration search: alpha-beta in a window around an estimate, re-searched if it fails.
//!
//! Source: Baudet, "The design and analysis of algorithms for asynchronous multiprocessors", thesis,
//! Carnegie Mellon (1978); the thesis on Siguo, figure 2.7.
//! In the paper → here: a, b → `window`; est, delta → `estimate`, `delta`.
//! Laws tested: value = minimax for every guess; a window that contains the value visits a subset
//! of the leaves of alpha-beta; never more than one search again.
//! Memory: that of alpha-beta.

use super::{Search, SearchResult, alpha_beta};
use crate::gametree::position::Position;
use crate::gametree::score::{Value, Window};

/// The outcome of the first window.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WindowOutcome {
    /// The value lies inside it.
    Hit,
    /// Fail high: the value is at least beta, for the side to move; re-searched above it.
    High,
    /// Fail low: the value is at most alpha; re-searched below it.
    Low,
}

/// Searches in the window `estimate` ± `delta`, for the side to move, with `delta` > 0.
pub fn aspiration<P: Position, C: Search<P>>(
    cx: &mut C,
    position: &mut P,
    estimate: C::Value,
    delta: C::Value,
) -> (SearchResult<P::Move, C::Value>, WindowOutcome) {
    let window = Window::around(estimate, delta);
    let first = alpha_beta(cx, position, window);
    let Some(value) = first.value.filter(|_| first.complete) else {
        return (first, WindowOutcome::Hit);
    };
    if window.contains(value) {
        return (first, WindowOutcome::Hit);
    }
    let high = value >= window.beta;
    let (again, aim) = if high {
        (Window { alpha: value, beta: C::Value::MAX }, WindowOutcome::High)
    } else {
        (Window { alpha: C::Value::MIN, beta: value }, WindowOutcome::Low)
    };
    let mut second = alpha_beta(cx, position, again);
    let improves = second.value.is_some_and(|found| found > value);
    if high && !improves {
        // The bound was the value: the move that reached it stays.
        second = SearchResult { value: Some(value), line: first.line, complete: second.complete };
    }
    (second, aim)
}
