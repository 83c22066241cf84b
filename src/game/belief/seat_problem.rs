//! The input of a seat's posterior, and what can be told from it without counting.

use super::Evidence;
use super::count::SlotWeights;
use super::fit::fit;
use super::mixture::{Lane, MOST_MEMBERS, MemberWeights, Mixture};
use super::probabilities::{KindProbabilities, normalized};
use crate::game::board::Seat;
use crate::game::rules::{ARMY, Army, Kind, KindSet, PieceId};
use arrayvec::ArrayVec;

/// By member, a number for every kind: the behaviour factors of a piece.
pub(crate) type Factors = ArrayVec<[f64; 12], MOST_MEMBERS>;

/// The input of a seat's posterior; equal problems have equal posteriors.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct SeatProblem {
    pub(super) army: Army,
    pub(super) pieces: Vec<ProblemPiece>,
    /// The weights of the members.
    pub(super) members: MemberWeights,
}

/// A piece of a problem.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct ProblemPiece {
    pub(super) number: usize,
    pub(super) may_be: KindSet,
    /// The index of its home among the posts.
    post: Option<usize>,
    factors: Factors,
    /// Whether a constraint links it to others.
    pub(super) linked: bool,
}

impl SeatProblem {
    /// Creates the problem of a seat whose players have these weights; `linked` are its linked pieces.
    pub(crate) fn new(
        evidence: &Evidence,
        seat: Seat,
        linked: &[PieceId],
        members: MemberWeights,
        factors: impl Fn(PieceId) -> Factors,
    ) -> Self {
        let piece = |piece: PieceId| ProblemPiece {
            number: piece.index() % ARMY,
            may_be: evidence.may_be(piece),
            post: evidence.post(piece),
            factors: factors(piece),
            linked: linked.contains(&piece),
        };
        let pieces = evidence.pieces(seat).map(piece).collect();
        Self { army: evidence.army(seat), pieces, members }
    }

    /// The problem of a seat with one player, before behaviour, and no linked pieces.
    pub(crate) fn of_one_player(evidence: &Evidence, seat: Seat) -> Self {
        Self::new(evidence, seat, &[], [1.0].into_iter().collect(), |_| no_behaviour(1))
    }

    /// Whether a constraint links some of its pieces to others.
    pub(super) fn is_linked(&self) -> bool {
        self.pieces.iter().any(|piece| piece.linked)
    }

    /// The same problem with other behaviour factors, by number.
    pub(crate) fn with_factors(&self, factors: impl Fn(usize) -> Factors) -> Self {
        let pieces =
            self.pieces.iter().map(|p| ProblemPiece { factors: factors(p.number), ..p.clone() });
        Self { army: self.army, pieces: pieces.collect(), members: self.members.clone() }
    }

    /// Estimated marginals of all pieces by number, which cost a fraction of counting. Linked pieces have the
    /// shares of their kinds in `given`, assignments with their probabilities; the weights of the others,
    /// and of all if nothing is given, are scaled by row and column until they sum to the inventory.
    pub(crate) fn estimate(
        &self,
        mixture: &Mixture,
        given: &[(&[Kind], f64)],
    ) -> [KindProbabilities; ARMY] {
        let (mut rows, mut free) = ([[0.0; 12]; ARMY], 0);
        let (mut left, mut linked) = (self.army.0.map(f64::from), 0);
        for piece in &self.pieces {
            let row = &mut rows[piece.number];
            if piece.linked && !given.is_empty() {
                for (kinds, probability) in given {
                    row[kinds[linked].index()] += probability;
                }
                left.iter_mut().zip(row).for_each(|(left, p)| *left -= *p);
                linked += 1;
            } else {
                *row = piece.expected(mixture, &self.members);
                free |= 1 << piece.number;
            }
        }
        fit(&mut rows, free, &left);
        rows
    }

    /// By member, estimated probabilities of the kinds of the piece with a number, without what links it to pieces of
    /// other seats.
    pub(crate) fn forecasts(&self, mixture: &Mixture, number: usize) -> Factors {
        let by_piece: Vec<Factors> = self.pieces.iter().map(|p| p.by_member(mixture)).collect();
        let inventory = self.army.0.map(f64::from);
        let of_member = |member: usize| {
            let mut rows = [[0.0; 12]; ARMY];
            let mut pieces = 0;
            for (piece, by_member) in self.pieces.iter().zip(&by_piece) {
                rows[piece.number] = by_member[member];
                pieces |= 1 << piece.number;
            }
            fit(&mut rows, pieces, &inventory);
            rows[number]
        };
        (0..self.members.len()).map(of_member).collect()
    }
}

impl ProblemPiece {
    /// By member, the probabilities of its kinds by home and behaviour alone.
    fn by_member(&self, mixture: &Mixture) -> Factors {
        let mut rows: Factors = mixture.members().iter().map(|_| [0.0; 12]).collect();
        for lane in mixture.lanes() {
            for kind in self.may_be.iter().map(Kind::index) {
                rows[lane.member][kind] += lane.share * self.weight(&lane, kind);
            }
        }
        let even = Kind::ALL.map(|k| f64::from(u8::from(self.may_be.contains(k))));
        for row in &mut rows {
            *row = normalized(*row).or_else(|| normalized(even)).unwrap_or_default();
        }
        rows
    }

    /// The probabilities of its kinds by home and behaviour alone.
    fn expected(&self, mixture: &Mixture, members: &[f64]) -> KindProbabilities {
        let mut mean = [0.0; 12];
        for (row, weight) in self.by_member(mixture).into_iter().zip(members) {
            mean.iter_mut().zip(row).for_each(|(mean, p)| *mean += weight * p);
        }
        mean
    }

    /// The weights of its kinds, by home and behaviour.
    pub(super) fn weights<const L: usize>(&self, mixture: &Mixture) -> SlotWeights<L> {
        let mut weights = [[0.0; L]; 12];
        for (number, lane) in mixture.lanes().enumerate() {
            for kind in self.may_be.iter().map(Kind::index) {
                weights[kind][number] = self.weight(&lane, kind);
            }
        }
        weights
    }

    fn weight(&self, lane: &Lane<'_>, kind: usize) -> f64 {
        let place = self.post.map_or(1.0, |post| lane.formation.weights[post][kind]);
        self.factors[lane.member][kind] * place
    }
}

/// The factors of a piece by members who take behaviour for no evidence.
pub(crate) fn no_behaviour(members: usize) -> Factors {
    (0..members).map(|_| [1.0; 12]).collect()
}
