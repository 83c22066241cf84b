//! The referee's truth: who stands where, whose turn it is, and what every move leads to.

use super::moves::slide;
use super::{
    Act, BombVsFlag, Clash, Deployment, DrawReason, Event, Exit, Kind, Move, Moves, NoMove,
    Outcome, Rules, Setup, SetupFault, SetupFaults, clash, zobrist,
};
use crate::board::{Board, CAPACITY, Flood, LINE, LINES, Net, Seat, SeatSet, Station, StationSet};
use crate::position::{Position, Side};
use thiserror::Error;

/// Most pieces of one seat.
pub const ARMY: usize = 25;
const PIECES: usize = 4 * ARMY;
/// No piece; of a piece: not on the board.
const NONE: u8 = u8::MAX;

/// A team: seats that win and lose together.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Team {
    /// S and N; in a game of two S.
    First,
    /// E and W; in a game of two N.
    Second,
}

impl Team {
    /// Both.
    pub const ALL: [Self; 2] = [Self::First, Self::Second];

    /// 0 or 1.
    #[inline]
    pub fn index(self) -> usize {
        self as usize
    }

    pub(crate) fn from_index(index: usize) -> Self {
        if index == 0 { Self::First } else { Self::Second }
    }

    /// The opponents.
    #[must_use]
    pub fn other(self) -> Self {
        Self::from_index(1 - self.index())
    }
}

/// A piece's name for the whole game, known to all: its seat and its number in it, given by where
/// it stood at the start. It tells nothing of its kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PieceId(u8);

impl PieceId {
    /// The piece of a seat with a number below [`ARMY`].
    ///
    /// # Panics
    ///
    /// If the number is not below it.
    pub fn new(seat: Seat, number: usize) -> Self {
        assert!(number < ARMY, "a seat has 25 pieces");
        Self((seat.index() * ARMY + number) as u8)
    }

    /// 0..100, seat by seat.
    pub fn index(self) -> usize {
        self.0.into()
    }

    /// Whose it is.
    #[inline]
    pub fn seat(self) -> Seat {
        Seat::from_index(self.index() / ARMY)
    }
}

/// What of the board is occupied, by team, in the three systems of bits of a [`Net`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Ground {
    pub(super) held: [StationSet; 2],
    pub(super) lines: [[u32; LINES]; 2],
    pub(super) rails: [u128; 2],
}

impl Ground {
    #[inline]
    fn toggle(&mut self, net: &Net, team: usize, station: Station) {
        self.held[team].toggle(station);
        self.rails[team] ^= net.rail_mask(station);
        for spot in net.spots(station) {
            self.lines[team][usize::from(spot.line)] ^= 1 << spot.at;
        }
    }

    /// Where a piece of a team may not go: own and partner pieces, enemies in camps.
    #[inline]
    pub(super) fn barred(&self, net: &Net, team: usize) -> StationSet {
        self.held[team] | (self.held[1 - team] & net.camps())
    }
}

/// A move that the rules do not allow; the world is as it was.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("illegal move {text}: {why}")]
pub struct IllegalMove {
    /// The move.
    pub mv: Move,
    text: String,
    why: &'static str,
}

/// What [`World::unmake`] needs.
#[derive(Debug, Clone, Copy)]
pub struct Undo {
    key: u64,
    quiet: u32,
    fallen: u32,
    fought: u8,
    moved: bool,
    mover: u8,
    turn: Seat,
    alive: SeatSet,
    shown: SeatSet,
}

/// The full truth of a game. It never leaves the referee: a seat gets an
/// [`Observation`](crate::belief::Observation).
#[derive(Debug, Clone)]
pub struct World {
    net: &'static Net,
    rules: Rules,
    ground: Ground,
    piece_at: [u8; CAPACITY],
    station_of: [u8; PIECES],
    kinds: [Kind; PIECES],
    flags: [u8; 4],
    mobile: [StationSet; 4],
    engineers: [StationSet; 4],
    alive: SeatSet,
    shown: SeatSet,
    turn: Seat,
    quiet: u32,
    ply: u32,
    outcome: Option<Outcome>,
    key: u64,
    /// Pieces that left the board and where they stood, for `unmake`.
    fallen: Vec<(u8, Station)>,
}

