//! The graph laid out for the move generator: bit masks of what can be reached from where.
//!
//! Three systems of bits live side by side. Steps along roads are masks within one word of a
//! [`StationSet`], because the board's numbering keeps a road network in one word. Slides work on
//! *lines*, each a word of its own in which the neighbours on the line are neighbouring bits. The
//! engineer's flood works on the railway as a `u128` over its rail stations.

use super::graph::{Graph, Line};
use super::{Board, CAPACITY, NodeType, Seat, Station, StationSet};
use arrayvec::ArrayVec;
use thiserror::Error;

/// Most lines of a board.
pub(crate) const LINES: usize = 32;
/// Most lines through one station.
const CROSSING: usize = 4;
/// Most stations on a line: it lies in a word twice, forwards and backwards, with a bit to spare.
const LINE: usize = 15;
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
            let ends = place(line, from).zip(place(line, to)).filter(|(a, b)| a != b);
            ends.is_some_and(|(a, b)| line[a.min(b) + 1..a.max(b)].iter().all(|&s| free(s)))
        })
    }

    /// The stations that an ordinary piece reaches by one step or one slide over `free` stations. A
    /// slide can end at an occupied station but not pass it.
    pub(crate) fn reach(&self, from: Station, free: impl Fn(Station) -> bool) -> StationSet {
        let mut reached = self.neighbours(from);
        for spot in self.spots(from) {
            let line = &self.lines[usize::from(spot.line)];
            let at = usize::from(spot.at);
            for &station in &line[at + 1..] {
                reached.insert(station);
                if !free(station) {
                    break;
                }
            }
            for &station in line[..at].iter().rev() {
                reached.insert(station);
                if !free(station) {
                    break;
                }
            }
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
    /// `free` stations. Any other piece that gets there is an engineer.
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
    fn nearest(self, occupied: u32) -> [Option<u32>; 2] {
        let below = occupied & ((1 << self.at) - 1);
        // Two shifts by less than 32 bits, because `at` may be the last one.
        let above = occupied >> self.at >> 1 << self.at << 1;
        [below.checked_ilog2(), Some(above.trailing_zeros())]
    }
}

/// The roads between stations whose numbers differ by the same amount.
#[derive(Debug, Clone, Copy)]
pub(crate) struct RoadStep {
    by: usize,
    /// Stations with a road to the number that much higher.
    up: StationSet,
    /// Stations with a road to the number that much lower.
    down: StationSet,
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
    cells: u32,
    /// Those where a piece may stop.
    stops: u32,
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
fn both_ways(at: usize, length: usize) -> u32 {
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
    fn network(&mut self, edges: &[u128], seed: u128, free: u128) -> (u128, u128) {
        if let Some(&known) = self.networks.iter().find(|(network, _)| network & seed != 0) {
            return known;
        }
        let mut network = seed;
        let mut rim = 0;
        let mut front = seed;
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

/// Laying out a board.
impl Net {
    /// Lays out a board: only the `open` stations are used, pieces stop only at `stops`, and
    /// curves count or do not.
    ///
    /// # Errors
    ///
    /// If the board has more lines or rail stations than the layout has room for.
    pub fn new(
        board: &'static Board,
        open: StationSet,
        stops: StationSet,
        curves: bool,
    ) -> Result<Self, NetError> {
        let graph = Graph::derive(board, open, if curves { board.curves() } else { &[] });
        let mut net = Self {
            board,
            open,
            stops,
            curves,
            camps: board.of_type(NodeType::Camp) & open,
            headquarters: board.of_type(NodeType::Headquarters) & open,
            rails: graph.rails.iter().flatten().copied().collect(),
            edges: [StationSet::EMPTY; CAPACITY],
            roads: [0; CAPACITY],
            road_steps: vec![],
            spots: std::array::from_fn(|_| ArrayVec::new()),
            lines: graph.lines.iter().map(|l| l.stations.clone()).collect(),
            stretches: vec![],
            shared: vec![],
            rail_bit: [OFF; CAPACITY],
            rail_stations: vec![],
            rail_edges: vec![],
            rail_stops: 0,
            rail_roads: [0; CAPACITY],
        };
        for &[a, b] in graph.roads.iter().chain(&graph.rails) {
            net.edges[a.index()].insert(b);
            net.edges[b.index()].insert(a);
        }
        net.lay_rails(&graph, stops)?;
        net.lay_roads(&graph, stops);
        net.lay_lines(&graph, stops)?;
        net.lay_stretches(&graph)?;
        Ok(net)
    }

    fn lay_rails(&mut self, graph: &Graph, stops: StationSet) -> Result<(), NetError> {
        at_most("rail stations", self.rails.len(), 128)?;
        self.rail_stations = self.rails.iter().collect();
        self.rail_edges = vec![0; self.rail_stations.len()];
        for (bit, station) in self.rail_stations.iter().enumerate() {
            self.rail_bit[station.index()] = bit as u8;
            self.rail_stops |= u128::from(stops.contains(*station)) << bit;
        }
        for [a, b] in &graph.rails {
            let a = self.rail_bit[a.index()];
            let b = self.rail_bit[b.index()];
            self.rail_edges[usize::from(a)] |= 1 << b;
            self.rail_edges[usize::from(b)] |= 1 << a;
        }
        Ok(())
    }

    fn lay_roads(&mut self, graph: &Graph, stops: StationSet) {
        let both = graph.roads.iter().flat_map(|&[a, b]| [(a, b), (b, a)]);
        for (from, to) in both.filter(|&(_, to)| stops.contains(to)) {
            self.roads[from.index()] |= 1 << (to.index() % 64);
            self.rail_roads[from.index()] |= self.rail_mask(to);
            let by = from.index().abs_diff(to.index());
            let known = self.road_steps.iter().position(|step| step.by == by);
            let place = known.unwrap_or(self.road_steps.len());
            if known.is_none() {
                let none = StationSet::EMPTY;
                self.road_steps.push(RoadStep { by, up: none, down: none });
            }
            let step = &mut self.road_steps[place];
            if to > from { step.up.insert(from) } else { step.down.insert(from) }
        }
    }

    fn lay_lines(&mut self, graph: &Graph, stops: StationSet) -> Result<(), NetError> {
        at_most("lines", graph.lines.len(), LINES)?;
        for (index, line) in graph.lines.iter().enumerate() {
            at_most("stations on a line", line.stations.len(), LINE)?;
            for (at, &station) in line.stations.iter().enumerate() {
                let mut fresh = fresh_bits(self.board, station, &graph.lines[..index], line)?;
                for (bit, &to) in line.stations.iter().enumerate() {
                    let road = self.rail_roads[station.index()] & self.rail_mask(to) != 0;
                    if road || !stops.contains(to) {
                        fresh &= !(1 << bit);
                    }
                }
                let both = both_ways(at, line.stations.len());
                let spot = LinePlace { line: index as u8, at: at as u8, both, fresh };
                let spots = &mut self.spots[station.index()];
                at_most("lines through one station", spots.len() + 1, CROSSING)?;
                spots.push(spot);
            }
        }
        Ok(())
    }

    fn lay_stretches(&mut self, graph: &Graph) -> Result<(), NetError> {
        for (index, line) in graph.lines.iter().enumerate() {
            self.stretches.push(self.stretch(index, &line.stations, line));
            for (earlier, other) in graph.lines[..index].iter().enumerate() {
                let common: Vec<Station> =
                    other.stations.iter().copied().filter(|s| line.stations.contains(s)).collect();
                if common.len() > 1 {
                    self.shared.push(self.stretch(earlier, &common, other));
                }
            }
        }
        // Slides on a shared part are subtracted once, so no station may lie on two shared parts.
        let mut all = 0;
        let mut distinct = StationSet::EMPTY;
        for stretch in &self.shared {
            for (bit, &station) in self.lines[usize::from(stretch.line)].iter().enumerate() {
                if stretch.cells >> bit & 1 == 1 {
                    all += 1;
                    distinct.insert(station);
                }
            }
        }
        at_most("stretches that three lines share", all - distinct.len(), 0)
    }

    /// A part of a line.
    fn stretch(&self, index: usize, part: &[Station], line: &Line) -> Stretch {
        let mut stretch = Stretch { line: index as u8, cells: 0, stops: 0 };
        for (at, &station) in line.stations.iter().enumerate() {
            if part.contains(&station) {
                let both = both_ways(at, line.stations.len());
                stretch.cells |= both;
                if self.stops.contains(station) {
                    stretch.stops |= both;
                }
            }
        }
        stretch
    }
}

/// Removes doubles from the slides of one station.
fn fresh_bits(
    board: &Board,
    from: Station,
    earlier: &[Line],
    line: &Line,
) -> Result<u32, NetError> {
    let at = place(&line.stations, from).expect("the line passes here");
    let mut fresh = 0;
    for (bit, &to) in line.stations.iter().enumerate().filter(|&(bit, _)| bit != at) {
        match earlier.iter().find_map(|other| part(&other.stations, from, to)) {
            None => fresh |= 1 << bit,
            Some(path) if Some(&path) == part(&line.stations, from, to).as_ref() => {}
            Some(_) => {
                let name = |s| board.cell(s).to_string();
                return Err(NetError::TwoWays { from: name(from), to: name(to) });
            }
        }
    }
    Ok(fresh)
}

/// The place of a station on a line.
fn place(line: &[Station], station: Station) -> Option<usize> {
    line.iter().position(|&s| s == station)
}

/// The part of a line from one station to another, both included.
pub(super) fn part(line: &[Station], from: Station, to: Station) -> Option<Vec<Station>> {
    let a = place(line, from)?;
    let b = place(line, to)?;
    let mut part = line[a.min(b)..=a.max(b)].to_vec();
    if a > b {
        part.reverse();
    }
    Some(part)
}

fn at_most(what: &'static str, found: usize, most: usize) -> Result<(), NetError> {
    if found > most { Err(NetError::TooMany { what, found, most }) } else { Ok(()) }
}
