//! The joint distribution of the linked pieces: enumerated if small, sampled otherwise.

use super::PosteriorRequest;
use super::constraints::{Constraint, Constraints};
use super::seat_posterior::{self, Rest, SeatPosterior, SeatPosteriors};
use crate::base::random;
use crate::game::board::Seat;
use crate::game::rules::{Kind, KindSet};
use rand::Rng;
use rustc_hash::FxHashMap;

/// Enumerated assignments between two polls of the clock.
const ASSIGNMENTS_PER_POLL: usize = 64;
/// Steps of a random search for a consistent assignment before it restarts.
const STEPS: usize = 2_000;
/// Most restarts.
const TRIES: usize = 20;

/// The distribution over assignments of kinds to the linked pieces.
#[derive(Debug, Clone)]
pub(super) struct JointDistribution {
    pub(super) constraints: Constraints,
    pub(super) particles: Vec<Particle>,
    /// The total weight of all assignments of all pieces, if enumerated.
    pub(super) total: Option<f64>,
    /// The largest standard error of a linked piece's marginals, if sampled.
    pub(super) error: Option<f64>,
}

/// An assignment of kinds to the linked pieces, with its probability.
#[derive(Debug, Clone)]
pub(super) struct Particle {
    pub(super) kinds: Vec<Kind>,
    pub(super) probability: f64,
}

impl JointDistribution {
    /// Computes the distribution, which depends on the arguments alone.
    pub(super) fn new(
        constraints: &Constraints,
        seats: &SeatPosteriors<'_>,
        request: PosteriorRequest<'_>,
    ) -> Self {
        let enumerated = Self::enumerated(constraints, seats, request);
        enumerated.unwrap_or_else(|| Self::sampled(constraints, seats, request))
    }

    /// The distribution of seats that were not counted.
    pub(super) fn unknown(constraints: &Constraints) -> Self {
        let constraints = constraints.clone();
        Self { constraints, particles: vec![], total: None, error: Some(1.0) }
    }

    fn sampled(
        constraints: &Constraints,
        seats: &SeatPosteriors<'_>,
        request: PosteriorRequest<'_>,
    ) -> Self {
        let (particles, error) = Sampler { constraints, seats, request }.particles();
        Self { constraints: constraints.clone(), particles, total: None, error: Some(error) }
    }

    /// The whole distribution; `None` if it is over the budget.
    fn enumerated(
        constraints: &Constraints,
        seats: &SeatPosteriors<'_>,
        request: PosteriorRequest<'_>,
    ) -> Option<Self> {
        let mut assignments = vec![];
        let mut steps = request.budget.steps;
        let complete = constraints.all(&mut steps, &mut |kinds| {
            assignments.push(kinds.to_vec());
            let polls = assignments.len() % ASSIGNMENTS_PER_POLL == 0;
            !(polls && request.sampling_is_over())
                && assignments.len() <= request.budget.assignments
        });
        if !complete {
            return None;
        }
        let weights = weights(constraints, seats, &assignments);
        let mut particles: Vec<Particle> = vec![];
        for (kinds, weight) in assignments.into_iter().zip(weights) {
            if weight > 0.0 {
                particles.push(Particle { kinds, probability: weight });
            }
        }
        let total: f64 = particles.iter().map(|p| p.probability).sum();
        for particle in &mut particles {
            particle.probability /= total;
        }
        Some(Self { constraints: constraints.clone(), particles, total: Some(total), error: None })
    }

    /// The assignments of a seat's linked pieces, each once, with its probability.
    pub(super) fn assignments(&self, seat: Seat) -> Vec<(&[Kind], f64)> {
        let part = self.constraints.part(seat);
        let mut assignments: Vec<(&[Kind], f64)> = vec![];
        let mut places = FxHashMap::default();
        for particle in &self.particles {
            let kinds = &particle.kinds[part.clone()];
            let place = *places.entry(kinds).or_insert(assignments.len());
            if place == assignments.len() {
                assignments.push((kinds, 0.0));
            }
            assignments[place].1 += particle.probability;
        }
        assignments
    }
}

