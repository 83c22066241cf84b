//! Moves and table actions: fights, shown flags, resignations, time-outs and agreed draws.

use super::full_state::World;
use super::legal::IllegalMove;
use crate::game::board::{Seat, SeatSet, Station, StationSet};
use crate::game::rules::turn_order::{GameState, KindOracle};
use crate::game::rules::{Act, CombatResult, Event, Exit, Kind, Move, PieceId, clash};

/// The token by which [`unmake`](crate::gametree::position::Node::unmake) restores a world.
#[derive(Debug, Clone, Copy)]
pub struct Undo {
    pub(super) public_key: u64,
    pub(super) pieces_key: u64,
    pub(super) quiet: u32,
    pub(super) fallen: u32,
    pub(super) fought: u8,
    pub(super) moved: bool,
    pub(super) mover: PieceId,
    pub(super) turn: Seat,
    pub(super) alive: SeatSet,
    pub(super) shown: SeatSet,
}

impl Undo {
    /// The moving piece, if it reached its target.
    #[inline]
    pub(crate) fn relocated(&self) -> Option<PieceId> {
        self.moved.then_some(self.mover)
    }

    /// Seats whose flag became public since the move began.
    #[inline]
    pub(crate) fn shown_since(&self, world: &World) -> impl Iterator<Item = Seat> + use<> {
        let (before, now) = (self.shown, world.flags_shown());
        let new = if now == before { SeatSet::EMPTY } else { now };
        new.iter().filter(move |&seat| !before.contains(seat))
    }
}

/// Records what becomes public while a move is made; `()` records nothing.
pub(super) trait EventLog {
    fn fought(&mut self, _: CombatResult) {}
    fn flag_shown(&mut self, _: Seat, _: Station) {}
    fn flag_captured(&mut self, _: Seat) {}
    fn eliminated(&mut self, _: Seat, _: Exit) {}
    fn passed(&mut self, _: Seat) {}
}

impl EventLog for () {}

impl EventLog for Event {
    fn fought(&mut self, result: CombatResult) {
        if let Act::Move(_, fight) = &mut self.act {
            *fight = Some(result);
        }
    }
    fn flag_shown(&mut self, seat: Seat, station: Station) {
        self.flags_shown.push((seat, station));
    }
    fn flag_captured(&mut self, seat: Seat) {
        self.captured_flag_of = Some(seat);
    }
    fn eliminated(&mut self, seat: Seat, why: Exit) {
        self.eliminated.push((seat, why));
    }
    fn passed(&mut self, seat: Seat) {
        self.passed.push(seat);
    }
}

/// In a world the kinds decide.
impl<L: EventLog> KindOracle<World> for L {
    #[inline]
    fn has_move(&mut self, world: &World, seat: Seat) -> bool {
        world.has_move(seat)
    }
    fn is_stuck_qq(&mut self, world: &World, seat: Seat) -> bool {
        world.is_stuck_qq(seat)
    }
    fn eliminated(&mut self, seat: Seat, why: Exit) {
        EventLog::eliminated(self, seat, why);
    }
    fn passed(&mut self, seat: Seat) {
        EventLog::passed(self, seat);
    }
}

/// Moves.
impl World {
    /// Makes a move of the seat to move and returns the public event.
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
        let mut event = Event::new(self.public.turn, Act::Move(mv, None));
        self.apply(mv, &mut event);
        Ok(event)
    }

    #[inline]
    pub(super) fn apply(&mut self, mv: Move, log: &mut impl EventLog) -> Undo {
        let mover = self.piece_at(mv.from).expect("a legal move begins at a piece");
        let target = self.piece_at(mv.to);
        let mut undo = self.undo(mover);
        self.public.count_ply(target.is_some());
        if let Some(target) = target {
            undo.moved = self.fight(mover, target, mv, log);
            undo.fought = (self.fallen.len() as u32 - undo.fallen) as u8;
            self.after_fight(mover, target, log);
        } else {
            self.relocate(mover, mv.from, mv.to);
        }
        self.finish_move(target, log);
        undo
    }

    /// The undo token of a move that has not begun.
    #[inline]
    pub(super) fn undo(&self, mover: PieceId) -> Undo {
        Undo {
            public_key: self.public.key,
            pieces_key: self.pieces_key,
            quiet: self.public.quiet,
            fallen: self.fallen.len() as u32,
            fought: 0,
            moved: true,
            mover,
            turn: self.public.turn,
            alive: self.public.alive,
            shown: self.public.shown,
        }
    }

    /// Decides a fight by the kinds and settles it; returns whether the attacker took the station.
    fn fight(
        &mut self,
        attacker: PieceId,
        defender: PieceId,
        mv: Move,
        log: &mut impl EventLog,
    ) -> bool {
        let mine_on_hit = self.public.rules.mine_on_hit;
        let result = clash(self.kind(attacker), self.kind(defender), mine_on_hit);
        log.fought(result);
        self.settle_fight(attacker, Some(defender), mv, result)
    }

    /// Shows the flags of fallen commanders, and eliminates a seat whose flag was captured.
    fn after_fight(&mut self, attacker: PieceId, defender: PieceId, log: &mut impl EventLog) {
        let fell = |world: &Self, piece, kind| {
            world.station_of(piece).is_none() && world.kind(piece) == kind
        };
        for piece in [attacker, defender] {
            let seat = piece.seat();
            // A study may lack the flag; then nothing public tells of the commander's fall.
            if fell(self, piece, Kind::Commander)
                && !self.public.shown.contains(seat)
                && let Some(station) = self.flag(seat).and_then(|flag| self.station_of(flag))
            {
                self.public.show_flag(seat);
                log.flag_shown(seat, station);
            }
        }
        if fell(self, defender, Kind::Flag) {
            let seat = defender.seat();
            log.flag_captured(seat);
            self.lose_flag(seat, log);
        }
    }
}

/// Table actions.
impl World {
    /// Resigns a seat. Returns `None` if the game is over or the seat is out.
    pub fn resign(&mut self, seat: Seat) -> Option<Event> {
        self.leave(seat, Act::Resign, Exit::Resign)
    }

    /// Eliminates a seat by decision of the table. Returns `None` if the game is over or the seat is
    /// out.
    pub fn forfeit(&mut self, seat: Seat) -> Option<Event> {
        self.leave(seat, Act::Forfeit, Exit::Forfeit)
    }

    fn leave(&mut self, seat: Seat, act: Act, why: Exit) -> Option<Event> {
        if self.public.outcome.is_some() || !self.public.alive.contains(seat) {
            return None;
        }
        let mut event = Event::new(seat, act);
        self.eliminate(seat, why, &mut event);
        if self.public.outcome.is_none() && seat == self.public.turn {
            self.pass_turn(&mut event);
        }
        Some(event)
    }

    /// Skips the turn of the seat to move, which ran out of time. Returns `None` if the game is over.
    pub fn time_out(&mut self) -> Option<Event> {
        if self.public.outcome.is_some() {
            return None;
        }
        let mut event = Event::new(self.public.turn, Act::TimeOut);
        self.pass_turn(&mut event);
        Some(event)
    }

    /// Ends the game in a draw that a seat proposed and all living seats agreed to. Returns `None` if
    /// the game is over or the seat is out.
    pub fn agree_draw(&mut self, proposer: Seat) -> Option<Event> {
        if self.public.outcome.is_some() || !self.public.alive.contains(proposer) {
            return None;
        }
        self.public.agree_draw();
        Some(Event::new(proposer, Act::Draw))
    }
}
