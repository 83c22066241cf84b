//! The public side of a game: who stands where, whose turn it is, who is in.
//!
//! All of it is open to everybody, so whoever only hears of events can keep it up. On the way it
//! tells the *facts* that bear on hidden kinds (`docs/RULES.md`, section 11).

mod follow;

use super::{SeenPiece, View};
use crate::game::board::{CAPACITY, Net, Seat, SeatSet, Station, StationSet};
use crate::game::rules::{ARMY, CombatResult, Kind, PieceId, Rules, SetupFault, SetupFaults, Team};

const NONE: u8 = u8::MAX;

/// Where everybody's pieces stand, without their kinds.
#[derive(Debug, Clone)]
pub struct PublicState {
    net: &'static Net,
    rules: Rules,
    piece_at: [u8; CAPACITY],
    station_of: [u8; 4 * ARMY],
    held: [StationSet; 2],
    alive: SeatSet,
    turn: Seat,
    quiet: u32,
    ply: u32,
    over: bool,
    /// By seat, the flag that is public.
    flags: [u8; 4],
}

/// Pieces of a seat, a bit for each number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct SeatPieces {
    pub(super) seat: Seat,
    pub(super) members: u32,
}

impl SeatPieces {
    pub(super) fn pieces(self) -> impl Iterator<Item = PieceId> {
        let member = move |&n: &usize| self.members >> n & 1 == 1;
        (0..ARMY).filter(member).map(move |n| PieceId::new(self.seat, n))
    }
}

/// Something public that bears on what pieces are.
#[derive(Debug, Clone, Copy)]
pub(super) enum PublicFact {
    /// The piece moved; whether no step and no slide on a free line leads there.
    Moved { piece: PieceId, turned: bool },
    /// Two pieces fought.
    Fought { attacker: PieceId, defender: PieceId, result: CombatResult },
    /// The seat's flag is this piece.
    Flag { piece: PieceId },
    /// One of these pieces at least is of a kind that moves.
    SomeMobile(SeatPieces),
    /// None of these pieces is of a kind that moves. Of some it is said with a grain of salt: a
    /// bomb may not be able to take a flag.
    NoneMobile { group: SeatPieces, unless_bombs: SeatPieces },
}

impl PublicState {
    /// The field of a view.
    ///
    /// # Errors
    ///
    /// If the rules do not fit the board, or pieces stand where none can.
    pub fn new(view: &View) -> Result<Self, SetupFaults> {
        let net = view.rules.net(view.board);
        let net = net.map_err(|error| SetupFaults(vec![SetupFault::Net(error)]))?;
        let faults = faults(view);
        if !faults.is_empty() {
            return Err(SetupFaults(faults));
        }
        let mut field = Self {
            net,
            rules: view.rules,
            piece_at: [NONE; CAPACITY],
            station_of: [NONE; 4 * ARMY],
            held: [StationSet::EMPTY; 2],
            alive: view.alive,
            turn: view.turn,
            quiet: view.quiet,
            ply: view.ply,
            over: false,
            flags: [NONE; 4],
        };
        for (piece, seen, station) in view.numbered() {
            field.put(piece, station);
            let seat = piece.seat();
            if view.flags_shown.contains(seat) && seen == SeenPiece::Known(Kind::Flag) {
                field.flags[seat.index()] = piece.index() as u8;
            }
        }
        field.test_win();
        Ok(field)
    }

    /// The board as the rules use it.
    pub fn net(&self) -> &'static Net {
        self.net
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

    /// Moves made.
    pub fn ply(&self) -> u32 {
        self.ply
    }

    /// The piece on a station.
    #[inline]
    pub fn piece_at(&self, station: Station) -> Option<PieceId> {
        match self.piece_at[station.index()] {
            NONE => None,
            id => Some(PieceId::from_index(id.into())),
        }
    }

    /// Where a piece stands, if it is on the board.
    #[inline]
    pub fn station_of(&self, piece: PieceId) -> Option<Station> {
        match self.station_of[piece.index()] {
            NONE => None,
            station => Some(Station::new(station.into())),
        }
    }

    /// The flag of a seat, if it is public.
    pub fn shown_flag(&self, seat: Seat) -> Option<PieceId> {
        let flag = self.flags[seat.index()];
        (flag != NONE).then(|| PieceId::from_index(flag.into()))
    }

    fn put(&mut self, piece: PieceId, station: Station) {
        self.piece_at[station.index()] = piece.index() as u8;
        self.station_of[piece.index()] = station.index() as u8;
        self.held[self.rules.team(piece.seat()).index()].insert(station);
    }

    fn remove(&mut self, piece: PieceId) {
        if let Some(station) = self.station_of(piece) {
            self.piece_at[station.index()] = NONE;
            self.station_of[piece.index()] = NONE;
            self.held[self.rules.team(piece.seat()).index()].remove(station);
        }
    }

    fn eliminate(&mut self, seat: Seat) {
        self.alive.remove(seat);
        PieceId::of(seat).for_each(|piece| self.remove(piece));
        self.test_win();
    }

    fn test_win(&mut self) {
        let lives = |team| self.alive.iter().any(|s| self.rules.team(s) == team);
        self.over |= !Team::ALL.into_iter().all(lives);
    }
}

/// What is wrong with where pieces stand.
fn faults(view: &View) -> Vec<SetupFault> {
    let mut faults = vec![];
    for (i, &(seat, _, station)) in view.pieces.iter().enumerate() {
        let cell = view.board.cell(station);
        if !view.rules.seats().contains(seat) {
            faults.push(SetupFault::NotIn(seat, cell));
        }
        if view.pieces[..i].iter().any(|p| p.2 == station) {
            faults.push(SetupFault::Shared(cell));
        }
    }
    for seat in Seat::ALL {
        let count = view.pieces.iter().filter(|p| p.0 == seat).count();
        if count > ARMY {
            faults.push(SetupFault::Crowd(seat, count));
        }
    }
    faults
}