/// Hears what happens while a move is made; `()` does not listen.
trait Witness {
    fn fought(&mut self, _: Clash) {}
    fn shown(&mut self, _: Seat, _: Station) {}
    fn captured(&mut self, _: Seat) {}
    fn out(&mut self, _: Seat, _: Exit) {}
    fn passed(&mut self, _: Seat) {}
}

impl Witness for () {}

impl Witness for Event {
    fn fought(&mut self, result: Clash) {
        if let Act::Move(_, fight) = &mut self.act {
            *fight = Some(result);
        }
    }
    fn shown(&mut self, seat: Seat, station: Station) {
        self.flags_shown.push((seat, station));
    }
    fn captured(&mut self, seat: Seat) {
        self.captured_flag_of = Some(seat);
    }
    fn out(&mut self, seat: Seat, why: Exit) {
        self.eliminated.push((seat, why));
    }
    fn passed(&mut self, seat: Seat) {
        self.passed.push(seat);
    }
}

/// Making a world and asking it.
impl World {
    /// The world of a set-up.
    ///
    /// # Errors
    ///
    /// With every fault of the set-up.
    pub fn new(setup: &Setup) -> Result<Self, SetupFaults> {
        Self::forgiving(setup, |_| false)
    }

    /// The world of a set-up whose forgivable faults (a flag away from its headquarters, a mine
    /// in front, no flag) are passed over: for studies and test positions.
    ///
    /// # Errors
    ///
    /// With every fault that cannot be forgiven.
    pub fn lenient(setup: &Setup) -> Result<Self, SetupFaults> {
        Self::forgiving(setup, SetupFault::is_forgivable)
    }

    fn forgiving(
        setup: &Setup,
        forgive: impl Fn(&SetupFault) -> bool,
    ) -> Result<Self, SetupFaults> {
        let net = setup.checked(&forgive)?;
        let mut world = Self {
            net,
            rules: setup.rules,
            ground: Ground { held: [StationSet::EMPTY; 2], lines: [[0; LINES]; 2], rails: [0; 2] },
            piece_at: [NONE; CAPACITY],
            station_of: [NONE; PIECES],
            kinds: [Kind::Flag; PIECES],
            flags: [NONE; 4],
            mobile: [StationSet::EMPTY; 4],
            engineers: [StationSet::EMPTY; 4],
            alive: setup.alive,
            shown: setup.flags_shown,
            turn: setup.turn,
            quiet: setup.quiet,
            ply: setup.ply,
            outcome: None,
            key: 0,
            fallen: Vec::with_capacity(PIECES),
        };
        for (id, kind, station) in setup.numbered() {
            world.kinds[id.index()] = kind;
            if kind == Kind::Flag {
                world.flags[id.seat().index()] = id.0;
            }
            world.put(id.0, station);
        }
        world.key = world.key_from_scratch();
        world.test_win();
        let stuck = SetupFault::Stuck(world.turn);
        if world.outcome.is_none() && !forgive(&stuck) && !world.has_move(world.turn) {
            return Err(SetupFaults(vec![stuck]));
        }
        Ok(world)
    }

    /// The world at the start of a game, with the pieces of every seat that plays.
    ///
    /// # Errors
    ///
    /// If the board has no room for the rules, or a seat has no deployment.
    pub fn start(
        board: &'static Board,
        rules: Rules,
        deployments: &[Option<Deployment>; 4],
        first: Seat,
    ) -> Result<Self, SetupFaults> {
        Self::new(&Setup::start(board, rules, deployments, first))
    }

