//! Making moves: fights, shown flags, eliminations, the turn, and what happens at the table.

use super::{ARMY, IllegalMove, NONE, World};
use crate::game::board::{Seat, SeatSet, Station, StationSet};
use crate::game::rules::{
    Act, CombatResult, DrawReason, Event, Exit, Kind, Move, NoMove, Outcome, PieceId, Team, clash,
    zobrist,
};

/// What [`unmake`](crate::gametree::position::Node::unmake) needs.
#[derive(Debug, Clone, Copy)]
pub struct Undo {
    pub(super) key: u64,
    pub(super) quiet: u32,
    pub(super) fallen: u32,
    pub(super) fought: u8,
    pub(super) moved: bool,
    pub(super) mover: u8,
    pub(super) turn: Seat,
    pub(super) alive: SeatSet,
    pub(super) shown: SeatSet,
}

impl Undo {
    /// The piece that went where the move leads, if it did.
    #[inline]
    pub(crate) fn relocated(&self) -> Option<PieceId> {
        self.moved.then_some(PieceId(self.mover))
    }

    /// Seats whose flag became public since the move began.
    #[inline]
    pub(crate) fn shown_since(&self, world: &World) -> impl Iterator<Item = Seat> + use<> {
        let (before, now) = (self.shown, world.shown);
        let new = if now == before { SeatSet::EMPTY } else { now };
        new.iter().filter(move |&seat| !before.contains(seat))
    }
}

/// Hears what happens while a move is made; `()` does not listen.
pub(super) trait Witness {
    fn fought(&mut self, _: CombatResult) {}
    fn shown(&mut self, _: Seat, _: Station) {}
    fn captured(&mut self, _: Seat) {}
    fn out(&mut self, _: Seat, _: Exit) {}
    fn passed(&mut self, _: Seat) {}
}

impl Witness for () {}

impl Witness for Event {
    fn fought(&mut self, result: CombatResult) {
        if let Act::Move(_, fight) = &mut self.act {
            *fight = Some(result);
        }
    }
    fn shown(&mut self, seat: Seat, station: Station) {
        self.flags_shown.push((seat, station));
    }
    fn captured(&mut self, seat: Seat) {
        self.captured_flag_of = Some(seat);
    }
    fn out(&mut self, seat: Seat, why: Exit) {
        self.eliminated.push((seat, why));
    }
    fn passed(&mut self, seat: Seat) {
        self.passed.push(seat);
    }
}

/// Moves.
impl World {
    /// Makes a move of the seat whose turn it is and tells what everybody sees of it.
    ///
    /// # Errors
    ///
    /// If the move is not legal; the world is unchanged.
    pub fn play(&mut self, mv: Move) -> Result<Event, IllegalMove> {
        let mut source = StationSet::EMPTY;
        source.insert(mv.from);
        if !self.moves_from(source).any(|m| m.to == mv.to) {
            let text = mv.text(self.board());
            return Err(IllegalMove { mv, text, why: self.why_illegal(mv) });
        }
        let mut event = Event::new(self.turn, Act::Move(mv, None));
        self.apply(mv, &mut event);
        Ok(event)
    }

    #[inline]
    pub(super) fn apply(&mut self, mv: Move, log: &mut impl Witness) -> Undo {
        let mover = self.piece_at[mv.from.index()];
        let target = self.piece_at[mv.to.index()];
        let mut undo = self.undo(mover);
        self.ply += 1;
        if target == NONE {
            self.quiet += 1;
            self.relocate(mover, mv.from, mv.to);
        } else {
            self.quiet = 0;
            undo.moved = self.fight(mover, target, mv, log);
            undo.fought = (self.fallen.len() as u32 - undo.fallen) as u8;
            self.after_fight(mover, target, log);
        }
        self.finish_move(target, log);
        undo
    }

    /// What takes back a move of a piece that has not begun.
    #[inline]
    pub(super) fn undo(&self, mover: u8) -> Undo {
        Undo {
            key: self.key,
            quiet: self.quiet,
            fallen: self.fallen.len() as u32,
            fought: 0,
            moved: true,
            mover,
            turn: self.turn,
            alive: self.alive,
            shown: self.shown,
        }
    }

    /// Settles a fight; whether the attacker took the point.
    fn fight(&mut self, mover: u8, target: u8, mv: Move, log: &mut impl Witness) -> bool {
        let (attacker, defender) = (PieceId(mover), PieceId(target));
        let result = clash(self.kind(attacker), self.kind(defender), self.rules.mine_on_hit);
        log.fought(result);
        self.settle(mover, target, mv, result)
    }

    /// Makes the result of a fight come true; whether the attacker took the point.
    #[inline]
    pub(super) fn settle(&mut self, mover: u8, target: u8, mv: Move, result: CombatResult) -> bool {
        if result != CombatResult::Lose {
            self.remove(target);
        }
        match result {
            CombatResult::Win => self.relocate(mover, mv.from, mv.to),
            CombatResult::Lose | CombatResult::Both => self.remove(mover),
        }
        result == CombatResult::Win
    }

