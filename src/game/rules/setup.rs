//! Set-ups: anything that may be drawn; a [`World`](super::World) is made only of sound ones.

use super::{ARMY, Army, Deployment, Kind, PieceId, Rules, Team};
use crate::game::board::{Board, Cell, Net, NetError, Seat, SeatSet, Station};
use std::fmt;
use thiserror::Error;

/// A drawn position with all pieces known.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Setup {
    /// The board.
    pub board: &'static Board,
    /// The rules.
    pub rules: Rules,
    /// Whose piece of which kind stands where.
    pub pieces: Vec<(Seat, Kind, Station)>,
    /// Whose turn it is.
    pub turn: Seat,
    /// The seats that are in.
    pub alive: SeatSet,
    /// The seats whose flag is public.
    pub flags_shown: SeatSet,
    /// Plies since the last fight.
    pub quiet: u32,
    /// Moves made.
    pub ply: u32,
    /// By seat, pieces that left the board before, as far as they are told.
    pub gone: [Army; 4],
}

/// Plies, quiet or not, that a set-up may begin with.
const MOST_PLIES: u32 = 1 << 30;

/// A fault of a set-up.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum SetupFault {
    /// The rules do not fit the board.
    #[error(transparent)]
    Net(NetError),
    /// A piece on a station that the rules close.
    #[error("found a piece at {0}, expected none: the rules close that station")]
    Closed(Cell),
    /// A piece where the rules let none stop.
    #[error("found a piece at {0}, expected none: the rules let no piece stop there")]
    NoStop(Cell),
    /// More plies than a game can have: the counters must have room to go on.
    #[error("found {0} plies, expected at most {MOST_PLIES}")]
    TooManyPlies(u32),
    /// The seat to move has no move.
    #[error("found seat {0} to move without a legal move, expected one")]
    Stuck(Seat),
    /// Two pieces on one station.
    #[error("found two pieces at {0}, expected one")]
    Shared(Cell),
    /// A piece of a seat that is not in the game.
    #[error("found a piece of seat {0} at {1}, expected none: the seat is not in the game")]
    NotIn(Seat, Cell),
    /// More of a kind than an army has.
    #[error("found {2} pieces {1} of seat {0}, expected at most {most}", most = .1.count())]
    TooMany(Seat, Kind, usize),
    /// More pieces than an army has.
    #[error("found {1} pieces of seat {0}, expected at most {ARMY}")]
    Crowd(Seat, usize),
    /// A seat is said to be in that these rules do not have.
    #[error("found seat {0} in the game, expected only the seats of the mode")]
    NoSuchSeat(Seat),
    /// The seat to move is out.
    #[error("found seat {0} to move, expected a seat that is in the game")]
    TurnOut(Seat),
    /// A living seat without a flag.
    #[error("found no flag of seat {0}, expected one while the seat is in the game")]
    NoFlag(Seat),
    /// A flag outside its seat's headquarters, or a mine outside its seat's last two rows.
    #[error("found the {0} of seat {1} at {2}, where no deployment can put it")]
    Misplaced(Kind, Seat, Cell),
}

impl SetupFault {
    /// Whether play is possible in spite of it.
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
    /// The start of a game. A seat that plays without a deployment shows as a seat without flag.
    pub fn start(
        board: &'static Board,
        rules: Rules,
        deployments: &[Option<Deployment>; 4],
        first: Seat,
    ) -> Self {
        let mut pieces = vec![];
        for seat in rules.seats().iter() {
            if let (Some(deployment), Some(arm)) = (&deployments[seat.index()], board.arm(seat)) {
                pieces.extend(deployment.pieces().map(|(p, kind)| (seat, kind, arm[p.index()])));
            }
        }
        let alive = rules.seats();
        let (flags_shown, gone) = (SeatSet::EMPTY, Default::default());
        Self { board, rules, pieces, turn: first, alive, flags_shown, quiet: 0, ply: 0, gone }
    }

    /// Every fault there is.
    pub fn faults(&self) -> Vec<SetupFault> {
        let mut faults: Vec<SetupFault> = vec![];
        let net = self.rules.net(self.board).map_err(|e| faults.push(SetupFault::Net(e))).ok();
        for seat in self.alive.iter().filter(|&s| !self.rules.seats().contains(s)) {
            faults.push(SetupFault::NoSuchSeat(seat));
        }
        let lives = |team| self.alive.iter().any(|s| self.rules.team(s) == team);
        if Team::ALL.into_iter().all(lives) && !self.alive.contains(self.turn) {
            faults.push(SetupFault::TurnOut(self.turn));
        }
        let plies = [self.quiet, self.ply].into_iter().filter(|&n| n > MOST_PLIES);
        faults.extend(plies.map(SetupFault::TooManyPlies));
        // More than a hundred pieces are too many of some kind, which is told below.
        for (i, &(seat, kind, station)) in self.pieces.iter().take(4 * ARMY).enumerate() {
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
        for kind in Kind::ALL.into_iter().filter(|&k| count(k) > k.count()) {
            faults.push(SetupFault::TooMany(seat, kind, count(kind)));
        }
        if self.alive.contains(seat) && count(Kind::Flag) == 0 {
            faults.push(SetupFault::NoFlag(seat));
        }
    }

    /// Whether an immobile piece stands where a deployment may put it.
    fn allows(&self, seat: Seat, kind: Kind, station: Station) -> bool {
        let point = self.home(seat, station);
        kind.is_mobile() || point.is_some_and(|p| p.allows(kind))
    }

    fn home(&self, seat: Seat, station: Station) -> Option<super::Point> {
        let arm = self.board.arm(seat)?;
        super::Point::all().find(|p| arm[p.index()] == station)
    }

    /// The net of the rules, if no fault remains that is not forgiven.
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

    /// The pieces with the names they get: by the number of the home post they stand on; pieces
    /// elsewhere take the numbers that are left, in reading order of their cells. So a name
    /// depends on stations only.
    pub(crate) fn numbered(&self) -> Vec<(PieceId, Kind, Station)> {
        let mut numbered = vec![];
        for seat in Seat::ALL {
            let post = |station| {
                let home = self.home(seat, station)?;
                super::Point::posts().position(|p| p == home)
            };
            let mut own: Vec<_> = self.pieces.iter().filter(|p| p.0 == seat).collect();
            own.sort_unstable_by_key(|p| (post(p.2).is_none(), self.board.cell(p.2)));
            let mut free: Vec<usize> = (0..ARMY).rev().collect();
            for &&(_, kind, station) in &own {
                let number = post(station).or_else(|| free.last().copied());
                let number = number.expect("a seat has at most 25 pieces");
                free.retain(|&n| n != number);
                numbered.push((PieceId::new(seat, number), kind, station));
            }
        }
        numbered
    }
}
