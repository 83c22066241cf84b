//! Phases of a game, told by what everybody sees.

use super::{ARMY, Rules, World};
use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// How far a game is, by the share of the pieces still on the board among those of all seats that
/// began (*our reading*; no source tells phases apart).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Phase {
    /// 85 % or more.
    Opening,
    /// 45 % to less than 85 %.
    Middle,
    /// Less than 45 %.
    End,
}

/// A text that names no phase.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("found `{0}`, expected opening, middle or end")]
pub struct ParsePhaseError(String);

impl Phase {
    /// All phases, in the order of a game.
    pub const ALL: [Self; 3] = [Self::Opening, Self::Middle, Self::End];

    /// The phase of a world.
    pub fn of(world: &World) -> Self {
        Self::by_count(world.pieces().count(), world.rules())
    }

    /// The phase of a game with so many pieces on the board, of all seats together.
    pub fn by_count(pieces: usize, rules: &Rules) -> Self {
        let percent = 100 * pieces;
        let whole = ARMY * rules.seats().iter().count();
        match () {
            () if percent >= 85 * whole => Self::Opening,
            () if percent >= 45 * whole => Self::Middle,
            () => Self::End,
        }
    }

    /// 0, 1, 2 in the order of a game.
    pub fn index(self) -> usize {
        self as usize
    }
}

impl fmt::Display for Phase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Opening => "opening",
            Self::Middle => "middle",
            Self::End => "end",
        })
    }
}

impl FromStr for Phase {
    type Err = ParsePhaseError;

    fn from_str(text: &str) -> Result<Self, ParsePhaseError> {
        let found = Self::ALL.into_iter().find(|phase| phase.to_string() == text);
        found.ok_or_else(|| ParsePhaseError(text.into()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::rules::Mode;

    #[test]
    fn phases_begin_at_their_shares() {
        let two = Rules::default();
        let one = two.with_mode(Mode::TwoPlayer);
        for (pieces, rules, phase) in [
            (100, two, Phase::Opening),
            (85, two, Phase::Opening),
            (84, two, Phase::Middle),
            (45, two, Phase::Middle),
            (44, two, Phase::End),
            (43, one, Phase::Opening),
            (42, one, Phase::Middle),
            (23, one, Phase::Middle),
            (22, one, Phase::End),
        ] {
            assert_eq!(Phase::by_count(pieces, &rules), phase, "{pieces}");
            assert_eq!(phase.to_string().parse(), Ok(phase));
        }
    }
}
