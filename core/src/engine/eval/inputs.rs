//! What the terms of the evaluation read: regions of the board, class probabilities of pieces, and the position.

use crate::game::belief::BeliefPosition;
use crate::game::board::{CAPACITY, Net, Point, Seat, Station, StationSet};
use crate::game::rules::{ARMY, Kind, PieceId, Team, World};

/// The region of a station, relative to the owner of the piece on it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub(super) enum Region {
    /// A camp of its own.
    Camp,
    /// The first row of its own arm.
    Front,
    /// The nine stations between the arms.
    Centre,
    /// An arm of a partner, or of a seat that has lost.
    Abroad,
    /// The rows of an enemy's arm but the last two.
    Inside,
    /// A camp of an enemy.
    EnemyCamp,
    /// The last two rows of an enemy's arm.
    Deep,
    /// A headquarters in another arm, where the piece can no longer move.
    Shut,
    /// Elsewhere in its own arm; without a feature.
    Home,
}

/// Whose arm a station is in, relative to the owner of a piece.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ArmRelation {
    Own,
    Neutral,
    Enemy,
}

impl ArmRelation {
    pub(super) const ALL: [Self; 3] = [Self::Own, Self::Neutral, Self::Enemy];
}

/// A headquarters of a board.
#[derive(Debug, Clone, Copy)]
pub(super) struct Headquarters {
    pub(super) at: Station,
    /// The stations that are two steps away, without headquarters.
    pub(super) two_steps: StationSet,
}

impl Headquarters {
    fn new(net: &Net, at: Station) -> Self {
        let two_steps = within_two_steps(net, at) - net.neighbours(at) - net.headquarters();
        Self { at, two_steps }
    }
}

/// The stations from which one or two steps lead to a station.
pub(super) fn within_two_steps(net: &Net, at: Station) -> StationSet {
    let beside = net.neighbours(at);
    beside | net.beside(beside)
}

/// Arms, headquarters and regions of a board.
#[derive(Debug, Clone)]
pub(super) struct BoardMap {
    /// The seat whose arm a station is in, by station.
    arm_of: [Option<Seat>; CAPACITY],
    regions: [[Region; CAPACITY]; 3],
    pub(super) headquarters: [Vec<Headquarters>; 4],
    pub(super) arms: [StationSet; 4],
    /// The headquarters and the stations beside them.
    pub(super) gates: StationSet,
}

impl BoardMap {
    pub(super) fn new(net: &Net) -> Self {
        let board = net.board();
        let headquarters = net.headquarters();
        let mut map = Self {
            arm_of: [None; CAPACITY],
            regions: [[Region::Centre; CAPACITY]; 3],
            headquarters: [const { vec![] }; 4],
            arms: Seat::ALL.map(|seat| board.arm(seat).into_iter().flatten().copied().collect()),
            gates: headquarters | net.beside(headquarters),
        };
        for seat in Seat::ALL {
            for at in map.arms[seat.index()] & headquarters {
                map.headquarters[seat.index()].push(Headquarters::new(net, at));
            }
            let arm = board.arm(seat).into_iter().flatten();
            for (point, &station) in board.shape().points().zip(arm) {
                map.arm_of[station.index()] = Some(seat);
                for relation in ArmRelation::ALL {
                    let region = region(net, point, station, relation);
                    map.regions[relation as usize][station.index()] = region;
                }
            }
        }
        map
    }

    /// Whose arm a station is in, relative to the owner of a piece on it.
    #[inline]
    pub(super) fn relation(&self, world: &World, owner: Seat, at: Station) -> ArmRelation {
        let rules = world.rules();
        match self.arm_of[at.index()] {
            Some(arm) if arm == owner => ArmRelation::Own,
            Some(arm) if world.alive().contains(arm) && rules.team(arm) != rules.team(owner) => {
                ArmRelation::Enemy
            }
            _ => ArmRelation::Neutral,
        }
    }

    #[inline]
    pub(super) fn region(&self, relation: ArmRelation, station: Station) -> Region {
        self.regions[relation as usize][station.index()]
    }
}

fn region(net: &Net, point: Point, at: Station, relation: ArmRelation) -> Region {
    let camp = point.is_camp();
    let is_in_last_rows = point.row() + 2 > net.board().shape().rows();
    let headquarters = net.headquarters().contains(at);
    match relation {
        ArmRelation::Own if camp => Region::Camp,
        ArmRelation::Own if point.row() == 1 => Region::Front,
        ArmRelation::Own => Region::Home,
        _ if headquarters => Region::Shut,
        ArmRelation::Neutral => Region::Abroad,
        ArmRelation::Enemy if camp => Region::EnemyCamp,
        ArmRelation::Enemy if !is_in_last_rows => Region::Inside,
        ArmRelation::Enemy => Region::Deep,
    }
}

/// The number of classes of mobile pieces: strong officers (commander to brigade), weak officers (regiment to
/// platoon), engineers and bombs.
pub(super) const CLASSES: usize = 4;
/// Index of the strong officers.
pub(super) const STRONG: usize = 0;
/// Index of the bombs.
pub(super) const BOMB: usize = 3;

/// The first of the weak officers.
const WEAK: usize = Kind::Regiment as usize;

/// Class probabilities of one piece.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct ClassProbabilities {
    /// By class: [`STRONG`] officers, weak ones, engineers, [`BOMB`]s.
    pub(super) class: [f32; CLASSES],
    pub(super) mine: f32,
    pub(super) flag: f32,
}

