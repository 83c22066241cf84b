//! The moves of a turn with their descriptors: what distinguishes them, as numbers.

use super::super::stats::{BehaviourStats, reach, team};
use super::strengths::Strengths;
use crate::game::board::{CAPACITY, Seat, Station};
use crate::game::rules::{Event, Kind, PIECES, PieceId, PublicState};

/// A group of descriptors with consecutive numbers.
#[derive(Debug, Clone, Copy)]
pub struct DescriptorGroup {
    /// The name in files; a number is appended if the group has several descriptors.
    pub name: &'static str,
    /// What the descriptors measure.
    pub about: &'static str,
    /// The number of descriptors.
    pub len: usize,
}

macro_rules! groups {
    ($($group:ident $name:literal $len:literal $about:literal;)*) => {
        /// All groups of descriptors, in the order of their numbers.
        pub const DESCRIPTORS: &[DescriptorGroup] =
            &[$(DescriptorGroup { name: $name, about: $about, len: $len }),*];

        /// A group of descriptors.
        #[derive(Debug, Clone, Copy)]
        enum Group { $($group),* }
    };
}

groups! {
    Attack "attack" 12 "attack: probability of each kind of the target";
    Defended "defended" 12 "attack: enemies that could attack it afterwards, by kind";
    AttackUnmoved "attack_unmoved" 1 "attack on a piece that has not moved";
    Retake "retake" 1 "goes where a piece of its team has just died";
    DangerTo "danger_to" 12 "no attack: enemies that could attack it afterwards, by kind";
    ChanceTo "chance_to" 12 "no attack: enemies that it could attack afterwards, by kind";
    DangerFrom "danger_from" 12 "enemies that could attack it before, by kind";
    ChanceFrom "chance_from" 12 "enemies that it could attack before, by kind";
    FreshDanger "fresh_danger" 12 "enemies that have just moved and could attack it before, by kind";
    PlaceFrom "place_from" 28 "place before: centre; rows 1 to 6 and camp rows 2 to 4 of its own \
        arm, of an enemy's, of the partner's";
    PlaceTo "place_to" 28 "place afterwards";
    First "first" 6 "first move of the piece, by the row of its home";
    Again "again" 1 "moves the piece of its seat's last move";
    Back "back" 1 "returns to where the piece came from";
    Slide "slide" 1 "longer than one edge";
    SupportTo "support_to" 1 "pieces of its team one edge from the target";
    SupportFrom "support_from" 1 "pieces of its team one edge from the start";
}

/// The number of descriptors.
pub const DESCRIPTOR_COUNT: usize = first(DESCRIPTORS.len());

/// The number of the first descriptor of a group.
const fn first(group: usize) -> usize {
    let mut sum = 0;
    let mut before = 0;
    while before < group {
        sum += DESCRIPTORS[before].len;
        before += 1;
    }
    sum
}

/// The values of descriptors that are not 0, with their numbers.
#[derive(Debug, Clone, Default)]
pub struct Descriptors(Vec<(u16, f64)>);

impl Descriptors {
    fn put(&mut self, group: Group, number: usize, value: f64) {
        if value != 0.0 {
            self.0.push(((first(group as usize) + number) as u16, value));
        }
    }

    fn put_flag(&mut self, group: Group, holds: bool) {
        self.put(group, 0, f64::from(u8::from(holds)));
    }

    fn put_kinds(&mut self, group: Group, values: &[f64; 12]) {
        for (kind, &value) in values.iter().enumerate() {
            self.put(group, kind, value);
        }
    }

    /// Numbers and values.
    pub fn iter(&self) -> impl Iterator<Item = (usize, f64)> + '_ {
        self.0.iter().map(|&(number, value)| (number.into(), value))
    }

    /// The weighted sum, for all kinds.
    pub(super) fn utilities(&self, weights: &[[f64; 12]]) -> [f64; 12] {
        let mut sums = [0.0; 12];
        for (number, value) in self.iter() {
            sums.iter_mut().zip(&weights[number]).for_each(|(sum, w)| *sum += value * w);
        }
        sums
    }
}

/// The names of all descriptors.
pub(super) fn names() -> impl Iterator<Item = String> {
    DESCRIPTORS.iter().flat_map(|group| {
        (0..group.len).map(move |number| match group.len {
            1 => group.name.to_owned(),
            _ => format!("{}_{number}", group.name),
        })
    })
}

/// Expected numbers of enemies by station and kind.
///
/// An approximation: the mover still stands where it came from, so it hides enemies behind it on a line.
#[derive(Debug)]
struct Contacts {
    /// The enemies that could attack a piece on the station.
    danger: Vec<[f64; 12]>,
    /// Of them those that have just moved.
    fresh: Vec<[f64; 12]>,
    /// The enemies that a piece on the station could attack.
    chance: Vec<[f64; 12]>,
}

impl Contacts {
    /// The contacts of a seat's pieces.
    fn new(
        behaviour: &BehaviourStats,
        strengths: &Strengths,
        state: &PublicState,
        seat: Seat,
    ) -> Self {
        let net = state.net();
        let none = vec![[0.0; 12]; CAPACITY];
        let mut contacts = Self { danger: none.clone(), fresh: none.clone(), chance: none };
        for from in &state.held(state.rules().team(seat).other()) {
            let Some(piece) = state.piece_at(from) else { continue };
            let is_fresh = behaviour.past(piece).is_fresh(state.ply());
            let in_camp = net.camps().contains(from);
            let is_locked = state.is_locked(from);
            let all = strengths.of(piece);
            let mobile = Kind::ALL.map(|k| if k.is_mobile() { all[k.index()] } else { 0.0 });
            for to in reach(state, from) {
                let at = to.index();
                if !is_locked && !net.camps().contains(to) {
                    add(&mut contacts.danger[at], &mobile);
                    if is_fresh {
                        add(&mut contacts.fresh[at], &mobile);
                    }
                }
                if !in_camp {
                    add(&mut contacts.chance[at], all);
                }
            }
        }
        contacts
    }