    /// Shows the flags of fallen commanders, and puts a seat out whose flag fell.
    fn after_fight(&mut self, mover: u8, target: u8, log: &mut impl Witness) {
        let gone = |world: &Self, id: u8, kind| {
            world.station_of[usize::from(id)] == NONE && world.kinds[usize::from(id)] == kind
        };
        for id in [mover, target] {
            if gone(self, id, Kind::Commander) {
                let seat = PieceId(id).seat();
                if self.shown.contains(seat) {
                    continue;
                }
                self.shown.insert(seat);
                self.key ^= zobrist::shown(seat);
                if let Some(station) = self.shown_flag(seat).and_then(|f| self.station_of(f)) {
                    log.shown(seat, station);
                }
            }
        }
        if gone(self, target, Kind::Flag) {
            let seat = PieceId(target).seat();
            log.captured(seat);
            self.eliminate(seat, Exit::Flag, log);
        }
    }

    pub(super) fn eliminate(&mut self, seat: Seat, why: Exit, log: &mut impl Witness) {
        log.out(seat, why);
        self.alive.remove(seat);
        self.key ^= zobrist::alive(seat);
        for id in seat.index() * ARMY..(seat.index() + 1) * ARMY {
            if self.station_of[id] != NONE {
                self.remove(id as u8);
            }
        }
        self.test_win();
    }

    pub(super) fn test_win(&mut self) {
        let lives = |team| self.alive.iter().any(|s| self.rules.team(s) == team);
        if let Some(team) = Team::ALL.into_iter().find(|t| !lives(t.other())) {
            self.outcome = Some(Outcome::Win(team));
        }
    }

    fn qq_test(&mut self, defender: Option<Seat>, log: &mut impl Witness) {
        for seat in defender.into_iter().chain([self.turn]) {
            if self.outcome.is_none() && self.alive.contains(seat) && self.is_stuck_qq(seat) {
                self.eliminate(seat, Exit::NoMove, log);
            }
        }
    }

    /// Who goes out after a move, whether the game is drawn, and whose turn it is.
    #[inline]
    pub(super) fn finish_move(&mut self, target: u8, log: &mut impl Witness) {
        if self.rules.no_move == NoMove::Qq {
            self.qq_test((target != NONE).then_some(PieceId(target).seat()), log);
        }
        self.test_draw();
        if self.outcome.is_none() {
            self.pass_turn(log);
        }
    }

    /// Ends a game that is not won when a count of plies is full.
    #[inline]
    pub(super) fn test_draw(&mut self) {
        let reached = |limit: u32, count: u32| limit > 0 && count >= limit;
        if self.outcome.is_some() {
        } else if reached(self.rules.draw_quiet_plies, self.quiet) {
            self.outcome = Some(Outcome::Draw(DrawReason::Quiet));
        } else if reached(self.rules.max_plies, self.ply) {
            self.outcome = Some(Outcome::Draw(DrawReason::MaxPlies));
        }
    }

    fn pass_turn(&mut self, log: &mut impl Witness) {
        self.key ^= zobrist::turn(self.turn);
        let mut seat = self.turn;
        for _ in 0..4 {
            seat = self.rules.next_seat(seat);
            if !self.alive.contains(seat) {
                continue;
            }
            if self.has_move(seat) {
                self.turn = seat;
                self.key ^= zobrist::turn(seat);
                return;
            }
            match self.rules.no_move {
                NoMove::OnTurn => self.eliminate(seat, Exit::NoMove, log),
                NoMove::Qq => log.passed(seat),
            }
            if self.outcome.is_some() {
                break;
            }
        }
        self.key ^= zobrist::turn(self.turn);
        self.outcome = self.outcome.or(Some(Outcome::Draw(DrawReason::NoMove)));
    }
}

/// What happens at the table.
impl World {
    /// A seat resigns.
    ///
    /// Nothing happens if the game is over or the seat is out already.
    pub fn resign(&mut self, seat: Seat) -> Option<Event> {
        self.leave(seat, Act::Resign, Exit::Resign)
    }

    /// A seat is put out at the table.
    ///
    /// Nothing happens if the game is over or the seat is out already.
    pub fn forfeit(&mut self, seat: Seat) -> Option<Event> {
        self.leave(seat, Act::Forfeit, Exit::Forfeit)
    }

    fn leave(&mut self, seat: Seat, act: Act, why: Exit) -> Option<Event> {
        if self.outcome.is_some() || !self.alive.contains(seat) {
            return None;
        }
        let mut event = Event::new(seat, act);
        self.eliminate(seat, why, &mut event);
        if self.outcome.is_none() && seat == self.turn {
            self.pass_turn(&mut event);
        }
        Some(event)
    }

    /// The seat whose turn it is lets it pass.
    ///
    /// Nothing happens if the game is over.
    pub fn time_out(&mut self) -> Option<Event> {
        if self.outcome.is_some() {
            return None;
        }
        let mut event = Event::new(self.turn, Act::TimeOut);
        self.pass_turn(&mut event);
        Some(event)
    }

    /// The living seats agree to a draw that a seat proposed.
    ///
    /// Nothing happens if the game is over or the seat is out.
    pub fn agree_draw(&mut self, proposer: Seat) -> Option<Event> {
        if self.outcome.is_some() || !self.alive.contains(proposer) {
            return None;
        }
        self.outcome = Some(Outcome::Draw(DrawReason::Agreement));
        Some(Event::new(proposer, Act::Draw))
    }
}
