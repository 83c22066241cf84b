//! Bounds: which kinds each unseen piece may still be, from hard evidence piece by piece.
//!
//! Source: the consequences listed in `docs/RULES.md`, section 11, those that bind one piece at a
//! time. Relations between two unseen pieces are not used.

use super::Observation;
use crate::board::{CAPACITY, Seat};
use crate::rules::{ARMY, Act, Clash, Event, Kind, KindSet, Move, PieceId, Point, clash};

/// For every piece the kinds it may be, as far as one seat can tell.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Bounds {
    may_be: [KindSet; 4 * ARMY],
    /// Who stood where before the next event.
    stood: [Option<PieceId>; CAPACITY],
}

impl Bounds {
    /// What the seat can tell at the start: pieces on their home points obey the layout rules. In
    /// a position from the middle of a game they may have moved there, if they can.
    pub fn new(observation: &Observation<'_>) -> Self {
        let mut bounds = Self { may_be: [KindSet::MOBILE; 4 * ARMY], stood: [None; CAPACITY] };
        let moved = |kind: Kind| observation.ply() > 0 && kind.is_mobile();
        for (piece, station) in observation.pieces() {
            let home = observation.board().arm(piece.seat());
            let point = home.and_then(|arm| Point::all().find(|p| arm[p.index()] == station));
            bounds.may_be[piece.index()] = match (observation.kind(piece), point) {
                (Some(kind), _) => KindSet::only(kind),
                (None, Some(point)) if !point.is_camp() => {
                    Kind::ALL.into_iter().filter(|&k| point.allows(k) || moved(k)).collect()
                }
                (None, _) => KindSet::MOBILE,
            };
        }
        bounds.remember(observation);
        bounds
    }

    /// The kinds a piece may be.
    pub fn may_be(&self, piece: PieceId) -> KindSet {
        self.may_be[piece.index()]
    }

    /// Rough probabilities of the kinds a piece may be: pieces count as independent and weighted
    /// by the inventory, except that a seat's flag is equally likely at every point it may be.
    /// Exact counts come with beliefs.
    pub fn weights(&self, piece: PieceId) -> [f64; 12] {
        let may_be = self.may_be(piece);
        let flag =
            if may_be.contains(Kind::Flag) { 1.0 / self.flag_points(piece) as f64 } else { 0.0 };
        let others = may_be.minus(KindSet::only(Kind::Flag));
        let weight = |k: Kind| if others.contains(k) { k.count() as f64 } else { 0.0 };
        let total: f64 = others.iter().map(weight).sum();
        Kind::ALL.map(|k| match k {
            Kind::Flag if others.is_empty() => 1.0,
            Kind::Flag => flag,
            _ if others.is_empty() => 0.0,
            _ => (1.0 - flag) * weight(k) / total,
        })
    }

    fn flag_points(&self, piece: PieceId) -> usize {
        let seat = piece.seat();
        let may = |&n: &usize| self.may_be(PieceId::new(seat, n)).contains(Kind::Flag);
        (0..ARMY).filter(may).count().max(1)
    }

    /// Learns from an event; the observation is the one after it.
    pub fn learn(&mut self, event: &Event, observation: &Observation<'_>) {
        if let Act::Move(mv, fight) = event.act {
            let (mover, target) = (self.stood[mv.from.index()], self.stood[mv.to.index()]);
            if let Some(mover) = mover {
                self.keep(mover, KindSet::MOBILE);
                self.engineer_turn(mover, mv, observation);
                if let (Some(result), Some(target)) = (fight, target) {
                    self.fight(mover, target, result, event, observation);
                }
            }
        }
        for &(seat, station) in &event.flags_shown {
            // A seat that goes out in the same event has no flag on the board any more.
            let shown = self.stood[station.index()];
            let flag = KindSet::only(Kind::Flag);
            for piece in (0..ARMY).map(|n| PieceId::new(seat, n)) {
                let others = self.may_be(piece).minus(flag);
                self.keep(piece, if Some(piece) == shown { flag } else { others });
            }
        }
        self.remember(observation);
    }

    fn remember(&mut self, observation: &Observation<'_>) {
        self.stood = [None; CAPACITY];
        for (piece, station) in observation.pieces() {
            self.stood[station.index()] = Some(piece);
        }
    }

    /// Narrows a piece down; what contradicts the evidence so far is not believed.
    fn keep(&mut self, piece: PieceId, kinds: KindSet) {
        let left = self.may_be(piece).and(kinds);
        if !left.is_empty() {
            self.may_be[piece.index()] = left;
        }
    }

    /// A move that is no step and no slide along one free line is an engineer's.
    fn engineer_turn(&mut self, mover: PieceId, mv: Move, observation: &Observation<'_>) {
        let net = observation.net();
        if !net.neighbours(mv.from).contains(mv.to)
            && !net.slides(mv.from, mv.to, |s| self.stood[s.index()].is_none())
        {
            self.keep(mover, KindSet::only(Kind::Engineer));
        }
    }

    /// Both fighters keep the kinds that some kind of the other explains.
    fn fight(
        &mut self,
        mover: PieceId,
        target: PieceId,
        result: Clash,
        event: &Event,
        observation: &Observation<'_>,
    ) {
        let shown = |seat: Seat| event.flags_shown.iter().any(|f| f.0 == seat);
        let explains = |a: Kind, d: Kind| {
            let died = |piece: PieceId, kind, gone| {
                (gone && kind == Kind::Commander) == shown(piece.seat())
            };
            clash(a, d, observation.rules().mine_on_hit) == result
                && died(mover, a, result != Clash::Win)
                && died(target, d, result != Clash::Lose)
                && (d == Kind::Flag && result != Clash::Lose) == event.captured_flag_of.is_some()
        };
        let (attackers, defenders) = (self.may_be(mover), self.may_be(target));
        self.keep(
            mover,
            attackers.iter().filter(|&a| defenders.iter().any(|d| explains(a, d))).collect(),
        );
        self.keep(
            target,
            defenders.iter().filter(|&d| attackers.iter().any(|a| explains(a, d))).collect(),
        );
    }
}
