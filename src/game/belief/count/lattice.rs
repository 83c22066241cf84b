//! The states of the recurrence, layer by layer.

use super::half::{CountRange, HALF, Half};
use crate::game::rules::{Army, Kind, KindSet};

/// No entry.
pub(super) const NONE: u32 = u32::MAX;
/// Above any number of pieces left.
const SUMS: usize = 32;

/// The possible inventories left, slot by slot, for given slots and a pool.
///
/// A state is a pair of codes, one for each half of the kinds. In a layer all states have the same
/// number of pieces left, so the states with one outer code are one *block*: the inner codes of
/// one sum, in their order. Taking a piece of an outer kind leads to the same place in another
/// block, taking one of an inner kind to another place in the same block.
#[derive(Debug, Clone)]
pub struct Lattice {
    pub(super) outer: Half,
    pub(super) inner: Half,
    pub(super) layers: Vec<Layer>,
    /// Slots in the order in which they are filled.
    pub(super) order: Vec<usize>,
    slots: Vec<KindSet>,
    lead: Vec<KindSet>,
    pool: Army,
}

/// The states before a slot is filled.
#[derive(Debug, Clone)]
pub(super) struct Layer {
    /// The possible kinds of the slot.
    pub(super) kinds: KindSet,
    /// Outer codes, each with the sum that it leaves to the inner half.
    pub(super) outers: Vec<(u16, u8)>,
    /// By outer code, the start of its block.
    pub(super) block: Vec<u32>,
    /// By inner code, its place in its block.
    pub(super) place: Vec<u32>,
    /// By sum, the start of its inner codes; one more entry for the end.
    pub(super) start: [u16; SUMS + 1],
    /// For the inner codes in order, their places in the next layer; as many as the block there
    /// has where the code is missing.
    pub(super) same: Vec<u16>,
    /// The same places with one piece of an inner kind less, by kind.
    pub(super) less: [Vec<u16>; HALF],
    /// The number of values, with one zero at the end of each block.
    pub(super) size: usize,
    codes: Vec<u16>,
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
        let (first, last) = pool.0.split_at(HALF);
        let half = |most: &[u8]| Half::new(std::array::from_fn(|i| most[i]));
        let (outer, inner) = (half(first), half(last));
        let order = order(slots);
        let ranges = ranges(&order, slots, lead, &pool);
        let mut layers: Vec<Layer> = vec![];
        for (i, range) in ranges.iter().enumerate() {
            let left = order.len() - i;
            // The last layer has no slot to fill.
            let kinds = order.get(i).map_or(KindSet::NONE, |&s| slots[s].and(held));
            layers.push(Layer::new(kinds, left, range, &outer, &inner));
        }
        for i in 1..layers.len() {
            let (before, after) = layers.split_at_mut(i);
            before[i - 1].link(&after[0], &inner);
        }
        let (slots, lead) = (slots.to_vec(), lead.to_vec());
        Self { outer, inner, layers, order, slots, lead, pool }
    }

    /// Whether it was created from these slots and this pool.
    pub(in crate::game::belief) fn is_of(
        &self,
        slots: &[KindSet],
        lead: &[KindSet],
        pool: Army,
    ) -> bool {
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

    /// The codes with one piece less of a kind, which must be left.
    #[inline]
    pub(super) fn less(&self, (outer, inner): (usize, usize), kind: Kind) -> (usize, usize) {
        match kind.index().checked_sub(HALF) {
            None => (outer - self.outer.stride(kind.index()), inner),
            Some(kind) => (outer, inner - self.inner.stride(kind)),
        }
    }

    /// The codes of an inventory, if it has the given number of pieces.
    pub(super) fn codes(&self, left: &Army, pieces: usize) -> Option<(usize, usize)> {
        let fits = left.len() == pieces;
        let within = fits && left.0.iter().zip(&self.pool.0).all(|(n, most)| n <= most);
        let (outer, inner) = left.0.split_at(HALF);
        let six = |half: &[u8]| std::array::from_fn(|i| half[i]);
        within.then(|| (self.outer.code(six(outer)), self.inner.code(six(inner))))
    }
}

