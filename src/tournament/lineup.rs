//! The engines of a series, and how sides and deployments are exchanged from game to game.

use crate::game::format::by_letter;
use crate::game::rules::{Mode, Team};
use crate::play::{DeploymentSource, PlayerSpec};
use serde::{Deserialize, Serialize};

/// The engines of a series and how sides are exchanged.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Lineup {
    /// The same engines in the same seats in every game; new deployments each time.
    #[serde(with = "by_letter")]
    Fixed([Option<PlayerSpec>; 4]),
    /// Two engines in units that balance deployments, seats and the first move. In 1v1 games, a unit is
    /// two games with the same deployments and the sides exchanged. In 2v2 games, it is four games
    /// in which the same four deployments rotate through the seats, so that each side has each pair
    /// of opposite deployments once as the team that moves first and once as the other.
    Match([PlayerSpec; 2]),
    /// Two sources of deployments, the series' own and another, both played by the same engine, in units
    /// as of a match: deployments stay with their side, seats are exchanged.
    Deployments {
        /// The engine of all seats.
        seat: PlayerSpec,
        /// The source of the second side's deployments.
        against: DeploymentSource,
    },
}

impl Lineup {
    /// Number of games in a unit.
    pub(super) fn unit(&self, mode: Mode) -> u64 {
        match self {
            Self::Fixed(_) => 1,
            _ => unit_of_match(mode),
        }
    }

    /// Whether an engine plays by the clock.
    pub(super) fn is_timed(&self) -> bool {
        match self {
            Self::Fixed(seats) => seats.iter().flatten().any(PlayerSpec::is_timed),
            Self::Match(sides) => sides.iter().any(PlayerSpec::is_timed),
            Self::Deployments { seat, .. } => seat.is_timed(),
        }
    }

    /// The team of the first side in a game.
    pub(super) fn team_of_first(&self, game: u64, mode: Mode) -> Team {
        let exchanged = match self {
            Self::Fixed(_) => false,
            Self::Match(_) => is_exchanged(game, mode),
            Self::Deployments { .. } => game % 2 == 1,
        };
        if exchanged { Team::Second } else { Team::First }
    }

    /// Quarter turns by which the deployments of a unit have gone through the seats in a game.
    pub(super) fn quarter_turns(&self, game: u64, mode: Mode) -> usize {
        match (self, mode) {
            (Self::Fixed(_), _) | (Self::Match(_), Mode::TwoPlayer) => 0,
            (_, Mode::FourPlayer) => (game % 4) as usize,
            (Self::Deployments { .. }, Mode::TwoPlayer) => 2 * (game % 2) as usize,
        }
    }
}

/// Number of games in a unit of a match.
pub fn unit_of_match(mode: Mode) -> u64 {
    match mode {
        Mode::TwoPlayer => 2,
        Mode::FourPlayer => 4,
    }
}

/// Whether the sides of a match are exchanged in a game: the first side is then the second team.
pub fn is_exchanged(game: u64, mode: Mode) -> bool {
    let unit = unit_of_match(mode);
    game % unit >= unit / 2
}
