//! A node of a synthetic tree.

use crate::gametree::position::{Bits, Indexed, Position, Uncertain};
use crate::gametree::score::Score;
use smallvec::SmallVec;
use std::ops::ControlFlow;

/// What decides the payoff of a node: some of the moves that lead to it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Decision {
    /// The moves from the root.
    pub moves: SmallVec<[u32; 16]>,
    /// The plies whose moves decide the payoff, as bits.
    pub plies: u64,
}

/// A node of a synthetic tree, walked in place. A move is the child's place in the child list.
pub trait Tree: Position<Move = u32> + Indexed + Uncertain + Clone {
    /// The node's number: breadth-first from 0 at the root in a generated tree, the file's own in
    /// an explicit one. Exact, so [`key`](crate::gametree::position::Node::key) is the same.
    fn number(&self) -> u64;

    /// Number of children; 0 for a leaf.
    fn width(&self) -> u32;

    /// The node's payoff from Max's view; None where it is unknown.
    fn payoff(&self) -> Option<Score>;

    /// The `AverageEntropy` of the node in bits, at least 0; None if the tree has no entropies.
    fn average_entropy(&self) -> Option<Bits>;

    /// A pessimistic and an optimistic bound on the node's value from Max's view, for B\*; None
    /// where they are unknown.
    fn interval(&self) -> Option<(Score, Score)>;

    /// The moves that decide the payoff: every node of this depth that agrees on them has the same
    /// one. None if the tree does not say. If a node has a decision, all nodes have one, and every
    /// node of a depth has the same number of children.
    fn decision(&self) -> Option<Decision> {
        None
    }

    /// Number of plies to the most distant leaf below. Walks the whole subtree if it is not known.
    fn height(&self) -> u32 {
        let mut height = 0;
        self.walk(|_, ply| height = height.max(ply));
        height
    }

    /// Visits this node and all below it in depth-first preorder, with their distance in plies.
    fn walk(&self, mut visit: impl FnMut(&Self, u32)) {
        let _all = self.walk_while(|node, ply| {
            visit(node, ply);
            ControlFlow::<()>::Continue(())
        });
    }

    /// As `walk`, until a visit returns [`ControlFlow::Break`]; returns its value.
    fn walk_while<B>(&self, mut visit: impl FnMut(&Self, u32) -> ControlFlow<B>) -> ControlFlow<B> {
        let mut node = self.clone();
        let mut line = vec![];
        let mut next = 0;
        visit(&node, 0)?;
        loop {
            if next < node.width() {
                line.push((next, node.make(next)));
                visit(&node, line.len() as u32)?;
                next = 0;
            } else if let Some((m, undo)) = line.pop() {
                node.unmake(m, undo);
                next = m + 1;
            } else {
                return ControlFlow::Continue(());
            }
        }
    }

    /// The smallest and the largest payoff of the leaves below, from Max's view; None where a leaf
    /// has no payoff. Walks the whole subtree.
    fn leaf_range(&self) -> Option<(Score, Score)> {
        let mut range = (Score(i64::MAX), Score(-i64::MAX));
        let all = self.walk_while(|node, _| {
            if node.width() == 0 {
                let Some(payoff) = node.payoff() else { return ControlFlow::Break(()) };
                range = (range.0.min(payoff), range.1.max(payoff));
            }
            ControlFlow::Continue(())
        });
        all.is_continue().then_some(range)
    }
}
