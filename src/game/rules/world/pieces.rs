//! Pieces on and off the board, and the world as a position.

use super::{NONE, Undo, World};
use crate::game::board::Station;
use crate::game::rules::{Kind, Move, Moves, PieceId, Team, zobrist};
use crate::gametree::position::{Indexed, Node, Noisy, Position, Side};

impl World {
    #[inline]
    pub(super) fn put(&mut self, id: u8, station: Station) {
        let seat = PieceId(id).seat();
        let kind = self.kinds[usize::from(id)];
        self.piece_at[station.index()] = id;
        self.station_of[usize::from(id)] = station.0;
        self.ground.toggle(self.net, self.rules.team(seat).index(), station);
        let locked = self.rules.hq_locked && self.net.headquarters().contains(station);
        if kind.is_mobile() && !locked {
            self.mobile[seat.index()].insert(station);
        }
        if kind == Kind::Engineer {
            self.engineers[seat.index()].insert(station);
        }
    }

    #[inline]
    pub(super) fn lift(&mut self, id: u8, station: Station) {
        let seat = PieceId(id).seat();
        self.piece_at[station.index()] = NONE;
        self.ground.toggle(self.net, self.rules.team(seat).index(), station);
        self.mobile[seat.index()].remove(station);
        self.engineers[seat.index()].remove(station);
    }

    #[inline]
    pub(super) fn relocate(&mut self, id: u8, from: Station, to: Station) {
        let (seat, kind) = (PieceId(id).seat(), self.kinds[usize::from(id)]);
        self.key ^= zobrist::piece(seat, kind, from) ^ zobrist::piece(seat, kind, to);
        self.lift(id, from);
        self.put(id, to);
    }

    pub(super) fn remove(&mut self, id: u8) {
        let station = Station(self.station_of[usize::from(id)]);
        self.key ^= zobrist::piece(PieceId(id).seat(), self.kinds[usize::from(id)], station);
        self.lift(id, station);
        self.station_of[usize::from(id)] = NONE;
        self.fallen.push((id, station));
    }

    pub(super) fn restore(&mut self, down_to: u32) {
        while self.fallen.len() > down_to as usize {
            if let Some((id, station)) = self.fallen.pop() {
                self.put(id, station);
            }
        }
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
        if self.rules.team(self.turn) == Team::First { Side::Max } else { Side::Min }
    }

    #[inline]
    fn moves(&self) -> Moves {
        World::moves(self)
    }

    #[inline]
    fn unmake(&mut self, mv: Move, undo: Undo) {
        self.outcome = None;
        self.ply -= 1;
        self.quiet = undo.quiet;
        self.turn = undo.turn;
        self.alive = undo.alive;
        self.shown = undo.shown;
        self.key = undo.key;
        self.restore(undo.fallen + u32::from(undo.fought));
        if undo.moved {
            self.lift(undo.mover, mv.to);
            self.put(undo.mover, mv.from);
        }
        self.restore(undo.fallen);
    }

    fn key(&self) -> u64 {
        self.key
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

    fn is_pressed(&self) -> bool {
        self.is_flag_attacked()
    }
}

/// Moves between the same stations are alike.
impl Indexed for World {
    #[inline]
    fn index(&self, m: Move) -> usize {
        m.index()
    }
}