/// The weights of some assignments; the part of each seat is computed once.
fn weights(
    constraints: &Constraints,
    seats: &SeatPosteriors<'_>,
    assignments: &[Vec<Kind>],
) -> Vec<f64> {
    let mut weights = vec![1.0; assignments.len()];
    for (seat, posterior) in Seat::ALL.into_iter().zip(seats) {
        let Some(posterior) = posterior else { continue };
        let mut known = FxHashMap::default();
        for (weight, kinds) in weights.iter_mut().zip(assignments) {
            let kinds = &kinds[constraints.part(seat)];
            *weight *= *known.entry(kinds).or_insert_with(|| posterior.weight(kinds));
        }
    }
    weights
}

/// The weight of an assignment of the linked pieces, with all assignments of the others.
fn weight(constraints: &Constraints, seats: &SeatPosteriors<'_>, kinds: &[Kind]) -> f64 {
    let mut weight = 1.0;
    for (seat, posterior) in Seat::ALL.into_iter().zip(seats) {
        if let Some(posterior) = posterior {
            weight *= posterior.weight(&kinds[constraints.part(seat)]);
        }
    }
    weight
}

/// Gibbs sampling, constraint by constraint: both fighters are redrawn together, given all others.
///
/// Source: Geman & Geman, IEEE PAMI 6 (1984), for the sampler; drawing the pieces of a constraint
/// together keeps every sample consistent and lets the chain move where one piece alone could not.
struct Sampler<'a> {
    constraints: &'a Constraints,
    seats: &'a SeatPosteriors<'a>,
    request: PosteriorRequest<'a>,
}

