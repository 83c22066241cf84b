//! The joint distribution of the linked pieces: enumerated if small, sampled otherwise.

use super::SamplingBudget;
use super::constraints::{Constraint, Constraints};
use super::seat_posterior::{self, Factors, SeatPosterior};
use crate::base::random;
use crate::game::board::Seat;
use crate::game::rules::Kind;
use rand::Rng;
use rustc_hash::FxHashMap;

/// Steps of a random search for a consistent assignment before it restarts.
const STEPS: usize = 2_000;
/// Most restarts.
const TRIES: usize = 20;

/// An assignment of kinds to the linked pieces, with its probability.
#[derive(Debug, Clone)]
pub(super) struct Particle {
    pub(super) kinds: Vec<Kind>,
    pub(super) probability: f64,
}

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

/// The posteriors by seat; `None` where nothing is hidden.
pub(super) type SeatPosteriors<'a> = [Option<&'a dyn SeatPosterior>; 4];

impl JointDistribution {
    /// Computes the distribution, which depends on the arguments alone.
    pub(super) fn new(
        constraints: &Constraints,
        seats: &SeatPosteriors<'_>,
        seed: u64,
        budget: SamplingBudget,
    ) -> Self {
        let sampled = || Chains { constraints, seats, budget }.joint(seed);
        Self::listed(constraints, seats, budget).unwrap_or_else(sampled)
    }

