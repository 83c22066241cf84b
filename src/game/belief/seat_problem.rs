//! The input of a seat's posterior, and what can be told from it without counting.

use super::Evidence;
use super::count::SlotWeights;
use super::fit::fit;
use super::prior::Prior;
use super::probabilities::{KindProbabilities, normalized};
use crate::game::board::Seat;
use crate::game::rules::{ARMY, Army, Kind, KindSet, PieceId};

/// A number for every kind: the behaviour factors of a piece.
pub(crate) type Factors = [f64; 12];

/// The input of a seat's posterior; equal problems have equal posteriors.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct SeatProblem {
    pub(super) army: Army,
    pub(super) pieces: Vec<ProblemPiece>,
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
    /// Creates the problem of a seat; `linked` are its linked pieces.
    pub(crate) fn new(
        evidence: &Evidence,
        seat: Seat,
        linked: &[PieceId],
        factors: impl Fn(PieceId) -> Factors,
    ) -> Self {
        let piece = |piece: PieceId| ProblemPiece {
            number: piece.index() % ARMY,
            may_be: evidence.may_be(piece),
            post: evidence.post(piece),
            factors: factors(piece),
            linked: linked.contains(&piece),
        };
        Self { army: evidence.army(seat), pieces: evidence.pieces(seat).map(piece).collect() }
    }

    /// Whether a constraint links some of its pieces to others.
    pub(super) fn is_linked(&self) -> bool {
        self.pieces.iter().any(|piece| piece.linked)
    }

    /// The same problem with other behaviour factors, by number.
    pub(crate) fn with_factors(&self, factors: impl Fn(usize) -> Factors) -> Self {
        let pieces =
            self.pieces.iter().map(|p| ProblemPiece { factors: factors(p.number), ..p.clone() });
        Self { army: self.army, pieces: pieces.collect() }
    }

    /// Estimated marginals of all pieces by number, which cost a fraction of counting. Linked pieces have the
    /// shares of their kinds in `given`, assignments with their probabilities; the weights of the others,
    /// and of all if nothing is given, are scaled by row and column until they sum to the inventory.
    pub(crate) fn estimate(
        &self,
        prior: &Prior,
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
                *row = piece.expected(prior);
                free |= 1 << piece.number;
            }
        }
        fit(&mut rows, free, &left);
        rows
    }
}

impl ProblemPiece {
    /// The probabilities of its kinds by home and behaviour alone.
    fn expected(&self, prior: &Prior) -> KindProbabilities {
        let mut weights = [0.0; 12];
        for kind in self.may_be.iter().map(Kind::index) {
            let formations = prior.formations().iter().zip(prior.normalized_shares());
            let places = formations
                .map(|(f, share)| share * self.post.map_or(1.0, |post| f.weights[post][kind]));
            weights[kind] = self.factors[kind] * places.sum::<f64>();
        }
        let even = || {
            let may_be = Kind::ALL.map(|k| f64::from(u8::from(self.may_be.contains(k))));
            normalized(may_be)
        };
        normalized(weights).or_else(even).unwrap_or_default()
    }

    /// The weights of its kinds, by home and behaviour.
    pub(super) fn weights<const L: usize>(&self, prior: &Prior) -> SlotWeights<L> {
        let mut weights = [[0.0; L]; 12];
        for kind in self.may_be.iter().map(Kind::index) {
            for (weight, formation) in weights[kind].iter_mut().zip(prior.formations()) {
                let place = self.post.map_or(1.0, |post| formation.weights[post][kind]);
                *weight = self.factors[kind] * place;
            }
        }
        weights
    }
}
