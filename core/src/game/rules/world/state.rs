//! The full state of a game: its construction and queries, its pieces, and snapshots.

use crate::game::board::{Board, Seat, SeatSet, Station, StationSet};
use crate::game::rules::public_state::{NONE, Occupancy};
use crate::game::rules::{
    Army, Deployment, Kind, PIECES, PieceId, PublicState, Rules, Setup, SetupFault, SetupFaults,
    Team, zobrist,
};
use arrayvec::ArrayVec;
use std::ops::Deref;

/// The full truth of a game: the [`PublicState`] and the kinds of all pieces.
///
/// Only the referee holds it; a seat gets an [`Observation`](crate::game::belief::Observation).
///
/// ```
/// use junqi_core::engine::data;
/// use junqi_core::game::board::{Board, Seat};
/// use junqi_core::game::rules::{Act, Rules, World};
/// use junqi_core::gametree::position::{Node, Position};
///
/// let deployment = data::deployments()[0].deployment.clone().unwrap();
/// let mut world =
///     World::start(Board::siguo(), Rules::default(), &[Some(deployment); 4], Seat::South)?;
/// let mv = world.moves().find(|m| world.piece_at(m.to).is_none()).unwrap();
///
/// // A search makes and unmakes moves.
/// let key = world.key();
/// let undo = world.make(mv);
/// assert_eq!(world.turn(), Seat::East);
/// world.unmake(mv, undo);
/// assert_eq!(world.key(), key);
///
/// // A game plays them and gets the public event.
/// let event = world.play(mv)?;
/// assert_eq!(event.act, Act::Move(mv, None));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct World {
    pub(super) public: PublicState,
    pub(super) kinds: [Kind; PIECES],
    pub(super) flags: [u8; 4],
    pub(super) mobile: [StationSet; 4],
    pub(super) engineers: [StationSet; 4],
    /// Zobrist key of the pieces with their kinds and stations.
    pub(super) pieces_key: u64,
    /// By seat, the pieces that had left the board before this world was set up.
    pub(super) gone: [Army; 4],
    /// The pieces that left the board since, with their last stations, for `unmake`.
    pub(super) fallen: ArrayVec<(PieceId, Station), PIECES>,
    /// The seats whose flags are unknown: kinds stand in for theirs.
    pub(super) stand_ins: SeatSet,
}

/// A world answers what its public state answers.
impl Deref for World {
    type Target = PublicState;

    #[inline]
    fn deref(&self) -> &PublicState {
        &self.public
    }
}

/// Construction and queries.
impl World {
    /// Creates the world of a set-up.
    ///
    /// # Errors
    ///
    /// All faults of the set-up.
    pub fn new(setup: &Setup) -> Result<Self, SetupFaults> {
        Self::forgiving(setup, |_| false)
    }

    /// Creates the world of a set-up, ignoring [forgivable](SetupFault::is_forgivable) faults such as
    /// a missing flag: for studies and test positions.
    ///
    /// # Errors
    ///
    /// All faults that are not forgivable.
    pub fn lenient(setup: &Setup) -> Result<Self, SetupFaults> {
        Self::forgiving(setup, SetupFault::is_forgivable)
    }

    fn forgiving(
        setup: &Setup,
        forgive: impl Fn(&SetupFault) -> bool,
    ) -> Result<Self, SetupFaults> {
        let net = setup.checked(&forgive)?;
        let mut world = Self {
            public: PublicState::without_pieces(setup, net),
            kinds: [Kind::Flag; PIECES],
            flags: [NONE; 4],
            mobile: [StationSet::EMPTY; 4],
            engineers: [StationSet::EMPTY; 4],
            pieces_key: 0,
            gone: setup.gone,
            fallen: ArrayVec::new(),
            stand_ins: SeatSet::EMPTY,
        };
        for (piece, kind, station) in setup.numbered() {
            world.kinds[piece.index()] = kind;
            if kind == Kind::Flag {
                world.flags[piece.seat().index()] = piece.0;
            }
            world.put(piece, station);
            world.pieces_key ^= zobrist::piece(piece.seat(), kind, station);
        }
        world.public.test_win();
        let stuck = SetupFault::Stuck(world.turn());
        if world.outcome().is_none() && !forgive(&stuck) && !world.has_move(world.turn()) {
            return Err(SetupFaults(vec![stuck]));
        }
        Ok(world)
    }

    /// Creates the world at the start of a game.
    ///
    /// # Errors
    ///
    /// If the board has no room for the rules, or a seat has no deployment or one for other arms.
    pub fn start(
        board: &'static Board,
        rules: Rules,
        deployments: &[Option<Deployment>; 4],
        first: Seat,
    ) -> Result<Self, SetupFaults> {
        let mut faults = vec![];
        for seat in rules.seats().iter() {
            if deployments[seat.index()].is_some_and(|d| d.shape() != board.shape()) {
                faults.push(SetupFault::OtherArms(seat, board.name().into()));
            }
        }
        if faults.is_empty() {
            Self::new(&Setup::start(board, rules, deployments, first))
        } else {
            Err(SetupFaults(faults))
        }
    }

