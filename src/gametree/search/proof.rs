//! The inputs and the outputs of B* and PB*.

use super::ValueInterval;
use crate::gametree::score::Value;

/// Bounds of a node's value.
pub trait Bounds<P> {
    /// The unit of the bounds.
    type Value: Value;

    /// The bounds as Max sees them.
    fn bounds(&mut self, position: &P) -> ValueInterval<Self::Value>;
}

/// How B* chooses what to prove: that the best root move is better than the rest, or that the
/// rest is worse. The second is only tried where the move with the highest optimistic bound has
/// the highest pessimistic one too.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Strategy {
    /// Always the best move.
    ProveBest,
    /// The rest wherever it may.
    DisproveRest,
    /// The rest if the sum of the squared depths of the alternatives among the `arcs` best root
    /// moves (all if none) is below the squared depth of the best; with `by_range`, each divided by
    /// the range of its arc.
    Criterion {
        /// Root moves considered, the best included.
        arcs: Option<usize>,
        /// Whether a squared depth is divided by the range of its arc.
        by_range: bool,
    },
}

/// Why a node was expanded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Purpose {
    /// It is the root.
    Root,
    /// To prove the best root move.
    ProveBest,
    /// To disprove the second best.
    DisproveRest,
}

/// How a search ended, with its expansions in order: node key and purpose.
#[derive(Debug, Clone, PartialEq)]
pub struct BStarProof<V> {
    /// The bounds of the root, for the side to move.
    pub interval: ValueInterval<V>,
    /// Whether the best move is separated from the others; if not, a leaf whose bounds do not meet
    /// was in the way, or the search was stopped.
    pub separated: bool,
    /// The expanded nodes with their purposes.
    pub expansions: Vec<(u64, Purpose)>,
    /// Bytes of the generated nodes.
    pub bytes: usize,
}
