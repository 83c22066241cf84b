//! The policy of remembering nodes, and its forms without values.

use crate::gametree::position::Node;
use crate::gametree::score::{Bound, Value, Window};

/// The answer of a memory about a node.
#[derive(Debug, Clone, Copy)]
pub struct TableHit<Mv, V> {
    /// The value, if the entry decides the node in the given window.
    pub value: Option<V>,
    /// The best move of an earlier search.
    pub best: Option<Mv>,
}

impl<Mv, V> TableHit<Mv, V> {
    /// The answer for an unknown node.
    pub const NOTHING: Self = Self { value: None, best: None };
}

/// The use of a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TableUse {
    /// Nodes in the table.
    pub entries: usize,
    /// Probes that decided a node.
    pub hits: u64,
}

/// A memory of searched nodes. Values are for the side to move.
pub trait Memory<P: Node, V: Value> {
    /// Looks up a node that would be searched `left` moves deep.
    fn probe(&mut self, position: &P, left: u32, window: Window<V>) -> TableHit<P::Move, V>;
    /// Stores the result of a search `left` moves deep.
    fn store(&mut self, position: &P, left: u32, found: Found<P::Move, V>);
    /// Bytes of its entries.
    fn bytes(&self) -> usize {
        0
    }
    /// Entries and hits, if it counts them.
    fn table_use(&self) -> Option<TableUse> {
        None
    }
}

/// The result of a search at a node.
#[derive(Debug, Clone, Copy)]
pub struct Found<Mv, V> {
    /// The value, or a bound of it.
    pub value: V,
    /// Whether the value is exact or a bound.
    pub bound: Bound,
    /// The best move; none at a leaf.
    pub best: Option<Mv>,
}

impl<Mv, V: Value> Found<Mv, V> {
    /// Classifies a fail-soft value that was found with a window.
    #[inline]
    pub(in crate::gametree::search) fn with(window: Window<V>, value: V, best: Option<Mv>) -> Self {
        let bound = if value >= window.beta {
            Bound::Lower
        } else if value <= window.alpha {
            Bound::Upper
        } else {
            Bound::Exact
        };
        Self { value, bound, best }
    }
}

/// No memory.
#[derive(Debug, Clone, Copy, Default)]
pub struct Forget;

impl<P: Node, V: Value> Memory<P, V> for Forget {
    #[inline]
    fn probe(&mut self, _position: &P, _left: u32, _window: Window<V>) -> TableHit<P::Move, V> {
        TableHit::NOTHING
    }
    #[inline]
    fn store(&mut self, _position: &P, _left: u32, _found: Found<P::Move, V>) {}
}

/// A memory that answers with the best move only, never with a value: for horizons at which the
/// number of moves left does not determine how deep a search went.
#[derive(Debug, Clone)]
pub struct Hints<M>(pub M);

impl<P: Node, V: Value, M: Memory<P, V>> Memory<P, V> for Hints<M> {
    fn probe(&mut self, position: &P, left: u32, window: Window<V>) -> TableHit<P::Move, V> {
        TableHit { value: None, ..self.0.probe(position, left, window) }
    }
    fn store(&mut self, position: &P, left: u32, found: Found<P::Move, V>) {
        self.0.store(position, left, found);
    }
    fn bytes(&self) -> usize {
        self.0.bytes()
    }
}
