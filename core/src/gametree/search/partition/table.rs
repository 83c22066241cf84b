//! The table of partition search: bounds of sets of positions.

use super::features::{Features, Partition};
use crate::gametree::position::Node;
use crate::gametree::score::{Bound, Value, Window};
use crate::gametree::search::ValueInterval;
use crate::gametree::search::memory::TableUse;
use rustc_hash::FxHashMap;

/// The sets that fix the same features: bounds by the key of the values.
type Sets<V> = FxHashMap<u64, ValueInterval<V>>;

/// A table that forgets nothing. Sets are kept by remaining depth and by the features that they fix,
/// fewest features first; a probe tries one after the other.
#[derive(Debug, Clone)]
pub struct PartitionTable<V, const W: usize> {
    by_depth: FxHashMap<u32, Vec<(Features<W>, Sets<V>)>>,
    entries: usize,
    /// Probes that decided a node.
    pub hits: u64,
}

impl<V, const W: usize> Default for PartitionTable<V, W> {
    fn default() -> Self {
        Self { by_depth: FxHashMap::default(), entries: 0, hits: 0 }
    }
}

impl<V: Value, const W: usize> PartitionTable<V, W> {
    /// The value of a node and the features that it depends on, if a set that contains the node decides
    /// it in the window.
    pub(super) fn probe<P: Node>(
        &mut self,
        position: &P,
        left: u32,
        window: Window<V>,
        partition: &impl Partition<P, V, W>,
    ) -> Option<(V, Features<W>)> {
        let base = partition.base(position);
        let decided = self.by_depth.get(&left)?.iter().find_map(|(features, sets)| {
            let known = sets.get(&partition.key(position, *features))?;
            let (lower, upper) = (known.lower + base, known.upper + base);
            let exact = known.lower == known.upper;
            let value = match () {
                () if known.lower > V::MIN && (exact || lower >= window.beta) => lower,
                () if known.upper < V::MAX && upper <= window.alpha => upper,
                () => return None,
            };
            Some((value, *features))
        });
        self.hits += u64::from(decided.is_some());
        decided
    }

    /// Stores a value or a bound of all positions that have the node's values of some features.
    pub(super) fn store<P: Node>(
        &mut self,
        position: &P,
        left: u32,
        (value, bound): (V, Bound),
        features: Features<W>,
        partition: &impl Partition<P, V, W>,
    ) {
        let value = value - partition.base(position);
        let lists = self.by_depth.entry(left).or_default();
        let place = lists.iter().position(|(fixed, _)| *fixed == features).unwrap_or_else(|| {
            let place = lists.partition_point(|(fixed, _)| fixed.len() <= features.len());
            lists.insert(place, (features, Sets::default()));
            place
        });
        let key = partition.key(position, features);
        let known = lists[place].1.entry(key).or_insert_with(|| {
            self.entries += 1;
            ValueInterval::OPEN
        });
        if bound != Bound::Upper {
            known.lower = known.lower.max(value);
        }
        if bound != Bound::Lower {
            known.upper = known.upper.min(value);
        }
    }

    /// Entries and hits.
    pub fn table_use(&self) -> TableUse {
        TableUse { entries: self.entries, hits: self.hits }
    }

    /// The number of different lists of features, which a probe tries one after the other, over all
    /// depths.
    pub fn lists(&self) -> usize {
        self.by_depth.values().map(Vec::len).sum()
    }

    /// Bytes of the entries.
    pub fn bytes(&self) -> usize {
        self.entries * size_of::<(u64, ValueInterval<V>)>()
            + self.lists() * size_of::<(Features<W>, Sets<V>)>()
    }
}
