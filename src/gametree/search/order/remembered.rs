//! The hash move first.

use super::{MoveOrder, NodeToOrder};
use crate::gametree::position::{Evaluate, Node};
use crate::gametree::search::Horizon;

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
