//! Which move first.

mod certain;
mod history;
mod remembered;
mod tactical;

pub use certain::{BestCertain, Certain, Certainty};
pub use history::HistoryOrder;
pub use remembered::{First, Remembered};
pub use tactical::Tactical;

use super::Horizon;
use crate::gametree::position::{Evaluate, Node};

/// A node whose moves are to be put in order, with all that may be looked at for it.
pub struct NodeToOrder<'a, P, E, H, T> {
    /// The node; what is made on it has to be unmade.
    pub position: &'a mut P,
    /// The evaluation.
    pub evaluate: &'a mut E,
    /// Where paths end.
    pub horizon: &'a H,
    /// The path to the node.
    pub path: T,
}

impl<P: Node, E: Evaluate<P>, H: Horizon<P, E::Value>> NodeToOrder<'_, P, E, H, H::Path> {
    /// The moves that count here.
    pub(super) fn list(&self) -> Vec<P::Move> {
        self.horizon.list(self.position, self.path)
    }
}

/// Puts moves in order, and learns from cutoffs.
pub trait MoveOrder<P: Node, E: Evaluate<P>, H: Horizon<P, E::Value>> {
    /// The moves, best guess first.
    type Moves: Iterator<Item = P::Move>;

    /// All moves of a node; `best` is what a memory knows to have been best here.
    fn moves(
        &mut self,
        at: NodeToOrder<'_, P, E, H, H::Path>,
        best: Option<P::Move>,
    ) -> Self::Moves;
    /// The move ended the search of its node, `ply` moves from the root, from which `left` moves
    /// were searched.
    fn cutoff(&mut self, _position: &P, _m: P::Move, _ply: u32, _left: u32) {}
}

/// As the position offers them, all of them whatever the horizon.
#[derive(Debug, Clone, Copy, Default)]
pub struct Natural;

impl<P: Node, E: Evaluate<P>, H: Horizon<P, E::Value>> MoveOrder<P, E, H> for Natural {
    type Moves = P::Moves;

    #[inline]
    fn moves(&mut self, at: NodeToOrder<'_, P, E, H, H::Path>, _best: Option<P::Move>) -> P::Moves {
        at.position.moves()
    }
}
