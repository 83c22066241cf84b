//! The posterior: the distribution of all hidden pieces, given evidence, prior and behaviour.

use super::constraints::Constraints;
use super::joint::JointDistribution;
use super::probabilities::KindProbabilities;
use super::seat_posterior::{SeatPosterior, SeatPosteriors};
use super::seat_problem::{SeatProblem, no_behaviour};
use super::{Evidence, Mixture, PosteriorRequest};
use crate::game::board::Seat;
use crate::game::rules::{ARMY, Kind, PieceId};
use crate::gametree::position::Bits;
use rand::{Rng, RngExt};
use std::sync::{Arc, OnceLock};

/// The distribution of the kinds of all hidden pieces at one moment.
///
/// ```
/// use junqi::engine::data;
/// use junqi::game::belief::{Evidence, Mixture, Observation, Posterior, Visibility};
/// use junqi::game::board::{Board, Seat};
/// use junqi::game::rules::{Kind, PieceId, Rules, World};
///
/// let deployment = data::deployments()[0].deployment.clone().unwrap();
/// let world =
///     World::start(Board::siguo(), Rules::default(), &[Some(deployment); 4], Seat::South)?;
/// let view = Observation::new(&world, Seat::South, Visibility::FourDark).view();
/// let posterior = Posterior::new(&Evidence::new(&view)?, &Mixture::counting(), 0);
/// // Number 21 stands in a headquarters: it is the flag with probability 1/2, a mine with 1/6.
/// let marginal = posterior.marginal(PieceId::new(Seat::East, 21));
/// assert!((marginal[Kind::Flag.index()] - 1.0 / 2.0).abs() < 1e-9);
/// assert!((marginal[Kind::Mine.index()] - 1.0 / 6.0).abs() < 1e-9);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct Posterior {
    seats: [Option<Arc<dyn SeatPosterior>>; 4],
    joint: JointDistribution,
    known: [Kind; 4 * ARMY],
    pieces: [Vec<PieceId>; 4],
    marginals: [Arc<OnceLock<SeatMarginals>>; 4],
}

/// The marginals of a seat's pieces by number.
type SeatMarginals = [KindProbabilities; ARMY];

/// The posterior of a seat, with its marginals once they are counted.
#[derive(Debug, Clone)]
struct CountedSeat {
    problem: SeatProblem,
    posterior: Arc<dyn SeatPosterior>,
    marginals: Arc<OnceLock<SeatMarginals>>,
}

/// What was counted in the last call, reused for seats whose problem is the same.
#[derive(Debug, Clone, Default)]
pub(super) struct Cache([Option<CountedSeat>; 4]);

impl Cache {
    /// The counts of a seat's problem; `None` if it is new and there is no time to count it.
    fn counted(
        &mut self,
        seat: usize,
        problem: &SeatProblem,
        mixture: &Mixture,
        request: &PosteriorRequest<'_>,
    ) -> Option<CountedSeat> {
        // Before the first move all seats have the same problem.
        let old = self.0.iter().flatten().find(|old| old.problem == *problem).cloned();
        let count = || {
            let lattice = self.0[seat].as_ref().and_then(|old| old.posterior.lattice());
            (!request.counting_is_over()).then(|| CountedSeat {
                problem: problem.clone(),
                posterior: problem.posterior(mixture, lattice).into(),
                marginals: Arc::default(),
            })
        };
        let mut counted = old.or_else(count)?;
        if problem.is_linked() {
            counted.marginals = Arc::default(); // they depend on the other seats
        }
        self.0[seat] = Some(counted.clone());
        Some(counted)
    }
}

impl Posterior {
    /// Computes the posterior, without behaviour. `seed` matters only if it is sampled.
    pub fn new(evidence: &Evidence, mixture: &Mixture, seed: u64) -> Self {
        let constraints = Constraints::new(evidence);
        let members = mixture.weights();
        let factors = |_| no_behaviour(members.len());
        let problems = Seat::ALL.map(|seat| {
            let linked = &constraints.pieces[constraints.part(seat)];
            evidence
                .hidden()
                .contains(seat)
                .then(|| SeatProblem::new(evidence, seat, linked, members.clone(), factors))
        });
        let request = PosteriorRequest::full(seed);
        Self::with((evidence, constraints), mixture, &problems, request, &mut Cache::default())
    }

