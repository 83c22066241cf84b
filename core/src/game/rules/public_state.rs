//! The public state of a game: everything that every seat knows exactly.

use super::{BombVsFlag, DrawReason, Outcome, PIECES, PieceId, Rules, Setup, Team, zobrist};
use crate::game::board::{Board, CAPACITY, LINES, Net, Seat, SeatSet, Station, StationSet};

/// In an array by station: no piece. In an array by piece: not on the board.
pub(super) const NONE: u8 = u8::MAX;

/// Occupied stations by team, as sets and in the layouts of lines and railway.
#[derive(Debug, Clone)]
pub(super) struct Occupancy {
    pub(super) held: [StationSet; 2],
    pub(super) lines: [[u32; LINES]; 2],
    pub(super) rails: [u128; 2],
}

impl Occupancy {
    #[inline]
    fn toggle(&mut self, net: &Net, team: usize, station: Station) {
        self.held[team].toggle(station);
        self.rails[team] ^= net.rail_mask(station);
        for spot in net.spots(station) {
            self.lines[team][usize::from(spot.line)] ^= spot.both;
        }
    }

    /// The stations that a team's pieces may not enter: those held by the team, and camps held by
    /// its enemies.
    #[inline]
    pub(super) fn barred(&self, net: &Net, team: usize) -> StationSet {
        self.held[team] | (self.held[1 - team] & net.camps())
    }
}

/// The public state of a game: which piece stands where, whose turn it is, which seats are in,
/// which flags are shown, and the counters of the draw rules. It holds no kinds.
///
/// A [`World`](super::World) is this state and the kinds of all pieces.
#[derive(Debug, Clone)]
pub struct PublicState {
    pub(super) net: &'static Net,
    pub(super) rules: Rules,
    pub(super) occupancy: Occupancy,
    pub(super) piece_at: [u8; CAPACITY],
    pub(super) station_of: [u8; PIECES],
    pub(super) alive: SeatSet,
    pub(super) shown: SeatSet,
    pub(super) turn: Seat,
    pub(super) quiet: u32,
    pub(super) ply: u32,
    pub(super) outcome: Option<Outcome>,
    /// Zobrist key of the turn, the seats in and the flags shown; a world adds its pieces.
    pub(super) key: u64,
}

/// Construction and queries.
impl PublicState {
    /// The state of a set-up before any piece is placed.
    pub(super) fn without_pieces(setup: &Setup, net: &'static Net) -> Self {
        let mut state = Self {
            net,
            rules: setup.rules,
            occupancy: Occupancy {
                held: [StationSet::EMPTY; 2],
                lines: [[0; LINES]; 2],
                rails: [0; 2],
            },
            piece_at: [NONE; CAPACITY],
            station_of: [NONE; PIECES],
            alive: setup.alive,
            shown: setup.flags_shown,
            turn: setup.turn,
            quiet: setup.quiet,
            ply: setup.ply,
            outcome: None,
            key: 0,
        };
        state.key = state.key_from_scratch();
        state
    }

    /// The state of a set-up; its kinds are not read. No two pieces share a station, and `net` is
    /// that of the set-up's rules.
    pub fn new(setup: &Setup, net: &'static Net) -> Self {
        let mut state = Self::without_pieces(setup, net);
        for (piece, _, station) in setup.numbered() {
            state.put(piece, station);
        }
        state.test_win();
        state
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

    /// The seat to move; without meaning once the game is over.
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

    /// Plies since the game began.
    pub fn ply(&self) -> u32 {
        self.ply
    }

    /// The result, once the game is over.
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

    /// The station of a piece, if it is on the board.
    #[inline]
    pub fn station_of(&self, piece: PieceId) -> Option<Station> {
        match self.station_of[piece.index()] {
            NONE => None,
            station => Some(Station(station)),
        }
    }

    /// The pieces on the board with their stations, seat by seat.
    pub fn pieces(&self) -> impl Iterator<Item = (PieceId, Station)> + '_ {
        (0..PIECES as u8).map(PieceId).filter_map(|id| Some((id, self.station_of(id)?)))
    }

    /// The stations held by a team.
    #[inline]
    pub fn held(&self, team: Team) -> StationSet {
        self.occupancy.held[team.index()]
    }

    /// The key computed from turn, seats in and flags shown.
    pub(super) fn key_from_scratch(&self) -> u64 {
        let words =
            self.alive.iter().map(zobrist::alive).chain(self.shown.iter().map(zobrist::shown));
        words.fold(zobrist::turn(self.turn), |key, word| key ^ word)
    }
}

