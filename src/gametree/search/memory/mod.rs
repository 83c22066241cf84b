//! What is already known of a node.

mod perfect;
mod transposition;

pub use perfect::Perfect;
pub use transposition::Transposition;

use crate::gametree::position::Node;
use crate::gametree::score::{Bound, Value, Window};

/// What a memory answers.
#[derive(Debug, Clone, Copy)]
pub struct TableHit<Mv, V> {
    /// A value that decides the node in the window asked about.
    pub value: Option<V>,
    /// The move that was best here.
    pub best: Option<Mv>,
}

impl<Mv, V> TableHit<Mv, V> {
    /// Nothing.
    pub const NOTHING: Self = Self { value: None, best: None };
}

/// Remembers nodes. Values are for the side to move.
pub trait Memory<P: Node, V: Value> {
    /// What is known of a node from which `left` moves would be searched.
    fn probe(&mut self, position: &P, left: u32, window: Window<V>) -> TableHit<P::Move, V>;
    /// Keeps what a search of `left` moves found.
    fn store(&mut self, position: &P, left: u32, found: Found<P::Move, V>);
    /// Bytes of its entries.
    fn bytes(&self) -> usize {
        0
    }
}

/// What a search found at a node.
#[derive(Debug, Clone, Copy)]
pub struct Found<Mv, V> {
    /// The value, or a bound of it.
    pub value: V,
    /// Which of them.
    pub bound: Bound,
    /// The best move; none at a leaf.
    pub best: Option<Mv>,
}

impl<Mv, V: Value> Found<Mv, V> {
    /// What a fail-soft value means that was found with a window.
    #[inline]
    pub(super) fn with(window: Window<V>, value: V, best: Option<Mv>) -> Self {
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

/// Remembers nothing.
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

/// A memory that only tells which move was best: for horizons at which the moves left do not say
/// how far a search went.
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
