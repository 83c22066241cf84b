//! Samples of the joint distribution of the linked pieces, where it is too large to enumerate.

use super::PosteriorRequest;
use super::constraints::{Constraint, Constraints};
use super::seat_posterior::{self, Rest, SeatPosterior, SeatPosteriors};
use crate::base::random;
use crate::game::board::Seat;
use crate::game::rules::{Kind, KindSet};
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
    pub(super) request: PosteriorRequest<'a>,
}

impl Chains<'_> {
    /// The samples, and the largest standard error of a linked piece's marginals.
    pub(super) fn particles(&self) -> (Vec<Particle>, f64) {
        let PosteriorRequest { seed, budget, .. } = self.request;
        let mut start: Option<Vec<Kind>> = None;
        let mut chains: Vec<Vec<Vec<Kind>>> = vec![];
        for chain in 0..budget.chains {
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

    fn chain(&self, start: Vec<Kind>, rng: &mut dyn Rng) -> Vec<Vec<Kind>> {
        let budget = self.request.budget;
        let mut chain = Chain::new(self, start);
        let mut samples = vec![];
        for sweep in 0..budget.burn_in + budget.samples {
            if self.request.sampling_is_over() {
                break;
            }
            for constraint in &self.constraints.list {
                chain.redraw(constraint, rng);
            }
            if sweep >= budget.burn_in {
                samples.push(chain.kinds.clone());
            }
        }
        if samples.is_empty() {
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
            // With steps to spare the search has seen everything.
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

    /// The largest standard error of a marginal, from the spread between the chains.
    fn error(&self, chains: &[Vec<Vec<Kind>>]) -> f64 {
        let chains: Vec<_> = chains.iter().filter(|c| !c.is_empty()).collect();
        if chains.len() < 2 {
            return 1.0;
        }
        let n = chains.len() as f64;
        let shares = |samples: &Vec<Vec<Kind>>| {
            let of = |count: u32| f64::from(count) / samples.len() as f64;
            let by_piece = self.numbers(samples).into_iter();
            by_piece.map(|by_kind| by_kind.map(of)).collect::<Vec<_>>()
        };
        let shares: Vec<Vec<[f64; 12]>> = chains.into_iter().map(shares).collect();
        let variance = |(piece, kind): (usize, usize)| {
            let mean = shares.iter().map(|s| s[piece][kind]).sum::<f64>() / n;
            let squares = shares.iter().map(|s| (s[piece][kind] - mean).powi(2));
            squares.sum::<f64>() / (n - 1.0) / n
        };
        let places = (0..self.constraints.pieces.len()).flat_map(|p| (0..12).map(move |k| (p, k)));
        places.map(variance).fold(0.0, f64::max).sqrt()
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

/// A state of a chain: an assignment, and what it leaves to the other pieces of each seat.
struct Chain<'a> {
    constraints: &'a Constraints,
    seats: &'a SeatPosteriors<'a>,
    kinds: Vec<Kind>,
    rests: [Option<Rest>; 4],
}

impl<'a> Chain<'a> {
    fn new(Chains { constraints, seats, .. }: &Chains<'a>, kinds: Vec<Kind>) -> Self {
        let rests = Seat::ALL.map(|seat| seats[seat.index()]?.rest(&kinds[constraints.part(seat)]));
        Self { constraints, seats, kinds, rests }
    }

    fn redraw(&mut self, constraint: &Constraint, rng: &mut dyn Rng) {
        match constraint {
            Constraint::Fight { pieces: [a, d], explained } => {
                let (attackers, defenders) =
                    (self.lift(*a, Some(constraint)), self.lift(*d, Some(constraint)));
                let drawn = draw_pair(&attackers, &defenders, &explained[0], rng);
                let (attacker, defender) = drawn.unwrap_or((self.kinds[*a], self.kinds[*d]));
                self.set(*a, attacker);
                self.set(*d, defender);
            }
            Constraint::MobileGroup(pieces) => {
                for &piece in pieces {
                    let choices = self.lift(piece, None);
                    let drawn = draw(&choices, rng);
                    self.set(piece, drawn.unwrap_or(self.kinds[piece]));
                }
            }
        }
    }

    /// Takes a piece out of the assignment. Returns the weights of its kinds, given the others, with one
    /// constraint left out.
    fn lift(&mut self, piece: usize, except: Option<&Constraint>) -> [f64; 12] {
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

/// Draws the kinds of two fighters that explain each other; `None` if there are none.
fn draw_pair(
    attackers: &[f64; 12],
    defenders: &[f64; 12],
    explained: &[KindSet; 12],
    rng: &mut dyn Rng,
) -> Option<(Kind, Kind)> {
    let mut both = *attackers;
    for (weight, ends) in both.iter_mut().zip(explained).filter(|(weight, _)| **weight > 0.0) {
        *weight *= ends.iter().map(|d| defenders[d.index()]).sum::<f64>();
    }
    let attacker = draw(&both, rng)?;
    let mut left = [0.0; 12];
    for defender in explained[attacker.index()].iter().map(Kind::index) {
        left[defender] = defenders[defender];
    }
    Some((attacker, draw(&left, rng)?))
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
fn draw(weights: &[f64; 12], rng: &mut dyn Rng) -> Option<Kind> {
    seat_posterior::draw(weights, rng).map(|number| Kind::ALL[number])
}
