//! Following what is told: for a world in which some kinds are stand-ins for what is not known.

use super::World;
use crate::game::board::Seat;
use crate::game::rules::{
    Act, CombatResult, DrawReason, Event, Kind, Move, Outcome, PieceId, zobrist,
};

impl World {
    /// Makes a public event come true without asking the kinds of pieces: who falls, who goes out
    /// and whose turn is skipped is as the event says. A flag that is shown or taken becomes the
    /// flag of its seat.
    ///
    /// # Errors
    ///
    /// Says why the event cannot follow on this position; the world is unchanged.
    pub(crate) fn enact(&mut self, event: &Event) -> Result<(), &'static str> {
        if self.outcome.is_some() {
            return Err("nothing: the game is over");
        }
        if !self.alive.contains(event.seat) {
            return Err("an act of a seat that is in the game");
        }
        let takes_turn = event.seat == self.turn;
        match event.act {
            Act::Move(..) | Act::TimeOut if !takes_turn => {
                return Err("an act of the seat whose turn it is");
            }
            Act::Move(mv, fight) => self.enact_move(mv, fight, event)?,
            Act::Draw => self.outcome = Some(Outcome::Draw(DrawReason::Agreement)),
            Act::TimeOut | Act::Resign | Act::Forfeit => {}
        }
        for &(seat, why) in &event.eliminated {
            if self.alive.contains(seat) {
                self.eliminate(seat, why, &mut ());
            }
        }
        if matches!(event.act, Act::Move(..)) {
            self.test_draw();
        }
        if self.outcome.is_none() && takes_turn {
            self.turn_as_told(&event.passed);
        }
        Ok(())
    }

    fn enact_move(
        &mut self,
        mv: Move,
        fight: Option<CombatResult>,
        event: &Event,
    ) -> Result<(), &'static str> {
        let mover = self.piece_at(mv.from).filter(|p| p.seat() == event.seat);
        let mover = mover.ok_or("a piece of the moving seat where the move begins")?;
        let target = self.piece_at(mv.to);
        if target.is_some() != fight.is_some() {
            return Err("a fight exactly where a piece stands on the target");
        }
        for &(seat, station) in &event.flags_shown {
            let flag = self.piece_at(station).filter(|p| p.seat() == seat);
            self.cast_flag(flag.ok_or("a piece of the seat where its flag is shown")?);
            self.shown.insert(seat);
            self.key ^= zobrist::shown(seat);
        }
        if let (Some(target), Some(_)) = (target, event.captured_flag_of) {
            self.cast_flag(target);
        }
        self.ply += 1;
        self.quiet = if fight.is_some() { 0 } else { self.quiet + 1 };
        if let (Some(target), Some(CombatResult::Win | CombatResult::Both)) = (target, fight) {
            self.remove(target.0);
        }
        match fight {
            None | Some(CombatResult::Win) => self.relocate(mover.0, mv.from, mv.to),
            Some(CombatResult::Lose | CombatResult::Both) => self.remove(mover.0),
        }
        Ok(())
    }

    /// The turn goes to the next living seat that was not skipped.
    fn turn_as_told(&mut self, passed: &[Seat]) {
        let mut seat = self.turn;
        for _ in 0..4 {
            seat = self.rules.next_seat(seat);
            if self.alive.contains(seat) && !passed.contains(&seat) {
                self.key ^= zobrist::turn(self.turn) ^ zobrist::turn(seat);
                self.turn = seat;
                return;
            }
        }
        self.outcome = Some(Outcome::Draw(DrawReason::NoMove));
    }

    /// Makes a piece its seat's flag, in exchange with the piece that stood in for it.
    fn cast_flag(&mut self, piece: PieceId) {
        let seat = piece.seat();
        let (before, id) = (self.flags[seat.index()], piece.0);
        if before == id {
            return;
        }
        let kind = self.kinds[usize::from(id)];
        self.recast(id, Kind::Flag);
        if before != super::NONE {
            self.recast(before, kind);
        } else if self.gone[seat.index()].take(Kind::Flag) {
            self.gone[seat.index()].put(kind);
        }
        self.flags[seat.index()] = id;
    }

    /// Changes the kind of a piece, on the board or gone.
    pub(super) fn recast(&mut self, id: u8, kind: Kind) {
        let Some(station) = self.station_of(PieceId(id)) else {
            self.kinds[usize::from(id)] = kind;
            return;
        };
        let seat = PieceId(id).seat();
        self.key ^= zobrist::piece(seat, self.kinds[usize::from(id)], station);
        self.lift(id, station);
        self.kinds[usize::from(id)] = kind;
        self.put(id, station);
        self.key ^= zobrist::piece(seat, kind, station);
    }

    /// Gives all pieces of a seat other kinds, by number. Of a rearrangement of its army, pieces
    /// that left before this world was set up get what remains; with stand-ins they mean nothing.
    pub(crate) fn recast_army(&mut self, seat: Seat, kinds: &[Kind]) {
        let mut rest = self.army(seat);
        let fallen: Vec<u8> = self.fallen.iter().map(|f| f.0).collect();
        self.flags[seat.index()] = super::NONE;
        for (number, &kind) in kinds.iter().enumerate() {
            let piece = PieceId::new(seat, number);
            if self.station_of(piece).is_some() || fallen.contains(&piece.0) {
                self.recast(piece.0, kind);
                rest.take(kind);
                if kind == Kind::Flag {
                    self.flags[seat.index()] = piece.0;
                }
            }
        }
        self.gone[seat.index()] = rest;
    }
}
