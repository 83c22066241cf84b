//! The hidden pieces of one seat: those that are bound to others, and the rest, which is counted.

use super::Evidence;
use super::count::{AssignmentSums, Lattice, SlotWeights};
use super::prior::Prior;
use crate::game::board::Seat;
use crate::game::rules::{ARMY, Army, Kind, KindSet, PieceId};
use rand::{Rng, RngExt};
use std::fmt::Debug;

/// What a piece's conduct says about its kind: a factor for every kind.
pub(crate) type Factors = [f64; 12];

/// The hidden pieces of a seat, given the kinds of the bound ones. Everywhere `kinds` are those of
/// the bound pieces, in their order.
pub(crate) trait SeatPosterior: Debug + Send + Sync {
    /// The weight of all ways to tell the pieces apart.
    fn weight(&self, kinds: &[Kind]) -> f64;
    /// The same for every kind of some that one of the bound pieces could be instead.
    fn weights(&self, kinds: &[Kind], piece: usize, among: KindSet) -> Factors;
    /// Expected marginals of all pieces by number, over some kinds of the bound pieces with the
    /// probabilities of each.
    fn marginals(&self, given: &[(&[Kind], f64)]) -> Vec<Factors>;
    /// A sample of all pieces by number.
    fn sample(&self, kinds: &[Kind], rng: &mut dyn Rng) -> Option<[Kind; ARMY]>;
    /// The weight of one assignment of all pieces, by number.
    fn weight_of(&self, kinds: &[Kind; ARMY]) -> f64;
}

/// What a hand is made from; equal plans make equal hands.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct SeatProblem {
    army: Army,
    pieces: Vec<ProblemPiece>,
}

/// A piece of a hand.
#[derive(Debug, Clone, PartialEq)]
struct ProblemPiece {
    number: usize,
    may_be: KindSet,
    /// The number of the post where it began.
    post: Option<usize>,
    factors: Factors,
    /// Whether evidence binds it to others.
    bound: bool,
}

impl SeatProblem {
    /// The plan of a seat's hand.
    pub(crate) fn new(
        evidence: &Evidence,
        seat: Seat,
        bound: &[PieceId],
        factors: impl Fn(PieceId) -> Factors,
    ) -> Self {
        let piece = |piece: PieceId| ProblemPiece {
            number: piece.index() % ARMY,
            may_be: evidence.may_be(piece),
            post: evidence.post(piece),
            factors: factors(piece),
            bound: bound.contains(&piece),
        };
        Self { army: evidence.army(seat), pieces: evidence.pieces(seat).map(piece).collect() }
    }

    /// The same with other factors, by number.
    pub(crate) fn with_factors(&self, factors: impl Fn(usize) -> Factors) -> Self {
        let pieces =
            self.pieces.iter().map(|p| ProblemPiece { factors: factors(p.number), ..p.clone() });
        Self { army: self.army, pieces: pieces.collect() }
    }

    /// The hand under a prior.
    pub(crate) fn hand(&self, prior: &Prior) -> Box<dyn SeatPosterior> {
        match prior.formations().len() {
            1 => Box::new(Counted::<1>::new(self, prior)),
            2 => Box::new(Counted::<2>::new(self, prior)),
            3..=4 => Box::new(Counted::<4>::new(self, prior)),
            5..=8 => Box::new(Counted::<8>::new(self, prior)),
            9..=16 => Box::new(Counted::<16>::new(self, prior)),
            _ => Box::new(Counted::<32>::new(self, prior)),
        }
    }
}

/// A hand under a prior of at most `L` formations.
#[derive(Debug)]
struct Counted<const L: usize> {
    /// By formation, its share times the weights of the pieces whose kind is certain.
    shares: [f64; L],
    certain: Vec<(usize, Kind)>,
    bound: Vec<usize>,
    free: Vec<usize>,
    /// The kinds of the bound and free pieces.
    pool: Army,
    /// None if nothing fits: more pieces are of a kind for certain than there are.
    count: Option<AssignmentSums<L>>,
    weights: Vec<SlotWeights<L>>,
}

