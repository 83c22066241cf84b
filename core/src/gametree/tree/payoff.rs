//! The static evaluation of a synthetic tree: the payoffs of its nodes.

use super::Tree;
use crate::gametree::position::{Evaluate, Side};
use crate::gametree::score::{Score, Value};
use std::marker::PhantomData;

/// A node's payoff for the side to move, as integers.
pub type Payoffs = TreePayoffs<Score>;

/// A node's payoff for the side to move, as real numbers, for searches that scale them. Exact up to 2^53.
pub type RealPayoffs = TreePayoffs<f64>;

/// The payoffs of a tree as values of a type.
///
/// A tree may lack payoffs. The evaluation cannot fail, so a node without payoff has the value 0 and
/// its number is kept: check [`missing`](Self::missing) after a search.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct TreePayoffs<V> {
    /// Number of the first evaluated node without payoff.
    pub missing: Option<u64>,
    values: PhantomData<V>,
}

impl<T: Tree, V: Value> Evaluate<T> for TreePayoffs<V> {
    type Value = V;

    #[inline]
    fn evaluate(&mut self, node: &T) -> V {
        let payoff = node.payoff().unwrap_or_else(|| {
            self.missing.get_or_insert(node.number());
            Score(0)
        });
        let payoff = V::of(payoff.0);
        if node.side() == Side::Max { payoff } else { -payoff }
    }
}
