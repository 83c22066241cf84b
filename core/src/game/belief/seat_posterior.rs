//! The posterior of one seat: linked pieces are given from outside, the others are counted exactly.
//!
//! A [`SeatProblem`] is the input, from which estimates follow without counting; its [`SeatPosterior`] is counted.

use super::Evidence;
use super::count::{AssignmentSums, Lattice, SlotWeights};
use super::error::MOST_FORMATIONS;
use super::mixture::{MOST_MEMBERS, MemberFormation, MemberWeights, Mixture};
use super::probabilities::{KindProbabilities, fit, normalized};
use crate::game::board::Seat;
use crate::game::rules::{ARMY, Army, Kind, KindSet, PieceId};
use arrayvec::ArrayVec;
use rand::{Rng, RngExt};
use rustc_hash::FxHashMap;
use std::fmt::Debug;
use std::sync::Arc;

/// By member, a number for every kind: the behaviour factors of a piece.
pub(crate) type Factors = ArrayVec<[f64; 12], MOST_MEMBERS>;

/// The input of a seat's posterior; equal problems have equal posteriors.
#[derive(Debug, Clone, PartialEq)]
pub struct SeatProblem {
    army: Army,
    pieces: Vec<ProblemPiece>,
    /// The weights of the members.
    members: MemberWeights,
}

/// A piece of a problem.
#[derive(Debug, Clone, PartialEq)]
struct ProblemPiece {
    number: usize,
    may_be: KindSet,
    /// The index of its home among the posts.
    post: Option<usize>,
    factors: Factors,
    /// Whether a constraint links it to others.
    linked: bool,
}

impl SeatProblem {
    /// Creates the problem of a seat whose players have these weights; `linked` are its linked pieces.
    pub fn new(
        evidence: &Evidence,
        seat: Seat,
        linked: &[PieceId],
        members: MemberWeights,
        factors: impl Fn(PieceId) -> Factors,
    ) -> Self {
        let pieces = evidence.pieces(seat).map(|piece| ProblemPiece {
            number: piece.index() % ARMY,
            may_be: evidence.may_be(piece),
            post: evidence.post(piece),
            factors: factors(piece),
            linked: linked.contains(&piece),
        });
        Self { army: evidence.army(seat), pieces: pieces.collect(), members }
    }

    /// The problem of a seat with one player, before behaviour, and no linked pieces.
    pub fn of_one_player(evidence: &Evidence, seat: Seat) -> Self {
        Self::new(evidence, seat, &[], [1.0].into_iter().collect(), |_| no_behaviour(1))
    }

    /// Whether a constraint links some of its pieces to others.
    pub(super) fn is_linked(&self) -> bool {
        self.pieces.iter().any(|piece| piece.linked)
    }

    /// The same problem with other behaviour factors, by number.
    #[must_use]
    pub fn with_factors(&self, factors: impl Fn(usize) -> Factors) -> Self {
        let mut problem = self.clone();
        for piece in &mut problem.pieces {
            piece.factors = factors(piece.number);
        }
        problem
    }

    /// Estimated marginals of all pieces by number, which cost a fraction of counting. Linked pieces have the
    /// shares of their kinds in `given`, assignments with their probabilities; the weights of the others,
    /// and of all if nothing is given, are scaled by row and column until they sum to the inventory.
    pub(crate) fn estimate(
        &self,
        mixture: &Mixture,
        given: &[(&[Kind], f64)],
    ) -> [KindProbabilities; ARMY] {
        let mut rows = [[0.0; 12]; ARMY];
        let mut free = 0;
        let mut left = self.army.0.map(f64::from);
        let mut linked = 0;
        for piece in &self.pieces {
            let row = &mut rows[piece.number];
            if piece.linked && !given.is_empty() {
                for (kinds, probability) in given {
                    row[kinds[linked].index()] += probability;
                }
                left.iter_mut().zip(row).for_each(|(left, p)| *left -= *p);
                linked += 1;
            } else {
                *row = piece.expected(mixture, &self.members);
                free |= 1 << piece.number;
            }
        }
        fit(&mut rows, free, &left);
        rows
    }

    /// By member, estimated probabilities of the kinds of the piece with a number, without what links it to pieces of
    /// other seats.
    pub(crate) fn forecasts(&self, mixture: &Mixture, number: usize) -> Factors {
        let by_piece: Vec<Factors> = self.pieces.iter().map(|p| p.by_member(mixture)).collect();
        let inventory = self.army.0.map(f64::from);
        let mut forecasts = Factors::new();
        for member in 0..self.members.len() {
            let mut rows = [[0.0; 12]; ARMY];
            let mut pieces = 0;
            for (piece, by_member) in self.pieces.iter().zip(&by_piece) {
                rows[piece.number] = by_member[member];
                pieces |= 1 << piece.number;
            }
            fit(&mut rows, pieces, &inventory);
            forecasts.push(rows[number]);
        }
        forecasts
    }
}

