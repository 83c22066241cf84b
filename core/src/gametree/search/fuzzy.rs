//! Fuzzy search: alpha-beta over values with their spread, which ends where a value is certain enough.
//!
//! Source: Junghanns, Posthoff & Schlosser, "Search with fuzzy numbers", FUZZ-IEEE 1995. *Our reading*
//! of its abstract; the thesis names a paper of Junghanns and others of 1997, which was not at hand. A
//! fuzzy value is triangular, a lower end, a most likely value and an upper end; the best of several
//! is taken end by end; a node whose spread is within the tolerance is a leaf; a node whose spread lies
//! beyond the window is not expanded; the move is the one with the highest lower end.
//! Laws tested: without spreads it is alpha-beta, leaf by leaf; the ends are minimax of the ends of the
//! leaves, so the value lies between them if those of the leaves do; the spread of the root is within
//! the tolerance, and a smaller tolerance narrows it; the move loses at most the tolerance.
//! Memory: one frame per ply.

use super::{Detailed, Observer, SearchResult, Stopped};
use crate::gametree::position::Position;
use crate::gametree::score::Value;
use std::ops::Neg;

/// A value with its spread: a triangular fuzzy number.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct FuzzyValue<V> {
    /// The lower end.
    pub lower: V,
    /// The most likely value.
    pub value: V,
    /// The upper end.
    pub upper: V,
}

impl<V: Value> FuzzyValue<V> {
    /// A certain value.
    pub fn point(value: V) -> Self {
        Self { lower: value, value, upper: value }
    }

    /// An unknown value.
    pub fn open() -> Self {
        Self { lower: V::MIN, value: V::of(0), upper: V::MAX }
    }

    /// The distance between the ends.
    pub fn spread(self) -> V {
        self.upper - self.lower
    }

    /// The greater of two values, end by end.
    #[must_use]
    pub fn max(self, other: Self) -> Self {
        Self {
            lower: self.lower.max(other.lower),
            value: self.value.max(other.value),
            upper: self.upper.max(other.upper),
        }
    }

    /// Whether it is at least as great as another, end by end.
    pub fn reaches(self, other: Self) -> bool {
        self.lower >= other.lower && self.value >= other.value && self.upper >= other.upper
    }
}

/// The value as the other side sees it.
impl<V: Value> Neg for FuzzyValue<V> {
    type Output = Self;
    fn neg(self) -> Self {
        Self { lower: -self.upper, value: -self.value, upper: -self.lower }
    }
}

/// A static evaluation with its spread.
pub trait FuzzyEvaluate<P> {
    /// The unit of the evaluation.
    type Value: Value;

    /// The value and its ends for the side to move. For exact answers, the ends at a node must contain
    /// those of its best child.
    fn fuzzy(&mut self, position: &P) -> FuzzyValue<Self::Value>;
}

/// Searches until every value that matters has a spread of at most `tolerance`, or is that of a node
/// without moves. The root is always expanded. Also returns the value of the root with its spread, for
/// the side to move.
///
/// ```
/// use junqi_core::gametree::score::{Score, Value};
/// use junqi_core::gametree::search::{FuzzyEvaluate, FuzzyValue, NodeCounter, fuzzy};
/// use junqi_core::gametree::tree::{Generated, Incremental, Shape, Tree};
///
/// struct Ends;
///
/// impl<T: Tree> FuzzyEvaluate<T> for Ends {
///     type Value = Score;
///     fn fuzzy(&mut self, node: &T) -> FuzzyValue<Score> {
///         let (lower, upper) = node.interval().expect("these trees have intervals");
///         let for_max = FuzzyValue { lower, value: node.payoff().expect("and payoffs"), upper };
///         junqi_core::gametree::search::for_max(node.side(), for_max)
///     }
/// }
///
/// let root = Generated::new(Incremental::new(1000, Shape::new(4, 6)?, 1)?);
/// let nodes = |tolerance| {
///     let mut counter = NodeCounter::default();
///     let (_, found) = fuzzy(&mut Ends, &mut counter, &mut root.clone(), Score(tolerance));
///     assert!(found.spread() <= Score(tolerance));
///     counter.nodes
/// };
/// assert!(nodes(1500) < nodes(0));
/// # Ok::<(), junqi_core::gametree::tree::TreeError>(())
/// ```
pub fn fuzzy<P, E, W>(
    evaluate: &mut E,
    observer: &mut W,
    position: &mut P,
    tolerance: E::Value,
) -> Detailed<P, E::Value, FuzzyValue<E::Value>>
where
    P: Position,
    E: FuzzyEvaluate<P>,
    W: Observer<P, E::Value>,
{
    let all = [E::Value::MIN, E::Value::MAX].map(FuzzyValue::point);
    let mut search = Fuzzy { evaluate, observer, tolerance };
    let found = search.visit(position, 0, all);
    let (line, best) = (observer.line(), observer.best());
    match found {
        Ok(found) => (SearchResult { value: Some(found.value), line, complete: true }, found),
        Err(Stopped) => (SearchResult { value: best, line, complete: false }, FuzzyValue::open()),
    }
}

struct Fuzzy<'a, E, W, V> {
    evaluate: &'a mut E,
    observer: &'a mut W,
    tolerance: V,
}

impl<E, W, V: Value> Fuzzy<'_, E, W, V> {
    /// The value of a node between alpha and beta: end by end exact inside, a bound outside.
    fn visit<P: Position>(
        &mut self,
        position: &mut P,
        ply: u32,
        [mut alpha, beta]: [FuzzyValue<V>; 2],
    ) -> Result<FuzzyValue<V>, Stopped>
    where
        E: FuzzyEvaluate<P, Value = V>,
        W: Observer<P, V>,
    {
        self.observer.enter(position, ply)?;
        let known = self.evaluate.fuzzy(position);
        let ends = position.moves().next().is_none();
        let beyond = match () {
            () if ends || (ply > 0 && known.spread() <= self.tolerance) => Some(known),
            () if ply > 0 && known.lower >= beta.upper => Some(FuzzyValue::point(known.lower)),
            () if ply > 0 && known.upper <= alpha.lower => Some(FuzzyValue::point(known.upper)),
            () => None,
        };
        if let Some(value) = beyond {
            self.observer.leaf(position);
            return Ok(value);
        }
        let mut best = FuzzyValue::point(V::MIN);
        for m in position.moves() {
            let value = self.after(position, m, ply + 1, [alpha, beta])?;
            let better = value.lower > best.lower;
            best = best.max(value);
            if better {
                self.observer.improve(ply, m, best.value);
            }
            alpha = alpha.max(value);
            if alpha.reaches(beta) {
                break;
            }
        }
        Ok(best)
    }

    /// The value of a move for its mover.
    fn after<P: Position>(
        &mut self,
        position: &mut P,
        m: P::Move,
        ply: u32,
        [alpha, beta]: [FuzzyValue<V>; 2],
    ) -> Result<FuzzyValue<V>, Stopped>
    where
        E: FuzzyEvaluate<P, Value = V>,
        W: Observer<P, V>,
    {
        let side = position.side();
        let undo = position.make(m);
        let same = position.side() == side;
        let window = if same { [alpha, beta] } else { [-beta, -alpha] };
        let found = self.visit(position, ply, window);
        position.unmake(m, undo);
        Ok(if same { found? } else { -found? })
    }
}
