//! The values of the recurrence, and the totals, marginals and samples derived from them.

use super::half::HALF;
use super::lattice::{Lattice, Layer, NONE};
use crate::game::rules::{Army, Kind, KindSet};
use rand::{Rng, RngExt};
use std::sync::Arc;

/// The weights of a slot: for every kind, one weight for each of `L` models.
pub type SlotWeights<const L: usize> = [[f64; L]; 12];

/// Sums of weights over all assignments, for `L` models (sets of weights) at once.
///
/// ```
/// use junqi::game::belief::{AssignmentSums, Lattice};
/// use junqi::game::rules::{Army, Kind, KindSet};
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
            let pair = [&lattice.layers[i], &lattice.layers[i + 1]];
            fill(&lattice, pair, &weights[slot], &mut before[i], &after[0]);
        }
        Self { lattice, weights, values }
    }

    /// The lattice of the sums.
    pub(in crate::game::belief) fn lattice(&self) -> &Arc<Lattice> {
        &self.lattice
    }

    /// The sum over all assignments that use up exactly `left`, by model.
    pub fn total(&self, left: &Army) -> [f64; L] {
        self.lattice.codes(left, self.lattice.slots()).map_or([0.0; L], |at| self.value(0, at))
    }

    /// Passes to `found`, for every kind in `among`, the totals of `left` without one such piece.
    #[inline]
    pub(in crate::game::belief) fn totals_without_one(
        &self,
        left: &Army,
        among: KindSet,
        mut found: impl FnMut(usize, [f64; L]),
    ) {
        let Some(at) = self.lattice.codes(left, self.lattice.slots() + 1) else { return };
        for kind in among.iter().filter(|&k| left.count(k) > 0) {
            found(kind.index(), self.value(0, self.lattice.less(at, kind)));
        }
    }

    #[inline]
    fn value(&self, layer: usize, (outer, inner): (usize, usize)) -> [f64; L] {
        let Layer { block, place, .. } = &self.lattice.layers[layer];
        match (block[outer], place[inner]) {
            (NONE, _) | (_, NONE) => [0.0; L],
            (block, place) => self.values[layer][(block + place) as usize],
        }
    }

    /// The weight of all assignments with a kind at a slot, for every slot and kind, summed over some
    /// starts. A start is an inventory `left` with a factor for each model; the sum of a slot over
    /// its kinds is the sum of `factor * total(left)` over the starts.
    ///
    /// Divided by that sum these are the marginals of the slots.
    pub fn ways(&self, starts: &[(Army, [f64; L])]) -> Vec<SlotWeights<L>> {
        let lattice = &*self.lattice;
        let largest = lattice.layers.iter().map(|l| l.size).max().unwrap_or(0);
        let [mut reach, mut onward] = [0, 1].map(|_| vec![[0.0; L]; largest]);
        for (left, factor) in starts {
            let Some((outer, inner)) = lattice.codes(left, lattice.slots()) else { continue };
            let (block, place) = (lattice.layers[0].block[outer], lattice.layers[0].place[inner]);
            if block != NONE && place != NONE {
                add(&mut reach[(block + place) as usize], factor);
            }
        }
        let same = self.same_as_previous();
        let distinct = same.iter().rposition(|same| !same).map_or(0, |last| last + 1);
        let mut ways = vec![[[0.0; L]; 12]; self.weights.len()];
        for (i, &slot) in lattice.order.iter().enumerate() {
            if i < distinct {
                let pair = [&lattice.layers[i], &lattice.layers[i + 1]];
                onward[..pair[1].size].fill([0.0; L]);
                let tables = [&reach[..], &self.values[i + 1]];
                let weights = &self.weights[slot];
                if same[i] {
                    spread::<L, false>(lattice, pair, weights, tables, &mut onward);
                } else {
                    ways[slot] = spread::<L, true>(lattice, pair, weights, tables, &mut onward);
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
        let order = &self.lattice.order;
        let same = |i: usize| {
            let kinds = |i: usize| self.lattice.layers[i].kinds;
            i > 0
                && kinds(i) == kinds(i - 1)
                && self.weights[order[i]] == self.weights[order[i - 1]]
        };
        (0..order.len()).map(same).collect()
    }

    /// An exact sample from a model: kinds of the slots that use up `left`. `None` if there is no
    /// assignment.
    pub fn sample(&self, left: &Army, model: usize, rng: &mut impl Rng) -> Option<Vec<Kind>> {
        let lattice = &*self.lattice;
        let (mut outer, mut inner) = lattice.codes(left, lattice.slots())?;
        let (mut left, mut sum) = (*left, self.value(0, (outer, inner))[model]);
        let mut kinds = vec![Kind::Flag; self.weights.len()];
        for (i, &slot) in lattice.order.iter().enumerate() {
            let mut rest = rng.random::<f64>() * sum;
            let mut chosen = None;
            for kind in lattice.layers[i].kinds.iter().filter(|&k| left.count(k) > 0) {
                let next = lattice.less((outer, inner), kind);
                let value = self.value(i + 1, next)[model];
                let part = self.weights[slot][kind.index()][model] * value;
                if part > 0.0 {
                    chosen = Some((kind, next, value));
                    rest -= part;
                    if rest < 0.0 {
                        break;
                    }
                }
            }
            (kinds[slot], (outer, inner), sum) = chosen?;
            left.take(kinds[slot]);
        }
        Some(kinds)
    }
}

#[inline]
fn add<const L: usize>(to: &mut [f64; L], what: &[f64; L]) {
    for model in 0..L {
        to[model] += what[model];
    }
}

/// Whether any value is not 0.
#[inline]
fn any_nonzero<const L: usize>(values: &[f64; L]) -> bool {
    values.iter().any(|value| *value != 0.0)
}

/// `to += weight * what`, model by model.
#[inline]
fn add_product<const L: usize>(to: &mut [f64; L], weight: &[f64; L], what: &[f64; L]) {
    for model in 0..L {
        to[model] += weight[model] * what[model];
    }
}

/// The transitions out of a block: for every kind, the block that it leads to in the next layer and
/// the places of the inner codes there.
fn exits<'a>(
    lattice: &'a Lattice,
    [layer, next]: [&'a Layer; 2],
    (code, sum): (u16, u8),
) -> impl Iterator<Item = (usize, usize, &'a [u16])> {
    let (low, high) = (layer.start[usize::from(sum)], layer.start[usize::from(sum) + 1]);
    let part = usize::from(low)..usize::from(high);
    let exit = move |kind: Kind| {
        let kind = kind.index();
        let (block, places) = if kind < HALF {
            (next.block[lattice.outer.less(code, kind)?], &layer.same)
        } else if sum > 0 {
            (next.block[usize::from(code)], &layer.less[kind - HALF])
        } else {
            return None;
        };
        (block != NONE).then(|| (kind, block as usize, &places[part.clone()]))
    };
    layer.kinds.iter().filter_map(exit)
}

/// The values of a layer from those of the next.
fn fill<const L: usize>(
    lattice: &Lattice,
    [layer, next]: [&Layer; 2],
    weights: &SlotWeights<L>,
    values: &mut [[f64; L]],
    below: &[[f64; L]],
) {
    for &(code, sum) in &layer.outers {
        let first = layer.block[usize::from(code)] as usize;
        let values = &mut values[first..first + layer.length(sum.into())];
        for (kind, block, places) in exits(lattice, [layer, next], (code, sum)) {
            let (weight, below) = (&weights[kind], &below[block..]);
            for (value, &place) in values.iter_mut().zip(places) {
                add_product(value, weight, &below[usize::from(place)]);
            }
        }
    }
}

/// Propagates the weights that reach a layer to the next; returns the weight by kind `WITH_SUMS`.
fn spread<const L: usize, const WITH_SUMS: bool>(
    lattice: &Lattice,
    [layer, next]: [&Layer; 2],
    weights: &SlotWeights<L>,
    [reach, below]: [&[[f64; L]]; 2],
    onward: &mut [[f64; L]],
) -> SlotWeights<L> {
    let mut sums = [[0.0; L]; 12];
    for &(code, sum) in &layer.outers {
        let first = layer.block[usize::from(code)] as usize;
        let reach = &reach[first..first + layer.length(sum.into())];
        for (kind, block, places) in exits(lattice, [layer, next], (code, sum)) {
            let weight = &weights[kind];
            let (below, onward) = (&below[block..], &mut onward[block..]);
            let mut all = [0.0; L];
            for (from, &place) in reach.iter().zip(places) {
                let value = &below[usize::from(place)];
                if any_nonzero(value) {
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
