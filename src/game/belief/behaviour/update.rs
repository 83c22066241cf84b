//! Updating the behaviour statistics with an event.

use super::stats::{BehaviourStats, aim, class};
use crate::game::board::Station;
use crate::game::rules::{Act, CombatResult, Event, Move, PieceId, Point, PublicState};

/// Plies for which a move or a loss counts as recent.
pub(super) const FRESH: u32 = 4;

/// The surroundings of a piece: enemies that it could attack, and enemies that could attack it.
#[derive(Debug, Default)]
struct Around {
    targets: Vec<PieceId>,
    threats: Vec<PieceId>,
    can_move: bool,
}

impl BehaviourStats {
    /// Counts an event; `state` is the one before it.
    pub fn learn(&mut self, state: &PublicState, event: &Event) {
        let Act::Move(mv, fight) = event.act else { return };
        let Some(mover) = state.piece_at(mv.from) else { return };
        let mut before = Around::default();
        for piece in PieceId::of(event.seat) {
            let Some(station) = state.station_of(piece) else { continue };
            let around = self.around(state, piece, station);
            let attacks = piece == mover && fight.is_some();
            self.wait(state, piece, station, &around, piece == mover, attacks);
            if piece == mover {
                before = around;
            }
        }
        self.moved(state, mover, mv);
        match (fight, state.piece_at(mv.to)) {
            (Some(result), Some(target)) => self.fought(state, mover, target, mv, result, &before),
            _ => self.arrived(state, mover, mv, &before),
        }
    }

    fn around(&self, state: &PublicState, piece: PieceId, station: Station) -> Around {
        let net = state.net();
        let (camp, shut) = (net.camps().contains(station), state.is_locked(station));
        let mut around = Around::default();
        for to in reach(state, station) {
            let Some(other) = state.piece_at(to) else {
                around.can_move = !shut;
                continue;
            };
            if team(state, other) == team(state, piece) {
                continue;
            }
            if !net.camps().contains(to) && !shut {
                around.can_move = true;
                around.targets.push(other);
            }
            if self.past(other).moved && !state.is_locked(to) && !camp {
                around.threats.push(other);
            }
        }
        around
    }

    /// Counts a turn in which a piece waits, or leaves targets alone.
    fn wait(
        &mut self,
        state: &PublicState,
        piece: PieceId,
        station: Station,
        around: &Around,
        moves: bool,
        attacks: bool,
    ) {
        let mut seen = [false; 4];
        for &target in &around.targets {
            seen[aim(self.past(target))] = true;
        }
        let fresh = |t: &PieceId| state.ply() <= self.past(*t).last + FRESH;
        let threatened = around.threats.iter().any(fresh);
        let camp = state.net().camps().contains(station);
        let shut = state.is_locked(station);
        let own = self.own_point(piece.seat(), station);
        let past = self.past_mut(piece);
        if !past.moved {
            past.idle[usize::from(!around.can_move)] += 1;
        }
        match own.filter(|p| p.is_camp()).map(Point::row) {
            Some(2) => past.camps[0] += 1,
            Some(3) => past.camps[1] += 1,
            _ => {}
        }
        for aim in (0..4).filter(|&aim| seen[aim] && !attacks) {
            past.passed[aim] += u32::from(past.moved);
            if let Some(class) = aim.checked_sub(1) {
                past.declined[class] += u32::from(!past.moved);
                past.declined_in_camp[class] += u32::from(camp);
            }
        }
        past.stood += u32::from(!moves && !shut && threatened && past.moved);
    }

    fn moved(&mut self, state: &PublicState, mover: PieceId, mv: Move) {
        let row = |station| self.own_point(mover.seat(), station).map(Point::row);
        let forward = row(mv.from).zip(row(mv.to)).is_some_and(|(from, to)| to < from);
        self.first[mover.seat().index()].get_or_insert(mover);
        let past = self.past_mut(mover);
        past.moved = true;
        past.moves += 1;
        past.last = state.ply();
        past.forward += u32::from(forward);
        past.slides += u32::from(!state.net().neighbours(mv.from).contains(mv.to));
    }

    fn fought(
        &mut self,
        state: &PublicState,
        mover: PieceId,
        target: PieceId,
        mv: Move,
        result: CombatResult,
        before: &Around,
    ) {
        let died = self.died[team(state, mover)];
        let just = |(station, ply)| station == mv.to && state.ply() <= ply + FRESH;
        let retaken = result == CombatResult::Win && died.is_some_and(just);
        let back = before.threats.contains(&target) && class(self.past(target)) == 0;
        let aim = aim(self.past(target));
        let past = self.past_mut(mover);
        past.attacked[aim] += 1;
        past.retaken += u32::from(retaken);
        past.struck_back += u32::from(back);
        let place = Some((mv.to, state.ply()));
        if result != CombatResult::Win {
            self.died[team(state, mover)] = place;
        }
        if result != CombatResult::Lose {
            self.died[team(state, target)] = place;
        }
        match result {
            CombatResult::Win => self.past_mut(mover).won += 1,
            CombatResult::Lose => self.past_mut(target).won += 1,
            CombatResult::Both => {}
        }
    }

    /// Counts the enemies that a quiet move approached or escaped from.
    fn arrived(&mut self, state: &PublicState, mover: PieceId, mv: Move, before: &Around) {
        let net = state.net();
        let camp = net.camps().contains(mv.to);
        let mut still = false;
        for to in reach_after(state, mv) {
            let Some(other) = state.piece_at(to) else { continue };
            still |= before.threats.contains(&other) && !camp;
            let known = before.targets.contains(&other) || before.threats.contains(&other);
            let enemy = team(state, other) != team(state, mover);
            if !enemy || known || state.is_locked(to) {
                continue;
            }
            let (has_moved, class) = (self.past(other).moved, class(self.past(other)));
            let past = self.past_mut(mover);
            if !has_moved {
                past.approached_unmoved += 1;
            } else if !net.camps().contains(to) && !camp {
                past.approached[class] += 1;
            }
        }
        let worst = before.threats.iter().map(|t| class(self.past(*t))).max();
        if let Some(worst) = worst.filter(|_| !still) {
            self.past_mut(mover).ran[worst] += 1;
        }
    }
}

pub(super) fn team(state: &PublicState, piece: PieceId) -> usize {
    state.rules().team(piece.seat()).index()
}

/// The stations within a step or slide of a station, occupied ones included.
pub(super) fn reach(state: &PublicState, from: Station) -> impl Iterator<Item = Station> {
    state.net().reach(from, |s| state.piece_at(s).is_none()).into_iter()
}

/// The stations within a step or slide of a move's target, after the move.
fn reach_after(state: &PublicState, mv: Move) -> impl Iterator<Item = Station> {
    let free = |s| s == mv.from || state.piece_at(s).is_none();
    let mut reach = state.net().reach(mv.to, free);
    reach.remove(mv.from);
    reach.into_iter()
}
