//! The joint distribution of the linked pieces: enumerated if small, sampled otherwise.

use super::PosteriorRequest;
use super::chains::{Chains, Particle};
use super::constraints::Constraints;
use super::seat_posterior::SeatPosteriors;
use crate::game::board::Seat;
use crate::game::rules::Kind;
use rustc_hash::FxHashMap;

/// Enumerated assignments between two looks at the clock.
const LOOK: usize = 64;

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

impl JointDistribution {
    /// Computes the distribution, which depends on the arguments alone.
    pub(super) fn new(
        constraints: &Constraints,
        seats: &SeatPosteriors<'_>,
        request: PosteriorRequest<'_>,
    ) -> Self {
        let listed = Self::listed(constraints, seats, request);
        listed.unwrap_or_else(|| Self::sampled(constraints, seats, request))
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
        let (particles, error) = Chains { constraints, seats, request }.particles();
        Self { constraints: constraints.clone(), particles, total: None, error: Some(error) }
    }

    fn listed(
        constraints: &Constraints,
        seats: &SeatPosteriors<'_>,
        request: PosteriorRequest<'_>,
    ) -> Option<Self> {
        let (mut assignments, mut steps) = (vec![], request.budget.steps);
        let complete = constraints.all(&mut steps, &mut |kinds| {
            assignments.push(kinds.to_vec());
            let in_time = assignments.len() % LOOK != 0 || !request.sampling_is_over();
            in_time && assignments.len() <= request.budget.assignments
        });
        if !complete {
            return None;
        }
        let weights = weights(constraints, seats, &assignments);
        let particle = |(kinds, probability)| Particle { kinds, probability };
        let mut particles: Vec<Particle> =
            assignments.into_iter().zip(weights).map(particle).collect();
        particles.retain(|p| p.probability > 0.0);
        let total: f64 = particles.iter().map(|p| p.probability).sum();
        for particle in &mut particles {
            particle.probability /= total;
        }
        Some(Self { constraints: constraints.clone(), particles, total: Some(total), error: None })
    }

    /// The assignments of a seat's linked pieces, each once, with its probability.
    pub(super) fn assignments(&self, seat: Seat) -> Vec<(&[Kind], f64)> {
        let part = self.constraints.part(seat);
        let (mut assignments, mut places) = (vec![], FxHashMap::default());
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::random;
    use crate::game::belief::chains::weight;
    use crate::game::belief::seat_posterior::SeatPosterior;
    use crate::game::belief::seat_problem::no_behaviour;
    use crate::game::belief::{
        Evidence, Mixture, Observation, Prior, SamplingBudget, SeatProblem, Visibility,
    };
    use crate::game::board::Board;
    use crate::game::rules::{Deployment, KindSet, Rules, World};
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
            let Some(exact) = JointDistribution::listed(&constraints, &seats, full) else {
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

    /// Where everything can be listed, samples give the same within their error.
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

    /// Sampling ends soon after it is told to, and what it has by then is consistent.
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