impl ClassProbabilities {
    /// Those of a piece of known kind.
    #[inline]
    pub(super) fn known(kind: Kind) -> &'static Self {
        &KNOWN[kind.index()]
    }

    const fn of(kind: usize) -> Self {
        let mut classes = Self { class: [0.0; CLASSES], mine: 0.0, flag: 0.0 };
        match kind {
            0..WEAK => classes.class[0] = 1.0,
            WEAK..=7 => classes.class[1] = 1.0,
            8 => classes.class[2] = 1.0,
            9 => classes.class[3] = 1.0,
            10 => classes.mine = 1.0,
            _ => classes.flag = 1.0,
        }
        classes
    }

    fn mixed(row: &[f64; 12]) -> Self {
        let sum = |kinds: &[f64]| kinds.iter().sum::<f64>() as f32;
        Self {
            class: [sum(&row[..WEAK]), sum(&row[WEAK..8]), row[8] as f32, row[9] as f32],
            mine: row[10] as f32,
            flag: row[11] as f32,
        }
    }
}

/// Class probabilities of a piece of known kind, by kind.
static KNOWN: [ClassProbabilities; 12] = {
    let mut known = [ClassProbabilities::of(0); 12];
    let mut kind = 1;
    while kind < 12 {
        known[kind] = ClassProbabilities::of(kind);
        kind += 1;
    }
    known
};

/// The number of pieces on the board, or its expectation, by seat and kind.
pub(super) type KindCounts = [[f32; 12]; 4];

/// Class probabilities of all pieces of a position.
pub(super) trait PieceBeliefs {
    fn classes(&self, piece: PieceId) -> &ClassProbabilities;
    fn counts(&self) -> KindCounts;
}

impl PieceBeliefs for World {
    #[inline]
    fn classes(&self, piece: PieceId) -> &ClassProbabilities {
        ClassProbabilities::known(self.kind(piece))
    }

    fn counts(&self) -> KindCounts {
        let mut counts = [[0.0; 12]; 4];
        for (piece, _) in self.pieces() {
            counts[piece.seat().index()][self.kind(piece).index()] += 1.0;
        }
        counts
    }
}

/// Class probabilities of a seat's pieces.
#[derive(Debug, Clone)]
struct CacheEntry {
    /// Key of the knowledge that they follow from.
    key: u64,
    classes: [ClassProbabilities; ARMY],
}

/// Cache of class probabilities, by seat: most positions of a search share the same knowledge.
#[derive(Debug, Clone)]
pub(super) struct PieceBeliefCache([Vec<CacheEntry>; 4]);

/// Number of cache entries per seat.
const SLOTS: usize = 64;

impl PieceBeliefCache {
    pub(super) fn new() -> Self {
        // No position has the key 0 of the initial entries.
        let entry = CacheEntry { key: 0, classes: [ClassProbabilities::default(); ARMY] };
        Self(std::array::from_fn(|_| vec![entry.clone(); SLOTS]))
    }

    /// The class probabilities at a position.
    pub(super) fn beliefs<'a>(&'a mut self, position: &'a BeliefPosition) -> SeatBeliefs<'a> {
        let slots = Seat::ALL.map(|seat| (position.knowledge(seat) % SLOTS as u64) as usize);
        for seat in Seat::ALL {
            let key = position.knowledge(seat);
            let entry = &mut self.0[seat.index()][slots[seat.index()]];
            if entry.key != key {
                entry.key = key;
                for (number, classes) in entry.classes.iter_mut().enumerate() {
                    let marginal = position.marginal(PieceId::new(seat, number));
                    *classes = ClassProbabilities::mixed(marginal);
                }
            }
        }
        let classes = Seat::ALL.map(|s| &self.0[s.index()][slots[s.index()]].classes);
        SeatBeliefs { classes, position }
    }
}

/// Class probabilities under the belief of a seat.
#[derive(Clone, Copy)]
pub(super) struct SeatBeliefs<'a> {
    classes: [&'a [ClassProbabilities; ARMY]; 4],
    position: &'a BeliefPosition,
}

impl PieceBeliefs for SeatBeliefs<'_> {
    #[inline]
    fn classes(&self, piece: PieceId) -> &ClassProbabilities {
        &self.classes[piece.seat().index()][piece.index() % ARMY]
    }

    fn counts(&self) -> KindCounts {
        let mut counts = [[0.0; 12]; 4];
        for (piece, _) in self.position.pieces() {
            let row = self.position.marginal(piece);
            let sums = &mut counts[piece.seat().index()];
            for (sum, p) in sums.iter_mut().zip(row) {
                *sum += *p as f32;
            }
        }
        counts
    }
}

/// A position, as the terms use it.
pub(super) struct TermInputs<'a, C> {
    /// The public state; the kinds of pieces are taken from `beliefs`.
    pub(super) world: &'a World,
    pub(super) beliefs: &'a C,
    pub(super) map: &'a BoardMap,
}

impl<C: PieceBeliefs> TermInputs<'_, C> {
    pub(super) fn team(&self, seat: Seat) -> Team {
        self.world.rules().team(seat)
    }

    /// 1 for the first team, -1 for the second.
    pub(super) fn sign(&self, seat: Seat) -> f32 {
        if self.team(seat) == Team::First { 1.0 } else { -1.0 }
    }

    /// The living seats.
    pub(super) fn seats(&self) -> impl Iterator<Item = Seat> {
        self.world.alive().iter()
    }

    /// The stations of pieces that can move, by team.
    pub(super) fn movers(&self) -> [StationSet; 2] {
        Team::ALL.map(|team| self.world.movers(team))
    }
}
