//! The referee's truth: who stands where, whose turn it is, and what every move leads to.

mod count;
mod enact;
mod legal;
mod pieces;
mod play;
mod pose;
mod told;

pub use legal::IllegalMove;
pub use play::Undo;
pub(crate) use pose::Pose;
pub(crate) use told::Told;

use super::{
    ARMY, Army, Deployment, Kind, Outcome, PieceId, Rules, Setup, SetupFault, SetupFaults, Team,
    zobrist,
};
use crate::game::board::{Board, CAPACITY, LINES, Net, Seat, SeatSet, Station, StationSet};
use arrayvec::ArrayVec;

const PIECES: usize = 4 * ARMY;
/// No piece; of a piece: not on the board.
const NONE: u8 = u8::MAX;

/// What of the board is occupied, by team, in the three systems of bits of a [`Net`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::game::rules) struct Occupancy {
    pub(in crate::game::rules) held: [StationSet; 2],
    pub(in crate::game::rules) lines: [[u32; LINES]; 2],
    pub(in crate::game::rules) rails: [u128; 2],
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

    /// Where a piece of a team may not go: own and partner pieces, enemies in camps.
    #[inline]
    pub(in crate::game::rules) fn barred(&self, net: &Net, team: usize) -> StationSet {
        self.held[team] | (self.held[1 - team] & net.camps())
    }
}

/// The full truth of a game. It never leaves the referee: a seat gets an
/// [`Observation`](crate::game::belief::Observation).
#[derive(Debug, Clone)]
pub struct World {
    net: &'static Net,
    rules: Rules,
    ground: Occupancy,
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
    /// By seat, pieces that had left the board before this world was set up.
    gone: [Army; 4],
    /// Pieces that left the board and where they stood, for `unmake`.
    fallen: ArrayVec<(u8, Station), PIECES>,
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
            ground: Occupancy {
                held: [StationSet::EMPTY; 2],
                lines: [[0; LINES]; 2],
                rails: [0; 2],
            },
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
            gone: setup.gone,
            fallen: ArrayVec::new(),
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

    /// All pieces a seat has in the game, on the board or gone.
    pub fn army(&self, seat: Seat) -> Army {
        let fallen = self.fallen.iter().map(|&(id, _)| PieceId(id));
        let ids = self.pieces().map(|(id, _)| id).chain(fallen).filter(|id| id.seat() == seat);
        ids.map(|id| self.kind(id)).chain(self.gone[seat.index()].iter()).collect()
    }

    /// The flag of a seat, if it is public and on the board.
    pub fn shown_flag(&self, seat: Seat) -> Option<PieceId> {
        let flag = self.flags[seat.index()];
        (self.shown.contains(seat) && flag != NONE && self.station_of[usize::from(flag)] != NONE)
            .then_some(PieceId(flag))
    }

    pub(in crate::game::rules) fn ground(&self) -> &Occupancy {
        &self.ground
    }

    /// Where pieces of a seat stand that can move by their kind and are not stuck in a
    /// headquarters.
    #[inline]
    pub fn mobile(&self, seat: Seat) -> StationSet {
        self.mobile[seat.index()]
    }

    /// Where pieces of a team stand.
    #[inline]
    pub fn held(&self, team: Team) -> StationSet {
        self.ground.held[team.index()]
    }

    pub(in crate::game::rules) fn engineers(&self, seat: Seat) -> StationSet {
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