impl Sampler<'_> {
    /// The samples, and the largest standard error of a linked piece's marginals.
    fn particles(&self) -> (Vec<Particle>, f64) {
        let PosteriorRequest { seed, budget, .. } = self.request;
        let mut start: Option<Vec<Kind>> = None;
        let mut chains: Vec<Vec<Vec<Kind>>> = vec![];
        for chain in 0..budget.chains {
            // The first chain runs in any case, so that there is a sample.
            if chain > 0 && self.request.sampling_is_over() {
                break;
            }
            let mut rng = random::stream(seed, &[chain as u64]);
            if budget.independent_starts || start.is_none() {
                start = self.consistent(None, &mut rng);
            }
            chains.push(start.clone().map_or_else(Vec::new, |start| self.chain(start, &mut rng)));
        }
        let error = self.error(&chains);
        let mut samples: Vec<Vec<Kind>> = chains.into_iter().flatten().collect();
        let mut weights = vec![1.0; samples.len()];
        if budget.witnesses {
            let witnesses = self.witnesses(&samples);
            // A witness counts as half a sample.
            weights.resize(samples.len() + witnesses.len(), 0.5);
            samples.extend(witnesses);
        }
        let total: f64 = weights.iter().sum();
        let mut particles = vec![];
        for (kinds, weight) in samples.into_iter().zip(weights) {
            particles.push(Particle { kinds, probability: weight / total });
        }
        (particles, error)
    }

    fn chain(&self, start: Vec<Kind>, rng: &mut dyn Rng) -> Vec<Vec<Kind>> {
        let budget = self.request.budget;
        let mut chain = Chain::new(self, start);
        let mut samples = vec![];
        for sweep in 0..budget.burn_in + budget.samples {
            if self.request.sampling_is_over() {
                break;
            }
            for constraint in 0..self.constraints.list.len() {
                chain.redraw(constraint, rng);
            }
            if sweep >= budget.burn_in {
                samples.push(chain.kinds.clone());
            }
        }
        if samples.is_empty() {
            // The time ended during burn-in.
            samples.push(chain.kinds);
        }
        samples
    }

    /// A random consistent assignment, optionally with the kind of one piece fixed.
    fn consistent(&self, fixed: Option<(usize, Kind)>, rng: &mut dyn Rng) -> Option<Vec<Kind>> {
        let good = |kinds: &[Kind]| weight(self.constraints, self.seats, kinds) > 0.0;
        for _ in 0..TRIES {
            let mut steps = STEPS;
            let found = self.constraints.any(fixed, &mut steps, rng, good);
            // With steps left the search was complete.
            if found.is_some() || steps > 0 {
                return found;
            }
        }
        None
    }

    /// A consistent assignment for every possible kind of a piece that no sample contains, so that no
    /// possible kind gets probability 0.
    fn witnesses(&self, samples: &[Vec<Kind>]) -> Vec<Vec<Kind>> {
        let PosteriorRequest { seed, budget, .. } = self.request;
        let mut rng = random::stream(seed, &[budget.chains as u64]);
        let mut numbers = self.numbers(samples);
        let mut witnesses: Vec<Vec<Kind>> = vec![];
        for (piece, may_be) in self.constraints.may_be.iter().enumerate() {
            for kind in may_be.iter() {
                if self.request.sampling_is_over() {
                    return witnesses;
                }
                if numbers[piece][kind.index()] > 0 {
                    continue;
                }
                let Some(witness) = self.consistent(Some((piece, kind)), &mut rng) else {
                    continue;
                };
                for (number, kind) in numbers.iter_mut().zip(&witness) {
                    number[kind.index()] += 1;
                }
                witnesses.push(witness);
            }
        }
        witnesses
    }

    /// The largest standard error of a marginal, from the spread between the chains; 1 if unknown.
    fn error(&self, chains: &[Vec<Vec<Kind>>]) -> f64 {
        let mut shares: Vec<Vec<[f64; 12]>> = vec![];
        for samples in chains.iter().filter(|samples| !samples.is_empty()) {
            let share = |count: u32| f64::from(count) / samples.len() as f64;
            let numbers = self.numbers(samples).into_iter();
            shares.push(numbers.map(|by_kind| by_kind.map(share)).collect());
        }
        if shares.len() < 2 {
            return 1.0;
        }
        let n = shares.len() as f64;
        let mut largest: f64 = 0.0;
        for piece in 0..self.constraints.pieces.len() {
            for kind in 0..12 {
                let mean = shares.iter().map(|s| s[piece][kind]).sum::<f64>() / n;
                let squares = shares.iter().map(|s| (s[piece][kind] - mean).powi(2));
                largest = largest.max(squares.sum::<f64>() / (n - 1.0) / n);
            }
        }
        largest.sqrt()
    }

    /// By linked piece and kind, the number of samples.
    fn numbers(&self, samples: &[Vec<Kind>]) -> Vec<[u32; 12]> {
        let mut numbers = vec![[0; 12]; self.constraints.pieces.len()];
        for kinds in samples {
            for (number, kind) in numbers.iter_mut().zip(kinds) {
                number[kind.index()] += 1;
            }
        }
        numbers
    }
}

/// The state of a Markov chain: an assignment, and what it leaves to the other pieces of each seat.
struct Chain<'a> {
    constraints: &'a Constraints,
    seats: &'a SeatPosteriors<'a>,
    kinds: Vec<Kind>,
    rests: [Option<Rest>; 4],
}

impl<'a> Chain<'a> {
    fn new(Sampler { constraints, seats, .. }: &Sampler<'a>, kinds: Vec<Kind>) -> Self {
        let rests = Seat::ALL.map(|seat| seats[seat.index()]?.rest(&kinds[constraints.part(seat)]));
        Self { constraints, seats, kinds, rests }
    }

    /// Draws the pieces of the constraint with a number again.
    fn redraw(&mut self, number: usize, rng: &mut dyn Rng) {
        match &self.constraints.list[number] {
            Constraint::Fight { pieces: [a, d], defenders: explained, .. } => {
                // The fighters are of different seats, so the weights of one do not depend on the other.
                let attackers = self.lift(*a, Some(number));
                let defenders = self.lift(*d, Some(number));
                let drawn = draw_pair(&attackers, &defenders, explained, rng);
                let (attacker, defender) = drawn.unwrap_or((self.kinds[*a], self.kinds[*d]));
                self.set(*a, attacker);
                self.set(*d, defender);
            }
            Constraint::MobileGroup(pieces) => {
                for &piece in pieces {
                    let weights = self.lift(piece, None);
                    let drawn = draw(&weights, rng);
                    self.set(piece, drawn.unwrap_or(self.kinds[piece]));
                }
            }
        }
    }