    fn listed(
        constraints: &Constraints,
        seats: &SeatPosteriors<'_>,
        budget: SamplingBudget,
    ) -> Option<Self> {
        let (mut assignments, mut steps) = (vec![], budget.steps);
        let complete = constraints.all(&mut steps, &mut |kinds| {
            assignments.push(kinds.to_vec());
            assignments.len() <= budget.assignments
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

fn weight(constraints: &Constraints, seats: &SeatPosteriors<'_>, kinds: &[Kind]) -> f64 {
    let seats = Seat::ALL
        .into_iter()
        .zip(seats)
        .filter_map(|(seat, posterior)| Some((seat, (*posterior)?)));
    seats.map(|(seat, posterior)| posterior.weight(&kinds[constraints.part(seat)])).product()
}

/// Gibbs sampling, constraint by constraint: both fighters are redrawn together, given all others.
///
/// Source: Geman & Geman, IEEE PAMI 6 (1984), for the sampler; drawing the pieces of a constraint
/// together keeps every sample consistent and lets the chain move where one piece alone could not.
struct Chains<'a> {
    constraints: &'a Constraints,
    seats: &'a SeatPosteriors<'a>,
    budget: SamplingBudget,
}

impl Chains<'_> {
    fn joint(&self, seed: u64) -> JointDistribution {
        let mut start: Option<Vec<Kind>> = None;
        let mut chains: Vec<Vec<Vec<Kind>>> = vec![];
        for chain in 0..self.budget.chains {
            let mut rng = random::stream(seed, &[chain as u64]);
            if self.budget.independent_starts || start.is_none() {
                start = self.consistent(None, &mut rng);
            }
            chains.push(start.clone().map_or_else(Vec::new, |start| self.chain(start, &mut rng)));
        }
        let error = self.error(&chains);
        let mut samples: Vec<Vec<Kind>> = chains.into_iter().flatten().collect();
        let mut weights = vec![1.0; samples.len()];
        let witnesses = self.budget.witnesses.then(|| self.witnesses(&samples, seed));
        for witness in witnesses.into_iter().flatten() {
            samples.push(witness);
            weights.push(0.5);
        }
        let total: f64 = weights.iter().sum();
        let particle =
            |(kinds, weight): (Vec<Kind>, f64)| Particle { kinds, probability: weight / total };
        let particles = samples.into_iter().zip(weights).map(particle).collect();
        JointDistribution {
            constraints: self.constraints.clone(),
            particles,
            total: None,
            error: Some(error),
        }
    }

    fn chain(&self, mut kinds: Vec<Kind>, rng: &mut dyn Rng) -> Vec<Vec<Kind>> {
        let mut samples = vec![];
        for sweep in 0..self.budget.burn_in + self.budget.samples {
            for constraint in 0..self.constraints.list.len() {
                self.redraw(constraint, &mut kinds, rng);
            }
            if sweep >= self.budget.burn_in {
                samples.push(kinds.clone());
            }
        }
        samples
    }

    /// A random consistent assignment, optionally with the kind of one piece fixed.
    fn consistent(&self, fixed: Option<(usize, Kind)>, rng: &mut dyn Rng) -> Option<Vec<Kind>> {
        let good = |kinds: &[Kind]| weight(self.constraints, self.seats, kinds) > 0.0;
        for _ in 0..TRIES {
            let mut steps = STEPS;
            let found = self.constraints.any(fixed, &mut steps, rng, good);
            // With steps to spare the search has seen everything.
            if found.is_some() || steps > 0 {
                return found;
            }
        }
        None
    }

    fn redraw(&self, constraint: usize, kinds: &mut [Kind], rng: &mut dyn Rng) {
        match &self.constraints.list[constraint] {
            Constraint::Fight { pieces: [a, d], explained } => {
                let (attackers, defenders) =
                    (self.choices(*a, constraint, kinds), self.choices(*d, constraint, kinds));
                let mut both = attackers;
                for (attacker, weight) in both.iter_mut().enumerate().filter(|(_, w)| **w > 0.0) {
                    let ends = explained[0][attacker].iter();
                    *weight *= ends.map(|d| defenders[d.index()]).sum::<f64>();
                }
                let Some(attacker) = draw(&both, rng) else { return };
                let mut left = [0.0; 12];
                for defender in explained[0][attacker.index()].iter().map(Kind::index) {
                    left[defender] = defenders[defender];
                }
                let Some(defender) = draw(&left, rng) else { return };
                (kinds[*a], kinds[*d]) = (attacker, defender);
            }
            Constraint::SomeMobile(pieces) => {
                for &piece in pieces {
                    let choices = self.choices(piece, usize::MAX, kinds);
                    kinds[piece] = draw(&choices, rng).unwrap_or(kinds[piece]);
                }
            }
        }
    }

    /// The weights of a piece's kinds, given the others, with one constraint left out.
    fn choices(&self, piece: usize, except: usize, kinds: &[Kind]) -> Factors {
        let seat = self.constraints.pieces[piece].seat();
        let part = self.constraints.part(seat);
        let Some(posterior) = self.seats[seat.index()] else { return [0.0; 12] };
        let allowed = self.constraints.allowed(kinds, piece, except);
        posterior.weights(&kinds[part.clone()], piece - part.start, allowed)
    }

    /// A consistent assignment for every possible kind of a piece that no sample contains, so that no
    /// possible kind gets probability 0.
    fn witnesses(&self, samples: &[Vec<Kind>], seed: u64) -> Vec<Vec<Kind>> {
        let mut rng = random::stream(seed, &[self.budget.chains as u64]);
        let mut witnesses: Vec<Vec<Kind>> = vec![];
        for (piece, may_be) in self.constraints.may_be.iter().enumerate() {
            for kind in may_be.iter() {
                let has = |kinds: &Vec<Kind>| kinds[piece] == kind;
                if !samples.iter().chain(&witnesses).any(has) {
                    witnesses.extend(self.consistent(Some((piece, kind)), &mut rng));
                }
            }
        }
        witnesses
    }

    /// The largest standard error of a marginal, from the spread between the chains.
    fn error(&self, chains: &[Vec<Vec<Kind>>]) -> f64 {
        let chains: Vec<_> = chains.iter().filter(|c| !c.is_empty()).collect();
        if chains.len() < 2 {
            return 1.0;
        }
        let n = chains.len() as f64;
        let mut largest = 0.0_f64;
        for piece in 0..self.constraints.pieces.len() {
            for kind in self.constraints.may_be[piece].iter() {
                let share = |c: &&Vec<Vec<Kind>>| {
                    c.iter().filter(|k| k[piece] == kind).count() as f64 / c.len() as f64
                };
                let shares: Vec<f64> = chains.iter().map(share).collect();
                let mean = shares.iter().sum::<f64>() / n;
                let spread: f64 = shares.iter().map(|s| (s - mean).powi(2)).sum();
                largest = largest.max((spread / (n - 1.0) / n).sqrt());
            }
        }
        largest
    }
}

/// Draws a kind in proportion to its weight; `None` if all weights are 0.
fn draw(weights: &Factors, rng: &mut dyn Rng) -> Option<Kind> {
    seat_posterior::draw(weights, rng).map(|number| Kind::ALL[number])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::belief::{Evidence, Observation, Prior, SeatProblem, Visibility};
    use crate::game::board::Board;
    use crate::game::rules::{Deployment, Rules, World};
    use rand::seq::IndexedRandom;

    /// A random game in which pieces fight whenever they can, as a hidden seat's neighbour sees it.
    fn evidence(seed: u64, fights: usize) -> Evidence {
        let mut rng = random::stream(seed, &[]);
        let deployments = Seat::ALL.map(|_| Some(Deployment::sample(&mut rng)));
        let mut world =
            World::start(Board::siguo(), Rules::default(), &deployments, Seat::South).unwrap();
        let view = Observation::new(&world, Seat::South, Visibility::FourDark).view();
        let mut evidence = Evidence::new(&view).unwrap();
        while evidence.relations().len() < fights && world.outcome().is_none() {
            let moves: Vec<_> = world.moves().collect();
            let attacks: Vec<_> =
                moves.iter().copied().filter(|m| world.piece_at(m.to).is_some()).collect();
            let moves = if attacks.is_empty() { &moves } else { &attacks };
            evidence.learn(&world.play(*moves.choose(&mut rng).unwrap()).unwrap());
        }
        evidence
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
            let posterior = |seat| {
                let linked = &constraints.pieces[constraints.part(seat)];
                SeatProblem::new(&evidence, seat, linked, |_| [1.0; 12])
                    .posterior(&Prior::uniform())
            };
            let seats: Vec<_> = evidence.hidden().iter().map(|s| (s, posterior(s))).collect();
            let find = |seat| seats.iter().find(|h| h.0 == seat).map(|h| &*h.1);
            let seats: SeatPosteriors<'_> = Seat::ALL.map(find);
            let Some(exact) = JointDistribution::listed(&constraints, &seats, SamplingBudget::FULL)
            else {
                continue;
            };
            if exact.particles.len() < 20 {
                continue;
            }
            let sampled = Chains { constraints: &constraints, seats: &seats, budget }.joint(seed);
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
}
