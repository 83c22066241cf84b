//! The posterior of one seat: linked pieces are given from outside, the others are counted exactly.

use super::count::{AssignmentSums, Lattice, SlotWeights};
use super::mixture::Mixture;
use super::prior::MOST_FORMATIONS;
use super::probabilities::KindProbabilities;
use super::seat_problem::SeatProblem;
use crate::game::rules::{ARMY, Army, Kind, KindSet};
use rand::{Rng, RngExt};
use rustc_hash::FxHashMap;
use std::fmt::Debug;
use std::sync::Arc;

/// The distribution of a seat's hidden pieces, given the kinds of the linked ones. `kinds: &[Kind]` are those of the
/// linked pieces, in their order; `place` is a place in that order.
pub(crate) trait SeatPosterior: Debug + Send + Sync {
    /// The total weight of all assignments of the other pieces.
    fn weight(&self, kinds: &[Kind]) -> f64;
    /// What the linked pieces leave to the others; `None` if they are too many of a kind.
    fn rest(&self, kinds: &[Kind]) -> Option<Rest>;
    /// Puts a linked piece back into the rest.
    fn put(&self, rest: &mut Rest, place: usize, kind: Kind);
    /// Takes a linked piece from the rest, where it was put back.
    fn take(&self, rest: &mut Rest, place: usize, kind: Kind);
    /// The total weight for every kind in `among` of a linked piece that was put back.
    fn weights(&self, rest: &Rest, place: usize, among: KindSet) -> [f64; 12];
    /// Expected marginals of all pieces, by number, over assignments of the linked pieces with their
    /// probabilities.
    fn marginals(&self, given: &[(&[Kind], f64)]) -> Vec<KindProbabilities>;
    /// A sample of all pieces by number.
    fn sample(&self, kinds: &[Kind], rng: &mut dyn Rng) -> Option<[Kind; ARMY]>;
    /// The weight of one assignment of all pieces, by number; 0 if they are no such army.
    fn weight_of(&self, kinds: &[Kind; ARMY]) -> f64;
    /// The lattice that was counted on, if any.
    fn lattice(&self) -> Option<Arc<Lattice>>;
}

/// What the linked pieces of a seat leave to its others.
#[derive(Debug, Clone)]
pub(crate) struct Rest {
    /// The inventory.
    left: Army,
    /// By formation, its share times the weights of the linked pieces and of those whose kind is certain.
    shares: Vec<f64>,
}

/// The posteriors by seat; `None` where nothing is hidden.
pub(super) type SeatPosteriors<'a> = [Option<&'a dyn SeatPosterior>; 4];

impl SeatProblem {
    /// The seat's posterior under a mixture. `lattice`, of an earlier problem, is used again if it fits.
    pub(crate) fn posterior(
        &self,
        mixture: &Mixture,
        lattice: Option<Arc<Lattice>>,
    ) -> Box<dyn SeatPosterior> {
        match mixture.lanes().count() {
            1 => Box::new(MixturePosterior::<1>::new(self, mixture, lattice)),
            2 => Box::new(MixturePosterior::<2>::new(self, mixture, lattice)),
            3..=4 => Box::new(MixturePosterior::<4>::new(self, mixture, lattice)),
            5 => Box::new(MixturePosterior::<5>::new(self, mixture, lattice)),
            6..=8 => Box::new(MixturePosterior::<8>::new(self, mixture, lattice)),
            9..=16 => Box::new(MixturePosterior::<16>::new(self, mixture, lattice)),
            17..=20 => Box::new(MixturePosterior::<20>::new(self, mixture, lattice)),
            _ => Box::new(MixturePosterior::<MOST_FORMATIONS>::new(self, mixture, lattice)),
        }
    }
}

/// A seat's posterior under a mixture whose members have at most `L` formations together.
#[derive(Debug)]
struct MixturePosterior<const L: usize> {
    /// By formation, its share times the weights of the pieces whose kind is certain. The sums of a member's formations
    /// over all assignments are scaled to its weight, unless it is the only one.
    shares: [f64; L],
    /// By formation, its member.
    members: [usize; L],
    certain: Vec<(usize, Kind)>,
    linked: Vec<usize>,
    free: Vec<usize>,
    /// The inventory of the linked and free pieces.
    pool: Army,
    /// `None` if more pieces are of a kind for certain than there are.
    count: Option<AssignmentSums<L>>,
    weights: Vec<SlotWeights<L>>,
}