    /// Takes a piece out of the assignment. Returns the weights of its kinds, given the others, with the
    /// constraint of one number left out.
    fn lift(&mut self, piece: usize, except: Option<usize>) -> [f64; 12] {
        let allowed = self.constraints.allowed(&self.kinds, piece, except);
        let kind = self.kinds[piece];
        self.with_rest(piece, |posterior, rest, place| {
            posterior.put(rest, place, kind);
            posterior.weights(rest, place, allowed)
        })
        .unwrap_or_default()
    }

    /// Gives a kind to a piece that was taken out.
    fn set(&mut self, piece: usize, kind: Kind) {
        self.kinds[piece] = kind;
        self.with_rest(piece, |posterior, rest, place| posterior.take(rest, place, kind));
    }

    /// Calls a function with the posterior and the rest of a piece's seat, and its place there.
    fn with_rest<T>(
        &mut self,
        piece: usize,
        f: impl FnOnce(&dyn SeatPosterior, &mut Rest, usize) -> T,
    ) -> Option<T> {
        let seat = self.constraints.pieces[piece].seat();
        let place = piece - self.constraints.part(seat).start;
        let rest = self.rests[seat.index()].as_mut()?;
        Some(f(self.seats[seat.index()]?, rest, place))
    }
}

/// Draws the kinds of two fighters that explain each other, given the weights of each; `None` if there are none.
fn draw_pair(
    attackers: &[f64; 12],
    defenders: &[f64; 12],
    explained: &[KindSet; 12],
    rng: &mut dyn Rng,
) -> Option<(Kind, Kind)> {
    let mut both = *attackers;
    for (weight, ends) in both.iter_mut().zip(explained) {
        if *weight > 0.0 {
            *weight *= ends.iter().map(|d| defenders[d.index()]).sum::<f64>();
        }
    }
    let attacker = draw(&both, rng)?;
    let mut left = [0.0; 12];
    for defender in explained[attacker.index()].iter().map(Kind::index) {
        left[defender] = defenders[defender];
    }
    Some((attacker, draw(&left, rng)?))
}