    fn danger(&self, station: Station) -> &[f64; 12] {
        &self.danger[station.index()]
    }

    fn fresh(&self, station: Station) -> &[f64; 12] {
        &self.fresh[station.index()]
    }

    fn chance(&self, station: Station) -> &[f64; 12] {
        &self.chance[station.index()]
    }
}

fn add(to: &mut [f64; 12], what: &[f64; 12]) {
    to.iter_mut().zip(what).for_each(|(to, what)| *to += what);
}

/// The moves of one piece, as an ordinary piece: engineers may have more.
#[derive(Debug, Clone)]
pub struct PieceMoves {
    /// The piece.
    pub piece: PieceId,
    /// The descriptors that all its moves share.
    pub common: Descriptors,
    /// Targets with their descriptors.
    pub targets: Vec<(Station, Descriptors)>,
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
    pub(super) fn new() -> Self {
        Self { piece: [None; 4], start: vec![None; PIECES] }
    }

    pub(super) fn learn(&mut self, event: &Event, mover: PieceId, from: Station) {
        self.piece[event.seat.index()] = Some(mover);
        self.start[mover.index()] = Some(from);
    }
}

/// Describes the moves of a turn.
#[derive(Debug)]
pub(super) struct Describer<'a> {
    behaviour: &'a BehaviourStats,
    strengths: &'a Strengths,
    last: &'a LastMoves,
    state: &'a PublicState,
    seat: Seat,
    contacts: Contacts,
}

impl<'a> Describer<'a> {
    pub(super) fn new(
        behaviour: &'a BehaviourStats,
        strengths: &'a Strengths,
        last: &'a LastMoves,
        state: &'a PublicState,
        seat: Seat,
    ) -> Self {
        let contacts = Contacts::new(behaviour, strengths, state, seat);
        Self { behaviour, strengths, last, state, seat, contacts }
    }

    /// The moves of all pieces of the seat that have any.
    pub(super) fn moves(&self) -> Vec<PieceMoves> {
        let state = self.state;
        let barred = state.barred(self.seat);
        let stops = state.net().stops();
        let mut all = vec![];
        for piece in PieceId::of(self.seat) {
            let Some(from) = state.station_of(piece) else { continue };
            if state.is_locked(from) {
                continue;
            }
            let mut targets = vec![];
            let mut attacks = false;
            for to in reach(state, from).filter(|&to| !barred.contains(to) && stops.contains(to)) {
                targets.push((to, self.target(piece, from, to)));
                attacks |= state.piece_at(to).is_some();
            }
            if !targets.is_empty() {
                all.push(PieceMoves { piece, common: self.common(piece, from), targets, attacks });
            }
        }
        all
    }

    /// The descriptors that all moves of a piece share.
    fn common(&self, piece: PieceId, from: Station) -> Descriptors {
        let contacts = &self.contacts;
        let mut found = Descriptors::default();
        found.put_kinds(Group::DangerFrom, contacts.danger(from));
        found.put_kinds(Group::ChanceFrom, contacts.chance(from));
        found.put_kinds(Group::FreshDanger, contacts.fresh(from));
        found.put(Group::PlaceFrom, self.place(from), 1.0);
        if let Some(home) = self.behaviour.homes[piece.index()]
            && !self.behaviour.past(piece).moved
        {
            found.put(Group::First, home.row() - 1, 1.0);
        }
        found.put_flag(Group::Again, self.last.piece[self.seat.index()] == Some(piece));
        found.put(Group::SupportFrom, 0, self.support(from, from));
        found
    }

    /// The descriptors of one move.
    fn target(&self, piece: PieceId, from: Station, to: Station) -> Descriptors {
        let Self { state, behaviour, contacts, .. } = self;
        let mut found = Descriptors::default();
        if let Some(other) = state.piece_at(to) {
            found.put_kinds(Group::Attack, self.strengths.of(other));
            found.put_kinds(Group::Defended, contacts.danger(to));
            found.put_flag(Group::AttackUnmoved, !behaviour.past(other).moved);
        } else {
            found.put_kinds(Group::DangerTo, contacts.danger(to));
            found.put_kinds(Group::ChanceTo, contacts.chance(to));
        }
        let retakes = behaviour.has_just_died(team(state, piece), to, state.ply());
        found.put_flag(Group::Retake, retakes);
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
        let arm = if owner == self.seat {
            0
        } else if rules.team(owner) == rules.team(self.seat) {
            2
        } else {
            1
        };
        let row = point.row() - 1;
        1 + 9 * arm + if point.is_camp() { row + 5 } else { row }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn every_descriptor_has_a_name_of_its_own() {
        assert_eq!(names().collect::<BTreeSet<_>>().len(), DESCRIPTOR_COUNT);
        assert_eq!(names().nth(first(Group::Retake as usize)).as_deref(), Some("retake"));
    }
}