impl<const L: usize> MixturePosterior<L> {
    fn new(problem: &SeatProblem, mixture: &Mixture, lattice: Option<Arc<Lattice>>) -> Self {
        let mut shares = [0.0; L];
        let mut members = [0; L];
        for (number, lane) in mixture.lanes().enumerate() {
            shares[number] = lane.share;
            members[number] = lane.member;
        }
        let (mut pool, mut fits) = (problem.army, true);
        let (mut certain, mut linked, mut free) = (vec![], vec![], vec![]);
        let (mut slots, mut lead, mut counted) = (vec![], vec![], vec![]);
        let mut weights = vec![[[0.0; L]; 12]; ARMY];
        for piece in &problem.pieces {
            let number = piece.number;
            weights[number] = piece.weights(mixture);
            if piece.linked {
                lead.push(piece.may_be);
                linked.push(number);
            } else if let Some(kind) = piece.may_be.the_one() {
                multiply(&mut shares, &weights[number][kind.index()]);
                certain.push((number, kind));
                fits &= pool.take(kind);
            } else {
                slots.push(piece.may_be);
                counted.push(weights[number]);
                free.push(number);
            }
        }
        let fitting = lattice.filter(|lattice| lattice.is_of(&slots, &lead, pool));
        let lattice = || fitting.unwrap_or_else(|| Lattice::new(&slots, &lead, pool).into());
        let count = fits.then(|| AssignmentSums::new(lattice(), counted));
        let mut posterior = Self { shares, members, certain, linked, free, pool, count, weights };
        if problem.members.len() > 1 {
            posterior.weigh(&problem.members);
        }
        posterior
    }

    /// Scales the shares so that the sum of each member over all assignments is its weight.
    fn weigh(&mut self, weights: &[f64]) {
        let Some(count) = &self.count else { return };
        let mut sums = vec![0.0; weights.len()];
        for (left, shares) in self.unlinked() {
            for (lane, total) in count.total(&left).iter().enumerate() {
                sums[self.members[lane]] += shares[lane] * total;
            }
        }
        for (share, &member) in self.shares.iter_mut().zip(&self.members) {
            // A member that finds the events impossible has no say.
            *share *= if sums[member] > 0.0 { weights[member] / sums[member] } else { 0.0 };
        }
    }

    /// What the linked pieces leave to the free ones if nothing links them: the inventories, each with the weight by
    /// formation of all ways to leave it.
    fn unlinked(&self) -> Vec<(Army, [f64; L])> {
        let mut ways = vec![(self.pool, self.shares)];
        for &number in &self.linked {
            let mut next: FxHashMap<Army, [f64; L]> = FxHashMap::default();
            for (left, shares) in ways {
                for (kind, weights) in Kind::ALL.into_iter().zip(&self.weights[number]) {
                    let mut left = left;
                    if weights.iter().all(|w| *w == 0.0) || !left.take(kind) {
                        continue;
                    }
                    let sum = next.entry(left).or_insert([0.0; L]);
                    for lane in 0..L {
                        sum[lane] += shares[lane] * weights[lane];
                    }
                }
            }
            ways = next.into_iter().collect();
            ways.sort_unstable_by_key(|way| way.0.0);
        }
        ways
    }

    /// The inventory left for the free pieces and, by formation, the weight of the others.
    fn split(&self, kinds: &[Kind]) -> Option<(Army, [f64; L])> {
        let (mut left, mut shares) = (self.pool, self.shares);
        for (&kind, &number) in kinds.iter().zip(&self.linked) {
            left.take(kind).then_some(())?;
            multiply(&mut shares, &self.weights[number][kind.index()]);
        }
        Some((left, shares))
    }
}

fn multiply<const L: usize>(numbers: &mut [f64; L], factors: &[f64; L]) {
    numbers.iter_mut().zip(factors).for_each(|(n, f)| *n *= f);
}

/// Draws an index in proportion to its weight; `None` if all weights are 0.
pub(super) fn draw(weights: &[f64], rng: &mut dyn Rng) -> Option<usize> {
    let mut rest = rng.random::<f64>() * weights.iter().sum::<f64>();
    let mut chosen = None;
    for (number, &weight) in weights.iter().enumerate().filter(|w| *w.1 > 0.0) {
        chosen = Some(number);
        rest -= weight;
        if rest < 0.0 {
            break;
        }
    }
    chosen
}

