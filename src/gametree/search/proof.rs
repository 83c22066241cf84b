//! Inputs and results of B* and PB*.

use super::ValueInterval;

/// How B* chooses between `ProveBest` (raise the pessimistic bound of the best root move) and
/// `DisproveRest` (lower the optimistic bounds of the others). `DisproveRest` is tried only if the
/// move with the highest optimistic bound also has the highest pessimistic one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Strategy {
    /// Always `ProveBest`.
    ProveBest,
    /// `DisproveRest` wherever it is possible.
    DisproveRest,
    /// `DisproveRest` if the sum of the squared depths of the alternatives among the `arcs` best root
    /// moves (all if none) is below the squared depth of the best; with `by_range`, each square is
    /// divided by the range of its arc.
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
    /// The root is always expanded.
    Root,
    /// To prove the best root move.
    ProveBest,
    /// To disprove the second best.
    DisproveRest,
}

/// The result of a B* search.
#[derive(Debug, Clone, PartialEq)]
pub struct BStarProof<V> {
    /// The bounds of the root, for the side to move.
    pub interval: ValueInterval<V>,
    /// Whether the best move is separated from the others. If not, a leaf with unequal bounds
    /// prevented it, or the search was stopped.
    pub separated: bool,
    /// The expanded nodes in order, as node key and purpose.
    pub expansions: Vec<(u64, Purpose)>,
    /// Memory of the generated nodes, in bytes.
    pub bytes: usize,
}
