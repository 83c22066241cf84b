//! Pieces on and off the board, and the world as a search position.

use super::full_state::World;
use super::play::Undo;
use crate::game::board::Station;
use crate::game::rules::turn_order::GameState;
use crate::game::rules::{Kind, Move, Moves, PieceId, PublicState, Team, zobrist};
use crate::gametree::position::{Indexed, Node, Noisy, Position, Side};

impl World {
    #[inline]
    pub(super) fn put(&mut self, piece: PieceId, station: Station) {
        let (seat, kind) = (piece.seat(), self.kinds[piece.index()]);
        self.public.put(piece, station);
        if kind.is_mobile() && !self.public.is_locked(station) {
            self.mobile[seat.index()].insert(station);
        }
        if kind == Kind::Engineer {
            self.engineers[seat.index()].insert(station);
        }
    }

    #[inline]
    pub(super) fn lift(&mut self, piece: PieceId, station: Station) {
        let seat = piece.seat().index();
        self.public.lift(piece, station);
        self.mobile[seat].remove(station);
        self.engineers[seat].remove(station);
    }

    /// Puts pieces back that left the board, until only `down_to` pieces are gone.
    fn put_back(&mut self, down_to: u32) {
        while self.fallen.len() > down_to as usize {
            if let Some((piece, station)) = self.fallen.pop() {
                self.put(piece, station);
            }
        }
    }
}

impl GameState for World {
    #[inline]
    fn public(&self) -> &PublicState {
        &self.public
    }

    #[inline]
    fn public_mut(&mut self) -> &mut PublicState {
        &mut self.public
    }

    fn remove(&mut self, piece: PieceId) {
        if let Some(station) = self.station_of(piece) {
            self.pieces_key ^= zobrist::piece(piece.seat(), self.kind(piece), station);
            self.lift(piece, station);
            self.public.mark_removed(piece);
            self.fallen.push((piece, station));
        }
    }

    #[inline]
    fn relocate(&mut self, piece: PieceId, from: Station, to: Station) {
        let (seat, kind) = (piece.seat(), self.kind(piece));
        self.pieces_key ^= zobrist::piece(seat, kind, from) ^ zobrist::piece(seat, kind, to);
        self.lift(piece, from);
        self.put(piece, to);
    }

    fn identify_flag(&mut self, piece: PieceId) {
        self.swap_flag_to(piece);
    }
}

impl AsRef<Self> for World {
    fn as_ref(&self) -> &Self {
        self
    }
}

/// A world is a position with open cards: what a search would see if nothing were hidden.
impl Node for World {
    type Move = Move;
    type Undo = Undo;
    type Moves = Moves;
    const ALTERNATES: bool = false;

    fn side(&self) -> Side {
        if self.rules().team(self.turn()) == Team::First { Side::Max } else { Side::Min }
    }

    #[inline]
    fn moves(&self) -> Moves {
        World::moves(self)
    }

    #[inline]
    fn unmake(&mut self, mv: Move, undo: Undo) {
        self.public.outcome = None;
        self.public.ply -= 1;
        self.public.quiet = undo.quiet;
        self.public.turn = undo.turn;
        self.public.alive = undo.alive;
        self.public.shown = undo.shown;
        self.public.key = undo.public_key;
        self.pieces_key = undo.pieces_key;
        self.put_back(undo.fallen + u32::from(undo.fought));
        if undo.moved {
            self.lift(undo.mover, mv.to);
            self.put(undo.mover, mv.from);
        }
        self.put_back(undo.fallen);
    }

    #[inline]
    fn key(&self) -> u64 {
        self.public.key ^ self.pieces_key
    }
}

impl Position for World {
    #[inline]
    fn make(&mut self, mv: Move) -> Undo {
        self.apply(mv, &mut ())
    }
}

/// A fight changes material; a flag under attack has to be saved.
impl Noisy for World {
    type NoisyMoves = Moves;

    #[inline]
    fn noisy_moves(&self) -> Moves {
        self.fights()
    }

    fn must_respond(&self) -> bool {
        self.is_flag_attacked()
    }
}

/// Moves between the same stations share an index.
impl Indexed for World {
    #[inline]
    fn index(&self, m: Move) -> usize {
        m.index()
    }
}
