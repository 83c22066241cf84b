//! Laying out a board: lines, roads and railway become bit masks.

use super::super::graph::{Graph, Line};
use super::super::reach::{LinePlace, RoadStep, Stretch, both_ways};
use super::super::{Board, CAPACITY, NodeType, Station, StationSet};
use super::{CROSSING, LINES, Net, NetError, OFF};
use arrayvec::ArrayVec;

/// Most stations on a line: it lies in a word twice, forwards and backwards, with a bit to spare.
const LINE: usize = 15;

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
            let (a, b) = (self.rail_bit[a.index()], self.rail_bit[b.index()]);
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
                let (up, down) = (StationSet::EMPTY, StationSet::EMPTY);
                self.road_steps.push(RoadStep { by, up, down });
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
        let pairs = |s: &Stretch| (s.cells.count_ones() / 2) as usize;
        let distinct: StationSet = (self.shared.iter())
            .flat_map(|s| {
                let line = &self.lines[usize::from(s.line)];
                line.iter().enumerate().filter(|(bit, _)| s.cells >> bit & 1 == 1).map(|l| *l.1)
            })
            .collect();
        let all: usize = self.shared.iter().map(pairs).sum();
        at_most("stretches that three lines share", all - distinct.len(), 0)
    }

    /// A part of a line.
    fn stretch(&self, index: usize, part: &[Station], line: &Line) -> Stretch {
        let bits = |keep: &dyn Fn(&Station) -> bool| {
            let places =
                line.stations.iter().enumerate().filter(|(_, s)| part.contains(s) && keep(s));
            places.fold(0, |bits, (at, _)| bits | both_ways(at, line.stations.len()))
        };
        let (cells, stops) = (bits(&|_| true), bits(&|s| self.stops.contains(*s)));
        Stretch { line: index as u8, cells, stops }
    }
}

/// Removes doubles from the slides of one station.
fn fresh_bits(
    board: &Board,
    from: Station,
    earlier: &[Line],
    line: &Line,
) -> Result<u32, NetError> {
    let place = |l: &Line, s| l.stations.iter().position(|&x| x == s);
    let path = |l: &Line, a: usize, b: usize| {
        let mut path = l.stations[a.min(b)..=a.max(b)].to_vec();
        if a > b {
            path.reverse();
        }
        path
    };
    let at = place(line, from).expect("the line passes here");
    let mut fresh = 0;
    for (bit, &to) in line.stations.iter().enumerate().filter(|&(bit, _)| bit != at) {
        let other = earlier.iter().find_map(|l| Some((l, place(l, from)?, place(l, to)?)));
        match other {
            None => fresh |= 1 << bit,
            Some((l, a, b)) if path(l, a, b) == path(line, at, bit) => {}
            Some(_) => {
                let name = |s| board.cell(s).to_string();
                return Err(NetError::TwoWays { from: name(from), to: name(to) });
            }
        }
    }
    Ok(fresh)
}

fn at_most(what: &'static str, found: usize, most: usize) -> Result<(), NetError> {
    if found > most { Err(NetError::TooMany { what, found, most }) } else { Ok(()) }
}
