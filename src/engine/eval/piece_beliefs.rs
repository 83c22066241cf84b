//! Who plays which part: what the terms ask of pieces, known or not.

use crate::game::belief::BeliefPosition;
use crate::game::board::Seat;
use crate::game::rules::{ARMY, Kind, PieceId, World};

/// Kinds of pieces that the terms tell apart: strong officers (commander to brigade), weak ones
/// (regiment to platoon), engineers, bombs.
pub(super) const CLASSES: [&str; 4] = ["strong", "weak", "engineer", "bomb"];

/// The first of the weak officers.
const WEAK: usize = Kind::Regiment as usize;

/// Probabilities of a piece.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct ClassProbabilities {
    /// By class.
    pub(super) class: [f32; 4],
    pub(super) mine: f32,
    pub(super) flag: f32,
}

impl ClassProbabilities {
    const fn of(kind: usize) -> Self {
        let mut part = Self { class: [0.0; 4], mine: 0.0, flag: 0.0 };
        match kind {
            0..WEAK => part.class[0] = 1.0,
            WEAK..=7 => part.class[1] = 1.0,
            8 => part.class[2] = 1.0,
            9 => part.class[3] = 1.0,
            10 => part.mine = 1.0,
            _ => part.flag = 1.0,
        }
        part
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

static PARTS: [ClassProbabilities; 12] = {
    let mut parts = [ClassProbabilities::of(0); 12];
    let mut kind = 1;
    while kind < 12 {
        parts[kind] = ClassProbabilities::of(kind);
        kind += 1;
    }
    parts
};

/// By seat, how many pieces of every kind are on the board, or are expected there.
pub(super) type KindCounts = [[f32; 12]; 4];

/// The parts of all pieces.
pub(super) trait PieceBeliefs {
    fn part(&self, piece: PieceId) -> &ClassProbabilities;
    fn counts(&self) -> KindCounts;
}

/// Every piece plays its own part.
impl PieceBeliefs for World {
    #[inline]
    fn part(&self, piece: PieceId) -> &ClassProbabilities {
        &PARTS[self.kind(piece).index()]
    }

    fn counts(&self) -> KindCounts {
        let mut counts = [[0.0; 12]; 4];
        for (piece, _) in self.pieces() {
            counts[piece.seat().index()][self.kind(piece).index()] += 1.0;
        }
        counts
    }
}

/// The parts of a seat's pieces under a name for what is known of them.
type Known = (u64, [ClassProbabilities; ARMY]);

/// Parts seen before, by seat: most positions of a search share what is known.
#[derive(Debug, Clone)]
pub(super) struct PieceBeliefCache([Vec<Known>; 4]);

/// Slots a seat.
const SLOTS: usize = 64;

impl PieceBeliefCache {
    pub(super) fn new() -> Self {
        // The names of the first entries are no position's, for nothing was derived from them.
        Self(std::array::from_fn(|_| vec![(0, [ClassProbabilities::default(); ARMY]); SLOTS]))
    }

    /// The cast of a position.
    pub(super) fn cast<'a>(&'a mut self, position: &'a BeliefPosition) -> SeatBeliefs<'a> {
        let slots = Seat::ALL.map(|seat| (position.knowledge(seat) % SLOTS as u64) as usize);
        for seat in Seat::ALL {
            let name = position.knowledge(seat);
            let known = &mut self.0[seat.index()][slots[seat.index()]];
            if known.0 != name {
                let part = |n| ClassProbabilities::mixed(position.marginal(PieceId::new(seat, n)));
                *known = (name, std::array::from_fn(part));
            }
        }
        let parts = Seat::ALL.map(|s| &self.0[s.index()][slots[s.index()]].1);
        SeatBeliefs { parts, position }
    }
}

/// Parts by what a seat believes.
#[derive(Clone, Copy)]
pub(super) struct SeatBeliefs<'a> {
    parts: [&'a [ClassProbabilities; ARMY]; 4],
    position: &'a BeliefPosition,
}

impl PieceBeliefs for SeatBeliefs<'_> {
    #[inline]
    fn part(&self, piece: PieceId) -> &ClassProbabilities {
        &self.parts[piece.seat().index()][piece.index() % ARMY]
    }

    fn counts(&self) -> KindCounts {
        let mut counts = [[0.0; 12]; 4];
        for (piece, _) in self.position.pieces() {
            let row = self.position.marginal(piece);
            let sums = &mut counts[piece.seat().index()];
            sums.iter_mut().zip(row).for_each(|(sum, p)| *sum += *p as f32);
        }
        counts
    }
}
