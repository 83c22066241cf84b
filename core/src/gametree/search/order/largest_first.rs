//! Moves by their keys, sorted only as far as the search asks for them.

use std::cmp::Reverse;

/// Number of first moves that are picked one by one; a cutoff mostly comes before the rest is sorted.
const PICKED: usize = 2;

/// An iterator over moves with keys: the largest key first, equal keys in the order of the list.
#[derive(Debug, Clone)]
pub struct LargestFirst<Mv> {
    keyed: Vec<(i64, Mv)>,
    next: usize,
}

impl<Mv> LargestFirst<Mv> {
    /// Moves behind their keys.
    pub fn new(keyed: Vec<(i64, Mv)>) -> Self {
        Self { keyed, next: 0 }
    }
}

impl<Mv: Copy> Iterator for LargestFirst<Mv> {
    type Item = Mv;

    #[inline]
    fn next(&mut self) -> Option<Mv> {
        let rest = &mut self.keyed[self.next..];
        if self.next < PICKED {
            let largest = (0..rest.len()).max_by_key(|&i| (rest[i].0, Reverse(i)))?;
            rest[..=largest].rotate_right(1);
        } else if self.next == PICKED {
            rest.sort_by_key(|&(key, _)| Reverse(key));
        }
        self.next += 1;
        rest.first().map(|&(_, m)| m)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn the_order_is_that_of_a_stable_sort(keys in prop::collection::vec(0_i64..6, 0..40)) {
            let mut sorted: Vec<(i64, usize)> = keys.into_iter().zip(0..).collect();
            let lazy: Vec<usize> = LargestFirst::new(sorted.clone()).collect();
            sorted.sort_by_key(|&(key, _)| Reverse(key));
            prop_assert_eq!(lazy, sorted.into_iter().map(|(_, m)| m).collect::<Vec<_>>());
        }
    }
}
