//! The joint distribution of bound pieces: all of it while they are few, samples beyond.

use super::SamplingBudget;
use super::constraints::{Constraint, Constraints};
use super::seat_posterior::{self, Factors, SeatPosterior};
use crate::base::random;
use crate::game::board::Seat;
use crate::game::rules::Kind;
use rand::Rng;
use rustc_hash::FxHashMap;

/// Steps in looking for a consistent assignment by chance, before it is tried anew.
const STEPS: usize = 2_000;
/// How often it is tried.
const TRIES: usize = 20;

/// Kinds of the bound pieces with how likely they are.
#[derive(Debug, Clone)]
pub(super) struct Particle {
    pub(super) kinds: Vec<Kind>,
    pub(super) probability: f64,
}

/// A distribution over kinds of the bound pieces.
#[derive(Debug, Clone)]
pub(super) struct JointDistribution {
    pub(super) bonds: Constraints,
    pub(super) particles: Vec<Particle>,
    /// The weight of all assignments of all pieces, if all were listed.
    pub(super) total: Option<f64>,
    /// The largest standard error of a bound piece's marginals, if they were sampled.
    pub(super) error: Option<f64>,
}

/// The hands by seat; none where nothing is hidden.
pub(super) type Hands<'a> = [Option<&'a dyn SeatPosterior>; 4];

impl JointDistribution {
    /// The distribution; a function of its arguments.
    pub(super) fn new(
        bonds: &Constraints,
        hands: &Hands<'_>,
        seed: u64,
        effort: SamplingBudget,
    ) -> Self {
        let sampled = || Chains { bonds, hands, effort }.joint(seed);
        Self::listed(bonds, hands, effort).unwrap_or_else(sampled)
    }

    fn listed(bonds: &Constraints, hands: &Hands<'_>, effort: SamplingBudget) -> Option<Self> {
        let (mut ways, mut steps) = (vec![], effort.steps);
        let complete = bonds.all(&mut steps, &mut |kinds| {
            ways.push(kinds.to_vec());
            ways.len() <= effort.ways
        });
        if !complete {
            return None;
        }
        let weights = weights(bonds, hands, &ways);
        let particle = |(kinds, probability)| Particle { kinds, probability };
        let mut particles: Vec<Particle> = ways.into_iter().zip(weights).map(particle).collect();
        particles.retain(|p| p.probability > 0.0);
        let total: f64 = particles.iter().map(|p| p.probability).sum();
        for particle in &mut particles {
            particle.probability /= total;
        }
        Some(Self { bonds: bonds.clone(), particles, total: Some(total), error: None })
    }

    /// What the bound pieces of a seat may be, each way once, with its probability.
    pub(super) fn ways(&self, seat: Seat) -> Vec<(&[Kind], f64)> {
        let part = self.bonds.part(seat);
        let (mut ways, mut places) = (vec![], FxHashMap::default());
        for particle in &self.particles {
            let kinds = &particle.kinds[part.clone()];
            let place = *places.entry(kinds).or_insert(ways.len());
            if place == ways.len() {
                ways.push((kinds, 0.0));
            }
            ways[place].1 += particle.probability;
        }
        ways
    }
}

/// The weights of some ways; what the hand of a seat weighs is counted once.
fn weights(bonds: &Constraints, hands: &Hands<'_>, ways: &[Vec<Kind>]) -> Vec<f64> {
    let mut weights = vec![1.0; ways.len()];
    for (seat, hand) in Seat::ALL.into_iter().zip(hands) {
        let Some(hand) = hand else { continue };
        let mut known = FxHashMap::default();
        for (weight, way) in weights.iter_mut().zip(ways) {
            let kinds = &way[bonds.part(seat)];
            *weight *= *known.entry(kinds).or_insert_with(|| hand.weight(kinds));
        }
    }
    weights
}

fn weight(bonds: &Constraints, hands: &Hands<'_>, kinds: &[Kind]) -> f64 {
    let hands = Seat::ALL.into_iter().zip(hands).filter_map(|(seat, hand)| Some((seat, (*hand)?)));
    hands.map(|(seat, hand)| hand.weight(&kinds[bonds.part(seat)])).product()
}

/// Gibbs sampling, fight by fight: both fighters are drawn anew together, given all others.
///
/// Source: Geman & Geman, IEEE PAMI 6 (1984), for the sampler; drawing the pieces of a bond
/// together keeps every sample consistent and lets the chain move where one piece alone could not.
struct Chains<'a> {
    bonds: &'a Constraints,
    hands: &'a Hands<'a>,
    effort: SamplingBudget,
}

