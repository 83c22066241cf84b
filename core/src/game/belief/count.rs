//! Exact weighted counting of assignments of kinds to pieces.
//!
//! A known multiset of kinds (the *pool*) is to be assigned to pieces (*slots*). Every slot has a
//! weight for every kind, 0 if the kind is impossible. The weight of an assignment is the product
//! over its slots. Computed are the sum over all assignments, the weight by kind of every slot, and
//! samples in proportion to the weight.
//!
//! The sum obeys a recurrence over the numbers of pieces left of each kind. With `f(0) = 1`,
//!
//! ```text
//! f(left) = sum over kinds k of  weight[slot][k] * f(left - one k),     slot = 25 - sum(left)
//! ```
//!
//! For a full army there are at most 497,664 values, of which the rules of deployment leave about a
//! seventh. A [`Lattice`] holds which values exist; [`AssignmentSums`] computes them for `L` sets of
//! weights at once. Marginals are the derivatives of the logarithm of the sum, so a second sweep in
//! the other direction gives all of them, and exact gradients for fitting. A random walk down the
//! recurrence gives independent exact samples.
//!
//! Source: the recurrence is the folklore transfer-matrix count of contingency tables with one
//! margin of ones; the use here is ours.

use crate::game::rules::{Army, Kind, KindSet};
use rand::{Rng, RngExt};
use std::sync::Arc;

/// Half of the number of kinds.
const HALF: usize = 6;
/// No entry.
const NONE: u32 = u32::MAX;
/// Above any number of pieces left.
const SUMS: usize = 32;

/// A mixed-radix code for the numbers of pieces of six kinds, each up to a maximum.
#[derive(Debug, Clone)]
struct Half {
    most: [u8; HALF],
    strides: [u16; HALF],
    /// The number of codes.
    codes: usize,
}

/// Smallest and largest number of pieces left of a kind; empty where no number is possible.
#[derive(Debug, Clone, Copy, Default)]
struct CountRange {
    low: u8,
    high: u8,
}

/// A code with its total number of pieces.
#[derive(Debug, Clone, Copy)]
struct SummedCode {
    code: u16,
    sum: u8,
}

impl Half {
    fn new(most: [u8; HALF]) -> Self {
        let mut codes = 1;
        let mut strides = [0; HALF];
        for (stride, n) in strides.iter_mut().zip(most) {
            *stride = codes;
            codes *= u16::from(n) + 1;
        }
        Self { most, strides, codes: codes.into() }
    }

    fn code(&self, left: [u8; HALF]) -> usize {
        let digits = left.into_iter().zip(self.strides);
        digits.map(|(n, stride)| usize::from(n) * usize::from(stride)).sum()
    }

    /// The place value of one piece of a kind in a code.
    fn stride(&self, kind: usize) -> usize {
        self.strides[kind].into()
    }

    /// The code with one piece of a kind less, if it has one.
    fn less(&self, code: u16, kind: usize) -> Option<usize> {
        let n = code / self.strides[kind] % (u16::from(self.most[kind]) + 1);
        (n > 0).then(|| usize::from(code - self.strides[kind]))
    }

    /// Every code within a range.
    fn within(&self, ranges: &[CountRange; HALF]) -> Vec<SummedCode> {
        let mut codes = vec![SummedCode { code: 0, sum: 0 }];
        for (&CountRange { low, high }, stride) in ranges.iter().zip(self.strides) {
            let mut more = vec![];
            for SummedCode { code, sum } in codes {
                for n in low..=high {
                    more.push(SummedCode { code: code + u16::from(n) * stride, sum: sum + n });
                }
            }
            codes = more;
        }
        codes
    }
}

