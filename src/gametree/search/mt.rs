//! MT, and MTD(first, next): null-window alpha-beta with a memory, called until its bounds meet.
//!
//! Source: Plaat, Schaeffer, Pijls & de Bruin, "Best-first fixed-depth minimax algorithms",
//! Artificial Intelligence 87 (1996), figures 8 to 11; MTD(bi): Coplan's C* (1982).
//! In the paper → here: n → `position`, γ → `gamma`, f⁺, f⁻ → `upper`, `lower`. The question is the
//! strict "more than g?" where the paper asks "at least g + 1?", so that it holds for doubles too.
//! Laws tested: value = minimax for every first guess; MTD(+∞) visits the leaves of SSS* and
//! MTD(-∞) those of DUAL*, in the same order, ties included; every leaf is evaluated once.
//! Memory: an entry a visited node in [`Perfect`](super::Perfect), two bounds each.

use super::{Detailed, Search, SearchResult, alpha_beta, for_max};
use crate::gametree::position::Position;
use crate::gametree::score::{Value, Window};

/// How the next question follows from the last answer.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum NextBound<V> {
    /// As the memory-enhanced test driver of the first guess: just above a lower bound, at an upper
    /// bound. MT-SSS*, MT-DUAL* and MTD(f).
    Bound,
    /// The middle of the bounds, rounded up; the first bounds are these, and have to hold.
    Bisect(V, V),
    /// This much below an upper bound, but above the lower one.
    Step(V),
}

/// What was asked and answered, as Max sees it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct MtdPass<V> {
    /// "Is the value at least this?"
    pub asked: V,
    /// The bound that was found: a lower one if it is at least what was asked.
    pub found: V,
}

/// Asks once whether the value, as Max sees it, is at least `gamma`; at the bottom of the range,
/// where that asks nothing, whether it is more. The answer's value is a bound, for the side to
/// move; its line is empty unless a move ended the walk early.
pub fn mt<P: Position, C: Search<P>>(
    cx: &mut C,
    position: &mut P,
    gamma: C::Value,
) -> SearchResult<P::Move, C::Value> {
    let window = for_max(position.side(), Window::asking(gamma));
    let answer = alpha_beta(cx, position, window);
    let decided = answer.value.is_some_and(|value| value >= window.beta);
    if decided { answer } else { SearchResult { line: Vec::new(), ..answer } }
}

/// Asks until the value is known, from a first question on. `cx` needs a memory that forgets
/// nothing. Gives the passes as well.
pub fn mtd<P: Position, C: Search<P>>(
    cx: &mut C,
    position: &mut P,
    first: C::Value,
    next: NextBound<C::Value>,
) -> Detailed<P, C::Value, Vec<MtdPass<C::Value>>> {
    let side = position.side();
    let (mut lower, mut upper) = match next {
        NextBound::Bisect(low, high) => (low, high),
        _ => (C::Value::MIN, C::Value::MAX),
    };
    let (mut gamma, mut passes, mut line) = (first, Vec::new(), Vec::new());
    loop {
        let answer = mt(cx, position, gamma);
        let Some(found) = answer.value.filter(|_| answer.complete) else {
            return (SearchResult { value: None, line, complete: false }, passes);
        };
        let found = for_max(side, found);
        passes.push(MtdPass { asked: gamma, found });
        if !answer.line.is_empty() {
            line = answer.line;
        }
        let won = found >= gamma.max(C::Value::MIN.above());
        if won {
            (lower, upper) = (found, if found > upper { C::Value::MAX } else { upper });
        } else {
            (lower, upper) = (if found < lower { C::Value::MIN } else { lower }, found);
        }
        if lower >= upper {
            let value = Some(for_max(side, found));
            return (SearchResult { value, line, complete: true }, passes);
        }
        gamma = match next {
            NextBound::Bisect(..) if lower > C::Value::MIN && upper < C::Value::MAX => {
                middle(lower, upper).max(lower.above())
            }
            NextBound::Step(by) => lower.above().max(found - by),
            _ if won => found.above(),
            _ => found,
        };
    }
}

/// The middle of two values, rounded up to a whole one.
pub fn middle<V: Value>(lower: V, upper: V) -> V {
    lower + (upper - lower).scaled(0.5)
}
