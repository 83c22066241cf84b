//! MT, and MTD(first, next): null-window alpha-beta with a memory, called until its bounds meet.
//!
//! Source: Plaat, Schaeffer, Pijls & de Bruin, "Best-first fixed-depth minimax algorithms",
//! Artificial Intelligence 87 (1996), figures 8 to 11; MTD(bi): Coplan's C* (1982).
//! In the paper → here: n → `position`, γ → `gamma`, f⁺, f⁻ → `upper`, `lower`. The question is the
//! strict "more than g?" where the paper asks "at least g + 1?", so that it holds for doubles too.
//! Laws tested: value = minimax for every first guess; MTD(+∞) visits the leaves of SSS* and
//! MTD(-∞) those of DUAL*, in the same order, ties included; every leaf is evaluated once.
//! Memory: an entry per visited node in [`Perfect`](super::Perfect), two bounds each.

use super::{Detailed, Search, SearchResult, alpha_beta, for_max};
use crate::gametree::position::Position;
use crate::gametree::score::{Value, Window};

/// How the bound of the next pass follows from the last pass.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum NextBound<V> {
    /// The bound just found: tests just above a lower bound, at an upper bound. MT-SSS*, MT-DUAL* and
    /// MTD(f).
    Bound,
    /// The middle of the bounds, rounded up. The given first bounds must hold.
    Bisect(V, V),
    /// That far below an upper bound, but above the lower one.
    Step(V),
}

/// One pass of MTD, as Max sees it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct MtdPass<V> {
    /// The tested bound: is the value at least this?
    pub gamma: V,
    /// The bound found: a lower one if it is at least `gamma`, else an upper one.
    pub found: V,
}

/// MT: one null-window test whether the value, as Max sees it, is at least `gamma`; for the minimum,
/// where that is always true, whether it is more. The value of the result is a bound, for the side to
/// move; its line is empty unless a move caused a cutoff at the root.
pub fn mt<P: Position, C: Search<P>>(
    cx: &mut C,
    position: &mut P,
    gamma: C::Value,
) -> SearchResult<P::Move, C::Value> {
    let window = for_max(position.side(), Window::null_at(gamma));
    let answer = alpha_beta(cx, position, window);
    let decided = answer.value.is_some_and(|value| value >= window.beta);
    if decided { answer } else { SearchResult { line: Vec::new(), ..answer } }
}

/// MTD(first, next): null-window tests until the bounds meet (Plaat, Schaeffer, Pijls & de Bruin
/// 1996). `cx` needs a memory that forgets nothing. Also returns the passes.
///
/// ```
/// use junqi_core::gametree::score::Score;
/// use junqi_core::gametree::search::{Context, Limit, Meter, NextBound, Perfect, Plies, mtd};
/// use junqi_core::gametree::tree::{Generated, Payoffs, Shape, Uniform};
///
/// let tree = Generated::new(Uniform::thesis(100, Shape::new(3, 5)?, 7)?);
/// let mtd_f = |guess: Score| {
///     let cx = Context::new(Payoffs::default(), Plies(5)).with_memory(Perfect::default());
///     let mut cx = cx.with_observer(Meter::new(Limit::default()));
///     let (answer, passes) = mtd(&mut cx, &mut tree.clone(), guess, NextBound::Bound);
///     (answer.value.expect("nothing stops it"), passes.len())
/// };
/// let (value, _) = mtd_f(Score(0));
/// // Two passes suffice if the first guess is the value: one for each bound.
/// assert_eq!(mtd_f(value), (value, 2));
/// # Ok::<(), junqi_core::gametree::tree::TreeError>(())
/// ```
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
        passes.push(MtdPass { gamma, found });
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