/// The possible inventories left, slot by slot, for given slots and a pool.
///
/// A state is a pair of codes, one for each half of the kinds. In a layer all states have the same
/// number of pieces left, so the states with one outer code are one *block*: the inner codes of
/// one sum, in their order. Taking a piece of an outer kind leads to the same place in another
/// block, taking one of an inner kind to another place in the same block.
#[derive(Debug, Clone)]
pub struct Lattice {
    outer: Half,
    inner: Half,
    layers: Vec<Layer>,
    /// Slots in the order in which they are filled.
    order: Vec<usize>,
    slots: Vec<KindSet>,
    lead: Vec<KindSet>,
    pool: Army,
}

/// A state of the recurrence: the codes of an inventory left.
#[derive(Debug, Clone, Copy)]
struct State {
    outer: usize,
    inner: usize,
}

/// The states before a slot is filled.
#[derive(Debug, Clone)]
struct Layer {
    /// The possible kinds of the slot.
    kinds: KindSet,
    outers: Vec<OuterCode>,
    /// By outer code, the start of its block.
    block: Vec<u32>,
    /// By inner code, its place in its block.
    place: Vec<u32>,
    /// By sum, the start of its inner codes; one more entry for the end.
    start: [u16; SUMS + 1],
    /// For the inner codes in order, their places in the next layer; as many as the block there
    /// has where the code is missing.
    same: Vec<u16>,
    /// The same places with one piece of an inner kind less, by kind.
    less: [Vec<u16>; HALF],
    /// The number of values, with one zero at the end of each block.
    size: usize,
    /// The inner codes, by sum.
    codes: Vec<u16>,
}

/// An outer code, with the sum that it leaves to the inner half.
#[derive(Debug, Clone, Copy)]
struct OuterCode {
    code: u16,
    inner_sum: u8,
}

impl Lattice {
    /// Creates the lattice of slots with their possible kinds. `lead` are slots that the caller fills
    /// first, from the same `pool`.
    ///
    /// # Panics
    ///
    /// If the pool has not exactly one piece per slot, or more of a kind than an army has.
    pub fn new(slots: &[KindSet], lead: &[KindSet], pool: Army) -> Self {
        assert_eq!(pool.len(), slots.len() + lead.len(), "a piece of the pool for every slot");
        assert!(Kind::ALL.into_iter().all(|k| pool.count(k) <= k.count()), "at most an army");
        let held: KindSet = Kind::ALL.into_iter().filter(|&k| pool.count(k) > 0).collect();
        let outer = Half::new(std::array::from_fn(|i| pool.0[i]));
        let inner = Half::new(std::array::from_fn(|i| pool.0[HALF + i]));
        let order = order(slots);
        let mut layers: Vec<Layer> = vec![];
        for number in 0..=order.len() {
            let (filled, open) = order.split_at(number);
            let ranges = count_ranges(slots, lead, filled, open, &pool);
            let kinds = open.first().map_or(KindSet::NONE, |&slot| slots[slot].and(held));
            let layer = Layer::new(kinds, open.len(), &ranges, &outer, &inner);
            if let Some(before) = layers.last_mut() {
                before.link(&layer, &inner);
            }
            layers.push(layer);
        }
        Self { outer, inner, layers, order, slots: slots.to_vec(), lead: lead.to_vec(), pool }
    }

    /// Whether it was created from these slots and this pool.
    pub(super) fn is_of(&self, slots: &[KindSet], lead: &[KindSet], pool: Army) -> bool {
        self.slots == slots && self.lead == lead && self.pool == pool
    }

    /// The number of states.
    pub fn len(&self) -> usize {
        self.layers.iter().map(|l| l.size - l.outers.len()).sum()
    }

    /// Whether there is no state, since no assignment exists.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The number of slots to fill.
    pub fn slots(&self) -> usize {
        self.order.len()
    }

    /// The state with one piece less of a kind, which must be left.
    #[inline]
    fn less(&self, State { outer, inner }: State, kind: Kind) -> State {
        match kind.index().checked_sub(HALF) {
            None => State { outer: outer - self.outer.stride(kind.index()), inner },
            Some(kind) => State { outer, inner: inner - self.inner.stride(kind) },
        }
    }