/// Ways out of a station, on which the tests for a seat without a move rest.
impl PublicState {
    /// The stations that a seat's pieces may not enter.
    #[inline]
    pub(crate) fn barred(&self, seat: Seat) -> StationSet {
        self.occupancy.barred(self.net, self.rules.team(seat).index())
    }

    /// Whether a mobile piece of a seat could leave a station, given the seat's barred stations. A
    /// slide begins with a step, so the neighbours decide.
    #[inline]
    pub(super) fn has_exit(&self, station: Station, barred: StationSet) -> bool {
        !(self.net.neighbours(station) - barred).is_empty()
    }

    /// Whether the piece on a station is stuck in a headquarters.
    #[inline]
    pub(crate) fn is_locked(&self, station: Station) -> bool {
        self.rules.hq_locked && self.net.headquarters().contains(station)
    }

    /// Whether the stuck test of the QQ server (`no_move=qq`) counts a mobile piece on a station
    /// as able to move: outside headquarters, with an edge to a station that is empty or held by
    /// an enemy, in a camp or not.
    #[inline]
    pub(super) fn has_exit_qq(&self, seat: Seat, station: Station) -> bool {
        let own = self.occupancy.held[self.rules.team(seat).index()];
        !self.net.headquarters().contains(station) && self.has_exit(station, own)
    }

    /// Whether stepping onto any open neighbour is sure to be legal, whatever the kinds are: every
    /// station is a stop, and bombs may capture flags.
    #[inline]
    pub(super) fn exits_are_moves(&self) -> bool {
        self.net.stops_everywhere() && self.rules.bomb_vs_flag == BombVsFlag::Capture
    }
}

/// Changes of a single part.
impl PublicState {
    #[inline]
    pub(super) fn put(&mut self, piece: PieceId, station: Station) {
        self.piece_at[station.index()] = piece.0;
        self.station_of[piece.index()] = station.0;
        self.toggle(piece, station);
    }

    /// Clears the piece's station; where the piece is now is left to the caller.
    #[inline]
    pub(super) fn lift(&mut self, piece: PieceId, station: Station) {
        self.piece_at[station.index()] = NONE;
        self.toggle(piece, station);
    }

    #[inline]
    pub(super) fn mark_removed(&mut self, piece: PieceId) {
        self.station_of[piece.index()] = NONE;
    }

    #[inline]
    fn toggle(&mut self, piece: PieceId, station: Station) {
        let team = self.rules.team(piece.seat()).index();
        self.occupancy.toggle(self.net, team, station);
    }

    #[inline]
    pub(super) fn set_turn(&mut self, seat: Seat) {
        self.key ^= zobrist::turn(self.turn) ^ zobrist::turn(seat);
        self.turn = seat;
    }

    pub(super) fn show_flag(&mut self, seat: Seat) {
        if !self.shown.contains(seat) {
            self.shown.insert(seat);
            self.key ^= zobrist::shown(seat);
        }
    }

    pub(super) fn remove_seat(&mut self, seat: Seat) {
        self.alive.remove(seat);
        self.key ^= zobrist::alive(seat);
    }

    #[inline]
    pub(super) fn count_ply(&mut self, is_fight: bool) {
        self.ply += 1;
        self.quiet = if is_fight { 0 } else { self.quiet + 1 };
    }

    pub(super) fn agree_draw(&mut self) {
        self.outcome = Some(Outcome::Draw(DrawReason::Agreement));
    }

    /// Ends the game if only one team has seats left.
    pub(super) fn test_win(&mut self) {
        let lives = |team| self.alive.iter().any(|s| self.rules.team(s) == team);
        if let Some(team) = Team::ALL.into_iter().find(|t| !lives(t.other())) {
            self.outcome = Some(Outcome::Win(team));
        }
    }

    /// Ends a game that is not won when a counter of plies reaches its limit.
    #[inline]
    pub(super) fn test_draw(&mut self) {
        if self.outcome.is_some() {
            return;
        }
        // A limit of 0 means no limit.
        if (1..=self.quiet).contains(&self.rules.draw_quiet_plies) {
            self.outcome = Some(Outcome::Draw(DrawReason::Quiet));
        } else if (1..=self.ply).contains(&self.rules.max_plies) {
            self.outcome = Some(Outcome::Draw(DrawReason::MaxPlies));
        }
    }
}
