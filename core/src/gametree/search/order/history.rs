//! The history heuristic: moves that caused cutoffs elsewhere go first.
//!
//! Source: Schaeffer, "The history heuristic and alpha-beta search enhancements in practice", IEEE
//! PAMI 11 (1989): every cutoff adds 2^depth to its move; here at most 2^40, so that under a horizon
//! without end every cutoff weighs the same.
//! Laws tested: value = minimax.
//! Memory: a counter per move and side, and a move list per node of the path.

use super::{MoveOrder, NodeToOrder, OrderCost};
use crate::gametree::position::{Evaluate, Indexed, Side};
use crate::gametree::search::Horizon;
use std::cmp::Reverse;

/// The history heuristic: the hash move, then the others by the cutoffs they caused; equal ones in
/// natural order.
#[derive(Debug, Clone, Default)]
pub struct HistoryOrder {
    scores: [Vec<u64>; 2],
    widest: usize,
}

impl HistoryOrder {
    /// Bytes of the counters.
    pub(super) fn bytes(&self) -> usize {
        self.scores.iter().map(|scores| size_of_val(scores.as_slice())).sum()
    }

    /// The history score of a move of the side to move.
    pub(super) fn score<P: Indexed>(&self, position: &P, m: P::Move) -> u64 {
        let scores = &self.scores[usize::from(position.side() == Side::Min)];
        scores.get(position.index(m)).copied().unwrap_or(0)
    }

    /// Adds a cutoff at that remaining depth to the score of a move.
    pub(super) fn learn<P: Indexed>(&mut self, position: &P, m: P::Move, left: u32) {
        let index = position.index(m);
        let scores = &mut self.scores[usize::from(position.side() == Side::Min)];
        if scores.len() <= index {
            scores.resize(index + 1, 0);
        }
        scores[index] = scores[index].saturating_add(1 << left.min(40));
    }
}

impl<P: Indexed, E: Evaluate<P>, H: Horizon<P, E::Value>> MoveOrder<P, E, H> for HistoryOrder {
    type Moves = std::vec::IntoIter<P::Move>;

    fn moves(
        &mut self,
        at: NodeToOrder<'_, P, E, H, H::Path>,
        best: Option<P::Move>,
    ) -> Self::Moves {
        let mut moves = at.list();
        self.widest = self.widest.max(moves.len());
        moves.sort_by_key(|&m| Reverse((Some(m) == best, self.score(at.position, m))));
        moves.into_iter()
    }

    fn cutoff(&mut self, position: &P, m: P::Move, _ply: u32, left: u32) {
        self.learn(position, m, left);
    }

    fn cost(&self) -> OrderCost {
        let ply_bytes = self.widest * size_of::<P::Move>();
        OrderCost { look_ups: 0, table_bytes: self.bytes(), ply_bytes }
    }
}