    /// The state of an inventory, if it has the given number of pieces.
    fn state(&self, left: &Army, pieces: usize) -> Option<State> {
        let fits = left.len() == pieces;
        if !fits || left.0.iter().zip(&self.pool.0).any(|(n, most)| n > most) {
            return None;
        }
        let outer = self.outer.code(std::array::from_fn(|i| left.0[i]));
        let inner = self.inner.code(std::array::from_fn(|i| left.0[HALF + i]));
        Some(State { outer, inner })
    }
}

/// The order of the slots: few choices and rare kinds first, since the states need not distinguish
/// what these use up.
fn order(slots: &[KindSet]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..slots.len()).collect();
    order.sort_by_key(|&slot| {
        let set = slots[slot];
        let excludes = |kind| !set.contains(kind);
        (excludes(Kind::Flag), excludes(Kind::Mine), excludes(Kind::Bomb), set.len(), set)
    });
    order
}

/// By kind, in halves, the smallest and largest number of pieces left once the slots in `filled` are
/// filled and those in `open` are not.
fn count_ranges(
    slots: &[KindSet],
    lead: &[KindSet],
    filled: &[usize],
    open: &[usize],
    pool: &Army,
) -> [[CountRange; HALF]; 2] {
    let mut ranges = [[CountRange::default(); HALF]; 2];
    for kind in Kind::ALL {
        let held = pool.count(kind);
        let before = filled.iter().filter(|&&slot| slots[slot].contains(kind)).count()
            + lead.iter().filter(|set| set.contains(kind)).count();
        let after = open.iter().filter(|&&slot| slots[slot].contains(kind)).count();
        ranges[kind.index() / HALF][kind.index() % HALF] =
            CountRange { low: held.saturating_sub(before) as u8, high: held.min(after) as u8 };
    }
    ranges
}

impl Layer {
    fn new(
        kinds: KindSet,
        left: usize,
        ranges: &[[CountRange; HALF]; 2],
        outer: &Half,
        inner: &Half,
    ) -> Self {
        let mut codes = inner.within(&ranges[1]);
        codes.sort_unstable_by_key(|c| (c.sum, c.code));
        let mut start = [0; SUMS + 1];
        for c in &codes {
            start[usize::from(c.sum) + 1] += 1;
        }
        for sum in 0..SUMS {
            start[sum + 1] += start[sum];
        }
        let mut place = vec![NONE; inner.codes];
        for (at, c) in codes.iter().enumerate() {
            place[usize::from(c.code)] = (at - usize::from(start[usize::from(c.sum)])) as u32;
        }
        let mut layer = Self {
            kinds,
            outers: vec![],
            block: vec![NONE; outer.codes],
            place,
            start,
            same: vec![],
            less: Default::default(),
            size: 0,
            codes: codes.into_iter().map(|c| c.code).collect(),
        };
        for SummedCode { code, sum } in outer.within(&ranges[0]) {
            let Some(inner_sum) = left.checked_sub(sum.into()).filter(|&sum| sum < SUMS) else {
                continue;
            };
            let length = layer.length(inner_sum);
            if length > 0 {
                layer.outers.push(OuterCode { code, inner_sum: inner_sum as u8 });
                layer.block[usize::from(code)] = layer.size as u32;
                // One value more than there are codes: the zero that missing codes point to.
                layer.size += length + 1;
            }
        }
        layer
    }

    /// The number of inner codes with a sum.
    fn length(&self, sum: usize) -> usize {
        usize::from(self.start[sum + 1] - self.start[sum])
    }

    /// Where a state's value stands among those of the layer; `None` if it has no value.
    #[inline]
    fn at(&self, State { outer, inner }: State) -> Option<usize> {
        match (self.block[outer], self.place[inner]) {
            (NONE, _) | (_, NONE) => None,
            (block, place) => Some((block + place) as usize),
        }
    }