fn dot<const L: usize>(a: &[f64; L], b: &[f64; L]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

impl<const L: usize> SeatPosterior for MixturePosterior<L> {
    fn weight(&self, kinds: &[Kind]) -> f64 {
        let rest = self.count.as_ref().zip(self.split(kinds));
        rest.map_or(0.0, |(count, (left, shares))| dot(&shares, &count.total(&left)))
    }

    fn rest(&self, kinds: &[Kind]) -> Option<Rest> {
        let (left, shares) = self.split(kinds)?;
        Some(Rest { left, shares: shares.into() })
    }

    fn put(&self, rest: &mut Rest, place: usize, kind: Kind) {
        rest.left.put(kind);
        let weights = &self.weights[self.linked[place]][kind.index()];
        // Weights of formations beyond the number of the prior are 0, and so are their shares.
        let there = rest.shares.iter_mut().zip(weights).filter(|(_, weight)| **weight > 0.0);
        there.for_each(|(share, weight)| *share /= weight);
    }

    fn take(&self, rest: &mut Rest, place: usize, kind: Kind) {
        rest.left.take(kind);
        let weights = &self.weights[self.linked[place]][kind.index()];
        rest.shares.iter_mut().zip(weights).for_each(|(share, weight)| *share *= weight);
    }

    fn weights(&self, rest: &Rest, place: usize, among: KindSet) -> [f64; 12] {
        let mut sums = [0.0; 12];
        let Some(count) = &self.count else { return sums };
        let weights = &self.weights[self.linked[place]];
        count.totals_without_one(&rest.left, among, |kind, totals| {
            let terms = (0..L).map(|f| rest.shares[f] * weights[kind][f] * totals[f]);
            sums[kind] = terms.sum();
        });
        sums
    }

    fn marginals(&self, given: &[(&[Kind], f64)]) -> Vec<KindProbabilities> {
        let mut marginals = vec![[0.0; 12]; ARMY];
        let Some(count) = self.count.as_ref().filter(|_| !given.is_empty()) else {
            return marginals;
        };
        for &(number, kind) in &self.certain {
            marginals[number][kind.index()] = 1.0;
        }
        let mut starts: FxHashMap<Army, [f64; L]> = FxHashMap::default();
        for &(kinds, probability) in given {
            for (&kind, &number) in kinds.iter().zip(&self.linked) {
                marginals[number][kind.index()] += probability;
            }
            let Some((left, shares)) = self.split(kinds) else { continue };
            let scale = probability / dot(&shares, &count.total(&left));
            let start = starts.entry(left).or_insert([0.0; L]);
            start.iter_mut().zip(shares).for_each(|(all, share)| *all += scale * share);
        }
        let mut starts: Vec<_> = starts.into_iter().collect();
        starts.sort_unstable_by_key(|s| s.0.0);
        for (ways, &number) in count.ways(&starts).iter().zip(&self.free) {
            marginals[number] = ways.map(|by_model| by_model.iter().sum());
        }
        marginals
    }

    fn sample(&self, kinds: &[Kind], mut rng: &mut dyn Rng) -> Option<[Kind; ARMY]> {
        let (count, (left, shares)) = self.count.as_ref().zip(self.split(kinds))?;
        let totals = count.total(&left);
        let formation = draw(&std::array::from_fn::<f64, L, _>(|i| shares[i] * totals[i]), rng)?;
        let mut all = [Kind::Flag; ARMY];
        let linked = self.linked.iter().copied().zip(kinds.iter().copied());
        linked.chain(self.certain.iter().copied()).for_each(|(number, kind)| all[number] = kind);
        let free = count.sample(&left, formation, &mut rng)?;
        free.into_iter().zip(&self.free).for_each(|(kind, &number)| all[number] = kind);
        Some(all)
    }

    fn lattice(&self) -> Option<Arc<Lattice>> {
        self.count.as_ref().map(|count| Arc::clone(count.lattice()))
    }

    fn weight_of(&self, kinds: &[Kind; ARMY]) -> f64 {
        let (mut left, mut shares) = (self.pool, self.shares);
        let mut fits = self.certain.iter().all(|&(number, kind)| kinds[number] == kind);
        for number in self.free.iter().chain(&self.linked).copied() {
            fits &= left.take(kinds[number]);
            multiply(&mut shares, &self.weights[number][kinds[number].index()]);
        }
        if fits { shares.iter().sum() } else { 0.0 }
    }
}