    /// The board as the rules use it.
    pub fn net(&self) -> &'static Net {
        self.net
    }

    /// The board.
    pub fn board(&self) -> &'static Board {
        self.net.board()
    }

    /// The rules.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// Whose turn it is; without meaning once the game is over.
    pub fn turn(&self) -> Seat {
        self.turn
    }

    /// The seats that are in.
    pub fn alive(&self) -> SeatSet {
        self.alive
    }

    /// The seats whose flag is or was public.
    pub fn flags_shown(&self) -> SeatSet {
        self.shown
    }

    /// Plies since the last fight.
    pub fn quiet(&self) -> u32 {
        self.quiet
    }

    /// Moves made.
    pub fn ply(&self) -> u32 {
        self.ply
    }

    /// How the game ended, if it has.
    pub fn outcome(&self) -> Option<Outcome> {
        self.outcome
    }

    /// The piece on a station.
    #[inline]
    pub fn piece_at(&self, station: Station) -> Option<PieceId> {
        match self.piece_at[station.index()] {
            NONE => None,
            id => Some(PieceId(id)),
        }
    }

    /// Where a piece stands, if it is on the board.
    pub fn station_of(&self, piece: PieceId) -> Option<Station> {
        match self.station_of[piece.index()] {
            NONE => None,
            station => Some(Station(station)),
        }
    }

    /// What a piece is. For numbers that no piece of the game has, the answer means nothing.
    pub fn kind(&self, piece: PieceId) -> Kind {
        self.kinds[piece.index()]
    }

    /// The pieces on the board with their stations, seat by seat.
    pub fn pieces(&self) -> impl Iterator<Item = (PieceId, Station)> + '_ {
        (0..PIECES as u8).map(PieceId).filter_map(|id| Some((id, self.station_of(id)?)))
    }

    /// The pieces that stood on the board when this world was set up, fallen ones included, with
    /// their kinds.
    pub fn roster(&self) -> impl Iterator<Item = (PieceId, Kind)> + '_ {
        let fallen = self.fallen.iter().map(|&(id, _)| PieceId(id));
        let mut ids: Vec<PieceId> = self.pieces().map(|(id, _)| id).chain(fallen).collect();
        ids.sort_unstable();
        ids.into_iter().map(|id| (id, self.kind(id)))
    }

    /// The flag of a seat, if it is public and on the board.
    pub fn shown_flag(&self, seat: Seat) -> Option<PieceId> {
        let flag = self.flags[seat.index()];
        (self.shown.contains(seat) && flag != NONE && self.station_of[usize::from(flag)] != NONE)
            .then_some(PieceId(flag))
    }

    pub(super) fn ground(&self) -> &Ground {
        &self.ground
    }

    pub(super) fn mobile(&self, seat: Seat) -> StationSet {
        self.mobile[seat.index()]
    }

    pub(super) fn engineers(&self, seat: Seat) -> StationSet {
        self.engineers[seat.index()]
    }

    /// The key made anew from everything it covers: pieces, turn, seats in, flags shown. The
    /// counters of plies are left out.
    pub fn key_from_scratch(&self) -> u64 {
        let pieces = self.pieces().map(|(id, s)| zobrist::piece(id.seat(), self.kind(id), s));
        let alive = self.alive.iter().map(zobrist::alive);
        let shown = self.shown.iter().map(zobrist::shown);
        pieces.chain(alive).chain(shown).fold(zobrist::turn(self.turn), |key, word| key ^ word)
    }
}

/// Moves.
impl World {
    /// The legal moves; none once the game is over.
    pub fn moves(&self) -> Moves {
        self.moves_from(self.net.open())
    }

    /// The legal moves that start on some of the stations.
    pub fn moves_from(&self, sources: StationSet) -> Moves {
        let over = self.outcome.is_some();
        Moves::new(self, self.turn, if over { StationSet::EMPTY } else { sources })
    }

    /// How many legal moves there are, without listing them.
    #[inline]
    pub fn count_moves(&self) -> usize {
        if self.outcome.is_some() {
            return 0;
        }
        if self.rules.bomb_vs_flag == BombVsFlag::Illegal {
            return self.moves().count();
        }
        let team = self.rules.team(self.turn).index();
        let Ground { lines, rails, .. } = &self.ground;
        let barred = self.ground.barred(self.net, team);
        let mobile = self.mobile[self.turn.index()];
        let engineers = mobile & self.engineers[self.turn.index()];
        let mut count = 0;
        for from in mobile {
            count += (self.net.roads(from) & !barred.0[from.index() / 64]).count_ones();
        }
        for from in (mobile - engineers) & self.net.rails() {
            let mut reached = 0_u64;
            for spot in self.net.spots(from) {
                let line = usize::from(spot.line) % LINES;
                let reach = slide(lines[0][line] | lines[1][line], spot.at);
                reached = reached << LINE | u64::from(reach & spot.fresh & !lines[team][line]);
            }
            count += reached.count_ones();
        }
        let mut flood = Flood::default();
        for from in engineers {
            let reach = self.net.engineer(from, !(rails[0] | rails[1]), &mut flood);
            count += (reach & !rails[team]).count_ones();
        }
        count as usize
    }

