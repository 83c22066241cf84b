//! A transposition table of a fixed size.

use super::{Found, Memory, TableHit};
use crate::gametree::position::Node;
use crate::gametree::score::{Bound, Value, Window};

/// A transposition table with one entry per slot. An entry is replaced by the same node or by a
/// search at least as deep. Memory is taken page by page as entries are stored, so that a short search
/// pays nothing for a large table. Nodes with a remaining depth below [`SHALLOWEST`](Self::SHALLOWEST) are not
/// stored: searching them again is faster than a cache miss.
///
/// Source: Greenblatt, Eastlake & Crocker, "The Greenblatt chess program", AFIPS 31 (1967); the
/// replacement is *our reading* of common practice.
#[derive(Debug, Clone)]
pub struct Transposition<Mv, V> {
    /// Pages without an entry are not allocated.
    pages: Vec<Option<Box<Page<Mv, V>>>>,
    /// Number of slots: a power of two.
    slots: usize,
    shift: u32,
    /// Whether an entry from a deeper search can cause a cutoff.
    deeper: bool,
    /// The fewest moves left at a node that is kept.
    shallowest: u32,
}

/// Number of slots of a page: a few kilobytes, so that a page is cheap to clear.
const PAGE: usize = 64;

type Page<Mv, V> = [Option<Slot<Mv, V>>; PAGE];

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
        let slots = 1_usize << bits;
        Self {
            pages: vec![None; slots.div_ceil(PAGE)],
            slots,
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
        let index = self.slot(key);
        let page = self.pages[index / PAGE].as_ref();
        let slot = page.and_then(|page| page[index % PAGE]).filter(|slot| slot.key == key);
        let Some(slot) = slot else { return TableHit::NOTHING };
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
        let page = self.pages[index / PAGE].get_or_insert_with(|| Box::new([None; PAGE]));
        let slot = &mut page[index % PAGE];
        if !slot.as_ref().is_some_and(stays) {
            let Found { value, bound, best } = found;
            *slot = Some(Slot { key, value, best, left, bound });
        }
    }

    fn bytes(&self) -> usize {
        self.slots * size_of::<Option<Slot<P::Move, V>>>()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gametree::score::Score;
    use crate::gametree::tree::{Explicit, Walker};

    #[test]
    fn a_large_table_takes_memory_only_for_what_it_stores() {
        let tree = Explicit::parse(r#"{"children":[[1,2],[],[]],"payoff":[1,2,3]}"#).unwrap();
        let root = tree.root();
        let mut table: Transposition<_, Score> = Transposition::with_bytes(1 << 31);
        let window = Window::FULL;
        assert!(table.probe(&root, 3, window).value.is_none());
        assert_eq!(table.pages.iter().flatten().count(), 0);
        let found = Found { value: Score(7), bound: Bound::Exact, best: None };
        table.store(&root, 3, found);
        assert_eq!(table.probe(&root, 3, window).value, Some(Score(7)));
        assert_eq!(table.pages.iter().flatten().count(), 1);
        assert!(Memory::<Walker<'_>, Score>::bytes(&table) > 1 << 30);
    }
}
