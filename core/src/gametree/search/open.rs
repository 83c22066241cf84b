//! The OPEN list of SSS*: its states in order of merit.

use crate::gametree::score::Value;
use smallvec::SmallVec;
use std::cmp::Ordering;
use std::collections::BTreeMap;

/// The tie-breaker between equal merits, smaller first, compared byte by byte: the path from the
/// root as places among siblings, or the insertion time.
pub(super) type Tie = SmallVec<[u8; 16]>;

/// Appends a place to a path, in one byte if it is below 255, and keeps the order of the places.
pub(super) fn append(way: &mut Tie, place: u32) {
    match u8::try_from(place) {
        Ok(small) if small < u8::MAX => way.push(small),
        _ => way.extend([u8::MAX].into_iter().chain(place.to_be_bytes())),
    }
}

/// Sort key of a state in OPEN: higher merit first, then the tie-breaker.
#[derive(PartialEq)]
pub(super) struct OpenPlace<V> {
    pub(super) merit: V,
    pub(super) tie: Tie,
}

impl<V: Value> Eq for OpenPlace<V> {}

impl<V: Value> PartialOrd for OpenPlace<V> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<V: Value> Ord for OpenPlace<V> {
    fn cmp(&self, other: &Self) -> Ordering {
        let merit = other.merit.partial_cmp(&self.merit).unwrap_or(Ordering::Equal);
        merit.then_with(|| self.tie.cmp(&other.tie))
    }
}

/// OPEN as a priority queue of node numbers. A state inserted at the front is often popped next, so
/// the first state is kept outside the balanced tree.
pub(super) struct OpenList<V> {
    head: Option<(OpenPlace<V>, usize)>,
    rest: BTreeMap<OpenPlace<V>, usize>,
}

impl<V: Value> OpenList<V> {
    pub(super) fn new() -> Self {
        Self { head: None, rest: BTreeMap::new() }
    }

    pub(super) fn len(&self) -> usize {
        usize::from(self.head.is_some()) + self.rest.len()
    }

    /// Memory of the states, in bytes.
    pub(super) fn bytes(&self) -> usize {
        self.len() * size_of::<(OpenPlace<V>, usize)>()
    }

    pub(super) fn insert(&mut self, place: OpenPlace<V>, id: usize) {
        let head = self.head.as_ref().map(|(head, _)| head);
        let first = head.or_else(|| self.rest.first_key_value().map(|(first, _)| first));
        let behind = if first.is_none_or(|first| place < *first) {
            self.head.replace((place, id))
        } else {
            Some((place, id))
        };
        self.rest.extend(behind);
    }

    pub(super) fn pop(&mut self) -> Option<(OpenPlace<V>, usize)> {
        self.head.take().or_else(|| self.rest.pop_first())
    }

    pub(super) fn remove(&mut self, place: &OpenPlace<V>) {
        if self.head.take_if(|(head, _)| head == place).is_none() {
            self.rest.remove(place);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gametree::score::Score;

    #[test]
    fn states_come_by_merit_then_from_the_left() {
        let way = |places: &[u32]| {
            let mut tie = Tie::new();
            for &place in places {
                append(&mut tie, place);
            }
            tie
        };
        let ways: [&[u32]; 8] =
            [&[], &[0], &[0, 7], &[254], &[255], &[255, 0], &[256], &[70_000, 1, 2]];
        let mut open = OpenList::new();
        for i in [3, 5, 0, 7, 1, 6, 2, 4] {
            open.insert(OpenPlace { merit: Score(1), tie: way(ways[i]) }, i);
        }
        open.insert(OpenPlace { merit: Score(2), tie: way(&[9]) }, 8);
        open.insert(OpenPlace { merit: Score(3), tie: way(&[9]) }, 9);
        open.remove(&OpenPlace { merit: Score(3), tie: way(&[9]) });
        open.remove(&OpenPlace { merit: Score(1), tie: way(&[254]) });
        assert_eq!(open.len(), 8);
        let order: Vec<_> = std::iter::from_fn(|| open.pop()).map(|(_, id)| id).collect();
        assert_eq!(order, [8, 0, 1, 2, 4, 5, 6, 7]);
    }
}
