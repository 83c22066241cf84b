//! Legal moves: listing them lazily, counting them, and the reasons why others are illegal.

use super::state::World;
use crate::game::board::{Flood, LINES, Net, Seat, Station, StationSet, Stretch};
use crate::game::rules::{BombVsFlag, Kind, Move, Team};
use crate::gametree::position::{Node, Position};
use std::fmt;
use thiserror::Error;

/// An illegal move; the world is unchanged.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{text} is illegal: {why}")]
pub struct IllegalMove {
    /// The move.
    pub mv: Move,
    pub(super) text: String,
    pub(super) why: &'static str,
}

impl World {
    /// The legal moves; none once the game is over.
    pub fn moves(&self) -> Moves {
        self.moves_from(self.public.net.open())
    }

    /// The legal moves that start on some of the stations.
    pub fn moves_from(&self, sources: StationSet) -> Moves {
        let over = self.public.outcome.is_some();
        Moves::new(self, self.public.turn, if over { StationSet::EMPTY } else { sources })
    }

    /// The legal moves that attack a piece.
    pub fn fights(&self) -> Moves {
        self.moves().fights(self, self.public.turn)
    }

    /// Whether a mobile enemy stands beside the flag of the seat to move.
    pub fn is_flag_attacked(&self) -> bool {
        let flag = self.flag(self.turn()).and_then(|flag| self.station_of(flag));
        let Some(station) = flag else { return false };
        let enemies = self.movers(self.public.rules.team(self.public.turn).other());
        self.public.net.neighbours(station).meets(enemies)
    }

    /// The captures that `bomb_vs_flag=illegal` forbids to a seat, as far as flags are known.
    fn forbidden(&self, seat: Seat) -> Forbidden {
        let mut forbidden = Forbidden { bombs: StationSet::EMPTY, flags: StationSet::EMPTY };
        if self.public.rules.bomb_vs_flag == BombVsFlag::Capture {
            return forbidden;
        }
        for (piece, station) in self.pieces() {
            let owner = piece.seat();
            match self.kind(piece) {
                Kind::Bomb if owner == seat => forbidden.bombs.insert(station),
                // A kind that stands in for the flag must not reveal or forbid anything.
                Kind::Flag
                    if !self.stand_ins.contains(owner) || self.shown_flag(owner) == Some(piece) =>
                {
                    forbidden.flags.insert(station);
                }
                _ => {}
            }
        }
        forbidden
    }

    /// Whether a seat would have a legal move if it were its turn.
    #[inline]
    pub(super) fn has_move(&self, seat: Seat) -> bool {
        if self.public.exits_are_moves() {
            let barred = self.public.barred(seat);
            return self.mobile(seat).into_iter().any(|s| self.public.has_exit(s, barred));
        }
        Moves::new(self, seat, self.public.net.open()).next().is_some()
    }

    /// Whether a seat fails the stuck test of the QQ server: none of its mobile pieces can move.
    pub(super) fn is_stuck_qq(&self, seat: Seat) -> bool {
        !self.mobile(seat).into_iter().any(|s| self.public.has_exit_qq(seat, s))
    }

    pub(super) fn why_illegal(&self, mv: Move) -> &'static str {
        let Some(piece) = self.piece_at(mv.from) else { return "no piece stands there" };
        let team = self.public.rules.team(piece.seat());
        let target = self.piece_at(mv.to);
        match target.map(|t| self.public.rules.team(t.seat()) == team) {
            _ if self.public.outcome.is_some() => "the game is over",
            _ if piece.seat() != self.public.turn => {
                "the piece belongs to another seat than the one to move"
            }
            _ if !self.kind(piece).is_mobile() => "mines and flags do not move",
            _ if !self.mobile[self.public.turn.index()].contains(mv.from) => {
                "a piece in a headquarters stays there"
            }
            Some(true) => "a piece of the same team stands on the target",
            Some(false) if self.public.net.camps().contains(mv.to) => {
                "a piece in a camp cannot be attacked"
            }
            _ if !self.public.net.stops().contains(mv.to) => {
                "no piece may stop on the target under these rules"
            }
            Some(false) if self.forbidden(self.public.turn).contains(mv) => {
                "a bomb may not capture a flag under these rules"
            }
            _ => "no step, slide or engineer's route leads there",
        }
    }
}