impl Chains<'_> {
    fn joint(&self, seed: u64) -> JointDistribution {
        let mut start: Option<Vec<Kind>> = None;
        let mut chains: Vec<Vec<Vec<Kind>>> = vec![];
        for chain in 0..self.effort.chains {
            let mut rng = random::stream(seed, &[chain as u64]);
            if self.effort.apart || start.is_none() {
                start = self.consistent(None, &mut rng);
            }
            chains.push(start.clone().map_or_else(Vec::new, |start| self.chain(start, &mut rng)));
        }
        let error = self.error(&chains);
        let mut samples: Vec<Vec<Kind>> = chains.into_iter().flatten().collect();
        let mut weights = vec![1.0; samples.len()];
        let witnesses = self.effort.witnesses.then(|| self.witnesses(&samples, seed));
        for witness in witnesses.into_iter().flatten() {
            samples.push(witness);
            weights.push(0.5);
        }
        let total: f64 = weights.iter().sum();
        let particle =
            |(kinds, weight): (Vec<Kind>, f64)| Particle { kinds, probability: weight / total };
        let particles = samples.into_iter().zip(weights).map(particle).collect();
        JointDistribution { bonds: self.bonds.clone(), particles, total: None, error: Some(error) }
    }

    fn chain(&self, mut kinds: Vec<Kind>, rng: &mut dyn Rng) -> Vec<Vec<Kind>> {
        let mut samples = vec![];
        for sweep in 0..self.effort.burn_in + self.effort.samples {
            for bond in 0..self.bonds.list.len() {
                self.redraw(bond, &mut kinds, rng);
            }
            if sweep >= self.effort.burn_in {
                samples.push(kinds.clone());
            }
        }
        samples
    }

    /// Some consistent assignment; with one piece of a given kind, if so wanted.
    fn consistent(&self, fixed: Option<(usize, Kind)>, rng: &mut dyn Rng) -> Option<Vec<Kind>> {
        let good = |kinds: &[Kind]| weight(self.bonds, self.hands, kinds) > 0.0;
        for _ in 0..TRIES {
            let mut steps = STEPS;
            let found = self.bonds.any(fixed, &mut steps, rng, good);
            // With steps to spare the search has seen everything.
            if found.is_some() || steps > 0 {
                return found;
            }
        }
        None
    }

    fn redraw(&self, bond: usize, kinds: &mut [Kind], rng: &mut dyn Rng) {
        match &self.bonds.list[bond] {
            Constraint::Fight { pieces: [a, d], explained } => {
                let (attackers, defenders) =
                    (self.choices(*a, bond, kinds), self.choices(*d, bond, kinds));
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

    /// The weights of the kinds a piece may be beside the others, but for one bond.
    fn choices(&self, piece: usize, but: usize, kinds: &[Kind]) -> Factors {
        let seat = self.bonds.pieces[piece].seat();
        let part = self.bonds.part(seat);
        let Some(hand) = self.hands[seat.index()] else { return [0.0; 12] };
        let allowed = self.bonds.allowed(kinds, piece, but);
        hand.weights(&kinds[part.clone()], piece - part.start, allowed)
    }

    /// A consistent assignment for every kind that a piece may be but was not in any sample: what
    /// is possible never gets probability 0.
    fn witnesses(&self, samples: &[Vec<Kind>], seed: u64) -> Vec<Vec<Kind>> {
        let mut rng = random::stream(seed, &[self.effort.chains as u64]);
        let mut witnesses: Vec<Vec<Kind>> = vec![];
        for (piece, may_be) in self.bonds.may_be.iter().enumerate() {
            for kind in may_be.iter() {
                let has = |kinds: &Vec<Kind>| kinds[piece] == kind;
                if !samples.iter().chain(&witnesses).any(has) {
                    witnesses.extend(self.consistent(Some((piece, kind)), &mut rng));
                }
            }
        }
        witnesses
    }

    /// The largest standard error of a marginal, from how far the chains are apart.
    fn error(&self, chains: &[Vec<Vec<Kind>>]) -> f64 {
        let chains: Vec<_> = chains.iter().filter(|c| !c.is_empty()).collect();
        if chains.len() < 2 {
            return 1.0;
        }
        let n = chains.len() as f64;
        let mut largest = 0.0_f64;
        for piece in 0..self.bonds.pieces.len() {
            for kind in self.bonds.may_be[piece].iter() {
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

/// A kind in proportion to the weights; none if all are 0.
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

    /// Every probability of bound pieces in positions where everything can be listed.
    fn pairs(effort: SamplingBudget) -> Vec<Pair> {
        let mut pairs = vec![];
        for seed in 0..60 {
            let evidence = evidence(seed, 1 + seed as usize % 3);
            let bonds = Constraints::new(&evidence);
            let hand = |seat| {
                let bound = &bonds.pieces[bonds.part(seat)];
                SeatProblem::new(&evidence, seat, bound, |_| [1.0; 12]).hand(&Prior::uniform())
            };
            let hands: Vec<_> = evidence.hidden().iter().map(|s| (s, hand(s))).collect();
            let find = |seat| hands.iter().find(|h| h.0 == seat).map(|h| &*h.1);
            let hands: Hands<'_> = Seat::ALL.map(find);
            let Some(exact) = JointDistribution::listed(&bonds, &hands, SamplingBudget::FULL)
            else {
                continue;
            };
            if exact.particles.len() < 20 {
                continue;
            }
            let sampled = Chains { bonds: &bonds, hands: &hands, effort }.joint(seed);
            for (piece, kind) in (0..bonds.pieces.len()).flat_map(|p| Kind::ALL.map(|k| (p, k))) {
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

    /// In a hurry nothing impossible is likely, and the errors are those of a tenth of the samples.
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
