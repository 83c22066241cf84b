//! The policy of move ordering, and the orders that need no work: the natural order, and the hash move first.

use crate::gametree::position::{Evaluate, Node};
use crate::gametree::search::Horizon;

/// A node whose moves are to be ordered, and what an order may look at.
pub struct NodeToOrder<'a, P, E, H, T> {
    /// The node; moves made on it must be unmade.
    pub position: &'a mut P,
    /// The evaluation.
    pub evaluate: &'a mut E,
    /// The horizon.
    pub horizon: &'a H,
    /// The path to the node.
    pub path: T,
}

impl<P: Node, E: Evaluate<P>, H: Horizon<P, E::Value>> NodeToOrder<'_, P, E, H, H::Path> {
    /// The moves to order: all, or in quiescence search those that the horizon lists.
    pub(in crate::gametree::search) fn list(&self) -> Vec<P::Move> {
        let mut list = vec![];
        self.append_to(&mut list);
        list
    }

    /// Appends the same moves to a list.
    pub(in crate::gametree::search) fn append_to(&self, list: &mut Vec<P::Move>) {
        self.horizon.list(self.position, self.path, list);
    }
}

/// The work and the memory of a move order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct OrderCost {
    /// Children that were evaluated, or whose entropy was read, to sort them.
    pub look_ups: u64,
    /// Bytes of counters and killer moves.
    pub table_bytes: usize,
    /// Bytes of the list of moves being sorted at one inner ply, for the widest node so far.
    pub ply_bytes: usize,
}

/// A move order: sorts the moves of a node and learns from cutoffs.
pub trait MoveOrder<P: Node, E: Evaluate<P>, H: Horizon<P, E::Value>> {
    /// The moves, best guess first.
    type Moves: Iterator<Item = P::Move>;

    /// The moves of a node in order; `best` is the best move that the memory knows here.
    fn moves(
        &mut self,
        at: NodeToOrder<'_, P, E, H, H::Path>,
        best: Option<P::Move>,
    ) -> Self::Moves;
    /// Learns that a move caused a cutoff, `ply` moves from the root with `left` moves to search.
    fn cutoff(&mut self, _position: &P, _m: P::Move, _ply: u32, _left: u32) {}
    /// Its work and memory so far; nothing by default.
    fn cost(&self) -> OrderCost {
        OrderCost::default()
    }
}

/// The natural order: the moves as the position lists them, all of them at every horizon.
#[derive(Debug, Clone, Copy, Default)]
pub struct Natural;

impl<P: Node, E: Evaluate<P>, H: Horizon<P, E::Value>> MoveOrder<P, E, H> for Natural {
    type Moves = P::Moves;

    #[inline]
    fn moves(&mut self, at: NodeToOrder<'_, P, E, H, H::Path>, _best: Option<P::Move>) -> P::Moves {
        at.position.moves()
    }
}

/// The hash move, then the others in natural order.
#[derive(Debug, Clone, Copy, Default)]
pub struct Remembered;

/// An iterator that puts one move before the others and does not repeat it.
#[derive(Debug, Clone)]
pub struct First<I: Iterator> {
    next: Option<I::Item>,
    done: Option<I::Item>,
    rest: I,
}

impl<I: Iterator<Item: Copy>> First<I> {
    /// Puts `first`, if given, before the rest.
    pub fn new(first: Option<I::Item>, rest: I) -> Self {
        Self { next: first, done: first, rest }
    }
}

impl<I: Iterator<Item: Copy + Eq>> Iterator for First<I> {
    type Item = I::Item;

    #[inline]
    fn next(&mut self) -> Option<I::Item> {
        if let Some(m) = self.next.take() {
            return Some(m);
        }
        let m = self.rest.next()?;
        if Some(m) == self.done { self.rest.next() } else { Some(m) }
    }
}

impl<P: Node, E: Evaluate<P>, H: Horizon<P, E::Value>> MoveOrder<P, E, H> for Remembered {
    type Moves = First<P::Moves>;

    #[inline]
    fn moves(
        &mut self,
        at: NodeToOrder<'_, P, E, H, H::Path>,
        best: Option<P::Move>,
    ) -> Self::Moves {
        First::new(best, at.position.moves())
    }
}
