//! Class probabilities of pieces, known or hidden, as the terms of the evaluation use them.

use crate::game::belief::BeliefPosition;
use crate::game::board::Seat;
use crate::game::rules::{ARMY, Kind, PieceId, World};

/// Classes of mobile pieces: strong officers (commander to brigade), weak officers (regiment to platoon),
/// engineers, bombs.
pub(super) const CLASSES: [&str; 4] = ["strong", "weak", "engineer", "bomb"];

/// The first of the weak officers.
const WEAK: usize = Kind::Regiment as usize;

/// Class probabilities of one piece.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct ClassProbabilities {
    /// By index into [`CLASSES`].
    pub(super) class: [f32; 4],
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
        let mut classes = Self { class: [0.0; 4], mine: 0.0, flag: 0.0 };
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

/// Class probabilities of a seat's pieces, with the key of the knowledge they follow from.
type CacheEntry = (u64, [ClassProbabilities; ARMY]);

/// Cache of class probabilities, by seat: most positions of a search share the same knowledge.
#[derive(Debug, Clone)]
pub(super) struct PieceBeliefCache([Vec<CacheEntry>; 4]);

/// Number of cache entries per seat.
const SLOTS: usize = 64;

impl PieceBeliefCache {
    pub(super) fn new() -> Self {
        // No position has the key 0 of the initial entries.
        Self(std::array::from_fn(|_| vec![(0, [ClassProbabilities::default(); ARMY]); SLOTS]))
    }

    /// The class probabilities at a position.
    pub(super) fn beliefs<'a>(&'a mut self, position: &'a BeliefPosition) -> SeatBeliefs<'a> {
        let slots = Seat::ALL.map(|seat| (position.knowledge(seat) % SLOTS as u64) as usize);
        for seat in Seat::ALL {
            let key = position.knowledge(seat);
            let entry = &mut self.0[seat.index()][slots[seat.index()]];
            if entry.0 != key {
                let classes =
                    |n| ClassProbabilities::mixed(position.marginal(PieceId::new(seat, n)));
                *entry = (key, std::array::from_fn(classes));
            }
        }
        let classes = Seat::ALL.map(|s| &self.0[s.index()][slots[s.index()]].1);
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
            sums.iter_mut().zip(row).for_each(|(sum, p)| *sum += *p as f32);
        }
        counts
    }
}
