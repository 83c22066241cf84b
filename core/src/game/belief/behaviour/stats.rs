//! The statistics: counters of each piece, and their update with an event.

use crate::game::board::{CAPACITY, Seat, Station};
use crate::game::rules::{Act, CombatResult, Event, Move, PIECES, PieceId, Point, PublicState};

/// Plies for which a move or a loss counts as recent.
const FRESH: u32 = 4;

/// Counters of one piece, updated at every turn of its seat until it dies.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct PieceHistory {
    pub(super) moved: bool,
    /// The ply of its last move.
    pub(super) last: u32,
    /// Fights won, attacking or defending.
    pub(super) won: u32,
    /// Turns of its seat begun in the front camps and in the middle camp of its arm.
    pub(super) camps: [u32; 2],
    /// Turns in which it could move but had not yet, and in which it could not.
    pub(super) idle: [u32; 2],
    /// Turns in which it had not moved yet and left an enemy alone that had moved, by [`class`](Self::class).
    pub(super) declined: [u32; 3],
    /// The same in a camp, moved or not.
    pub(super) declined_in_camp: [u32; 3],
    /// Moved enemies it newly came within reach of on open ground, by [`class`](Self::class).
    pub(super) approached: [u32; 3],
    /// Unmoved enemies it newly came within reach of.
    pub(super) approached_unmoved: u32,
    /// Moves out of reach of a threat, by [`class`](Self::class) of the strongest.
    pub(super) ran: [u32; 3],
    /// Turns in which it was under a fresh threat and another piece moved.
    pub(super) stood: u32,
    /// Attacks on a threat that had won nothing.
    pub(super) struck_back: u32,
    /// Attacks won where a piece of its team had just died.
    pub(super) retaken: u32,
    /// Moves towards the front in its own arm, moves longer than an edge, all moves.
    pub(super) forward: u32,
    pub(super) slides: u32,
    pub(super) moves: u32,
    /// Attacks, by [`aim`](Self::aim).
    pub(super) attacked: [u32; 4],
    /// Turns in which it had moved before and left an enemy alone, by [`aim`](Self::aim).
    pub(super) passed: [u32; 4],
}

impl PieceHistory {
    /// Strength class: fights won, at most 2.
    fn class(&self) -> usize {
        self.won.min(2) as usize
    }

    /// Class as a target: 0 if it has not moved, else 1 + its [`class`](Self::class).
    fn aim(&self) -> usize {
        if self.moved { 1 + self.class() } else { 0 }
    }

    /// Whether it has moved a few plies ago.
    pub(super) fn is_fresh(&self, ply: u32) -> bool {
        self.moved && ply <= self.last + FRESH
    }
}

/// A piece lost in a fight.
#[derive(Debug, Clone, Copy)]
pub(super) struct Loss {
    station: Station,
    ply: u32,
}

/// The behaviour of all pieces since the first move.
#[derive(Debug, Clone)]
pub struct BehaviourStats {
    pub(super) past: Vec<PieceHistory>,
    /// By piece, its home: the point where it stood before the first move.
    pub(super) homes: Vec<Option<Point>>,
    /// By station, the arm that it is in and the point there.
    pub(super) places: Vec<Option<(Seat, Point)>>,
    /// By seat, the first piece that moved.
    pub(super) first: [Option<PieceId>; 4],
    /// By team, its last loss.
    last_loss: [Option<Loss>; 2],
}

impl BehaviourStats {
    /// Empty statistics from a position on.
    pub fn new(state: &PublicState) -> Self {
        let board = state.net().board();
        let mut places = vec![None; CAPACITY];
        for seat in Seat::ALL {
            let arm = board.arm(seat).into_iter().flatten();
            for (station, point) in arm.zip(board.shape().points()) {
                places[station.index()] = Some((seat, point));
            }
        }
        let mut behaviour = Self {
            past: vec![PieceHistory::default(); PIECES],
            homes: vec![None; PIECES],
            places,
            first: [None; 4],
            last_loss: [None; 2],
        };
        if state.ply() == 0 {
            for (piece, station) in state.pieces() {
                behaviour.homes[piece.index()] = behaviour.own_point(piece.seat(), station);
            }
        }
        behaviour
    }

