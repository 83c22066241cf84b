//! The counters of the solver: nodes with their limit, and the plies before the draws of the rules.

use crate::game::rules::World;
use crate::gametree::search::{Limit, Stopped};

/// Unlimited number of plies.
pub(super) const FOREVER: u32 = u32::MAX;

/// Number of quiet plies left before the draw, the drawing one included.
pub(super) fn quiet_left(world: &World) -> u32 {
    left(world.rules().draw_quiet_plies, world.quiet())
}

/// Number of quiet plies left after a fight.
pub(super) fn quiet_after_fight(world: &World) -> u32 {
    left(world.rules().draw_quiet_plies, 0)
}

/// Number of plies left in the game.
pub(super) fn plies_left(world: &World) -> u32 {
    left(world.rules().max_plies, world.ply())
}

/// A limit of 0 is none. A game that goes on has at least one ply, even if its position was set up beyond the limit.
fn left(limit: u32, count: u32) -> u32 {
    if limit == 0 { FOREVER } else { limit.saturating_sub(count).max(1) }
}

/// Number of plies left after one more.
pub(super) fn one_less(left: u32) -> u32 {
    if left == FOREVER { FOREVER } else { left.saturating_sub(1) }
}

/// Number of known states visited between two polls of the clock.
const ASK_EVERY: u64 = 256;

/// The node budget: the caller's limit, and the turns of the methods that share it.
pub(super) struct NodeBudget<'a> {
    limit: Limit<'a>,
    /// Number of moves made.
    pub(super) nodes: u64,
    /// Number of nodes at which the current method has to pause.
    pause: u64,
    /// Whether the limit is reached.
    pub(super) ended: bool,
    visits: u64,
}

impl<'a> NodeBudget<'a> {
    pub(super) fn new(limit: Limit<'a>) -> Self {
        Self { limit, nodes: 0, pause: u64::MAX, ended: false, visits: 0 }
    }

    /// Lets the current method use this many nodes.
    pub(super) fn allow(&mut self, nodes: u64) {
        self.pause = self.nodes.saturating_add(nodes);
    }

    /// Counts a node.
    pub(super) fn enter(&mut self) -> Result<(), Stopped> {
        self.ended = self.ended || self.limit.reached(self.nodes);
        if self.ended || self.nodes >= self.pause {
            return Err(Stopped);
        }
        self.nodes += 1;
        Ok(())
    }

    /// Counts a visit of a known state, which makes no move and is no node: only the clock can end it.
    pub(super) fn visit(&mut self) -> Result<(), Stopped> {
        self.visits += 1;
        let ask = self.visits.is_multiple_of(ASK_EVERY);
        self.ended = self.ended || (ask && self.limit.over.is_some_and(|over| over()));
        if self.ended { Err(Stopped) } else { Ok(()) }
    }
}
