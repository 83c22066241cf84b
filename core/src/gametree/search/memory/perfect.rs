//! The unbounded two-bound table of the MT framework.

use super::{Found, Memory, TableHit, TableUse};
use crate::gametree::position::Node;
use crate::gametree::score::{Bound, Value, Window};
use crate::gametree::search::ValueInterval;
use rustc_hash::FxHashMap;

/// A table that forgets nothing: both bounds of every stored node, one entry per node and remaining
/// depth.
///
/// Source: Plaat, Schaeffer, Pijls & de Bruin, "Best-first fixed-depth minimax algorithms",
/// Artificial Intelligence 87 (1996).
#[derive(Debug, Clone)]
pub struct Perfect<V> {
    /// A bound that was never stored is open, and so decides nothing.
    entries: FxHashMap<(u64, u32), ValueInterval<V>>,
    /// Probes that decided a node.
    pub hits: u64,
}

impl<V> Default for Perfect<V> {
    fn default() -> Self {
        Self { entries: FxHashMap::default(), hits: 0 }
    }
}

impl<V> Perfect<V> {
    /// The number of nodes in the table.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether the table is empty.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }
}

impl<P: Node, V: Value> Memory<P, V> for Perfect<V> {
    fn probe(&mut self, position: &P, left: u32, window: Window<V>) -> TableHit<P::Move, V> {
        let entry = self.entries.get(&(position.key(), left));
        let value = entry.and_then(|known| match known {
            ValueInterval { lower, .. } if *lower >= window.beta => Some(*lower),
            ValueInterval { upper, .. } if *upper <= window.alpha => Some(*upper),
            _ => None,
        });
        self.hits += u64::from(value.is_some());
        TableHit { value, best: None }
    }

    fn store(&mut self, position: &P, left: u32, found: Found<P::Move, V>) {
        let entry = self.entries.entry((position.key(), left)).or_insert(ValueInterval::OPEN);
        if found.bound != Bound::Upper {
            entry.lower = found.value;
        }
        if found.bound != Bound::Lower {
            entry.upper = found.value;
        }
    }

    fn table_use(&self) -> Option<TableUse> {
        Some(TableUse { entries: self.len(), hits: self.hits })
    }

    fn bytes(&self) -> usize {
        self.len() * size_of::<((u64, u32), ValueInterval<V>)>()
    }
}
