//! Moves whose fights end as the caller assumes, whatever the kinds: for searches in which some
//! kinds stand in for unknown ones.

use super::full_state::World;
use super::play::Undo;
use crate::game::board::{SeatSet, Station};
use crate::game::rules::turn_order::GameState;
use crate::game::rules::{CombatResult, Move, PieceId};

/// The assumed end of a fight.
#[derive(Debug, Clone, Copy)]
pub(crate) struct AssumedFight {
    /// The result for the attacker.
    pub(crate) result: CombatResult,
    /// Whether the defender is its seat's flag.
    pub(crate) captures_flag: bool,
    /// The seats whose flag becomes public.
    pub(crate) shown: SeatSet,
}

impl World {
    /// Makes a move that ends in a fight, with the assumed end; `unmake` takes it back. The move
    /// goes from a piece to a piece.
    pub(crate) fn make_assumed(&mut self, mv: Move, fight: AssumedFight) -> Undo {
        let fighters = self.piece_at(mv.from).zip(self.piece_at(mv.to));
        let (mover, target) = fighters.expect("a fight has two fighters");
        let mut undo = self.undo(mover);
        self.public.count_ply(true);
        undo.moved = self.settle_fight(mover, Some(target), mv, fight.result);
        undo.fought = (self.fallen.len() as u32 - undo.fallen) as u8;
        for seat in fight.shown.iter() {
            self.public.show_flag(seat);
        }
        if fight.captures_flag {
            self.lose_flag(target.seat(), &mut ());
        }
        self.finish_move(Some(target), &mut ());
        undo
    }

    /// The pieces that left the board since a move began, with their last stations.
    pub(crate) fn fallen_since(&self, undo: &Undo) -> impl Iterator<Item = (PieceId, Station)> {
        self.fallen[undo.fallen as usize..].iter().copied()
    }
}