    pub(super) fn past(&self, piece: PieceId) -> &PieceHistory {
        &self.past[piece.index()]
    }

    fn past_mut(&mut self, piece: PieceId) -> &mut PieceHistory {
        &mut self.past[piece.index()]
    }

    /// The point of a station in the seat's own arm.
    pub(super) fn own_point(&self, seat: Seat, station: Station) -> Option<Point> {
        self.places[station.index()].filter(|p| p.0 == seat).map(|p| p.1)
    }

    /// Whether a piece of a team has just died on a station.
    pub(super) fn has_just_died(&self, team: usize, station: Station, ply: u32) -> bool {
        self.last_loss[team].is_some_and(|loss| loss.station == station && ply <= loss.ply + FRESH)
    }
}

/// The surroundings of a piece: enemies that it could attack, and moved enemies that could attack it.
#[derive(Debug, Default)]
struct Around {
    targets: Vec<PieceId>,
    threats: Vec<PieceId>,
    can_move: bool,
}

/// Learning.
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
        let in_camp = net.camps().contains(station);
        let is_locked = state.is_locked(station);
        let mut around = Around::default();
        for to in reach(state, station) {
            let Some(other) = state.piece_at(to) else {
                around.can_move = !is_locked;
                continue;
            };
            if team(state, other) == team(state, piece) {
                continue;
            }
            if !net.camps().contains(to) && !is_locked {
                around.can_move = true;
                around.targets.push(other);
            }
            if self.past(other).moved && !state.is_locked(to) && !in_camp {
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
            seen[self.past(target).aim()] = true;
        }
        let is_threatened = around.threats.iter().any(|t| self.past(*t).is_fresh(state.ply()));
        let in_camp = state.net().camps().contains(station);
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
                past.declined_in_camp[class] += u32::from(in_camp);
            }
        }
        let stays = !moves && !state.is_locked(station);
        past.stood += u32::from(stays && is_threatened && past.moved);
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
        let retaken = result == CombatResult::Win
            && self.has_just_died(team(state, mover), mv.to, state.ply());
        let struck_back = before.threats.contains(&target) && self.past(target).class() == 0;
        let aim = self.past(target).aim();
        let past = self.past_mut(mover);
        past.attacked[aim] += 1;
        past.retaken += u32::from(retaken);
        past.struck_back += u32::from(struck_back);
        let loss = Some(Loss { station: mv.to, ply: state.ply() });
        if result != CombatResult::Win {
            self.last_loss[team(state, mover)] = loss;
        }
        if result != CombatResult::Lose {
            self.last_loss[team(state, target)] = loss;
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
        let in_camp = net.camps().contains(mv.to);
        let mut still_threatened = false;
        for to in reach_after(state, mv) {
            let Some(other) = state.piece_at(to) else { continue };
            still_threatened |= before.threats.contains(&other) && !in_camp;
            let known = before.targets.contains(&other) || before.threats.contains(&other);
            let enemy = team(state, other) != team(state, mover);
            if !enemy || known || state.is_locked(to) {
                continue;
            }
            let has_moved = self.past(other).moved;
            let class = self.past(other).class();
            let past = self.past_mut(mover);
            if !has_moved {
                past.approached_unmoved += 1;
            } else if !net.camps().contains(to) && !in_camp {
                past.approached[class] += 1;
            }
        }
        let strongest = before.threats.iter().map(|t| self.past(*t).class()).max();
        if let Some(class) = strongest
            && !still_threatened
        {
            self.past_mut(mover).ran[class] += 1;
        }
    }
}

/// The index of a piece's team.
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
