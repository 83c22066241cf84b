//! The graph laid out for the move generator: bit masks of what can be reached from where.
//!
//! Three systems of bits live side by side. Steps along roads are masks within one word of a
//! [`StationSet`], because the board's numbering keeps a road network in one word. Slides work on
//! *lines*, each a word of its own in which the neighbours on the line are neighbouring bits. The
//! engineer's flood works on the railway as a `u128` over its rail stations.

mod layout;

use super::reach::{Flood, LinePlace, RoadStep, Stretch};
use super::{Board, CAPACITY, Seat, Station, StationSet};
use arrayvec::ArrayVec;
use thiserror::Error;

/// Most lines of a board.
pub(crate) const LINES: usize = 32;
/// Most lines through one station.
const CROSSING: usize = 4;
/// Not on the railway.
const OFF: u8 = u8::MAX;

/// A graph that the layout has no room for.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum NetError {
    /// Too many of something.
    #[error("the board has {found} {what}, expected at most {most}")]
    TooMany {
        /// The parts that exceed their limit.
        what: &'static str,
        /// How many there are.
        found: usize,
        /// How many there may be.
        most: usize,
    },
    /// A seat that plays has no arm.
    #[error("the board has no arm for seat {0}, expected one for every seat that plays")]
    NoArm(Seat),
    /// Two lines lead from one station to another on different ways.
    #[error("two lines lead from {from} to {to} on different ways, expected one way")]
    TwoWays {
        /// A station, as a cell.
        from: String,
        /// Another.
        to: String,
    },
}

/// The board as a set of rules uses it.
#[derive(Debug)]
pub struct Net {
    board: &'static Board,
    open: StationSet,
    stops: StationSet,
    curves: bool,
    camps: StationSet,
    headquarters: StationSet,
    rails: StationSet,
    edges: [StationSet; CAPACITY],
    roads: [u64; CAPACITY],
    pub(crate) road_steps: Vec<RoadStep>,
    spots: [ArrayVec<LinePlace, CROSSING>; CAPACITY],
    pub(crate) lines: Vec<Vec<Station>>,
    /// Every line.
    pub(crate) stretches: Vec<Stretch>,
    /// Every part that two lines share: the slides on it are slides of both.
    pub(crate) shared: Vec<Stretch>,
    rail_bit: [u8; CAPACITY],
    pub(crate) rail_stations: Vec<Station>,
    rail_edges: Vec<u128>,
    rail_stops: u128,
    /// Rail stations that a road also joins to a station (none on the standard board).
    rail_roads: [u128; CAPACITY],
}

impl Net {
    /// Whether a piece may stop wherever it may pass.
    pub(crate) fn stops_everywhere(&self) -> bool {
        (self.open - self.stops).is_empty()
    }

