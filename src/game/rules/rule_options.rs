//! The values of rule options. Sources of every value: `docs/RULES.md`, section 9.

use serde::{Deserialize, Serialize};

/// The number of players.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub enum Mode {
    /// Four seats, opposite seats are partners.
    #[default]
    #[serde(rename = "2v2")]
    FourPlayer,
    /// South against North.
    #[serde(rename = "1v1")]
    TwoPlayer,
}

impl Mode {
    /// Both modes.
    pub const ALL: [Self; 2] = [Self::FourPlayer, Self::TwoPlayer];

    /// The mode as people write it: `2v2` or `1v1`.
    pub fn name(self) -> &'static str {
        match self {
            Self::FourPlayer => "2v2",
            Self::TwoPlayer => "1v1",
        }
    }

    /// The mode with a name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|mode| mode.name() == name)
    }
}

/// The turn order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TurnDir {
    /// Anticlockwise: S, E, N, W.
    Ccw,
    /// Clockwise: S, W, N, E.
    Cw,
}

/// The stations of the centre (九宫) where a piece may stop.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CenterStops {
    /// All nine.
    Nine,
    /// All but the middle one.
    Eight,
    /// None.
    None,
}

/// The fate of a mine attacked by anything but an engineer or a bomb.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MineOnHit {
    /// It stays.
    Stays,
    /// It is removed with the attacker.
    Removed,
}

/// Whether a bomb may capture a flag.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum BombVsFlag {
    /// Both are removed and the seat is out.
    Capture,
    /// The move is illegal. So the legal moves reveal to the bomb's owner whether a station in
    /// reach holds the flag.
    Illegal,
}

/// When a seat without a legal move goes out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum NoMove {
    /// When its turn comes.
    OnTurn,
    /// At once, by the stuck test of the QQ server. A seat without a move that passes the test is
    /// skipped.
    Qq,
}

/// Whether the side arms are open in two-player games.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SideArms {
    /// Posts, camps and rails are open.
    Open,
    /// They are not part of the board.
    Closed,
}
