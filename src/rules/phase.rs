//! The phases of a game.

use super::{ARMY, World};
use serde::{Deserialize, Serialize};

/// How far a game is, told by the pieces that are left: public, and the same for every seat. *Our
/// reading*; the thesis speaks of opening, middle game and endgame without saying where they part.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Phase {
    /// At least 85 % of the pieces are on the board.
    Opening,
    /// Less, but at least 45 %.
    Middle,
    /// Less than that.
    End,
}

impl Phase {
    /// The phase of a world, by the pieces of all seats that play.
    pub fn of(world: &World) -> Self {
        let (left, all) = (world.pieces().count(), ARMY * world.rules().seats().len());
        match 100 * left / all {
            85.. => Self::Opening,
            45.. => Self::Middle,
            _ => Self::End,
        }
    }
}
