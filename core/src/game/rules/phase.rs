//! Phases of a game, derived from the public state.

use super::World;
use std::fmt;

/// The phase of a game, by the share of all pieces that are still on the board (*our reading*; no
/// source defines phases).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Phase {
    /// 85 % of the pieces or more.
    Opening,
    /// 45 % to less than 85 %.
    Middle,
    /// Less than 45 %.
    End,
}

impl Phase {
    /// All phases, in the order of a game.
    pub const ALL: [Self; 3] = [Self::Opening, Self::Middle, Self::End];

    /// The phase with a name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|phase| phase.to_string() == name)
    }

    /// The phase of a world.
    pub fn of(world: &World) -> Self {
        let army = world.board().shape().army().len();
        Self::by_count(world.pieces().count(), army * world.rules().seats().len())
    }

    /// The phase of a game with a number of pieces on the board, of `whole` at the start, all seats together.
    pub fn by_count(pieces: usize, whole: usize) -> Self {
        let percent = 100 * pieces;
        match () {
            () if percent >= 85 * whole => Self::Opening,
            () if percent >= 45 * whole => Self::Middle,
            () => Self::End,
        }
    }

    /// The place in [`ALL`](Self::ALL), 0 to 2.
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

#[cfg(test)]
mod tests {
    use super::*;
    #[test]
    fn phases_begin_at_their_shares() {
        let (two, one) = (100, 50);
        for (pieces, whole, phase) in [
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
            assert_eq!(Phase::by_count(pieces, whole), phase, "{pieces}");
            assert_eq!(Phase::named(&phase.to_string()), Some(phase));
        }
    }
}
