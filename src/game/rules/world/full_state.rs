//! The full state of a game: its construction and queries.

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
/// use junqi::engine::data;
/// use junqi::game::board::{Board, Seat};
/// use junqi::game::rules::{Act, Rules, World};
/// use junqi::gametree::position::{Node, Position};
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
    /// The seats whose flags nobody knows: kinds stand in for theirs.
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
    /// If the board has no room for the rules, or a seat has no deployment.
    pub fn start(
        board: &'static Board,
        rules: Rules,
        deployments: &[Option<Deployment>; 4],
        first: Seat,
    ) -> Result<Self, SetupFaults> {
        Self::new(&Setup::start(board, rules, deployments, first))
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

    /// The next living seat after a seat. Whether it has a move is not asked.
    #[inline]
    pub fn next_alive(&self, seat: Seat) -> Seat {
        let mut next = self.rules().next_seat(seat);
        while !self.alive().contains(next) {
            next = self.rules().next_seat(next);
        }
        next
    }

    pub(in crate::game::rules) fn occupancy(&self) -> &Occupancy {
        &self.public.occupancy
    }

    pub(in crate::game::rules) fn engineers(&self, seat: Seat) -> StationSet {
        self.engineers[seat.index()]
    }

    /// The key computed from all that it covers: pieces with kinds, turn, seats in, flags shown.
    /// The counters of plies are left out.
    pub fn key_from_scratch(&self) -> u64 {
        let words = self.pieces().map(|(id, s)| zobrist::piece(id.seat(), self.kind(id), s));
        words.fold(self.public.key_from_scratch(), |key, word| key ^ word)
    }
}