impl<const L: usize> Counted<L> {
    fn new(plan: &SeatProblem, prior: &Prior) -> Self {
        let mut shares = [0.0; L];
        let (mut pool, mut fits) = (plan.army, true);
        let (mut certain, mut bound, mut free) = (vec![], vec![], vec![]);
        let (mut slots, mut lead, mut counted) = (vec![], vec![], vec![]);
        let mut weights = vec![[[0.0; L]; 12]; ARMY];
        shares.iter_mut().zip(prior.factors()).for_each(|(share, factor)| *share = *factor);
        for piece in &plan.pieces {
            let number = piece.number;
            weights[number] = piece.weights(prior);
            if piece.bound {
                lead.push(piece.may_be);
                bound.push(number);
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
        let count =
            fits.then(|| AssignmentSums::new(Lattice::new(&slots, &lead, pool).into(), counted));
        Self { shares, certain, bound, free, pool, count, weights }
    }

    /// What is left for the free pieces and, by formation, the weight of the others; without one of
    /// the bound pieces, if so wanted.
    fn rest(&self, kinds: &[Kind], but: Option<usize>) -> Option<(Army, [f64; L])> {
        let (mut left, mut shares) = (self.pool, self.shares);
        for (i, (&kind, &number)) in kinds.iter().zip(&self.bound).enumerate() {
            if Some(i) != but {
                left.take(kind).then_some(())?;
                multiply(&mut shares, &self.weights[number][kind.index()]);
            }
        }
        Some((left, shares))
    }
}

impl ProblemPiece {
    /// Its weights: by its place at the start and by its conduct.
    fn weights<const L: usize>(&self, prior: &Prior) -> SlotWeights<L> {
        let mut weights = [[0.0; L]; 12];
        for kind in self.may_be.iter().map(Kind::index) {
            for (weight, formation) in weights[kind].iter_mut().zip(prior.formations()) {
                let place = self.post.map_or(1.0, |post| formation.weights[post][kind]);
                *weight = self.factors[kind] * place;
            }
        }
        weights
    }
}

fn multiply<const L: usize>(numbers: &mut [f64; L], factors: &[f64; L]) {
    numbers.iter_mut().zip(factors).for_each(|(n, f)| *n *= f);
}

/// A number in proportion to its weight; none if all are 0.
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

impl<const L: usize> SeatPosterior for Counted<L> {
    fn weight(&self, kinds: &[Kind]) -> f64 {
        let rest = self.count.as_ref().zip(self.rest(kinds, None));
        rest.map_or(0.0, |(count, (left, shares))| dot(&shares, &count.total(&left)))
    }

    fn weights(&self, kinds: &[Kind], piece: usize, among: KindSet) -> Factors {
        let mut factors = [0.0; 12];
        let rest = self.count.as_ref().zip(self.rest(kinds, Some(piece)));
        let Some((count, (left, shares))) = rest else { return factors };
        let weights = &self.weights[self.bound[piece]];
        count.totals_without_one(&left, among, |kind, totals| {
            let terms = (0..L).map(|model| shares[model] * weights[kind][model] * totals[model]);
            factors[kind] = terms.sum();
        });
        factors
    }

    fn marginals(&self, given: &[(&[Kind], f64)]) -> Vec<Factors> {
        let mut marginals = vec![[0.0; 12]; ARMY];
        let Some(count) = self.count.as_ref().filter(|_| !given.is_empty()) else {
            return marginals;
        };
        for &(number, kind) in &self.certain {
            marginals[number][kind.index()] = 1.0;
        }
        let mut starts: rustc_hash::FxHashMap<Army, [f64; L]> = rustc_hash::FxHashMap::default();
        for &(kinds, probability) in given {
            for (&kind, &number) in kinds.iter().zip(&self.bound) {
                marginals[number][kind.index()] += probability;
            }
            let Some((left, shares)) = self.rest(kinds, None) else { continue };
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
        let (count, (left, shares)) = self.count.as_ref().zip(self.rest(kinds, None))?;
        let totals = count.total(&left);
        let model = draw(&std::array::from_fn::<f64, L, _>(|i| shares[i] * totals[i]), rng)?;
        let mut all = [Kind::Flag; ARMY];
        let bound = self.bound.iter().copied().zip(kinds.iter().copied());
        bound.chain(self.certain.iter().copied()).for_each(|(number, kind)| all[number] = kind);
        let free = count.sample(&left, model, &mut rng)?;
        free.into_iter().zip(&self.free).for_each(|(kind, &number)| all[number] = kind);
        Some(all)
    }

    fn weight_of(&self, kinds: &[Kind; ARMY]) -> f64 {
        let mut shares = self.shares;
        for number in self.free.iter().chain(&self.bound).copied() {
            multiply(&mut shares, &self.weights[number][kinds[number].index()]);
        }
        let sound = self.certain.iter().all(|&(number, kind)| kinds[number] == kind);
        if sound { shares.iter().sum() } else { 0.0 }
    }
}