    /// The board this is laid out from.
    pub fn board(&self) -> &'static Board {
        self.board
    }

    /// Whether this is what [`Net::new`] would make of these.
    pub(crate) fn is_for(
        &self,
        board: &'static Board,
        open: StationSet,
        stops: StationSet,
        curves: bool,
    ) -> bool {
        std::ptr::eq(self.board, board)
            && (self.open, self.stops, self.curves) == (open, stops, curves)
    }

    /// The stations in use.
    pub fn open(&self) -> StationSet {
        self.open
    }

    /// Where a piece may stop, in use or not.
    pub fn stops(&self) -> StationSet {
        self.stops
    }

    /// The camps in use.
    pub fn camps(&self) -> StationSet {
        self.camps
    }

    /// The headquarters in use, of every arm.
    pub fn headquarters(&self) -> StationSet {
        self.headquarters
    }

    /// The stations on the railway.
    pub fn rails(&self) -> StationSet {
        self.rails
    }

    /// The stations one edge away, by road or rail.
    #[inline]
    pub fn neighbours(&self, station: Station) -> StationSet {
        self.edges[station.index()]
    }

    /// The stations one edge away from any of some stations. Edges lead both ways.
    #[inline]
    pub fn beside(&self, stations: StationSet) -> StationSet {
        stations.iter().fold(StationSet::EMPTY, |all, at| all | self.neighbours(at))
    }

    /// Whether a line leads from one station to another with all stations between them `free`.
    pub fn slides(&self, from: Station, to: Station, free: impl Fn(Station) -> bool) -> bool {
        self.lines.iter().any(|line| {
            let place = |s| line.iter().position(|&x| x == s);
            let ends = place(from).zip(place(to)).filter(|(a, b)| a != b);
            ends.is_some_and(|(a, b)| line[a.min(b) + 1..a.max(b)].iter().all(|&s| free(s)))
        })
    }

    /// The stations that an ordinary piece reaches by one step or one slide over `free` stations. A
    /// slide can end at an occupied station but not pass it.
    pub(crate) fn reach(&self, from: Station, free: impl Fn(Station) -> bool) -> StationSet {
        let mut reached = self.neighbours(from);
        for spot in self.spots(from) {
            let (line, at) = (&self.lines[usize::from(spot.line)], usize::from(spot.at));
            let mut go = |stations: &mut dyn Iterator<Item = &Station>| {
                for &station in stations {
                    reached.insert(station);
                    if !free(station) {
                        break;
                    }
                }
            };
            go(&mut line[at + 1..].iter());
            go(&mut line[..at].iter().rev());
        }
        reached
    }

    /// The nearest occupied stations on both sides of a place on a line, where `occupied` has the bits of
    /// the line.
    #[inline]
    pub(crate) fn first_on_line(&self, place: LinePlace, occupied: u32) -> [Option<Station>; 2] {
        let line = &self.lines[usize::from(place.line)];
        place.nearest(occupied).map(|bit| line.get(bit? as usize).copied())
    }

    /// Whether an ordinary piece gets from one station to another: by a step, or by a slide over
    /// `free` stations. Who else gets there is an engineer.
    pub(crate) fn is_straight(
        &self,
        from: Station,
        to: Station,
        free: impl Fn(Station) -> bool,
    ) -> bool {
        self.neighbours(from).contains(to) || self.slides(from, to, free)
    }

    /// The stations one road away, as bits of the station's own word.
    #[inline]
    pub(crate) fn roads(&self, station: Station) -> u64 {
        self.roads[station.index()]
    }

    /// The station's places on lines.
    #[inline]
    pub(crate) fn spots(&self, station: Station) -> &[LinePlace] {
        &self.spots[station.index()]
    }

    /// The stations one edge of the railway away.
    pub(super) fn rail_neighbours(&self, station: Station) -> impl Iterator<Item = Station> {
        let bit = self.rail_bit[station.index()];
        let edges = self.rail_edges.get(usize::from(bit)).copied().unwrap_or(0);
        self.rail_stations
            .iter()
            .enumerate()
            .filter(move |(i, _)| edges >> i & 1 == 1)
            .map(|s| *s.1)
    }

    /// The station's bit of the railway; 0 off the rails.
    #[inline]
    pub(crate) fn rail_mask(&self, station: Station) -> u128 {
        match self.rail_bit[station.index()] {
            OFF => 0,
            bit => 1 << bit,
        }
    }

    /// Where an engineer at a station can go by rail: every rail station that a chain of `free`
    /// ones leads to, free or not, that no road reaches already.
    #[inline]
    pub(crate) fn engineer(&self, from: Station, free: u128, flood: &mut Flood) -> u128 {
        let bit = self.rail_bit[from.index()];
        if bit == OFF {
            return 0;
        }
        let next = self.rail_edges[usize::from(bit)];
        let mut reached = next;
        let mut start = next & free;
        while start != 0 {
            let (network, rim) =
                flood.network(&self.rail_edges, start & start.wrapping_neg(), free);
            reached |= network | rim;
            start &= !network;
        }
        reached & self.rail_stops & !self.rail_roads[from.index()] & !(1 << bit)
    }
}
