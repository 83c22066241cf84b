//! Results of endgames, and their distances.

use crate::game::rules::Team;

/// The result with best play of both sides, for the side to move: the winner takes the fastest way, the
/// loser the slowest.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EndgameResult {
    /// Won.
    Win {
        /// Number of plies of both sides until the game is over.
        plies: u32,
    },
    /// Lost.
    Loss {
        /// Number of plies of both sides until the game is over.
        plies: u32,
    },
    /// Drawn: neither side can win.
    Draw,
    /// Not solved within the limit.
    Unknown,
}

impl EndgameResult {
    /// The result for a team of a game that a team wins in a number of plies.
    pub(super) fn won(winner: Team, plies: u32, team: Team) -> Self {
        if winner == team { Self::Win { plies } } else { Self::Loss { plies } }
    }

    /// A sort key, greater for better results: faster wins, slower losses; an unknown result is below a
    /// draw.
    pub(super) fn rank(self) -> (i8, i64) {
        match self {
            Self::Win { plies } => (2, -i64::from(plies)),
            Self::Draw => (1, 0),
            Self::Unknown => (0, 0),
            Self::Loss { plies } => (-1, plies.into()),
        }
    }
}

/// The value of a win at distance 0; distances are far below it.
const BIG: i32 = 1 << 30;

/// An outcome with its distance, greater for the first team; a more distant win is smaller.
///
/// Distances are in half plies. A win by a seat that has no move when its turn comes is half a ply
/// farther than one by a flag, because on the very last ply the draw goes before it: so the game
/// is won within `max_plies` exactly if the distance is at most twice the plies left.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct EndgameValue(i32);

impl EndgameValue {
    pub(super) const DRAW: Self = Self(0);

    /// A move that ends the game; `late` if a draw by the counters takes precedence.
    pub(super) fn end(winner: Option<Team>, late: bool) -> Self {
        let distance = 2 + i32::from(late);
        match winner {
            None => Self::DRAW,
            Some(Team::First) => Self(BIG - distance),
            Some(Team::Second) => Self(distance - BIG),
        }
    }

    /// The value one ply earlier.
    pub(super) fn a_ply_before(self) -> Self {
        // A draw has the sign 0 and stays one.
        Self(self.0 - 2 * self.0.signum())
    }

    /// The value if the game has this many plies left.
    pub(super) fn within(self, plies: u32) -> Self {
        // Halves are rounded up: a late win needs one ply more. (Plies may be unlimited, so they are not doubled.)
        if self.distance().div_ceil(2) > plies { Self::DRAW } else { self }
    }

    /// In half plies; that of a draw is greater than any other.
    fn distance(self) -> u32 {
        BIG.unsigned_abs() - self.0.unsigned_abs()
    }

    /// A sort key, greater for better results of the team.
    pub(super) fn for_team(self, team: Team) -> i32 {
        if team == Team::First { self.0 } else { -self.0 }
    }

    pub(super) fn verdict(self, team: Team) -> EndgameResult {
        // Halves are rounded down: a late win is reported with the ply that decides it.
        let plies = self.distance() / 2;
        match self.0 {
            0 => EndgameResult::Draw,
            value if value > 0 => EndgameResult::won(Team::First, plies, team),
            _ => EndgameResult::won(Team::Second, plies, team),
        }
    }
}