/// Draws a kind in proportion to its weight; `None` if all weights are 0.
fn draw(weights: &[f64; 12], rng: &mut dyn Rng) -> Option<Kind> {
    seat_posterior::draw(weights, rng).map(|number| Kind::ALL[number])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::belief::seat_posterior::SeatPosterior;
    use crate::game::belief::seat_posterior::no_behaviour;
    use crate::game::belief::{
        Evidence, Mixture, Observation, Prior, SamplingBudget, SeatProblem, Visibility,
    };
    use crate::game::board::Board;
    use crate::game::rules::{Deployment, Rules, World};
    use rand::seq::IndexedRandom;
    use std::cell::Cell;

    /// A random game in which pieces fight whenever they can, as a hidden seat's neighbour sees it.
    fn evidence(seed: u64, fights: usize) -> Evidence {
        let mut rng = random::stream(seed, &[]);
        let deployments = Seat::ALL.map(|_| Some(Deployment::sample(&mut rng)));
        let mut world =
            World::start(Board::siguo(), Rules::default(), &deployments, Seat::South).unwrap();
        let view = Observation::new(&world, Seat::South, Visibility::FourDark).view();
        let mut evidence = Evidence::new(&view).unwrap();
        while evidence.hidden_fights().len() < fights && world.outcome().is_none() {
            let moves: Vec<_> = world.moves().collect();
            let attacks: Vec<_> =
                moves.iter().copied().filter(|m| world.piece_at(m.to).is_some()).collect();
            let moves = if attacks.is_empty() { &moves } else { &attacks };
            evidence.learn(&world.play(*moves.choose(&mut rng).unwrap()).unwrap());
        }
        evidence
    }

    /// The posteriors of the hidden seats, by index.
    fn seats(
        evidence: &Evidence,
        constraints: &Constraints,
        mixture: &Mixture,
    ) -> [Option<Box<dyn SeatPosterior>>; 4] {
        Seat::ALL.map(|seat| {
            evidence.hidden().contains(seat).then(|| {
                let linked = &constraints.pieces[constraints.part(seat)];
                let members = mixture.weights();
                let factors = |_| no_behaviour(members.len());
                let problem = SeatProblem::new(evidence, seat, linked, members.clone(), factors);
                problem.posterior(mixture, None)
            })
        })
    }

    /// Three formations: one of them stands four times as much for commanders, one for engineers.
    fn three_formations() -> Mixture {
        let uniform = Prior::uniform().formations()[0].clone();
        let formation = |favourite: Option<Kind>| {
            let mut formation = uniform.clone();
            for (number, row) in formation.weights.iter_mut().enumerate() {
                if let Some(kind) = favourite.filter(|_| number % 2 == 0) {
                    row[kind.index()] *= 4.0;
                }
            }
            formation
        };
        let all = [None, Some(Kind::Commander), Some(Kind::Engineer)].map(formation);
        let prior = Prior::new(all.into()).expect("the weights are in range");
        Mixture::only("three formations", prior, None)
    }

    /// What is put back and taken from a rest leaves the weights that an assignment has as a whole.
    #[test]
    fn a_rest_has_the_weights_of_whole_assignments() {
        let mixture = three_formations();
        let mut compared = 0;
        for seed in 0..20 {
            let evidence = evidence(seed, 2);
            let constraints = Constraints::new(&evidence);
            let seats = seats(&evidence, &constraints, &mixture);
            let borrowed: SeatPosteriors<'_> = std::array::from_fn(|i| seats[i].as_deref());
            let joint =
                JointDistribution::new(&constraints, &borrowed, PosteriorRequest::full(seed));
            let Some(Particle { kinds, .. }) = joint.particles.first() else { continue };
            for (seat, posterior) in Seat::ALL.into_iter().zip(borrowed) {
                let Some(posterior) = posterior else { continue };
                let own = &kinds[constraints.part(seat)];
                let mut rest = posterior.rest(own).expect("the assignment is consistent");
                for (piece, &kind) in own.iter().enumerate() {
                    posterior.put(&mut rest, piece, kind);
                    let weights = posterior.weights(&rest, piece, KindSet::ALL);
                    posterior.take(&mut rest, piece, kind);
                    for other in Kind::ALL {
                        let mut changed = own.to_vec();
                        changed[piece] = other;
                        let (found, whole) = (weights[other.index()], posterior.weight(&changed));
                        let gap = (found - whole).abs();
                        assert!(gap <= 1e-9 * whole, "seed {seed}: {found} and {whole}");
                        compared += 1;
                    }
                }
            }
        }
        assert!(compared > 500, "only {compared} weights");
    }

    /// A probability in the whole distribution, and in one that was sampled with its error.
    struct Pair {
        p: f64,
        q: f64,
        error: f64,
        place: String,
    }

    /// Every probability of linked pieces in positions where all assignments can be enumerated.
    fn pairs(budget: SamplingBudget) -> Vec<Pair> {
        let mut pairs = vec![];
        for seed in 0..60 {
            let evidence = evidence(seed, 1 + seed as usize % 3);
            let constraints = Constraints::new(&evidence);
            let seats = seats(&evidence, &constraints, &Mixture::counting());
            let seats: SeatPosteriors<'_> = std::array::from_fn(|i| seats[i].as_deref());
            let full = PosteriorRequest::full(seed);
            let Some(exact) = JointDistribution::enumerated(&constraints, &seats, full) else {
                continue;
            };
            if exact.particles.len() < 20 {
                continue;
            }
            let request = PosteriorRequest { budget, ..full };
            let sampled = JointDistribution::sampled(&constraints, &seats, request);
            for (piece, kind) in
                (0..constraints.pieces.len()).flat_map(|p| Kind::ALL.map(|k| (p, k)))
            {
                let of = |joint: &JointDistribution| -> f64 {
                    let of_kind = joint.particles.iter().filter(|p| p.kinds[piece] == kind);
                    of_kind.map(|p| p.probability).sum()
                };
                let place = format!("seed {seed}: {piece} {kind}");
                let error = sampled.error.unwrap();
                pairs.push(Pair { p: of(&exact), q: of(&sampled), error, place });
            }
        }
        assert!(pairs.len() > 1200, "only {} probabilities", pairs.len());
        pairs
    }

    fn root_mean_square(pairs: &[Pair]) -> f64 {
        (pairs.iter().map(|x| (x.p - x.q).powi(2)).sum::<f64>() / pairs.len() as f64).sqrt()
    }

    /// Where everything can be enumerated, samples give the same within their error.
    #[test]
    fn samples_agree_with_the_whole_distribution() {
        let pairs = pairs(SamplingBudget::FULL);
        for Pair { p, q, error, place } in &pairs {
            assert_eq!(*p > 0.0, *q > 0.0, "{place} {p} {q}");
            assert!((p - q).abs() < 6.0 * error + 0.01, "{place} {p} {q}");
        }
        let cost = |x: &Pair| if x.p > 0.0 { x.p * (x.p / x.q).log2() } else { 0.0 };
        let cost = pairs.iter().map(cost).sum::<f64>() / (pairs.len() as f64 / 12.0);
        println!("error {:.4}, {cost:.4} bits a piece", root_mean_square(&pairs));
        assert!(cost < 0.02, "sampling costs {cost} bits a piece");
    }

    /// The quick budget gives no impossible kind a probability, and has the errors of a tenth of the samples.
    #[test]
    fn a_hurry_costs_a_little_accuracy() {
        let (full, quick) = (pairs(SamplingBudget::FULL), pairs(SamplingBudget::QUICK));
        for Pair { p, q, place, .. } in &quick {
            assert!(*p > 0.0 || *q == 0.0, "{place} {p} {q}");
        }
        let (full, quick) = (root_mean_square(&full), root_mean_square(&quick));
        println!("errors {full:.4} {quick:.4}");
        assert!(full < quick && quick < 0.04, "errors {full} {quick}");
    }

    /// Sampling ends soon after its time is over, and its samples so far are consistent.
    #[test]
    fn sampling_that_is_ended_early_is_consistent() {
        for (seed, after) in (0..40).zip([0, 1, 3, 20, 200].into_iter().cycle()) {
            let evidence = evidence(seed, 12);
            let constraints = Constraints::new(&evidence);
            let seats = seats(&evidence, &constraints, &Mixture::counting());
            let seats: SeatPosteriors<'_> = std::array::from_fn(|i| seats[i].as_deref());
            let looks = Cell::new(0);
            let time_used = || {
                looks.set(looks.get() + 1);
                if looks.get() > after { PosteriorRequest::SAMPLING_ENDS } else { 0.0 }
            };
            let request =
                PosteriorRequest { time_used: &time_used, ..PosteriorRequest::full(seed) };
            let joint = JointDistribution::new(&constraints, &seats, request);
            assert!(joint.error.is_some(), "seed {seed}: few assignments");
            assert!(looks.get() <= after + 4, "seed {seed}: {} looks", looks.get());
            assert!(!joint.particles.is_empty(), "seed {seed}: no assignment");
            let sum: f64 = joint.particles.iter().map(|p| p.probability).sum();
            assert!((sum - 1.0).abs() < 1e-9, "seed {seed}: {sum}");
            for Particle { kinds, .. } in &joint.particles {
                let holds = constraints.list.iter().all(|c| c.holds(kinds));
                assert!(holds && weight(&constraints, &seats, kinds) > 0.0, "seed {seed}");
            }
        }
    }
}