    /// The place of an inner code within its block; the zero at the end of the block if it is missing.
    fn place_or_zero(&self, code: Option<usize>, sum: usize) -> u16 {
        match code.map_or(NONE, |code| self.place[code]) {
            NONE => self.length(sum) as u16,
            place => place as u16,
        }
    }

    /// Records the place of every inner code in the next layer.
    fn link(&mut self, next: &Self, inner: &Half) {
        let mut sum = 0;
        for (at, &code) in self.codes.iter().enumerate() {
            while at >= usize::from(self.start[sum + 1]) {
                sum += 1;
            }
            self.same.push(next.place_or_zero(Some(code.into()), sum));
            for kind in (0..HALF).filter(|&k| self.kinds.contains(Kind::ALL[HALF + k])) {
                let less = inner.less(code, kind);
                self.less[kind].push(next.place_or_zero(less, sum.saturating_sub(1)));
            }
        }
    }
}

/// The weights of a slot: for every kind, one weight for each of `L` models.
pub type SlotWeights<const L: usize> = [[f64; L]; 12];

/// Sums of weights over all assignments, for `L` models (sets of weights) at once.
///
/// ```
/// use junqi_core::game::belief::{AssignmentSums, Lattice};
/// use junqi_core::game::rules::{Army, Kind, KindSet};
///
/// // A flag and two mines on three points, the flag not on the last.
/// let may = [KindSet::ALL, KindSet::ALL, KindSet::IMMOBILE.minus(KindSet::only(Kind::Flag))];
/// let pool: Army = [Kind::Flag, Kind::Mine, Kind::Mine].into_iter().collect();
/// let count = AssignmentSums::uniform(Lattice::new(&may, &[], pool).into(), &may);
/// assert_eq!(count.total(&pool), [2.0]);
/// let ways = count.ways(&[(pool, [1.0])]);
/// assert_eq!(ways[0][Kind::Flag.index()], [1.0]);
/// assert_eq!(ways[2][Kind::Mine.index()], [2.0]);
/// ```
#[derive(Debug, Clone)]
pub struct AssignmentSums<const L: usize> {
    lattice: Arc<Lattice>,
    weights: Vec<SlotWeights<L>>,
    /// By layer.
    values: Vec<Vec<[f64; L]>>,
}

impl AssignmentSums<1> {
    /// The sums in which every assignment has weight 1, so that they count assignments.
    pub fn uniform(lattice: Arc<Lattice>, slots: &[KindSet]) -> Self {
        let weights = |may: &KindSet| Kind::ALL.map(|k| [f64::from(u8::from(may.contains(k)))]);
        Self::new(lattice, slots.iter().map(weights).collect())
    }
}

impl<const L: usize> AssignmentSums<L> {
    /// Computes the sums. `weights` are by slot, in the order given to the lattice; weights of kinds
    /// that the lattice excludes for a slot are ignored.
    ///
    /// # Panics
    ///
    /// If the number of weights differs from the number of slots.
    pub fn new(lattice: Arc<Lattice>, weights: Vec<SlotWeights<L>>) -> Self {
        assert_eq!(weights.len(), lattice.slots(), "weights for every slot");
        let mut values: Vec<_> = lattice.layers.iter().map(|l| vec![[0.0; L]; l.size]).collect();
        if let Some(first) = values.last_mut().and_then(|last| last.first_mut()) {
            *first = [1.0; L];
        }
        for (i, &slot) in lattice.order.iter().enumerate().rev() {
            let (before, after) = values.split_at_mut(i + 1);
            fill(&lattice, i, &weights[slot], &mut before[i], &after[0]);
        }
        Self { lattice, weights, values }
    }

    /// The lattice of the sums.
    pub(super) fn lattice(&self) -> &Arc<Lattice> {
        &self.lattice
    }

    /// The sum over all assignments that use up exactly `left`, by model.
    pub fn total(&self, left: &Army) -> [f64; L] {
        let state = self.lattice.state(left, self.lattice.slots());
        state.map_or([0.0; L], |state| self.value(0, state))
    }