    /// The kind of a piece. For numbers that no piece of the game has, the answer means nothing.
    pub fn kind(&self, piece: PieceId) -> Kind {
        self.kinds[piece.index()]
    }

    /// All pieces that a seat has in the game, on the board or gone.
    pub fn army(&self, seat: Seat) -> Army {
        let fallen = self.fallen.iter().map(|f| f.0);
        let ids = self.pieces().map(|(id, _)| id).chain(fallen).filter(|id| id.seat() == seat);
        ids.map(|id| self.kind(id)).chain(self.gone[seat.index()].iter()).collect()
    }

    /// The flag of a seat, if it is public and on the board.
    pub fn shown_flag(&self, seat: Seat) -> Option<PieceId> {
        self.flag(seat)
            .filter(|&f| self.flags_shown().contains(seat) && self.station_of(f).is_some())
    }

    pub(super) fn flag(&self, seat: Seat) -> Option<PieceId> {
        let flag = self.flags[seat.index()];
        (flag != NONE).then_some(PieceId(flag))
    }

    /// The stations of a seat's pieces that can move by their kind and are not stuck in a
    /// headquarters.
    #[inline]
    pub fn mobile(&self, seat: Seat) -> StationSet {
        self.mobile[seat.index()]
    }

    /// The stations of a team's pieces that can move.
    #[inline]
    pub fn movers(&self, team: Team) -> StationSet {
        let seats = self.public.alive.iter().filter(|&seat| self.public.rules.team(seat) == team);
        seats.fold(StationSet::EMPTY, |movers, seat| movers | self.mobile[seat.index()])
    }

    /// The next living seat after a seat. It may have no move.
    #[inline]
    pub fn next_alive(&self, seat: Seat) -> Seat {
        let mut next = self.rules().next_seat(seat);
        while !self.alive().contains(next) {
            next = self.rules().next_seat(next);
        }
        next
    }

    pub(super) fn occupancy(&self) -> &Occupancy {
        &self.public.occupancy
    }

    pub(super) fn engineers(&self, seat: Seat) -> StationSet {
        self.engineers[seat.index()]
    }

    /// The key computed from all that it covers: pieces with kinds, turn, seats in, flags shown.
    /// The counters of plies are left out.
    pub fn key_from_scratch(&self) -> u64 {
        let words = self.pieces().map(|(id, s)| zobrist::piece(id.seat(), self.kind(id), s));
        words.fold(self.public.key_from_scratch(), |key, word| key ^ word)
    }
}

/// Pieces on and off the board.
impl World {
    #[inline]
    pub(super) fn put(&mut self, piece: PieceId, station: Station) {
        let seat = piece.seat();
        let kind = self.kinds[piece.index()];
        self.public.put(piece, station);
        if kind.is_mobile() && !self.public.is_locked(station) {
            self.mobile[seat.index()].insert(station);
        }
        if kind == Kind::Engineer {
            self.engineers[seat.index()].insert(station);
        }
    }

    #[inline]
    pub(super) fn lift(&mut self, piece: PieceId, station: Station) {
        let seat = piece.seat().index();
        self.public.lift(piece, station);
        self.mobile[seat].remove(station);
        self.engineers[seat].remove(station);
    }

    /// Puts pieces back that left the board, until only `down_to` pieces are gone.
    pub(super) fn put_back(&mut self, down_to: u32) {
        while self.fallen.len() > down_to as usize {
            if let Some((piece, station)) = self.fallen.pop() {
                self.put(piece, station);
            }
        }
    }
}

/// Changes of kinds, for worlds in which some kinds stand in for unknown ones.
impl World {
    /// Makes a piece its seat's flag; the previous flag gets the kind that the piece had.
    pub(super) fn swap_flag_to(&mut self, piece: PieceId) {
        let seat = piece.seat();
        let before = self.flag(seat);
        if before == Some(piece) {
            return;
        }
        let kind = self.kind(piece);
        self.set_kind(piece, Kind::Flag);
        if let Some(before) = before {
            self.set_kind(before, kind);
        } else if self.gone[seat.index()].take(Kind::Flag) {
            self.gone[seat.index()].put(kind);
        }
        self.flags[seat.index()] = piece.0;
    }

    /// Sets the kind of a piece, on the board or gone. To be reset before earlier moves are
    /// unmade.
    pub(crate) fn set_kind(&mut self, piece: PieceId, kind: Kind) {
        let Some(station) = self.station_of(piece) else {
            self.kinds[piece.index()] = kind;
            return;
        };
        let seat = piece.seat();
        self.pieces_key ^= zobrist::piece(seat, self.kind(piece), station);
        self.lift(piece, station);
        self.kinds[piece.index()] = kind;
        self.put(piece, station);
        self.pieces_key ^= zobrist::piece(seat, kind, station);
    }

    /// The world in which kinds stand in for those of some seats: only their flags that are shown are known.
    #[must_use]
    pub(crate) fn with_stand_ins(self, seats: SeatSet) -> Self {
        Self { stand_ins: seats, ..self }
    }