/// The order of the slots: few choices and rare kinds first, since the states need not distinguish
/// what these use up.
fn order(slots: &[KindSet]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..slots.len()).collect();
    let rank = |slot: usize| {
        let may = |kind| slots[slot].contains(kind);
        (!may(Kind::Flag), !may(Kind::Mine), !may(Kind::Bomb), slots[slot].len(), slots[slot])
    };
    order.sort_by_key(|&slot| rank(slot));
    order
}

/// By layer, the smallest and largest number of pieces left of each kind.
fn ranges(
    order: &[usize],
    slots: &[KindSet],
    lead: &[KindSet],
    pool: &Army,
) -> Vec<[CountRange; 2]> {
    let most =
        |set: &mut dyn Iterator<Item = KindSet>, kind| set.filter(|s| s.contains(kind)).count();
    let at = |layer: usize| {
        let range = |index: usize| {
            let (kind, held) = (Kind::ALL[index], usize::from(pool.0[index]));
            // Slots before can have taken at most these pieces of the kind, slots after can take at most those.
            let before = most(&mut order[..layer].iter().map(|&s| slots[s]), kind)
                + most(&mut lead.iter().copied(), kind);
            let after = most(&mut order[layer..].iter().map(|&s| slots[s]), kind);
            // Where no number is possible the range is empty.
            (held.saturating_sub(before) as u8, held.min(after) as u8)
        };
        [std::array::from_fn(range), std::array::from_fn(|i| range(HALF + i))]
    };
    (0..=order.len()).map(at).collect()
}

impl Layer {
    fn new(
        kinds: KindSet,
        left: usize,
        [outer_range, inner_range]: &[CountRange; 2],
        outer: &Half,
        inner: &Half,
    ) -> Self {
        let mut codes = inner.within(inner_range);
        // By sum, so that every block is a range of the codes.
        codes.sort_unstable_by_key(|&(code, sum)| (sum, code));
        let mut start = [0; SUMS + 1];
        for &(_, sum) in &codes {
            start[usize::from(sum) + 1] += 1;
        }
        for sum in 0..SUMS {
            start[sum + 1] += start[sum];
        }
        let mut place = vec![NONE; inner.codes];
        for (at, &(code, sum)) in codes.iter().enumerate() {
            place[usize::from(code)] = (at - usize::from(start[usize::from(sum)])) as u32;
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
            codes: codes.into_iter().map(|c| c.0).collect(),
        };
        for (code, sum) in outer.within(outer_range) {
            // The inner half has the rest of the pieces left; more outer pieces than that are impossible.
            let Some(sum) = left.checked_sub(sum.into()).filter(|&sum| sum < SUMS) else {
                continue;
            };
            let length = layer.length(sum);
            if length > 0 {
                layer.outers.push((code, sum as u8));
                layer.block[usize::from(code)] = layer.size as u32;
                layer.size += length + 1; // and the zero
            }
        }
        layer
    }

    /// The number of inner codes with a sum.
    pub(super) fn length(&self, sum: usize) -> usize {
        usize::from(self.start[sum + 1] - self.start[sum])
    }

    /// Records the place of every inner code in the next layer.
    fn link(&mut self, next: &Self, inner: &Half) {
        let mut sum = 0;
        for (at, &code) in self.codes.iter().enumerate() {
            // The codes come by sum.
            while at >= usize::from(self.start[sum + 1]) {
                sum += 1;
            }
            let place = |code: Option<usize>, sum: usize| {
                let found = code.map_or(NONE, |code| next.place[code]);
                // A missing code is at the end of the block, where the zero is.
                if found == NONE { next.length(sum) as u16 } else { found as u16 }
            };
            self.same.push(place(Some(code.into()), sum));
            for kind in (0..HALF).filter(|&k| self.kinds.contains(Kind::ALL[HALF + k])) {
                let less = inner.less(code, kind);
                // With sum 0 no inner piece can be taken: that place is not used.
                self.less[kind].push(place(less, sum.saturating_sub(1)));
            }
        }
    }
}