    /// Bombs and the flags they may not take, under `bomb_vs_flag=illegal`.
    pub(super) fn forbidden(&self, seat: Seat) -> (StationSet, StationSet) {
        if self.rules.bomb_vs_flag == BombVsFlag::Capture {
            return (StationSet::EMPTY, StationSet::EMPTY);
        }
        let of = |kind| move |&(id, _): &(PieceId, Station)| self.kind(id) == kind;
        let bombs = self.pieces().filter(of(Kind::Bomb)).filter(|(id, _)| id.seat() == seat);
        let flags = self.pieces().filter(of(Kind::Flag));
        (bombs.map(|(_, s)| s).collect(), flags.map(|(_, s)| s).collect())
    }

    /// Whether a seat would have a legal move if it were its turn.
    fn has_move(&self, seat: Seat) -> bool {
        let barred = self.ground.barred(self.net, self.rules.team(seat).index());
        let easy = self.net.stops_everywhere() && self.rules.bomb_vs_flag == BombVsFlag::Capture;
        if easy {
            // A slide begins with a step, so whoever can move can step.
            return self.mobile[seat.index()]
                .into_iter()
                .any(|s| !(self.net.neighbours(s) - barred).is_empty());
        }
        Moves::new(self, seat, self.net.open()).next().is_some()
    }

    /// The test of the QQ server: no mobile piece outside headquarters has an edge to a station
    /// that is empty or held by an enemy, in a camp or not.
    fn is_stuck_qq(&self, seat: Seat) -> bool {
        let own = self.ground.held[self.rules.team(seat).index()];
        (self.mobile[seat.index()] - self.net.headquarters())
            .into_iter()
            .all(|s| (self.net.neighbours(s) - own).is_empty())
    }

    /// Makes a move of the seat whose turn it is and tells what everybody sees of it.
    ///
    /// # Errors
    ///
    /// If the move is not legal; the world is unchanged.
    pub fn play(&mut self, mv: Move) -> Result<Event, IllegalMove> {
        let mut source = StationSet::EMPTY;
        source.insert(mv.from);
        if !self.moves_from(source).any(|m| m.to == mv.to) {
            let text = mv.text(self.board());
            return Err(IllegalMove { mv, text, why: self.why_illegal(mv) });
        }
        let mut event = Event::new(self.turn, Act::Move(mv, None));
        self.apply(mv, &mut event);
        Ok(event)
    }

