//! Moves whose fights end as told: for a walk in which some kinds are stand-ins.

use super::{Undo, World};
use crate::game::board::{SeatSet, Station};
use crate::game::rules::{CombatResult, Exit, Kind, Move, PieceId, zobrist};

/// How a fight is told to end.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Told {
    /// From the attacker's side.
    pub(crate) result: CombatResult,
    /// Whether the defender was its seat's flag.
    pub(crate) captured: bool,
    /// Seats whose flag becomes public.
    pub(crate) shown: SeatSet,
}

impl World {
    /// Makes a move that ends in a fight, without asking the kinds of the fighters. `unmake` takes
    /// it back.
    pub(crate) fn make_told(&mut self, mv: Move, told: Told) -> Undo {
        let (mover, target) = (self.piece_at[mv.from.index()], self.piece_at[mv.to.index()]);
        let mut undo = self.undo(mover);
        self.ply += 1;
        self.quiet = 0;
        undo.moved = self.settle(mover, target, mv, told.result);
        undo.fought = (self.fallen.len() as u32 - undo.fallen) as u8;
        for seat in told.shown.iter().filter(|&s| !undo.shown.contains(s)) {
            self.shown.insert(seat);
            self.key ^= zobrist::shown(seat);
        }
        if told.captured {
            self.eliminate(PieceId(target).seat(), Exit::Flag, &mut ());
        }
        self.finish_move(target, &mut ());
        undo
    }

    /// The pieces that left the board since a move began, with where they stood.
    pub(crate) fn fallen_since(&self, undo: &Undo) -> impl Iterator<Item = (PieceId, Station)> {
        self.fallen[undo.fallen as usize..].iter().map(|&(id, station)| (PieceId(id), station))
    }

    /// Gives a piece another stand-in; to be taken back before the moves that were made earlier.
    pub(crate) fn stand_in(&mut self, piece: PieceId, kind: Kind) {
        self.recast(piece.0, kind);
    }
}
