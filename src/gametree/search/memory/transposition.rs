//! A transposition table of a fixed size.

use super::{Found, Memory, TableHit};
use crate::gametree::position::Node;
use crate::gametree::score::{Bound, Value, Window};

/// A transposition table with one entry per slot. An entry is replaced by the same node or by a
/// search at least as deep. Nodes with a remaining depth below [`SHALLOWEST`](Self::SHALLOWEST) are not
/// stored: searching them again is faster than a cache miss.
///
/// Source: Greenblatt, Eastlake & Crocker, "The Greenblatt chess program", AFIPS 31 (1967); the
/// replacement is *our reading* of common practice.
#[derive(Debug, Clone)]
pub struct Transposition<Mv, V> {
    slots: Vec<Option<Slot<Mv, V>>>,
    shift: u32,
    /// Whether an entry from a deeper search can cause a cutoff.
    deeper: bool,
    /// The fewest moves left at a node that is kept.
    shallowest: u32,
}

#[derive(Debug, Clone, Copy)]
struct Slot<Mv, V> {
    key: u64,
    value: V,
    best: Option<Mv>,
    left: u32,
    bound: Bound,
}

impl<Mv: Copy, V: Copy> Transposition<Mv, V> {
    /// Default minimum of the remaining depth of stored nodes, in moves.
    pub const SHALLOWEST: u32 = 2;

    /// A table of at most that many bytes, with at least two slots.
    pub fn with_bytes(bytes: usize) -> Self {
        let most = (bytes / size_of::<Option<Slot<Mv, V>>>()).max(2);
        let bits = most.ilog2();
        Self {
            slots: vec![None; 1 << bits],
            shift: 64 - bits,
            deeper: false,
            shallowest: Self::SHALLOWEST,
        }
    }

    /// Stores nodes down to that remaining depth: for searches that visit them again and again.
    #[must_use]
    pub fn down_to(self, left: u32) -> Self {
        Self { shallowest: left, ..self }
    }

    /// Uses the values of deeper searches as well, as playing programs do. The value of a
    /// fixed-depth search then depends on earlier searches.
    #[must_use]
    pub fn or_deeper(self) -> Self {
        Self { deeper: true, ..self }
    }

    /// Multiplicative hashing, so that keys may be plain numbers.
    fn slot(&self, key: u64) -> usize {
        (key.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> self.shift) as usize
    }
}

impl<P: Node, V: Value> Memory<P, V> for Transposition<P::Move, V> {
    fn probe(&mut self, position: &P, left: u32, window: Window<V>) -> TableHit<P::Move, V> {
        if left < self.shallowest {
            return TableHit::NOTHING;
        }
        let key = position.key();
        let Some(slot) = self.slots[self.slot(key)].filter(|slot| slot.key == key) else {
            return TableHit::NOTHING;
        };
        let decides = (slot.left == left || (self.deeper && slot.left > left))
            && match slot.bound {
                Bound::Exact => true,
                Bound::Lower => slot.value >= window.beta,
                Bound::Upper => slot.value <= window.alpha,
            };
        TableHit { value: decides.then_some(slot.value), best: slot.best }
    }

    fn store(&mut self, position: &P, left: u32, found: Found<P::Move, V>) {
        if left < self.shallowest {
            return;
        }
        let key = position.key();
        let index = self.slot(key);
        let stays = |slot: &Slot<P::Move, V>| slot.left > left && slot.key != key;
        if !self.slots[index].as_ref().is_some_and(stays) {
            let Found { value, bound, best } = found;
            self.slots[index] = Some(Slot { key, value, best, left, bound });
        }
    }

    fn bytes(&self) -> usize {
        self.slots.len() * size_of::<Option<Slot<P::Move, V>>>()
    }
}