    fn why_illegal(&self, mv: Move) -> &'static str {
        let Some(piece) = self.piece_at(mv.from) else { return "no piece stands there" };
        let team = self.rules.team(piece.seat());
        let target = self.piece_at(mv.to);
        match target.map(|t| self.rules.team(t.seat()) == team) {
            _ if self.outcome.is_some() => "the game is over",
            _ if piece.seat() != self.turn => "the piece belongs to a seat whose turn it is not",
            _ if !self.kind(piece).is_mobile() => "mines and flags do not move",
            _ if !self.mobile[self.turn.index()].contains(mv.from) => {
                "a piece in a headquarters stays there"
            }
            Some(true) => "an own or partner's piece stands on the target",
            Some(false) if self.net.camps().contains(mv.to) => "a piece in a camp is safe",
            _ if !self.net.stops().contains(mv.to) => "no piece may stop there",
            Some(false) if self.is_barred_bomb(mv) => "a bomb may not take a flag",
            _ => "no road, slide or engineer's way leads there",
        }
    }

    fn is_barred_bomb(&self, mv: Move) -> bool {
        let (bombs, flags) = self.forbidden(self.turn);
        bombs.contains(mv.from) && flags.contains(mv.to)
    }

    #[inline]
    fn apply(&mut self, mv: Move, log: &mut impl Witness) -> Undo {
        let mover = self.piece_at[mv.from.index()];
        let target = self.piece_at[mv.to.index()];
        let mut undo = Undo {
            key: self.key,
            quiet: self.quiet,
            fallen: self.fallen.len() as u32,
            fought: 0,
            moved: true,
            mover,
            turn: self.turn,
            alive: self.alive,
            shown: self.shown,
        };
        self.ply += 1;
        if target == NONE {
            self.quiet += 1;
            self.relocate(mover, mv.from, mv.to);
        } else {
            self.quiet = 0;
            undo.moved = self.fight(mover, target, mv, log);
            undo.fought = (self.fallen.len() as u32 - undo.fallen) as u8;
            self.after_fight(mover, target, log);
        }
        if self.rules.no_move == NoMove::Qq {
            self.qq_test((target != NONE).then_some(PieceId(target).seat()), log);
        }
        self.finish_turn(log);
        undo
    }

    /// Settles a fight; whether the attacker took the point.
    fn fight(&mut self, mover: u8, target: u8, mv: Move, log: &mut impl Witness) -> bool {
        let (attacker, defender) = (PieceId(mover), PieceId(target));
        let result = clash(self.kind(attacker), self.kind(defender), self.rules.mine_on_hit);
        log.fought(result);
        if result != Clash::Lose {
            self.remove(target);
        }
        match result {
            Clash::Win => self.relocate(mover, mv.from, mv.to),
            Clash::Lose | Clash::Both => self.remove(mover),
        }
        result == Clash::Win
    }

    /// Shows the flags of fallen commanders, and puts a seat out whose flag fell.
    fn after_fight(&mut self, mover: u8, target: u8, log: &mut impl Witness) {
        let gone = |world: &Self, id: u8, kind| {
            world.station_of[usize::from(id)] == NONE && world.kinds[usize::from(id)] == kind
        };
        for id in [mover, target] {
            if gone(self, id, Kind::Commander) {
                let seat = PieceId(id).seat();
                if self.shown.contains(seat) {
                    continue;
                }
                self.shown.insert(seat);
                self.key ^= zobrist::shown(seat);
                if let Some(station) = self.shown_flag(seat).and_then(|f| self.station_of(f)) {
                    log.shown(seat, station);
                }
            }
        }
        if gone(self, target, Kind::Flag) {
            let seat = PieceId(target).seat();
            log.captured(seat);
            self.eliminate(seat, Exit::Flag, log);
        }
    }

    fn eliminate(&mut self, seat: Seat, why: Exit, log: &mut impl Witness) {
        log.out(seat, why);
        self.alive.remove(seat);
        self.key ^= zobrist::alive(seat);
        for id in seat.index() * ARMY..(seat.index() + 1) * ARMY {
            if self.station_of[id] != NONE {
                self.remove(id as u8);
            }
        }
        self.test_win();
    }

    fn test_win(&mut self) {
        let lives = |team| self.alive.iter().any(|s| self.rules.team(s) == team);
        if let Some(team) = Team::ALL.into_iter().find(|t| !lives(t.other())) {
            self.outcome = Some(Outcome::Win(team));
        }
    }

    fn qq_test(&mut self, defender: Option<Seat>, log: &mut impl Witness) {
        for seat in defender.into_iter().chain([self.turn]) {
            if self.outcome.is_none() && self.alive.contains(seat) && self.is_stuck_qq(seat) {
                self.eliminate(seat, Exit::NoMove, log);
            }
        }
    }

    #[inline]
    fn finish_turn(&mut self, log: &mut impl Witness) {
        let reached = |limit: u32, count: u32| limit > 0 && count >= limit;
        if self.outcome.is_some() {
        } else if reached(self.rules.draw_quiet_plies, self.quiet) {
            self.outcome = Some(Outcome::Draw(DrawReason::Quiet));
        } else if reached(self.rules.max_plies, self.ply) {
            self.outcome = Some(Outcome::Draw(DrawReason::MaxPlies));
        } else {
            self.pass_turn(log);
        }
    }

    fn pass_turn(&mut self, log: &mut impl Witness) {
        self.key ^= zobrist::turn(self.turn);
        let mut seat = self.turn;
        for _ in 0..4 {
            seat = self.rules.next_seat(seat);
            if !self.alive.contains(seat) {
                continue;
            }
            if self.has_move(seat) {
                self.turn = seat;
                self.key ^= zobrist::turn(seat);
                return;
            }
            match self.rules.no_move {
                NoMove::OnTurn => self.eliminate(seat, Exit::NoMove, log),
                NoMove::Qq => log.passed(seat),
            }
            if self.outcome.is_some() {
                break;
            }
        }
        self.key ^= zobrist::turn(self.turn);
        self.outcome = self.outcome.or(Some(Outcome::Draw(DrawReason::NoMove)));
    }
}

/// What happens at the table.
impl World {
    /// A seat resigns.
    ///
    /// Nothing happens if the game is over or the seat is out already.
    pub fn resign(&mut self, seat: Seat) -> Option<Event> {
        self.leave(seat, Act::Resign, Exit::Resign)
    }

