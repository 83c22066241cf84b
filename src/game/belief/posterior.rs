//! The posterior: how likely every hidden piece is to be of every kind, given the evidence.

use super::constraints::Constraints;
use super::joint::{Hands, JointDistribution};
use super::seat_posterior::{Factors, SeatPosterior, SeatProblem};
use super::{Evidence, Prior, SamplingBudget};
use crate::game::board::Seat;
use crate::game::rules::{ARMY, Kind, PieceId};
use crate::gametree::position::Bits;
use rand::{Rng, RngExt};
use std::sync::{Arc, OnceLock};

/// The distribution of all hidden pieces at one moment.
#[derive(Debug, Clone)]
pub struct Posterior {
    hands: [Option<Arc<dyn SeatPosterior>>; 4],
    joint: JointDistribution,
    known: [Kind; 4 * ARMY],
    pieces: [Vec<PieceId>; 4],
    marginals: [OnceLock<[[f64; 12]; ARMY]>; 4],
}

/// The hands of the last posterior, for those of the next that are the same.
#[derive(Debug, Clone, Default)]
pub(super) struct Cache([Option<(SeatProblem, Arc<dyn SeatPosterior>)>; 4]);

impl Posterior {
    /// The posterior of a prior, given evidence; `seed` matters only where it is sampled.
    pub fn new(evidence: &Evidence, prior: &Prior, seed: u64) -> Self {
        Self::with(
            evidence,
            prior,
            |_| [1.0; 12],
            (seed, SamplingBudget::FULL),
            &mut Cache::default(),
        )
    }

    pub(super) fn with(
        evidence: &Evidence,
        prior: &Prior,
        factors: impl Fn(PieceId) -> Factors,
        (seed, effort): (u64, SamplingBudget),
        cache: &mut Cache,
    ) -> Self {
        let bonds = Constraints::new(evidence);
        let mut hands: [Option<Arc<dyn SeatPosterior>>; 4] = Default::default();
        for seat in evidence.hidden().iter() {
            let plan = SeatProblem::new(evidence, seat, &bonds.pieces[bonds.part(seat)], &factors);
            // Before the first move the hands of all seats are the same.
            let old = cache.0.iter().flatten().find(|(old, _)| *old == plan);
            let hand = old.map_or_else(|| plan.hand(prior).into(), |(_, hand)| hand.clone());
            cache.0[seat.index()] = Some((plan, hand.clone()));
            hands[seat.index()] = Some(hand);
        }
        let borrowed: Hands<'_> = std::array::from_fn(|i| hands[i].as_deref());
        let joint = JointDistribution::new(&bonds, &borrowed, seed, effort);
        let known = |i| evidence.kind(PieceId::from_index(i)).unwrap_or(Kind::Flag);
        Self {
            hands,
            joint,
            known: std::array::from_fn(known),
            pieces: Seat::ALL.map(|seat| evidence.pieces(seat).collect()),
            marginals: Default::default(),
        }
    }

    fn count(&self, seat: Seat) -> [[f64; 12]; ARMY] {
        let mut marginals = [[0.0; 12]; ARMY];
        let Some(hand) = &self.hands[seat.index()] else {
            for piece in &self.pieces[seat.index()] {
                let kind = self.known[piece.index()];
                marginals[piece.index() % ARMY][kind.index()] = 1.0;
            }
            return marginals;
        };
        let counted = hand.marginals(&self.joint.ways(seat));
        marginals.iter_mut().zip(counted).for_each(|(row, counted)| *row = counted);
        marginals
    }

    /// Whether anything explains what was seen. If not, the events are no game from the start that
    /// was told, or by other rules; all probabilities of hidden pieces are 0 then.
    pub fn is_consistent(&self) -> bool {
        !self.joint.particles.is_empty()
    }