    /// Passes to `found`, for every kind in `among`, the totals of `left` without one such piece.
    #[inline]
    pub(super) fn totals_without_one(
        &self,
        left: &Army,
        among: KindSet,
        mut found: impl FnMut(usize, [f64; L]),
    ) {
        let Some(state) = self.lattice.state(left, self.lattice.slots() + 1) else { return };
        for kind in among.iter().filter(|&k| left.count(k) > 0) {
            found(kind.index(), self.value(0, self.lattice.less(state, kind)));
        }
    }

    #[inline]
    fn value(&self, layer: usize, state: State) -> [f64; L] {
        self.lattice.layers[layer].at(state).map_or([0.0; L], |at| self.values[layer][at])
    }

    /// The weight of all assignments with a kind at a slot, for every slot and kind, summed over some
    /// starts. A start is an inventory `left` with a factor for each model; the sum of a slot over
    /// its kinds is the sum of `factor * total(left)` over the starts.
    ///
    /// Divided by that sum these are the marginals of the slots.
    pub fn ways(&self, starts: &[(Army, [f64; L])]) -> Vec<SlotWeights<L>> {
        let lattice = &*self.lattice;
        let largest = lattice.layers.iter().map(|l| l.size).max().unwrap_or(0);
        let mut reach = vec![[0.0; L]; largest];
        let mut onward = vec![[0.0; L]; largest];
        for (left, factor) in starts {
            let Some(state) = lattice.state(left, lattice.slots()) else { continue };
            if let Some(at) = lattice.layers[0].at(state) {
                reach[at].iter_mut().zip(factor).for_each(|(all, factor)| *all += factor);
            }
        }
        let same = self.same_as_previous();
        // The slots at the end that only repeat the one before them need no sweep.
        let distinct = same.iter().rposition(|same| !same).map_or(0, |last| last + 1);
        let mut ways = vec![[[0.0; L]; 12]; self.weights.len()];
        for (i, &slot) in lattice.order.iter().enumerate() {
            if i < distinct {
                onward[..lattice.layers[i + 1].size].fill([0.0; L]);
                let below = &self.values[i + 1];
                let weights = &self.weights[slot];
                if same[i] {
                    spread::<L, false>(lattice, i, weights, &reach, below, &mut onward);
                } else {
                    ways[slot] = spread::<L, true>(lattice, i, weights, &reach, below, &mut onward);
                }
                std::mem::swap(&mut reach, &mut onward);
            }
            if same[i] {
                ways[slot] = ways[lattice.order[i - 1]];
            }
        }
        ways
    }

    /// By slot, in the order of the lattice, whether it has the same kinds and weights as the one
    /// before, and so the same result.
    fn same_as_previous(&self) -> Vec<bool> {
        let Lattice { order, layers, .. } = &*self.lattice;
        let mut same = vec![false; order.len()];
        for i in 1..order.len() {
            same[i] = layers[i].kinds == layers[i - 1].kinds
                && self.weights[order[i]] == self.weights[order[i - 1]];
        }
        same
    }

    /// An exact sample from a model: kinds of the slots that use up `left`. `None` if there is no
    /// assignment.
    pub fn sample(&self, left: &Army, model: usize, rng: &mut impl Rng) -> Option<Vec<Kind>> {
        let lattice = &*self.lattice;
        let mut left = *left;
        let mut state = lattice.state(&left, lattice.slots())?;
        let mut sum = self.value(0, state)[model];
        let mut kinds = vec![Kind::Flag; self.weights.len()];
        for (i, &slot) in lattice.order.iter().enumerate() {
            let mut rest = rng.random::<f64>() * sum;
            let mut chosen = None;
            for kind in lattice.layers[i].kinds.iter().filter(|&k| left.count(k) > 0) {
                let next = lattice.less(state, kind);
                let value = self.value(i + 1, next)[model];
                let part = self.weights[slot][kind.index()][model] * value;
                if part > 0.0 {
                    // Kept even if rounding leaves a rest after the last kind.
                    chosen = Some((kind, next, value));
                    rest -= part;
                    if rest < 0.0 {
                        break;
                    }
                }
            }
            (kinds[slot], state, sum) = chosen?;
            left.take(kinds[slot]);
        }
        Some(kinds)
    }
}

