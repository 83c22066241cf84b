//! Samples of the joint distribution of the linked pieces, where it is too large to enumerate.

use super::Sampling;
use super::constraints::{Constraint, Constraints};
use super::seat_posterior::{self, Factors, SeatPosteriors};
use crate::base::random;
use crate::game::board::Seat;
use crate::game::rules::Kind;
use rand::Rng;

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

/// Gibbs sampling, constraint by constraint: both fighters are redrawn together, given all others.
///
/// Source: Geman & Geman, IEEE PAMI 6 (1984), for the sampler; drawing the pieces of a constraint
/// together keeps every sample consistent and lets the chain move where one piece alone could not.
pub(super) struct Chains<'a> {
    pub(super) constraints: &'a Constraints,
    pub(super) seats: &'a SeatPosteriors<'a>,
    pub(super) sampling: Sampling<'a>,
}

impl Chains<'_> {
    /// The samples, and the largest standard error of a linked piece's marginals.
    pub(super) fn particles(&self) -> (Vec<Particle>, f64) {
        let Sampling { seed, budget, is_over } = self.sampling;
        let mut start: Option<Vec<Kind>> = None;
        let mut chains: Vec<Vec<Vec<Kind>>> = vec![];
        for chain in 0..budget.chains {
            if chain > 0 && is_over() {
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
        let witnesses = budget.witnesses.then(|| self.witnesses(&samples));
        for witness in witnesses.into_iter().flatten() {
            samples.push(witness);
            weights.push(0.5);
        }
        let total: f64 = weights.iter().sum();
        let particle =
            |(kinds, weight): (Vec<Kind>, f64)| Particle { kinds, probability: weight / total };
        (samples.into_iter().zip(weights).map(particle).collect(), error)
    }

    fn chain(&self, mut kinds: Vec<Kind>, rng: &mut dyn Rng) -> Vec<Vec<Kind>> {
        let Sampling { budget, is_over, .. } = self.sampling;
        let mut samples = vec![];
        for sweep in 0..budget.burn_in + budget.samples {
            if is_over() {
                break;
            }
            for constraint in 0..self.constraints.list.len() {
                self.redraw(constraint, &mut kinds, rng);
            }
            if sweep >= budget.burn_in {
                samples.push(kinds.clone());
            }
        }
        if samples.is_empty() {
            samples.push(kinds);
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
    fn witnesses(&self, samples: &[Vec<Kind>]) -> Vec<Vec<Kind>> {
        let Sampling { seed, budget, is_over } = self.sampling;
        let mut rng = random::stream(seed, &[budget.chains as u64]);
        let mut witnesses: Vec<Vec<Kind>> = vec![];
        for (piece, may_be) in self.constraints.may_be.iter().enumerate() {
            for kind in may_be.iter() {
                let has = |kinds: &Vec<Kind>| kinds[piece] == kind;
                if is_over() {
                    return witnesses;
                }
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

/// The weight of an assignment of the linked pieces, with all assignments of the others.
pub(super) fn weight(constraints: &Constraints, seats: &SeatPosteriors<'_>, kinds: &[Kind]) -> f64 {
    let seats = Seat::ALL
        .into_iter()
        .zip(seats)
        .filter_map(|(seat, posterior)| Some((seat, (*posterior)?)));
    seats.map(|(seat, posterior)| posterior.weight(&kinds[constraints.part(seat)])).product()
}

/// Draws a kind in proportion to its weight; `None` if all weights are 0.
fn draw(weights: &Factors, rng: &mut dyn Rng) -> Option<Kind> {
    seat_posterior::draw(weights, rng).map(|number| Kind::ALL[number])
}
