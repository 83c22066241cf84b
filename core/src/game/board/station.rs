//! Stations (兵站 in the wide sense: every point a piece can stand on) and sets of them.

use std::ops::{BitAnd, BitOr, Not, Sub};

/// How many stations a board can have: three machine words of them.
pub const CAPACITY: usize = 192;

/// A station, by its number on its board. The numbering is the board's own: it keeps every road
/// network within one machine word. Use cells for anything people see.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Station(pub(crate) u8);

impl Station {
    /// The number, below [`CAPACITY`].
    #[inline]
    pub fn index(self) -> usize {
        self.0.into()
    }

    /// The station with a number below [`CAPACITY`].
    pub fn new(index: usize) -> Self {
        debug_assert!(index < CAPACITY);
        Self(index as u8)
    }
}

/// A set of stations.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct StationSet(pub(crate) [u64; 3]);

impl StationSet {
    /// No station.
    pub const EMPTY: Self = Self([0; 3]);

    /// Whether the station is in the set.
    #[inline]
    pub fn contains(&self, station: Station) -> bool {
        self.0[station.index() / 64] >> (station.index() % 64) & 1 == 1
    }

    /// Adds a station.
    #[inline]
    pub fn insert(&mut self, station: Station) {
        self.0[station.index() / 64] |= 1 << (station.index() % 64);
    }

    /// Takes a station out.
    #[inline]
    pub fn remove(&mut self, station: Station) {
        self.0[station.index() / 64] &= !(1 << (station.index() % 64));
    }

    /// Adds the station if it is missing, takes it out if it is there.
    #[inline]
    pub(crate) fn toggle(&mut self, station: Station) {
        self.0[station.index() / 64] ^= 1 << (station.index() % 64);
    }

    /// Takes out the station with the smallest number.
    #[inline]
    pub(crate) fn pop(&mut self) -> Option<Station> {
        let first = self.iter().next()?;
        self.remove(first);
        Some(first)
    }

    /// How many stations.
    pub fn len(&self) -> usize {
        self.0.iter().map(|w| w.count_ones() as usize).sum()
    }

    /// Whether there are none.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.0 == [0; 3]
    }

    /// Whether the sets have a station in common.
    #[inline]
    pub fn meets(self, other: Self) -> bool {
        !(self & other).is_empty()
    }

    /// The stations in the order of their numbers.
    #[inline]
    pub fn iter(&self) -> Iter {
        Iter { words: self.0, word: 0 }
    }
}

/// The stations of a set in the order of their numbers.
#[derive(Debug, Clone)]
pub struct Iter {
    words: [u64; 3],
    word: usize,
}

impl Iterator for Iter {
    type Item = Station;

    #[inline]
    fn next(&mut self) -> Option<Station> {
        while self.words[self.word] == 0 {
            if self.word == 2 {
                return None;
            }
            self.word += 1;
        }
        let bit = self.words[self.word].trailing_zeros();
        self.words[self.word] &= self.words[self.word] - 1;
        Some(Station((self.word as u32 * 64 + bit) as u8))
    }
}

impl IntoIterator for StationSet {
    type Item = Station;
    type IntoIter = Iter;
    fn into_iter(self) -> Iter {
        self.iter()
    }
}

impl IntoIterator for &StationSet {
    type Item = Station;
    type IntoIter = Iter;
    fn into_iter(self) -> Iter {
        self.iter()
    }
}

impl FromIterator<Station> for StationSet {
    fn from_iter<I: IntoIterator<Item = Station>>(stations: I) -> Self {
        let mut set = Self::EMPTY;
        stations.into_iter().for_each(|s| set.insert(s));
        set
    }
}

macro_rules! word_wise {
    ($trait:ident, $method:ident, $word:expr) => {
        impl $trait for StationSet {
            type Output = Self;
            #[inline]
            fn $method(self, other: Self) -> Self {
                let word: fn(u64, u64) -> u64 = $word;
                Self(std::array::from_fn(|i| word(self.0[i], other.0[i])))
            }
        }
    };
}
word_wise!(BitAnd, bitand, |a, b| a & b);
word_wise!(BitOr, bitor, |a, b| a | b);
word_wise!(Sub, sub, |a, b| a & !b);

impl Not for StationSet {
    type Output = Self;
    #[inline]
    fn not(self) -> Self {
        Self(self.0.map(|w| !w))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    fn set(numbers: &BTreeSet<u8>) -> StationSet {
        numbers.iter().map(|&n| Station(n)).collect()
    }

    proptest! {
        #[test]
        fn sets_do_what_sets_do(
            a in proptest::collection::btree_set(0_u8..192, 0..60),
            b in proptest::collection::btree_set(0_u8..192, 0..60),
        ) {
            let (x, y) = (set(&a), set(&b));
            prop_assert_eq!(x.len(), a.len());
            prop_assert_eq!(x.iter().map(|s| s.0).collect::<BTreeSet<_>>(), a.clone());
            prop_assert_eq!(x & y, set(&(&a & &b)));
            prop_assert_eq!(x | y, set(&(&a | &b)));
            prop_assert_eq!(x - y, set(&(&a - &b)));
            prop_assert_eq!(x & !y, x - y);
            prop_assert!((0..192).all(|n| x.contains(Station(n)) == a.contains(&n)));
        }
    }
}