/// `to += weight * what`, model by model.
#[inline]
fn add_product<const L: usize>(to: &mut [f64; L], weight: &[f64; L], what: &[f64; L]) {
    for model in 0..L {
        to[model] += weight[model] * what[model];
    }
}

/// The transitions out of a block by one kind.
struct Exit<'a> {
    kind: usize,
    /// The start of the block that it leads to in the next layer.
    block: usize,
    /// By inner code, its place in that block.
    places: &'a [u16],
}

/// The transitions out of a block of a layer, kind by kind.
fn exits(
    lattice: &Lattice,
    number: usize,
    OuterCode { code, inner_sum }: OuterCode,
) -> impl Iterator<Item = Exit<'_>> {
    let layer = &lattice.layers[number];
    let next = &lattice.layers[number + 1];
    let low = layer.start[usize::from(inner_sum)];
    let high = layer.start[usize::from(inner_sum) + 1];
    let part = usize::from(low)..usize::from(high);
    layer.kinds.iter().filter_map(move |kind| {
        let kind = kind.index();
        let (block, places) = if kind < HALF {
            (next.block[lattice.outer.less(code, kind)?], &layer.same)
        } else if inner_sum > 0 {
            (next.block[usize::from(code)], &layer.less[kind - HALF])
        } else {
            return None;
        };
        (block != NONE).then(|| Exit { kind, block: block as usize, places: &places[part.clone()] })
    })
}

/// The values of a layer from those of the next, `below`.
fn fill<const L: usize>(
    lattice: &Lattice,
    number: usize,
    weights: &SlotWeights<L>,
    values: &mut [[f64; L]],
    below: &[[f64; L]],
) {
    let layer = &lattice.layers[number];
    for &outer in &layer.outers {
        let first = layer.block[usize::from(outer.code)] as usize;
        let values = &mut values[first..first + layer.length(outer.inner_sum.into())];
        for Exit { kind, block, places } in exits(lattice, number, outer) {
            let weight = &weights[kind];
            let below = &below[block..];
            for (value, &place) in values.iter_mut().zip(places) {
                add_product(value, weight, &below[usize::from(place)]);
            }
        }
    }
}

/// Propagates the weights that reach a layer to the next; returns the weight by kind `WITH_SUMS`.
fn spread<const L: usize, const WITH_SUMS: bool>(
    lattice: &Lattice,
    number: usize,
    weights: &SlotWeights<L>,
    reach: &[[f64; L]],
    below: &[[f64; L]],
    onward: &mut [[f64; L]],
) -> SlotWeights<L> {
    let layer = &lattice.layers[number];
    let mut sums = [[0.0; L]; 12];
    for &outer in &layer.outers {
        let first = layer.block[usize::from(outer.code)] as usize;
        let reach = &reach[first..first + layer.length(outer.inner_sum.into())];
        for Exit { kind, block, places } in exits(lattice, number, outer) {
            let weight = &weights[kind];
            let below = &below[block..];
            let onward = &mut onward[block..];
            let mut all = [0.0; L];
            for (from, &place) in reach.iter().zip(places) {
                let value = &below[usize::from(place)];
                // 0 is the value of a state without assignments, and stands for missing codes.
                if value.iter().any(|value| *value != 0.0) {
                    add_product(&mut onward[usize::from(place)], weight, from);
                    if WITH_SUMS {
                        add_product(&mut all, from, value);
                    }
                }
            }
            add_product(&mut sums[kind], weight, &all);
        }
    }
    sums
}
