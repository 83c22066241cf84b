//! The moves of a turn with their descriptors.

use super::super::stats::BehaviourStats;
use super::super::update::{FRESH, reach, team};
use super::contacts::Contacts;
use super::descriptors::{Descriptors, Group};
use super::strengths::Strengths;
use crate::game::board::{Seat, Station};
use crate::game::rules::{Event, PieceId, PublicState};

/// The moves of one piece, as an ordinary piece: engineers may have more.
#[derive(Debug, Clone)]
pub(crate) struct PieceMoves {
    /// The piece.
    pub(crate) piece: PieceId,
    /// The descriptors that all its moves share.
    pub(crate) common: Descriptors,
    /// Targets with their descriptors.
    pub(crate) targets: Vec<(Station, Descriptors)>,
    /// Whether one of the targets is an enemy.
    pub(crate) attacks: bool,
}

/// The last moves, which descriptors refer to.
#[derive(Debug, Clone)]
pub(super) struct LastMoves {
    /// By seat, the piece of its last move.
    piece: [Option<PieceId>; 4],
    /// By piece, the start of its last move.
    start: Vec<Option<Station>>,
}

impl LastMoves {
    pub(super) fn new(pieces: usize) -> Self {
        Self { piece: [None; 4], start: vec![None; pieces] }
    }

    pub(super) fn learn(&mut self, event: &Event, mover: PieceId, from: Station) {
        self.piece[event.seat.index()] = Some(mover);
        self.start[mover.index()] = Some(from);
    }
}

/// Describes the moves of a turn.
#[derive(Debug)]
pub(super) struct Describer<'a> {
    pub(super) behaviour: &'a BehaviourStats,
    pub(super) strengths: &'a Strengths,
    pub(super) last: &'a LastMoves,
    pub(super) state: &'a PublicState,
    pub(super) seat: Seat,
}

impl Describer<'_> {
    /// The moves of all pieces of the seat that have any.
    pub(super) fn moves(&self) -> Vec<PieceMoves> {
        let state = self.state;
        let contacts = Contacts::new(self.behaviour, self.strengths, state, self.seat);
        let (barred, stops) = (state.barred(self.seat), state.net().stops());
        let own = PieceId::of(self.seat).filter_map(|p| Some((p, state.station_of(p)?)));
        let of_piece = |(piece, from): (PieceId, Station)| {
            let targets: Vec<_> = reach(state, from)
                .filter(|&to| !barred.contains(to) && stops.contains(to))
                .map(|to| (to, self.target(piece, from, to, &contacts)))
                .collect();
            let attacks = targets.iter().any(|t| state.piece_at(t.0).is_some());
            let common = self.common(piece, from, &contacts);
            (!targets.is_empty()).then_some(PieceMoves { piece, common, targets, attacks })
        };
        own.filter(|&(_, from)| !state.is_locked(from)).filter_map(of_piece).collect()
    }

    fn common(&self, piece: PieceId, from: Station, contacts: &Contacts) -> Descriptors {
        let mut found = Descriptors::default();
        found.put_kinds(Group::DangerFrom, contacts.danger(from));
        found.put_kinds(Group::ChanceFrom, contacts.chance(from));
        found.put_kinds(Group::FreshDanger, contacts.fresh(from));
        found.put(Group::PlaceFrom, self.place(from), 1.0);
        let home =
            self.behaviour.homes[piece.index()].filter(|_| !self.behaviour.past(piece).moved);
        if let Some(home) = home {
            found.put(Group::First, home.row() - 1, 1.0);
        }
        found.put_flag(Group::Again, self.last.piece[self.seat.index()] == Some(piece));
        found.put(Group::SupportFrom, 0, self.support(from, from));
        found
    }

    fn target(
        &self,
        piece: PieceId,
        from: Station,
        to: Station,
        contacts: &Contacts,
    ) -> Descriptors {
        let (state, behaviour) = (self.state, self.behaviour);
        let mut found = Descriptors::default();
        if let Some(other) = state.piece_at(to) {
            found.put_kinds(Group::Attack, self.strengths.of(other));
            found.put_kinds(Group::Defended, contacts.danger(to));
            found.put_flag(Group::AttackUnmoved, !behaviour.past(other).moved);
        } else {
            found.put_kinds(Group::DangerTo, contacts.danger(to));
            found.put_kinds(Group::ChanceTo, contacts.chance(to));
        }
        let died = behaviour.died[team(state, piece)];
        let just = |(station, ply)| station == to && state.ply() <= ply + FRESH;
        found.put_flag(Group::Retake, died.is_some_and(just));
        found.put(Group::PlaceTo, self.place(to), 1.0);
        found.put_flag(Group::Back, self.last.start[piece.index()] == Some(to));
        found.put_flag(Group::Slide, !state.net().neighbours(from).contains(to));
        found.put(Group::SupportTo, 0, self.support(to, from));
        found
    }

    /// The number of pieces of the team one edge from a station, without the one on `mover`.
    fn support(&self, station: Station, mover: Station) -> f64 {
        let own = self.state.held(self.state.rules().team(self.seat));
        let mut near = own & self.state.net().neighbours(station);
        near.remove(mover);
        near.len() as f64
    }

    /// The number of a place: 0 for the centre; then nine for each arm, rows before camps.
    fn place(&self, station: Station) -> usize {
        let Some((owner, point)) = self.behaviour.places[station.index()] else { return 0 };
        let rules = self.state.rules();
        let arm = match (owner == self.seat, rules.team(owner) == rules.team(self.seat)) {
            (true, _) => 0,
            (false, false) => 1,
            (false, true) => 2,
        };
        let row = point.row() - 1;
        1 + 9 * arm + if point.is_camp() { row + 5 } else { row }
    }
}