    /// A seat is put out at the table.
    ///
    /// Nothing happens if the game is over or the seat is out already.
    pub fn forfeit(&mut self, seat: Seat) -> Option<Event> {
        self.leave(seat, Act::Forfeit, Exit::Forfeit)
    }

    fn leave(&mut self, seat: Seat, act: Act, why: Exit) -> Option<Event> {
        if self.outcome.is_some() || !self.alive.contains(seat) {
            return None;
        }
        let mut event = Event::new(seat, act);
        self.eliminate(seat, why, &mut event);
        if self.outcome.is_none() && seat == self.turn {
            self.pass_turn(&mut event);
        }
        Some(event)
    }

    /// The seat whose turn it is lets it pass.
    ///
    /// Nothing happens if the game is over.
    pub fn time_out(&mut self) -> Option<Event> {
        if self.outcome.is_some() {
            return None;
        }
        let mut event = Event::new(self.turn, Act::TimeOut);
        self.pass_turn(&mut event);
        Some(event)
    }

    /// The living seats agree to a draw that a seat proposed.
    ///
    /// Nothing happens if the game is over or the seat is out.
    pub fn agree_draw(&mut self, proposer: Seat) -> Option<Event> {
        if self.outcome.is_some() || !self.alive.contains(proposer) {
            return None;
        }
        self.outcome = Some(Outcome::Draw(DrawReason::Agreement));
        Some(Event::new(proposer, Act::Draw))
    }
}

/// Pieces on and off the board.
impl World {
    #[inline]
    fn put(&mut self, id: u8, station: Station) {
        let seat = PieceId(id).seat();
        let kind = self.kinds[usize::from(id)];
        self.piece_at[station.index()] = id;
        self.station_of[usize::from(id)] = station.0;
        self.ground.toggle(self.net, self.rules.team(seat).index(), station);
        let locked = self.rules.hq_locked && self.net.headquarters().contains(station);
        if kind.is_mobile() && !locked {
            self.mobile[seat.index()].insert(station);
        }
        if kind == Kind::Engineer {
            self.engineers[seat.index()].insert(station);
        }
    }

    #[inline]
    fn lift(&mut self, id: u8, station: Station) {
        let seat = PieceId(id).seat();
        self.piece_at[station.index()] = NONE;
        self.ground.toggle(self.net, self.rules.team(seat).index(), station);
        self.mobile[seat.index()].remove(station);
        self.engineers[seat.index()].remove(station);
    }

    #[inline]
    fn relocate(&mut self, id: u8, from: Station, to: Station) {
        let (seat, kind) = (PieceId(id).seat(), self.kinds[usize::from(id)]);
        self.key ^= zobrist::piece(seat, kind, from) ^ zobrist::piece(seat, kind, to);
        self.lift(id, from);
        self.put(id, to);
    }

    fn remove(&mut self, id: u8) {
        let station = Station(self.station_of[usize::from(id)]);
        self.key ^= zobrist::piece(PieceId(id).seat(), self.kinds[usize::from(id)], station);
        self.lift(id, station);
        self.station_of[usize::from(id)] = NONE;
        self.fallen.push((id, station));
    }

    fn restore(&mut self, down_to: u32) {
        while self.fallen.len() > down_to as usize {
            if let Some((id, station)) = self.fallen.pop() {
                self.put(id, station);
            }
        }
    }
}

/// A world is a position with open cards: what a search would see if nothing were hidden.
impl Position for World {
    type Move = Move;
    type Undo = Undo;
    type Moves = Moves;
    const ALTERNATES: bool = false;

    fn side(&self) -> Side {
        if self.rules.team(self.turn) == Team::First { Side::Max } else { Side::Min }
    }

    #[inline]
    fn moves(&self) -> Moves {
        World::moves(self)
    }

    #[inline]
    fn make(&mut self, mv: Move) -> Undo {
        self.apply(mv, &mut ())
    }

    #[inline]
    fn unmake(&mut self, mv: Move, undo: Undo) {
        self.outcome = None;
        self.ply -= 1;
        self.quiet = undo.quiet;
        self.turn = undo.turn;
        self.alive = undo.alive;
        self.shown = undo.shown;
        self.key = undo.key;
        self.restore(undo.fallen + u32::from(undo.fought));
        if undo.moved {
            self.lift(undo.mover, mv.to);
            self.put(undo.mover, mv.from);
        }
        self.restore(undo.fallen);
    }

    fn key(&self) -> u64 {
        self.key
    }
}