    /// Probabilities of a seat's pieces: a row for each number, a column for each kind, strongest
    /// first. A row sums to 1, or is 0 where there is no such piece; a column sums to how many of
    /// the kind the seat has, on the board or gone. They are counted when first asked for.
    pub fn marginals(&self, seat: Seat) -> &[[f64; 12]; ARMY] {
        self.marginals[seat.index()].get_or_init(|| self.count(seat))
    }

    /// Probabilities of the kinds of a piece.
    pub fn marginal(&self, piece: PieceId) -> [f64; 12] {
        self.marginals(piece.seat())[piece.index() % ARMY]
    }

    /// How unsure the piece is, in bits: 0 where it is known, at most log2 12.
    pub fn entropy(&self, piece: PieceId) -> Bits {
        entropy(&self.marginal(piece))
    }

    /// The prior probability of all assignments that are consistent with the evidence. With the
    /// uniform prior, times the number of legal deployments for every hidden seat, it is how many
    /// there are. `None` where the posterior is sampled.
    pub fn total(&self) -> Option<f64> {
        self.joint.total
    }

    /// Where the posterior is sampled, the largest standard error of a probability of a piece in a
    /// relation; 1 if it cannot be told. `None` where it is exact.
    pub fn error(&self) -> Option<f64> {
        self.joint.error
    }

    /// -log2 of the probability of kinds for all pieces, by index, in bits. `None` where the
    /// posterior is sampled.
    pub fn bits(&self, kinds: &[Kind; 4 * ARMY]) -> Option<f64> {
        let bound: Vec<Kind> = self.joint.bonds.pieces.iter().map(|p| kinds[p.index()]).collect();
        let fits = self.joint.bonds.list.iter().all(|b| b.holds(&bound));
        let weights = Seat::ALL.into_iter().filter_map(|seat| {
            let hand = self.hands[seat.index()].as_ref()?;
            let own = std::array::from_fn(|n| kinds[seat.index() * ARMY + n]);
            Some(hand.weight_of(&own))
        });
        let weight: f64 = weights.product();
        Some(-(if fits { weight } else { 0.0 } / self.joint.total?).log2())
    }

    /// Kinds of all pieces, by index, drawn from the posterior. For numbers that no piece has the
    /// kind means nothing. `None` if nothing is consistent with the evidence.
    pub fn sample(&self, rng: &mut impl Rng) -> Option<[Kind; 4 * ARMY]> {
        let mut kinds = self.known;
        let particle = self.particle(rng.random())?;
        for (seat, hand) in Seat::ALL.into_iter().zip(&self.hands) {
            if let Some(hand) = hand {
                let own = hand.sample(&particle[self.joint.bonds.part(seat)], rng)?;
                kinds[seat.index() * ARMY..][..ARMY].copy_from_slice(&own);
            }
        }
        Some(kinds)
    }

    /// The kinds of the bound pieces at a place between 0 and 1.
    fn particle(&self, mut place: f64) -> Option<&[Kind]> {
        let particles = &self.joint.particles;
        let found = particles.iter().find(|p| {
            place -= p.probability;
            place < 0.0
        });
        Some(&found.or(particles.last())?.kinds)
    }
}

/// Entropy up to which a piece counts as known, in bits: above the rounding error of a posterior.
const KNOWN_BITS: f64 = 1e-9;

/// Mean of the entropies above 10⁻⁹ bits, and their number; `None` if there are none.
pub fn mean_entropy(entropies: impl Iterator<Item = f64>) -> Option<(Bits, usize)> {
    let uncertain = entropies.filter(|&bits| bits > KNOWN_BITS);
    let (sum, count) = uncertain.fold((0.0, 0), |(sum, count), bits| (sum + bits, count + 1));
    (count > 0).then(|| (Bits(sum / count as f64), count))
}

/// Shannon entropy of a probability distribution, in bits.
pub fn entropy(probabilities: &[f64]) -> Bits {
    let terms = probabilities.iter().filter(|p| **p > 0.0).map(|p| -p * p.log2());
    // Nothing to sum gives -0.
    Bits(terms.sum::<f64>() + 0.0)
}
