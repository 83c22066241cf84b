//! The three ways to reach a station, each with the bits in which it is cheap to count.

use super::StationSet;
use arrayvec::ArrayVec;

/// Where the backward half of a line's word begins.
const BACKWARD: usize = 16;

/// A station's place on a line.
#[derive(Debug, Clone, Copy)]
pub(crate) struct LinePlace {
    pub(crate) line: u8,
    /// Bit of the station on the line.
    pub(crate) at: u8,
    /// The station on the line's word, forwards and backwards.
    pub(crate) both: u32,
    /// Forward bits that no earlier spot of the station and no road reaches, where a piece may stop.
    pub(crate) fresh: u32,
}

impl LinePlace {
    /// The nearest of the `occupied` bits of the line below and above the place; the one above may lie in
    /// the backward half, past the end of the line.
    #[inline]
    pub(super) fn nearest(self, occupied: u32) -> [Option<u32>; 2] {
        let (below, above) =
            (occupied & ((1 << self.at) - 1), occupied >> self.at >> 1 << self.at << 1);
        [below.checked_ilog2(), Some(above.trailing_zeros())]
    }
}

/// The roads between stations whose numbers differ by the same amount.
#[derive(Debug, Clone, Copy)]
pub(crate) struct RoadStep {
    pub(super) by: usize,
    /// Stations with a road to the number that much higher.
    pub(super) up: StationSet,
    /// Stations with a road to the number that much lower.
    pub(super) down: StationSet,
}

impl RoadStep {
    /// How many steps there are from some stations of a word to free ones.
    #[inline]
    pub(crate) fn count(&self, word: usize, from: u64, free: u64) -> u32 {
        let up = from & self.up.0[word] & (free >> self.by);
        let down = from & self.down.0[word] & (free << self.by);
        up.count_ones() + down.count_ones()
    }
}

/// A line, or a part of one that another line shares, for counting slides.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Stretch {
    pub(crate) line: u8,
    /// Its bits, forwards and backwards.
    pub(super) cells: u32,
    /// Those where a piece may stop.
    pub(super) stops: u32,
}

impl Stretch {
    /// How many slides there are on the stretch, by all `sliders` both ways. `own` and `other` are
    /// the occupied bits of the line.
    ///
    /// A slide upwards fills the empty bits above a slider up to the next occupied one. Adding the
    /// lowest of them to a run of ones carries through the run and into the bit after it: what
    /// changes is what is reached. The way down is the way up of the backward half.
    #[inline]
    pub(crate) fn count(self, own: u32, other: u32, sliders: u32) -> u32 {
        let empty = !(own | other) & self.cells;
        let next = (sliders & self.cells) << 1;
        let run = (empty + (next & empty)) ^ empty;
        ((run | (next & !empty)) & self.stops & !own).count_ones()
    }
}

/// A place on a line of some length, forwards and backwards.
pub(super) fn both_ways(at: usize, length: usize) -> u32 {
    1 << at | 1 << (BACKWARD + length - 1 - at)
}

/// The networks of free rail stations found so far in one position: several engineers of one seat
/// often stand beside the same one.
#[derive(Debug, Clone, Default)]
pub(crate) struct Flood {
    /// Each network and all rail stations beside it.
    networks: ArrayVec<(u128, u128), 8>,
}

impl Flood {
    pub(super) fn network(&mut self, edges: &[u128], seed: u128, free: u128) -> (u128, u128) {
        if let Some(&known) = self.networks.iter().find(|(network, _)| network & seed != 0) {
            return known;
        }
        let (mut network, mut rim, mut front) = (seed, 0, seed);
        while front != 0 {
            rim |= edges[front.trailing_zeros() as usize];
            front &= front - 1;
            front |= rim & free & !network;
            network |= front;
        }
        if !self.networks.is_full() {
            self.networks.push((network, rim));
        }
        (network, rim)
    }
}
