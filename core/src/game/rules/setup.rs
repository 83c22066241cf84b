//! Set-ups: arbitrary positions, sound or not. A [`World`](super::World) is built from sound ones.

use super::{Army, Deployment, Kind, PIECES, PieceId, Rules, Team};
use crate::game::board::{Board, Cell, Net, NetError, Seat, SeatSet, Station};
use std::fmt;
use thiserror::Error;

/// A position with all pieces known, not yet checked against the rules.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Setup {
    /// The board.
    pub board: &'static Board,
    /// The rules.
    pub rules: Rules,
    /// The pieces: seat, kind and station.
    pub pieces: Vec<(Seat, Kind, Station)>,
    /// The seat to move.
    pub turn: Seat,
    /// The seats that are in.
    pub alive: SeatSet,
    /// The seats whose flag is public.
    pub flags_shown: SeatSet,
    /// Plies since the last fight.
    pub quiet: u32,
    /// Plies since the game began.
    pub ply: u32,
    /// By seat, the pieces that left the board before, as far as known.
    pub gone: [Army; 4],
}

/// Upper limit of both ply counters of a set-up.
const MOST_PLIES: u32 = 1 << 30;

/// A fault of a set-up.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum SetupFault {
    /// The rules do not fit the board.
    #[error(transparent)]
    Net(NetError),
    /// A piece on a station that is closed under the rules.
    #[error("a piece stands at {0}, which the rules close")]
    Closed(Cell),
    /// A piece on a station where the rules let no piece stop.
    #[error("a piece stands at {0}, where the rules let no piece stop")]
    NoStop(Cell),
    /// A ply counter above the limit.
    #[error("the ply counter is {0}: at most {MOST_PLIES} is allowed")]
    TooManyPlies(u32),
    /// The seat to move has no legal move.
    #[error("seat {0} is to move but has no legal move")]
    Stuck(Seat),
    /// Two pieces on one station.
    #[error("two pieces stand at {0}")]
    Shared(Cell),
    /// A piece of a seat that is not in the game.
    #[error("a piece of seat {0} stands at {1}, but the seat is not in the game")]
    NotIn(Seat, Cell),
    /// More of a kind than an army has.
    #[error("seat {0} has {2} {1} pieces: an army has {3}")]
    TooMany(Seat, Kind, usize, usize),
    /// More pieces than an army has.
    #[error("seat {0} has {1} pieces: an army has {2}")]
    Crowd(Seat, usize, usize),
    /// A seat that is in or has a shown flag although the mode does not have it.
    #[error("seat {0} is in the game or has a shown flag, but this mode does not have it")]
    NoSuchSeat(Seat),
    /// The seat to move is out.
    #[error("seat {0} is to move but out of the game")]
    TurnOut(Seat),
    /// A deployment for other arms or another army than those of the board.
    #[error("the deployment of seat {0} is not for the arms and the army of board {1}")]
    OtherArms(Seat, String),
    /// A living seat without a flag.
    #[error("seat {0} is in the game without a flag")]
    NoFlag(Seat),
    /// A flag outside its seat's headquarters, or a mine outside the rows of its seat's mines.
    #[error("the {0} of seat {1} stands at {2}, where no deployment can put it")]
    Misplaced(Kind, Seat, Cell),
}

impl SetupFault {
    /// Whether play is possible in spite of the fault.
    pub fn is_forgivable(&self) -> bool {
        matches!(self, Self::NoFlag(_) | Self::Misplaced(..) | Self::NoStop(_) | Self::Stuck(_))
    }
}

/// All faults of a set-up.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub struct SetupFaults(pub Vec<SetupFault>);

impl fmt::Display for SetupFaults {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, fault) in self.0.iter().enumerate() {
            write!(f, "{}{fault}", if i == 0 { "" } else { "; " })?;
        }
        Ok(())
    }
}

impl Setup {
    /// The start of a game. A seat that plays but has no deployment, or one for other arms than those of the board, is a
    /// seat without a flag.
    pub fn start(
        board: &'static Board,
        rules: Rules,
        deployments: &[Option<Deployment>; 4],
        first: Seat,
    ) -> Self {
        let mut pieces = vec![];
        for seat in rules.seats().iter() {
            let deployment = deployments[seat.index()].filter(|d| d.shape() == board.shape());
            if let (Some(deployment), Some(arm)) = (deployment, board.arm(seat)) {
                pieces.extend(deployment.pieces().map(|(p, kind)| (seat, kind, arm[p.index()])));
            }
        }
        Self {
            board,
            rules,
            pieces,
            turn: first,
            alive: rules.seats(),
            flags_shown: SeatSet::EMPTY,
            quiet: 0,
            ply: 0,
            gone: Default::default(),
        }
    }

