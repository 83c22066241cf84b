//! The unbounded two-bound table of the MT framework.

use super::{Found, Known, Memory};
use crate::position::Node;
use crate::score::{Bound, Value, Window};
use rustc_hash::FxHashMap;

/// Keeps both bounds of every node it was ever told of, one entry a key; for searches of one fixed
/// depth. A bound that was never stored decides nothing.
///
/// Source: Plaat, Schaeffer, Pijls & de Bruin, "Best-first fixed-depth minimax algorithms",
/// Artificial Intelligence 87 (1996).
#[derive(Debug, Clone)]
pub struct Perfect<V> {
    entries: FxHashMap<u64, Interval<V>>,
    /// Probes that decided a node.
    pub hits: u64,
}

/// The bounds of a node, each if it was stored.
#[derive(Debug, Clone, Copy)]
struct Interval<V> {
    lower: Option<V>,
    upper: Option<V>,
}

impl<V> Default for Perfect<V> {
    fn default() -> Self {
        Self { entries: FxHashMap::default(), hits: 0 }
    }
}

impl<V> Perfect<V> {
    /// Nodes in it.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether it holds no node.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }
}

impl<P: Node, V: Value> Memory<P, V> for Perfect<V> {
    fn probe(&mut self, position: &P, _left: u32, window: Window<V>) -> Known<P::Move, V> {
        let entry = self.entries.get(&position.key());
        let value = entry.and_then(|entry| {
            let lower = entry.lower.filter(|&lower| lower >= window.beta);
            lower.or(entry.upper.filter(|&upper| upper <= window.alpha))
        });
        self.hits += u64::from(value.is_some());
        Known { value, best: None }
    }

    fn store(&mut self, position: &P, _left: u32, found: Found<P::Move, V>) {
        let nothing = Interval { lower: None, upper: None };
        let entry = self.entries.entry(position.key()).or_insert(nothing);
        if found.bound != Bound::Upper {
            entry.lower = Some(found.value);
        }
        if found.bound != Bound::Lower {
            entry.upper = Some(found.value);
        }
    }

    fn bytes(&self) -> usize {
        self.len() * size_of::<(u64, Interval<V>)>()
    }
}
