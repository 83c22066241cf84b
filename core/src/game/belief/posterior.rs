//! The posterior: the distribution of all hidden pieces, given evidence, prior and behaviour.

use super::constraints::Constraints;
use super::joint::JointDistribution;
use super::probabilities::{KindProbabilities, entropy};
use super::seat_posterior::{SeatPosterior, SeatPosteriors, SeatProblem, no_behaviour};
use super::{Evidence, Mixture, PosteriorRequest};
use crate::game::board::Seat;
use crate::game::rules::{ARMY, Kind, PieceId};
use crate::gametree::position::Bits;
use rand::{Rng, RngExt};
use std::sync::{Arc, OnceLock};

/// The distribution of the kinds of all hidden pieces in one position.
///
/// ```
/// use junqi_core::engine::data;
/// use junqi_core::game::belief::{Evidence, Mixture, Observation, Posterior, Visibility};
/// use junqi_core::game::board::{Board, Seat};
/// use junqi_core::game::rules::{Kind, PieceId, Rules, World};
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
    /// By seat; `None` where nothing is hidden or was counted.
    seats: [Option<Arc<dyn SeatPosterior>>; 4],
    joint: JointDistribution,
    /// The kinds that are certain, by index; others are stand-ins.
    known: [Kind; 4 * ARMY],
    /// By seat, its pieces.
    pieces: [Vec<PieceId>; 4],
    /// By seat, its marginals once they are counted or estimated; shared with the cache.
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

/// The counts of the last call by seat, reused for seats whose problem is the same.
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
        let same = self.0.iter().flatten().find(|counted| counted.problem == *problem);
        let mut counted = match same {
            Some(counted) => counted.clone(),
            None if request.counting_is_over() => return None,
            None => {
                let lattice = self.0[seat].as_ref().and_then(|old| old.posterior.lattice());
                CountedSeat {
                    problem: problem.clone(),
                    posterior: problem.posterior(mixture, lattice).into(),
                    marginals: Arc::default(),
                }
            }
        };
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
        let mixture = &*mixture.on(evidence.public_state().board().shape());
        let members = mixture.weights();
        let problems = Seat::ALL.map(|seat| {
            if !evidence.hidden().contains(seat) {
                return None;
            }
            let linked = &constraints.pieces[constraints.part(seat)];
            let factors = |_| no_behaviour(members.len());
            Some(SeatProblem::new(evidence, seat, linked, members.clone(), factors))
        });
        let request = PosteriorRequest::full(seed);
        Self::with(evidence, &constraints, mixture, &problems, request, &mut Cache::default())
    }

    /// Computes the posterior of the problems of the seats, without those that the cache has counted.
    pub(super) fn with(
        evidence: &Evidence,
        constraints: &Constraints,
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
                seats[seat] = Some(counted.posterior);
                marginals[seat] = counted.marginals;
            } else {
                is_counted = false;
            }
        }
        let borrowed: SeatPosteriors<'_> = std::array::from_fn(|i| seats[i].as_deref());
        let joint = if is_counted {
            JointDistribution::new(constraints, &borrowed, request)
        } else {
            JointDistribution::unknown(constraints)
        };
        if is_counted && joint.particles.is_empty() {
            marginals = Default::default(); // the cache must not keep rows of zeros
        }
        let mut known = [Kind::Flag; 4 * ARMY];
        for (index, known) in known.iter_mut().enumerate() {
            *known = evidence.kind(PieceId::from_index(index)).unwrap_or(Kind::Flag);
        }
        let pieces = Seat::ALL.map(|seat| evidence.pieces(seat).collect());
        let mut posterior = Self { seats, joint, known, pieces, marginals };
        if request.sampling_is_over() {
            posterior.estimate_uncounted(mixture, problems);
        }
        posterior
    }

    /// Estimates the marginals of the seats that are not counted yet: counting them takes too long.
    fn estimate_uncounted(&mut self, mixture: &Mixture, problems: &[Option<SeatProblem>; 4]) {
        for (seat, problem) in Seat::ALL.into_iter().zip(problems) {
            let Some(problem) = problem else { continue };
            if self.marginals[seat.index()].get().is_none() {
                let estimate = problem.estimate(mixture, &self.joint.assignments(seat));
                self.marginals[seat.index()] = Arc::new(estimate.into());
                self.joint.error = Some(1.0);
            }
        }
    }

    fn counted_marginals(&self, seat: Seat) -> SeatMarginals {
        let mut marginals = [[0.0; 12]; ARMY];
        if let Some(posterior) = &self.seats[seat.index()] {
            marginals.copy_from_slice(&posterior.marginals(&self.joint.assignments(seat)));
        } else {
            for piece in &self.pieces[seat.index()] {
                let kind = self.known[piece.index()];
                marginals[piece.index() % ARMY][kind.index()] = 1.0;
            }
        }
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
        let Constraints { pieces, list, .. } = &self.joint.constraints;
        let linked: Vec<Kind> = pieces.iter().map(|piece| kinds[piece.index()]).collect();
        let mut weight = 1.0;
        for seat in Seat::ALL {
            weight *= if let Some(posterior) = &self.seats[seat.index()] {
                posterior.weight_of(&std::array::from_fn(|n| kinds[seat.index() * ARMY + n]))
            } else {
                let mut pieces = self.pieces[seat.index()].iter().map(|p| p.index());
                f64::from(u8::from(pieces.all(|piece| kinds[piece] == self.known[piece])))
            };
        }
        let fits = list.iter().all(|constraint| constraint.holds(&linked));
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
    fn particle(&self, mut quantile: f64) -> Option<&[Kind]> {
        let particles = &self.joint.particles;
        let found = particles.iter().find(|particle| {
            quantile -= particle.probability;
            quantile < 0.0
        });
        // Rounding may leave a rest after the last one.
        Some(&found.or(particles.last())?.kinds)
    }
}