    /// Every fault there is.
    pub fn faults(&self) -> Vec<SetupFault> {
        let mut faults: Vec<SetupFault> = vec![];
        let net = self.rules.net(self.board).map_err(|e| faults.push(SetupFault::Net(e))).ok();
        for seat in Seat::ALL {
            let is_named = self.alive.contains(seat) || self.flags_shown.contains(seat);
            if is_named && !self.rules.seats().contains(seat) {
                faults.push(SetupFault::NoSuchSeat(seat));
            }
        }
        // Once a team has won, no seat is to move.
        let lives = |team| self.alive.iter().any(|s| self.rules.team(s) == team);
        if Team::ALL.into_iter().all(lives) && !self.alive.contains(self.turn) {
            faults.push(SetupFault::TurnOut(self.turn));
        }
        for plies in [self.quiet, self.ply] {
            if plies > MOST_PLIES {
                faults.push(SetupFault::TooManyPlies(plies));
            }
        }
        // More than a hundred pieces are too many of some kind, which is reported below.
        for (i, &(seat, kind, station)) in self.pieces.iter().take(PIECES).enumerate() {
            let cell = self.board.cell(station);
            if net.is_some_and(|n| !n.open().contains(station)) {
                faults.push(SetupFault::Closed(cell));
            } else if net.is_some_and(|n| !n.stops().contains(station)) {
                faults.push(SetupFault::NoStop(cell));
            }
            if self.pieces[..i].iter().any(|p| p.2 == station) {
                faults.push(SetupFault::Shared(cell));
            }
            if !self.alive.contains(seat) {
                faults.push(SetupFault::NotIn(seat, cell));
            }
            if !self.allows(seat, kind, station) {
                faults.push(SetupFault::Misplaced(kind, seat, cell));
            }
        }
        for seat in Seat::ALL {
            self.count_faults(seat, &mut faults);
        }
        faults
    }

    fn count_faults(&self, seat: Seat, faults: &mut Vec<SetupFault>) {
        let count = |kind| self.pieces.iter().filter(|p| (p.0, p.1) == (seat, kind)).count();
        let army = self.board.shape().army();
        for kind in Kind::ALL.into_iter().filter(|&k| count(k) > army.count(k)) {
            faults.push(SetupFault::TooMany(seat, kind, count(kind), army.count(kind)));
        }
        if self.alive.contains(seat) && count(Kind::Flag) == 0 {
            faults.push(SetupFault::NoFlag(seat));
        }
    }

    /// Whether an immobile piece stands where a deployment may put it.
    fn allows(&self, seat: Seat, kind: Kind, station: Station) -> bool {
        let point = self.board.home(seat, station);
        kind.is_mobile() || point.is_some_and(|p| p.allows(kind))
    }

    /// The number of the post of a seat's arm at a station.
    fn post(&self, seat: Seat, station: Station) -> Option<usize> {
        self.board.home(seat, station)?.post()
    }

    /// Returns the net of the rules, or the faults that are not forgiven.
    pub(super) fn checked(
        &self,
        forgive: impl Fn(&SetupFault) -> bool,
    ) -> Result<&'static Net, SetupFaults> {
        let mut faults = self.faults();
        faults.retain(|f| !forgive(f));
        match self.rules.net(self.board) {
            Ok(net) if faults.is_empty() => Ok(net),
            _ => Err(SetupFaults(faults)),
        }
    }

    /// The pieces with their identities. A piece on a post of its own arm gets the number of the
    /// post; the others get the numbers left, in reading order of their cells. So identities depend
    /// on stations only.
    pub(crate) fn numbered(&self) -> Vec<(PieceId, Kind, Station)> {
        let mut numbered = vec![];
        for seat in Seat::ALL {
            let mut own: Vec<_> = self.pieces.iter().filter(|p| p.0 == seat).collect();
            // Pieces on their own posts come first, so that their numbers are still free.
            own.sort_unstable_by_key(|p| (self.post(seat, p.2).is_none(), self.board.cell(p.2)));
            let mut free: Vec<usize> = (0..self.board.shape().army().len()).rev().collect();
            for &&(_, kind, station) in &own {
                let number = self.post(seat, station).or_else(|| free.last().copied());
                let number = number.expect("a seat has at most the pieces of its army");
                free.retain(|&n| n != number);
                numbered.push((PieceId::new(seat, number), kind, station));
            }
        }
        numbered
    }
}
