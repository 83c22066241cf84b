//! The node budget of the solver: the caller's limit, and the turns of the methods that share it.

use crate::gametree::search::{Limit, Stopped};

/// Number of known states visited between two polls of the limit.
const ASK_EVERY: u64 = 256;

/// Node counter with a limit.
pub(super) struct NodeBudget<'a> {
    limit: Limit<'a>,
    /// Number of moves made.
    pub(super) nodes: u64,
    /// Number of nodes at which the current method has to pause.
    pause: u64,
    /// Whether the limit is reached.
    pub(super) ended: bool,
    looks: u64,
}

impl<'a> NodeBudget<'a> {
    pub(super) fn new(limit: Limit<'a>) -> Self {
        Self { limit, nodes: 0, pause: u64::MAX, ended: false, looks: 0 }
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

    /// Counts another visit of a known state.
    pub(super) fn look(&mut self) -> Result<(), Stopped> {
        self.looks += 1;
        let ask = self.looks.is_multiple_of(ASK_EVERY);
        self.ended = self.ended || (ask && self.limit.over.is_some_and(|over| over()));
        if self.ended { Err(Stopped) } else { Ok(()) }
    }
}
