//! Observers, and worlds as they see them.

use crate::game::belief::{Observation, View, Visibility};
use crate::game::board::{Seat, SeatSet};
use crate::game::rules::World;
use std::fmt;

/// Who looks at a state.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Observer {
    /// A player, by number.
    Player(usize),
    /// An onlooker, who knows what every player knows: the board, the events, public flags, and with
    /// [`Visibility::AllOpen`] all kinds.
    Public,
    /// All players together: every kind is known.
    Everyone,
}

impl From<usize> for Observer {
    fn from(player: usize) -> Self {
        Self::Player(player)
    }
}

/// Writes `player 3`, `the public` or `everyone`.
impl fmt::Display for Observer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Player(player) => write!(f, "player {player}"),
            Self::Public => f.write_str("the public"),
            Self::Everyone => f.write_str("everyone"),
        }
    }
}

/// What an observer of a game knows.
#[derive(Debug, Clone, Copy)]
pub(super) struct Eyes {
    /// The seat of a player; none for the others.
    pub(super) seat: Option<Seat>,
    /// The seats whose kinds it knows once all armies are dealt.
    pub(super) open: SeatSet,
    /// The seats whose placements it sees while players place their armies.
    pub(super) placing: SeatSet,
}

impl Eyes {
    /// The seat that others are numbered from: a player's own, else South.
    pub(super) fn first(self) -> Seat {
        self.seat.unwrap_or(Seat::South)
    }

    /// A world as the observer sees it.
    pub(super) fn view(self, world: &World, visibility: Visibility) -> View {
        match self.seat {
            Some(seat) => Observation::new(world, seat, visibility).view(),
            None if self.open.is_empty() => View::public(world),
            None => View::truth(world),
        }
    }
}