impl ProblemPiece {
    /// By member, the probabilities of its kinds by home and behaviour alone.
    fn by_member(&self, mixture: &Mixture) -> Factors {
        let mut rows: Factors = mixture.members().iter().map(|_| [0.0; 12]).collect();
        for formation in mixture.formations() {
            for kind in self.may_be.iter().map(Kind::index) {
                rows[formation.member][kind] += formation.share * self.weight(&formation, kind);
            }
        }
        // A member whose weights are all 0 says nothing of the piece.
        let even = Kind::ALL.map(|k| f64::from(u8::from(self.may_be.contains(k))));
        for row in &mut rows {
            *row = normalized(*row).or_else(|| normalized(even)).unwrap_or_default();
        }
        rows
    }

    /// The probabilities of its kinds by home and behaviour alone.
    fn expected(&self, mixture: &Mixture, members: &[f64]) -> KindProbabilities {
        let mut mean = [0.0; 12];
        for (row, weight) in self.by_member(mixture).into_iter().zip(members) {
            mean.iter_mut().zip(row).for_each(|(mean, p)| *mean += weight * p);
        }
        mean
    }

    /// The weights of its kinds, by home and behaviour.
    fn weights<const L: usize>(&self, mixture: &Mixture) -> SlotWeights<L> {
        let mut weights = [[0.0; L]; 12];
        for (number, formation) in mixture.formations().enumerate() {
            for kind in self.may_be.iter().map(Kind::index) {
                weights[kind][number] = self.weight(&formation, kind);
            }
        }
        weights
    }

    fn weight(&self, of: &MemberFormation<'_>, kind: usize) -> f64 {
        let by_home = self.post.map_or(1.0, |post| of.formation.weights[post][kind]);
        self.factors[of.member][kind] * by_home
    }
}

/// The factors of a piece by members who take behaviour for no evidence.
pub(crate) fn no_behaviour(members: usize) -> Factors {
    (0..members).map(|_| [1.0; 12]).collect()
}

/// The distribution of a seat's hidden pieces, given the kinds of the linked ones. `kinds: &[Kind]` are those of the
/// linked pieces, in their order; `place` is a place in that order.
pub trait SeatPosterior: Debug + Send + Sync {
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
pub struct Rest {
    /// The inventory.
    left: Army,
    /// By formation, its share times the weights of the linked pieces and of those whose kind is certain.
    shares: Vec<f64>,
}

/// The posteriors by seat; `None` where nothing is hidden.
pub(super) type SeatPosteriors<'a> = [Option<&'a dyn SeatPosterior>; 4];