    pub(super) fn with(
        (evidence, constraints): (&Evidence, Constraints),
        mixture: &Mixture,
        problems: &[Option<SeatProblem>; 4],
        request: PosteriorRequest<'_>,
        cache: &mut Cache,
    ) -> Self {
        let mut seats: [Option<Arc<dyn SeatPosterior>>; 4] = Default::default();
        let mut marginals: [Arc<OnceLock<SeatMarginals>>; 4] = Default::default();
        let mut is_counted = true;
        for (seat, problem) in problems.iter().enumerate() {
            let Some(problem) = problem else { continue };
            if let Some(counted) = cache.counted(seat, problem, mixture, &request) {
                (seats[seat], marginals[seat]) = (Some(counted.posterior), counted.marginals);
            } else {
                is_counted = false;
            }
        }
        let borrowed: SeatPosteriors<'_> = std::array::from_fn(|i| seats[i].as_deref());
        let joint = if is_counted {
            JointDistribution::new(&constraints, &borrowed, request)
        } else {
            JointDistribution::unknown(&constraints)
        };
        if is_counted && joint.particles.is_empty() {
            marginals = Default::default(); // the cache must not keep rows of zeros
        }
        let known = |i| evidence.kind(PieceId::from_index(i)).unwrap_or(Kind::Flag);
        let mut posterior = Self {
            seats,
            joint,
            known: std::array::from_fn(known),
            pieces: Seat::ALL.map(|seat| evidence.pieces(seat).collect()),
            marginals,
        };
        if request.sampling_is_over() {
            for (seat, problem) in Seat::ALL.into_iter().zip(problems) {
                let counted = posterior.marginals[seat.index()].get().is_some();
                let Some(problem) = problem.as_ref().filter(|_| !counted) else { continue };
                let estimate = problem.estimate(mixture, &posterior.joint.assignments(seat));
                posterior.marginals[seat.index()] = Arc::new(estimate.into());
                posterior.joint.error = Some(1.0);
            }
        }
        posterior
    }

    fn counted_marginals(&self, seat: Seat) -> SeatMarginals {
        let mut marginals = [[0.0; 12]; ARMY];
        let Some(posterior) = &self.seats[seat.index()] else {
            for piece in &self.pieces[seat.index()] {
                let kind = self.known[piece.index()];
                marginals[piece.index() % ARMY][kind.index()] = 1.0;
            }
            return marginals;
        };
        let counted = posterior.marginals(&self.joint.assignments(seat));
        marginals.iter_mut().zip(counted).for_each(|(row, counted)| *row = counted);
        marginals
    }

    /// Whether any assignment is known to be consistent with the evidence. If not, the time of the
    /// [`PosteriorRequest`] was over before it was counted, or the events do not belong to the start or to the
    /// rules and all probabilities of hidden pieces are 0.
    pub fn is_consistent(&self) -> bool {
        !self.joint.particles.is_empty()
    }

    /// The marginals of a seat's pieces, shape `(25, 12)`: rows by number, columns by kind, strongest
    /// first. A row sums to 1, or 0 where there is no such piece; a column sums to the seat's number
    /// of pieces of the kind, on the board or gone. Counted on first use;
    /// estimated from the samples if the time of the [`PosteriorRequest`] was over.
    pub fn marginals(&self, seat: Seat) -> &[[f64; 12]; ARMY] {
        self.marginals[seat.index()].get_or_init(|| self.counted_marginals(seat))
    }

    /// The marginal of a piece: probabilities of its kinds, strongest first.
    pub fn marginal(&self, piece: PieceId) -> [f64; 12] {
        self.marginals(piece.seat())[piece.index() % ARMY]
    }

    /// Entropy of a piece's marginal, in bits: 0 if its kind is certain, at most log2 12.
    pub fn entropy(&self, piece: PieceId) -> Bits {
        entropy(&self.marginal(piece))
    }

    /// Total prior weight of all assignments that are consistent with the evidence, 1 for several members; `None` if the
    /// posterior is sampled. Under the uniform prior, multiplied by the number of legal deployments
    /// for every hidden seat, it is the number of consistent deployments.
    pub fn total(&self) -> Option<f64> {
        self.joint.total
    }

    /// Largest standard error of a sampled probability, 1 if unknown or if marginals are estimated; `None` if the
    /// posterior is exact.
    pub fn error(&self) -> Option<f64> {
        self.joint.error
    }

    /// Surprise of an assignment of kinds to all pieces, by index: -log2 of its probability, in bits; infinite if
    /// it is impossible. `None` if the posterior is sampled.
    pub fn bits(&self, kinds: &[Kind; 4 * ARMY]) -> Option<f64> {
        let total = self.joint.total?;
        let linked: Vec<Kind> =
            self.joint.constraints.pieces.iter().map(|p| kinds[p.index()]).collect();
        let fits = self.joint.constraints.list.iter().all(|b| b.holds(&linked));
        let is_known = |piece: &PieceId| kinds[piece.index()] == self.known[piece.index()];
        let weight_of = |seat: Seat| match &self.seats[seat.index()] {
            Some(posterior) => {
                posterior.weight_of(&std::array::from_fn(|n| kinds[seat.index() * ARMY + n]))
            }
            None => f64::from(u8::from(self.pieces[seat.index()].iter().all(is_known))),
        };
        let weight: f64 = Seat::ALL.into_iter().map(weight_of).product();
        Some(if fits && weight > 0.0 { -(weight / total).log2() } else { f64::INFINITY })
    }

    /// Samples the kinds of all pieces, by index; kinds of numbers that no piece has mean nothing.
    /// `None` if no assignment is consistent with the evidence.
    pub fn sample(&self, rng: &mut impl Rng) -> Option<[Kind; 4 * ARMY]> {
        let mut kinds = self.known;
        let particle = self.particle(rng.random())?;
        for (seat, posterior) in Seat::ALL.into_iter().zip(&self.seats) {
            if let Some(posterior) = posterior {
                let own = posterior.sample(&particle[self.joint.constraints.part(seat)], rng)?;
                kinds[seat.index() * ARMY..][..ARMY].copy_from_slice(&own);
            }
        }
        Some(kinds)
    }

    /// The assignment of the linked pieces at a quantile between 0 and 1.
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
