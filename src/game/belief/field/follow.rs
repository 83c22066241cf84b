//! Following what is told, and the facts on the way.

use super::{PublicFact, PublicState, SeatPieces};
use crate::game::board::{Seat, Station};
use crate::game::rules::{ARMY, Act, BombVsFlag, CombatResult, Event, Exit, Move, NoMove, PieceId};

impl PublicState {
    /// Makes an event happen and tells its facts, in the order in which the rules look.
    pub(in crate::game::belief) fn follow(
        &mut self,
        event: &Event,
        mut tell: impl FnMut(PublicFact),
    ) {
        if self.over {
            return;
        }
        let mut fighters = None;
        if let Act::Move(mv, fight) = event.act {
            fighters = self.make(mv, fight, event, &mut tell);
        }
        for &(seat, _) in event.eliminated.iter().filter(|e| e.1 != Exit::NoMove) {
            self.eliminate(seat);
        }
        match event.act {
            Act::Move(_, fight) => {
                let defender = fight.and(fighters).map(PieceId::seat);
                self.test_stuck(defender, event, &mut tell);
                self.test_draw();
            }
            Act::Draw => self.over = true,
            Act::Resign | Act::Forfeit | Act::TimeOut => {}
        }
        if !self.over && event.seat == self.turn {
            self.pass_turn(event, &mut tell);
        }
    }

    /// Makes a move; the piece it met.
    fn make(
        &mut self,
        mv: Move,
        fight: Option<CombatResult>,
        event: &Event,
        tell: &mut impl FnMut(PublicFact),
    ) -> Option<PieceId> {
        let piece = self.piece_at(mv.from)?;
        let target = self.piece_at(mv.to);
        let free = |s: Station| self.piece_at(s).is_none();
        tell(PublicFact::Moved { piece, turned: !self.net.is_straight(mv.from, mv.to, free) });
        if let (Some(result), Some(defender)) = (fight, target) {
            tell(PublicFact::Fought { attacker: piece, defender, result });
        }
        for &(seat, station) in &event.flags_shown {
            if let Some(piece) = self.piece_at(station) {
                self.flags[seat.index()] = piece.index() as u8;
                tell(PublicFact::Flag { piece });
            }
        }
        self.ply += 1;
        self.quiet = if fight.is_some() { 0 } else { self.quiet + 1 };
        if let Some(target) = target.filter(|_| fight.is_some_and(|f| f != CombatResult::Lose)) {
            self.remove(target);
        }
        self.remove(piece);
        if fight.is_none_or(|f| f == CombatResult::Win) {
            self.put(piece, mv.to);
        }
        target
    }

    /// The test of `no_move=qq` after a move.
    fn test_stuck(
        &mut self,
        defender: Option<Seat>,
        event: &Event,
        tell: &mut impl FnMut(PublicFact),
    ) {
        if self.rules.no_move != NoMove::Qq {
            return;
        }
        for seat in defender.into_iter().chain([event.seat]) {
            if self.over || !self.alive.contains(seat) {
                continue;
            }
            let own = self.held[self.rules.team(seat).index()];
            let group = self.group(seat, |station| {
                !self.net.headquarters().contains(station)
                    && !(self.net.neighbours(station) - own).is_empty()
            });
            if event.eliminated.contains(&(seat, Exit::NoMove)) {
                tell(PublicFact::NoneMobile {
                    group,
                    unless_bombs: SeatPieces { seat, members: 0 },
                });
                self.eliminate(seat);
            } else {
                tell(PublicFact::SomeMobile(group));
            }
        }
    }

    fn test_draw(&mut self) {
        let reached = |limit: u32, count: u32| limit > 0 && count >= limit;
        self.over |= reached(self.rules.draw_quiet_plies, self.quiet)
            || reached(self.rules.max_plies, self.ply);
    }

    /// The turn goes to the next seat that has a move; what that tells of those passed over and of
    /// that seat.
    fn pass_turn(&mut self, event: &Event, tell: &mut impl FnMut(PublicFact)) {
        let mut seat = self.turn;
        for _ in 0..4 {
            seat = self.rules.next_seat(seat);
            if !self.alive.contains(seat) {
                continue;
            }
            let out = event.eliminated.contains(&(seat, Exit::NoMove));
            if !out && !event.passed.contains(&seat) {
                tell(PublicFact::SomeMobile(self.group(seat, |s| self.has_way(seat, s))));
                self.turn = seat;
                return;
            }
            let group = self.group(seat, |s| self.has_way(seat, s) && self.has_stop(seat, s));
            let unless_bombs = self.group(seat, |s| self.only_fights(s));
            tell(PublicFact::NoneMobile { group, unless_bombs });
            if out {
                self.eliminate(seat);
            }
            if self.over {
                return;
            }
        }
        self.over = true;
    }

    fn group(&self, seat: Seat, holds: impl Fn(Station) -> bool) -> SeatPieces {
        let member = |&n: &usize| self.station_of(PieceId::new(seat, n)).is_some_and(&holds);
        let members = (0..ARMY).filter(member).fold(0, |set, n| set | 1 << n);
        SeatPieces { seat, members }
    }

    /// Whether a mobile piece of the seat may leave a station: a slide begins with a step.
    fn has_way(&self, seat: Seat, station: Station) -> bool {
        let team = self.rules.team(seat).index();
        let barred = self.held[team] | (self.held[1 - team] & self.net.camps());
        let locked = self.rules.hq_locked && self.net.headquarters().contains(station);
        !locked && !(self.net.neighbours(station) - barred).is_empty()
    }

    /// Whether it may stop next to it, so that it surely has a move. (Where the rules let nobody
    /// stop in the centre, a piece with a way may still have none.)
    fn has_stop(&self, seat: Seat, station: Station) -> bool {
        let team = self.rules.team(seat).index();
        let barred = self.held[team] | (self.held[1 - team] & self.net.camps());
        let next = self.net.neighbours(station) - barred;
        self.net.stops_everywhere() || !(next & self.net.stops()).is_empty()
    }

    /// Whether all ways out are fights, which a bomb may have to forgo.
    fn only_fights(&self, station: Station) -> bool {
        let empty = !(self.held[0] | self.held[1]);
        self.rules.bomb_vs_flag == BombVsFlag::Illegal
            && (self.net.neighbours(station) & empty).is_empty()
    }
}