    /// Sets the kinds of all pieces of a seat, by number. Pieces that left before this world was
    /// set up share the rest of the army; with stand-ins they mean nothing.
    pub(crate) fn set_kinds(&mut self, seat: Seat, kinds: &[Kind]) {
        let mut rest = self.army(seat);
        let fallen: Vec<PieceId> = self.fallen.iter().map(|f| f.0).collect();
        self.flags[seat.index()] = NONE;
        for (piece, &kind) in PieceId::of(seat).zip(kinds) {
            if self.station_of(piece).is_some() || fallen.contains(&piece) {
                self.set_kind(piece, kind);
                rest.take(kind);
                if kind == Kind::Flag {
                    self.flags[seat.index()] = piece.0;
                }
            }
        }
        self.gone[seat.index()] = rest;
    }
}

/// All that a key covers, for a fixed list of pieces that the caller keeps.
#[derive(Debug, Clone)]
pub(crate) struct Snapshot {
    stations: Box<[u8]>,
    turn: Seat,
    alive: SeatSet,
    shown: SeatSet,
    public_key: u64,
    pieces_key: u64,
}

impl Snapshot {
    /// The seat to move.
    pub(crate) fn turn(&self) -> Seat {
        self.turn
    }

    /// The number of pieces on the board.
    pub(crate) fn count(&self) -> usize {
        self.stations.iter().filter(|&&s| s != NONE).count()
    }

    /// The number of a seat's pieces on the board; `pieces` is the list of the snapshot.
    pub(crate) fn count_of(&self, seat: Seat, pieces: &[PieceId]) -> usize {
        let on_board = pieces.iter().zip(&self.stations).filter(|&(_, &s)| s != NONE);
        on_board.filter(|(p, _)| p.seat() == seat).count()
    }
}

/// Snapshots, for searches that jump between positions.
impl World {
    /// The same position in a game without draw limits.
    pub(crate) fn without_draw_limits(&self) -> Self {
        let mut world = self.clone();
        world.public.rules = Rules { draw_quiet_plies: 0, max_plies: 0, ..*self.rules() };
        world.public.quiet = 0;
        world.public.ply = 0;
        world
    }

    /// The snapshot of these pieces.
    pub(crate) fn snapshot(&self, pieces: &[PieceId]) -> Snapshot {
        Snapshot {
            stations: pieces.iter().map(|p| self.public.station_of[p.index()]).collect(),
            turn: self.public.turn,
            alive: self.public.alive,
            shown: self.public.shown,
            public_key: self.public.key,
            pieces_key: self.pieces_key,
        }
    }

    /// Goes to a snapshot of these pieces, which are all that are on the board. Earlier moves
    /// cannot be unmade afterwards.
    pub(crate) fn restore(&mut self, snapshot: &Snapshot, pieces: &[PieceId]) {
        // First all stations that change are cleared, so that no two pieces share one.
        for (&piece, &station) in pieces.iter().zip(&snapshot.stations) {
            if let Some(now) = self.station_of(piece).filter(|now| now.0 != station) {
                self.lift(piece, now);
                self.public.mark_removed(piece);
            }
        }
        for (&piece, &station) in pieces.iter().zip(&snapshot.stations) {
            if station != NONE && self.station_of(piece).is_none() {
                self.put(piece, Station(station));
            }
        }
        self.fallen.clear();
        self.public.turn = snapshot.turn;
        self.public.alive = snapshot.alive;
        self.public.shown = snapshot.shown;
        self.public.key = snapshot.public_key;
        self.pieces_key = snapshot.pieces_key;
        self.public.outcome = None;
        self.public.quiet = 0;
        self.public.ply = 0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::random;
    use crate::game::board::Board;
    use crate::game::rules::{Deployment, Rules};
    use crate::gametree::position::{Node, Position};
    use rand::Rng;

    #[test]
    fn a_snapshot_is_restored_from_any_position() {
        let mut state = random::stream(4, &[]);
        let deployments = Seat::ALL.map(|_| Some(Deployment::sample(&mut state)));
        let start =
            World::start(Board::siguo(), Rules::default(), &deployments, Seat::South).unwrap();
        let mut world = start.without_draw_limits();
        let pieces: Vec<PieceId> = world.pieces().map(|p| p.0).collect();
        let mut rng = random::stream(5, &[]);
        let mut snapshots = vec![];
        while world.outcome().is_none() && snapshots.len() < 300 {
            snapshots.push((world.snapshot(&pieces), world.count_moves()));
            let moves: Vec<_> = world.moves().collect();
            world.make(moves[rng.next_u32() as usize % moves.len()]);
        }
        for (snapshot, moves) in snapshots.iter().rev().chain(&snapshots) {
            world.restore(snapshot, &pieces);
            assert_eq!(world.key(), world.key_from_scratch());
            assert_eq!(world.count_moves(), *moves);
            assert_eq!(snapshot.count(), world.pieces().count());
            assert_eq!(snapshot.turn(), world.turn());
        }
    }
}