/// A seat's bombs, and the flags that they may not capture (`bomb_vs_flag=illegal`).
#[derive(Clone)]
struct Forbidden {
    bombs: StationSet,
    flags: StationSet,
}

impl Forbidden {
    #[inline]
    fn contains(&self, mv: Move) -> bool {
        self.bombs.contains(mv.from) && self.flags.contains(mv.to)
    }
}

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

/// Marks the source as an engineer, in place of a number of lines.
const ENGINEER: usize = 255;

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
    forbidden: Forbidden,
    from: Station,
    /// Number of the source's lines still to come, or [`ENGINEER`].
    lines_left: u8,
    targets: u128,
    group: Group,
}

impl Moves {
    fn new(world: &World, seat: Seat, sources: StationSet) -> Self {
        let team = world.rules().team(seat).index();
        let occupancy = world.occupancy();
        let movers = world.mobile(seat) & sources;
        let engineers = movers & world.engineers(seat);
        let own = &occupancy.lines[team];
        let other = &occupancy.lines[1 - team];
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
    fn fights(self, world: &World, seat: Seat) -> Self {
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

impl Iterator for Moves {
    type Item = Move;

    /// Skips whole groups of targets where none is forbidden.
    fn nth(&mut self, n: usize) -> Option<Move> {
        let mut left = n;
        while self.forbidden.bombs.is_empty() {
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
            let mv = Move { from: self.from, to };
            if !self.forbidden.contains(mv) {
                return Some(mv);
            }
        }
    }
}

/// Counting legal moves with bit sets, without listing them.
impl World {
    /// The number of legal moves, counted without listing them.
    #[inline]
    pub fn count_moves(&self) -> usize {
        if self.public.outcome.is_some() {
            return 0;
        }
        if self.public.rules.bomb_vs_flag == BombVsFlag::Illegal {
            return self.moves().count();
        }
        let mobile = self.mobile[self.public.turn.index()];
        let engineers = mobile & self.engineers[self.public.turn.index()];
        let officers = (mobile - engineers) & self.public.net.rails();
        let team = self.public.rules.team(self.public.turn).index();
        let moves = self.road_steps(mobile, team)
            + self.slides(officers, team)
            + self.engineer_rides(engineers, team);
        moves as usize
    }

    /// The number of steps and slides of a team's pieces, whoever is to move. Corners that engineers
    /// turn on the railway are left out.
    #[inline]
    pub fn mobility(&self, team: Team) -> u32 {
        let mobile = self.movers(team);
        let net = self.public.net;
        let occupancy = &self.public.occupancy;
        // The pieces on lines that do not slide are few, so they are taken off all that stand there.
        let mut sliders = occupancy.lines[team.index()];
        for still in (occupancy.held[team.index()] - mobile) & net.rails() {
            for spot in net.spots(still) {
                sliders[usize::from(spot.line) % LINES] &= !spot.both;
            }
        }
        self.road_steps(mobile, team.index()) + self.slides_of(&sliders, team.index())
    }

    /// Whether one of the pieces on some stations is one step or one slide away from a station. Corners
    /// that engineers turn are left out.
    #[inline]
    pub fn is_reached(&self, station: Station, from: StationSet) -> bool {
        let net = self.public.net;
        let lines = &self.public.occupancy.lines;
        if net.neighbours(station).meets(from) {
            return true;
        }
        net.spots(station).iter().any(|spot| {
            let line = usize::from(spot.line) % LINES;
            let occupied = lines[0][line] | lines[1][line];
            net.first_on_line(*spot, occupied).into_iter().flatten().any(|s| from.contains(s))
        })
    }

    #[inline]
    fn road_steps(&self, mobile: StationSet, team: usize) -> u32 {
        let free = !self.public.occupancy.barred(self.public.net, team);
        let mut count = 0;
        for word in (0..3).filter(|&word| mobile.0[word] != 0) {
            for step in &self.public.net.road_steps {
                count += step.count(word, mobile.0[word], free.0[word]);
            }
        }
        count
    }

    #[inline]
    fn slides(&self, officers: StationSet, team: usize) -> u32 {
        let mut sliders = [0; LINES];
        for from in officers {
            for spot in self.public.net.spots(from) {
                sliders[usize::from(spot.line) % LINES] |= spot.both;
            }
        }
        self.slides_of(&sliders, team)
    }

    /// The number of slides of a team's pieces on the bits of `sliders`, by line.
    #[inline]
    fn slides_of(&self, sliders: &[u32; LINES], team: usize) -> u32 {
        let net = self.public.net;
        // A target that lies on two lines of a piece is one move.
        self.slides_on(&net.stretches, sliders, team) - self.slides_on(&net.shared, sliders, team)
    }

    #[inline]
    fn slides_on(&self, stretches: &[Stretch], sliders: &[u32; LINES], team: usize) -> u32 {
        let lines = &self.public.occupancy.lines;
        let mut count = 0;
        for stretch in stretches {
            let line = usize::from(stretch.line) % LINES;
            if sliders[line] != 0 {
                count += stretch.count(lines[team][line], lines[1 - team][line], sliders[line]);
            }
        }
        count
    }

    #[inline]
    fn engineer_rides(&self, engineers: StationSet, team: usize) -> u32 {
        let rails = &self.public.occupancy.rails;
        let mut flood = Flood::default();
        let mut count = 0;
        for from in engineers {
            let reach = self.public.net.engineer(from, !(rails[0] | rails[1]), &mut flood);
            count += (reach & !rails[team]).count_ones();
        }
        count
    }
}

/// Returns the number of sequences of exactly `depth` legal moves. A finished game adds nothing.
/// The moves of the last ply are counted, not made.
///
/// ```
/// use junqi_core::base::text::Word;
/// use junqi_core::game::board::{Board, Seat};
/// use junqi_core::game::format::read_deployment;
/// use junqi_core::game::rules::{Rules, World, perft};
///
/// let text = "dfcei a.x.b ih.gd e.x.c hmifg mqmhg";
/// let deployment = read_deployment(Word { text, line: 1, column: 1 }, Board::siguo().shape())?;
/// let mut world =
///     World::start(Board::siguo(), Rules::default(), &[Some(deployment); 4], Seat::South)?;
/// assert_eq!(perft(&mut world, 1), 53);
/// assert_eq!(perft(&mut world, 3), 149_694);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn perft(world: &mut World, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => world.count_moves() as u64,
        _ => {
            let mut total = 0;
            for mv in world.moves() {
                let undo = world.make(mv);
                total += perft(world, depth - 1);
                world.unmake(mv, undo);
            }
            total
        }
    }
}

/// Returns [`perft`] for every first move, in the order of the moves' cells.
pub fn divide(world: &mut World, depth: u32) -> Vec<(Move, u64)> {
    let board = world.board();
    let mut moves: Vec<Move> = world.moves().collect();
    moves.sort_unstable_by_key(|m| m.cells(board));
    let mut divided = vec![];
    for mv in moves {
        let undo = world.make(mv);
        divided.push((mv, perft(world, depth.saturating_sub(1))));
        world.unmake(mv, undo);
    }
    divided
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::random;
    use crate::game::board::{Board, Seat};
    use crate::game::rules::{Deployment, Rules};
    use rand::RngExt;

    #[test]
    fn bit_sets_count_and_reach_what_walks_along_the_lines_do() {
        for seed in 0..20 {
            let mut rng = random::stream(seed, &[]);
            let armies = [(); 4].map(|()| Some(Deployment::sample(&mut rng)));
            let mut world = World::start(Board::siguo(), Rules::default(), &armies, Seat::South)
                .expect("sampled deployments are legal");
            for step in 0..150 {
                let legal: Vec<_> = world.moves().collect();
                if legal.is_empty() {
                    break;
                }
                world
                    .play(legal[rng.random_range(0..legal.len())])
                    .expect("listed moves can be played");
                let reach = |at| world.net().reach(at, |s: Station| world.piece_at(s).is_none());
                for team in Team::ALL {
                    let movers = world.movers(team);
                    let barred = world.public.occupancy.barred(world.net(), team.index());
                    let walked: usize = movers.iter().map(|at| (reach(at) - barred).len()).sum();
                    assert_eq!(world.mobility(team), walked as u32, "seed {seed}, step {step}");
                    for at in world.net().open() {
                        let reached = reach(at).meets(movers);
                        assert_eq!(world.is_reached(at, movers), reached, "seed {seed}, {at:?}");
                    }
                }
            }
        }
    }
}