impl SeatProblem {
    /// The seat's posterior under a mixture. `lattice`, of an earlier problem, is used again if it fits.
    pub fn posterior(
        &self,
        mixture: &Mixture,
        lattice: Option<Arc<Lattice>>,
    ) -> Box<dyn SeatPosterior> {
        // Unused places of an array cost as much as used ones, hence several lengths.
        match mixture.formations().count() {
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
    /// The numbers of the pieces whose kind is certain, with the kind.
    certain: Vec<(usize, Kind)>,
    /// The numbers of the linked pieces.
    linked: Vec<usize>,
    /// The numbers of the others, which are counted.
    free: Vec<usize>,
    /// The inventory of the linked and free pieces.
    pool: Army,
    /// `None` if more pieces are of a kind for certain than there are.
    count: Option<AssignmentSums<L>>,
    /// By number.
    weights: Vec<SlotWeights<L>>,
}

impl<const L: usize> MixturePosterior<L> {
    fn new(problem: &SeatProblem, mixture: &Mixture, lattice: Option<Arc<Lattice>>) -> Self {
        let mut shares = [0.0; L];
        let mut members = [0; L];
        for (number, formation) in mixture.formations().enumerate() {
            shares[number] = formation.share;
            members[number] = formation.member;
        }
        let mut posterior = Self {
            shares,
            members,
            certain: vec![],
            linked: vec![],
            free: vec![],
            pool: problem.army,
            count: None,
            weights: vec![[[0.0; L]; 12]; ARMY],
        };
        let mut fits = true;
        let mut slots = vec![];
        let mut lead = vec![];
        let mut slot_weights = vec![];
        for piece in &problem.pieces {
            let number = piece.number;
            let weights = piece.weights(mixture);
            posterior.weights[number] = weights;
            if piece.linked {
                lead.push(piece.may_be);
                posterior.linked.push(number);
            } else if let Some(kind) = piece.may_be.the_one() {
                multiply(&mut posterior.shares, &weights[kind.index()]);
                posterior.certain.push((number, kind));
                fits &= posterior.pool.take(kind);
            } else {
                slots.push(piece.may_be);
                slot_weights.push(weights);
                posterior.free.push(number);
            }
        }
        if fits {
            let pool = posterior.pool;
            let fitting = lattice.filter(|lattice| lattice.is_of(&slots, &lead, pool));
            let lattice = fitting.unwrap_or_else(|| Lattice::new(&slots, &lead, pool).into());
            posterior.count = Some(AssignmentSums::new(lattice, slot_weights));
        }
        // One member alone needs no scale: only ratios of its weights matter.
        if problem.members.len() > 1 {
            posterior.scale_members(&problem.members);
        }
        posterior
    }

    /// Scales the shares so that the sum of each member over all assignments is its weight.
    fn scale_members(&mut self, weights: &[f64]) {
        let Some(count) = &self.count else { return };
        let mut sums = vec![0.0; weights.len()];
        for (left, shares) in self.unlinked() {
            for (number, total) in count.total(&left).iter().enumerate() {
                sums[self.members[number]] += shares[number] * total;
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
                    for formation in 0..L {
                        sum[formation] += shares[formation] * weights[formation];
                    }
                }
            }
            // Sums must not depend on the order of a hash table.
            ways = next.into_iter().collect();
            ways.sort_unstable_by_key(|way| way.0.0);
        }
        ways
    }

    /// The inventory left for the free pieces and, by formation, the weight of the others.
    fn split(&self, kinds: &[Kind]) -> Option<(Army, [f64; L])> {
        let mut left = self.pool;
        let mut shares = self.shares;
        for (&kind, &number) in kinds.iter().zip(&self.linked) {
            if !left.take(kind) {
                return None;
            }
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
    for (number, &weight) in weights.iter().enumerate() {
        if weight > 0.0 {
            // Kept even if rounding leaves a rest after the last weight.
            chosen = Some(number);
            rest -= weight;
            if rest < 0.0 {
                break;
            }
        }
    }
    chosen
}

fn dot<const L: usize>(a: &[f64; L], b: &[f64; L]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

impl<const L: usize> SeatPosterior for MixturePosterior<L> {
    fn weight(&self, kinds: &[Kind]) -> f64 {
        let Some(count) = &self.count else { return 0.0 };
        let Some((left, shares)) = self.split(kinds) else { return 0.0 };
        dot(&shares, &count.total(&left))
    }

    fn rest(&self, kinds: &[Kind]) -> Option<Rest> {
        let (left, shares) = self.split(kinds)?;
        Some(Rest { left, shares: shares.into() })
    }

    fn put(&self, rest: &mut Rest, place: usize, kind: Kind) {
        rest.left.put(kind);
        let weights = &self.weights[self.linked[place]][kind.index()];
        for (share, weight) in rest.shares.iter_mut().zip(weights) {
            // Weights of formations beyond the number of the prior are 0, and so are their shares.
            if *weight > 0.0 {
                *share /= weight;
            }
        }
    }

    fn take(&self, rest: &mut Rest, place: usize, kind: Kind) {
        rest.left.take(kind);
        let weights = &self.weights[self.linked[place]][kind.index()];
        for (share, weight) in rest.shares.iter_mut().zip(weights) {
            *share *= weight;
        }
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
            // The divisor is not 0: assignments of weight 0 are not among those given.
            let scale = probability / dot(&shares, &count.total(&left));
            let start = starts.entry(left).or_insert([0.0; L]);
            start.iter_mut().zip(shares).for_each(|(all, share)| *all += scale * share);
        }
        // Sums must not depend on the order of a hash table.
        let mut starts: Vec<_> = starts.into_iter().collect();
        starts.sort_unstable_by_key(|s| s.0.0);
        for (ways, &number) in count.ways(&starts).iter().zip(&self.free) {
            marginals[number] = ways.map(|by_model| by_model.iter().sum());
        }
        marginals
    }

    fn sample(&self, kinds: &[Kind], mut rng: &mut dyn Rng) -> Option<[Kind; ARMY]> {
        let count = self.count.as_ref()?;
        let (left, mut weights) = self.split(kinds)?;
        multiply(&mut weights, &count.total(&left));
        let formation = draw(&weights, rng)?;
        let free = count.sample(&left, formation, &mut rng)?;
        let mut all = [Kind::Flag; ARMY];
        for &(number, kind) in &self.certain {
            all[number] = kind;
        }
        for (&number, &kind) in self.linked.iter().zip(kinds) {
            all[number] = kind;
        }
        for (&number, kind) in self.free.iter().zip(free) {
            all[number] = kind;
        }
        Some(all)
    }

    fn lattice(&self) -> Option<Arc<Lattice>> {
        self.count.as_ref().map(|count| Arc::clone(count.lattice()))
    }

    fn weight_of(&self, kinds: &[Kind; ARMY]) -> f64 {
        let mut left = self.pool;
        let mut shares = self.shares;
        let mut fits = self.certain.iter().all(|&(number, kind)| kinds[number] == kind);
        for number in self.free.iter().chain(&self.linked).copied() {
            fits &= left.take(kinds[number]);
            multiply(&mut shares, &self.weights[number][kinds[number].index()]);
        }
        if fits { shares.iter().sum() } else { 0.0 }
    }
}
