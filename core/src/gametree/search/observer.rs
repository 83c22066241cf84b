//! Observers: counts, the principal variation, and the limits of a search.

use crate::gametree::position::Node;
use crate::gametree::score::Value;
use thiserror::Error;

/// The search reached its limit before it was complete.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("the search was stopped")]
pub struct Stopped;

/// Observes a search. A hook that does nothing costs nothing.
pub trait Observer<P: Node, V> {
    /// Called when a node is entered, `ply` moves from the root.
    ///
    /// # Errors
    ///
    /// [`Stopped`] at the limit; the node is then not counted.
    fn enter(&mut self, position: &P, ply: u32) -> Result<(), Stopped>;
    /// Called when the node entered last is evaluated as a leaf.
    fn leaf(&mut self, _position: &P) {}
    /// Called for a move that is better than all before it at its node.
    fn improve(&mut self, _ply: u32, _m: P::Move, _value: V) {}
    /// Called for a move at `ply` with several outcomes: the line ends with it.
    fn chance(&mut self, _ply: u32) {}
    /// The principal variation so far.
    fn line(&self) -> Vec<P::Move> {
        Vec::new()
    }
    /// The value of that line, for the side to move at the root.
    fn best(&self) -> Option<V> {
        None
    }
}

/// An observer that does nothing.
#[derive(Debug, Clone, Copy, Default)]
pub struct Silent;

impl<P: Node, V> Observer<P, V> for Silent {
    #[inline]
    fn enter(&mut self, _position: &P, _ply: u32) -> Result<(), Stopped> {
        Ok(())
    }
}

/// An observer that only counts nodes.
#[derive(Debug, Clone, Copy, Default)]
pub struct NodeCounter {
    /// Nodes entered.
    pub nodes: u64,
}

impl<P: Node, V> Observer<P, V> for NodeCounter {
    #[inline]
    fn enter(&mut self, _position: &P, _ply: u32) -> Result<(), Stopped> {
        self.nodes += 1;
        Ok(())
    }
}

/// The visits of a search.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Visits {
    /// Nodes entered, including the root and repeated visits.
    pub nodes: u64,
    /// Evaluations of leaves, including repeated ones.
    pub leaves: u64,
    /// Maximum distance from the root, in plies.
    pub depth: u32,
}

/// The limits of a search.
#[derive(Clone, Copy, Default)]
pub struct Limit<'a> {
    /// Maximum number of nodes.
    pub nodes: Option<u64>,
    /// Polled every 128 nodes; true stops the search, for example when a clock has run out.
    pub over: Option<&'a (dyn Fn() -> bool + Sync)>,
}

/// Nodes between two calls of [`Limit::over`].
const ASK_EVERY: u64 = 128;

impl Limit<'_> {
    /// Whether a search that has entered that many nodes must stop.
    pub fn reached(&self, nodes: u64) -> bool {
        self.nodes.is_some_and(|most| nodes >= most)
            || (nodes.is_multiple_of(ASK_EVERY) && self.over.is_some_and(|over| over()))
    }
}

/// An observer that counts, keeps the principal variation, and stops the search at its limit.
pub struct Meter<'a, Mv, V> {
    /// The visits so far.
    pub visits: Visits,
    /// Keys of the leaves in order of evaluation, if they are recorded.
    pub leaf_order: Option<Vec<u64>>,
    limit: Limit<'a>,
    /// By ply, the best line from there on, last move first; at most one of them is long.
    lines: Vec<Vec<Mv>>,
    best: Option<V>,
}

impl<'a, Mv: Copy, V: Value> Meter<'a, Mv, V> {
    /// A meter with a limit.
    pub fn new(limit: Limit<'a>) -> Self {
        let visits = Visits::default();
        Self { visits, leaf_order: None, limit, lines: vec![Vec::new()], best: None }
    }

    /// Sets the maximum number of nodes.
    pub fn allow(&mut self, nodes: u64) {
        self.limit.nodes = Some(nodes);
    }

    /// Forgets the line: the next search is of another root.
    pub fn forget_line(&mut self) {
        self.lines[0].clear();
    }

    /// A meter that records every leaf.
    pub fn recording(limit: Limit<'a>) -> Self {
        Self { leaf_order: Some(Vec::new()), ..Self::new(limit) }
    }
}

impl<P: Node, V: Value> Observer<P, V> for Meter<'_, P::Move, V> {
    fn enter(&mut self, _position: &P, ply: u32) -> Result<(), Stopped> {
        if self.limit.reached(self.visits.nodes) {
            return Err(Stopped);
        }
        self.visits.nodes += 1;
        self.visits.depth = self.visits.depth.max(ply);
        match self.lines.get_mut(ply as usize) {
            // A second search keeps the line, but not its value, until it has a better one.
            Some(_) if ply == 0 => self.best = None,
            Some(line) => line.clear(),
            None => self.lines.resize_with(ply as usize + 1, Vec::new),
        }
        Ok(())
    }

    fn leaf(&mut self, position: &P) {
        self.visits.leaves += 1;
        if let Some(order) = &mut self.leaf_order {
            order.push(position.key());
        }
    }

    fn improve(&mut self, ply: u32, m: P::Move, value: V) {
        let ply = ply as usize;
        if ply + 1 < self.lines.len() {
            // The line below moves up; what it leaves is cleared when a node is entered there.
            self.lines.swap(ply, ply + 1);
        } else {
            self.lines[ply].clear();
        }
        self.lines[ply].push(m);
        if ply == 0 {
            self.best = Some(value);
        }
    }

    fn chance(&mut self, ply: u32) {
        if let Some(below) = self.lines.get_mut(ply as usize + 1) {
            below.clear();
        }
    }

    fn line(&self) -> Vec<P::Move> {
        self.lines[0].iter().rev().copied().collect()
    }

    fn best(&self) -> Option<V> {
        self.best
    }
}
