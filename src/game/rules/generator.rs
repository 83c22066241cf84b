//! The lazy move generator.

use super::{Move, World};
use crate::game::board::{Flood, LINES, Net, Seat, Station, StationSet};
use std::fmt;

/// The forward half of a line's word.
const FORWARD: u32 = 0xFFFF;

/// The targets of a slide on a line, as bits: free stations on both sides up to and including the
/// first occupied one.
#[inline]
fn slide(occupied: u32, at: u8) -> u32 {
    let below = (1_u32 << at) - 1;
    let above = !(below << 1 | 1);
    let ahead = occupied & above;
    let behind = occupied & below;
    let up = (ahead ^ ahead.wrapping_sub(1)) & above;
    let down = below & (u32::MAX << (behind | 1).ilog2());
    up | down
}

/// The layout of the current target bits.
#[derive(Debug, Clone, Copy)]
enum Group {
    Word(u8),
    Line(u8),
    Rail,
}

/// An iterator over a seat's moves, source by source. It borrows nothing, so the world may change
/// meanwhile.
#[derive(Clone)]
pub struct Moves {
    net: &'static Net,
    officers: StationSet,
    engineers: StationSet,
    barred: StationSet,
    own_lines: [u32; LINES],
    occupied: [u32; LINES],
    own_rails: u128,
    free_rails: u128,
    flood: Flood,
    /// Bombs, and the flags that they may not capture (`bomb_vs_flag=illegal`).
    forbidden: (StationSet, StationSet),
    from: Station,
    /// Number of the source's lines still to come, or [`ENGINEER`].
    lines_left: u8,
    targets: u128,
    group: Group,
}

impl Moves {
    pub(super) fn new(world: &World, seat: Seat, sources: StationSet) -> Self {
        let team = world.rules().team(seat).index();
        let occupancy = world.occupancy();
        let movers = world.mobile(seat) & sources;
        let engineers = movers & world.engineers(seat);
        let (own, other) = (&occupancy.lines[team], &occupancy.lines[1 - team]);
        Self {
            net: world.net(),
            officers: movers - engineers,
            engineers,
            barred: occupancy.barred(world.net(), team),
            own_lines: *own,
            occupied: std::array::from_fn(|i| own[i] | other[i]),
            own_rails: occupancy.rails[team],
            free_rails: !(occupancy.rails[0] | occupancy.rails[1]),
            flood: Flood::default(),
            forbidden: world.forbidden(seat),
            from: Station(0),
            lines_left: 0,
            targets: 0,
            group: Group::Rail,
        }
    }

    /// Keeps only the moves onto a piece of the other team.
    pub(super) fn fights(self, world: &World, seat: Seat) -> Self {
        let occupancy = world.occupancy();
        let enemy = 1 - world.rules().team(seat).index();
        Self {
            barred: !(occupancy.held[enemy] - self.net.camps()),
            own_lines: occupancy.lines[enemy].map(|held| !held),
            own_rails: !occupancy.rails[enemy],
            ..self
        }
    }

    fn open_source(&mut self, from: Station, lines: usize) {
        self.from = from;
        self.lines_left = lines as u8;
        let word = from.index() / 64;
        self.group = Group::Word(word as u8 * 64);
        self.targets = (self.net.roads(from) & !self.barred.0[word]).into();
    }

    fn open_line(&mut self) {
        self.lines_left -= 1;
        let spot = self.net.spots(self.from)[usize::from(self.lines_left)];
        let line = usize::from(spot.line);
        self.group = Group::Line(spot.line);
        let reach =
            slide(self.occupied[line] & FORWARD, spot.at) & spot.fresh & !self.own_lines[line];
        self.targets = reach.into();
    }

    fn open_rail(&mut self) {
        self.lines_left = 0;
        self.group = Group::Rail;
        let reach = self.net.engineer(self.from, self.free_rails, &mut self.flood);
        self.targets = reach & !self.own_rails;
    }

    /// Opens the next group of targets; false when there is none.
    #[inline]
    fn advance(&mut self) -> bool {
        if self.lines_left > 0 {
            if self.at_engineer() { self.open_rail() } else { self.open_line() }
        } else if let Some(from) = self.officers.pop() {
            self.open_source(from, self.net.spots(from).len());
        } else if let Some(from) = self.engineers.pop() {
            self.open_source(from, ENGINEER);
        } else {
            return false;
        }
        true
    }

    fn at_engineer(&self) -> bool {
        usize::from(self.lines_left) == ENGINEER
    }
}

/// Prints no fields: under `bomb_vs_flag=illegal` the generator holds secrets.
impl fmt::Debug for Moves {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Moves").finish_non_exhaustive()
    }
}

/// Marks the source as an engineer, in place of a number of lines.
const ENGINEER: usize = 255;

impl Iterator for Moves {
    type Item = Move;

    /// Skips whole groups of targets where none is forbidden.
    fn nth(&mut self, n: usize) -> Option<Move> {
        let mut left = n;
        while self.forbidden.0.is_empty() {
            let group = self.targets.count_ones() as usize;
            if left < group {
                break;
            }
            left -= group;
            self.targets = 0;
            if !self.advance() {
                return None;
            }
        }
        for _ in 0..left {
            self.next()?;
        }
        self.next()
    }

    #[inline]
    fn next(&mut self) -> Option<Move> {
        loop {
            while self.targets == 0 {
                if !self.advance() {
                    return None;
                }
            }
            let bit = self.targets.trailing_zeros();
            self.targets &= self.targets - 1;
            let to = match self.group {
                Group::Word(base) => Station(base + bit as u8),
                Group::Line(line) => self.net.lines[usize::from(line)][bit as usize],
                Group::Rail => self.net.rail_stations[bit as usize],
            };
            if !(self.forbidden.0.contains(self.from) && self.forbidden.1.contains(to)) {
                return Some(Move { from: self.from, to });
            }
        }
    }
}
