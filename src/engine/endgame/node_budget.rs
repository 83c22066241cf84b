//! What a solver may spend: the caller's limit, and pauses between the methods that share it.

use crate::gametree::search::{Limit, Stopped};

/// States looked at between two questions to the caller, where no node is entered.
const ASK_EVERY: u64 = 256;

/// Nodes spent, and when to stop.
pub(super) struct NodeBudget<'a> {
    limit: Limit<'a>,
    /// Moves made.
    pub(super) nodes: u64,
    /// Where the method at work has to let others work.
    pause: u64,
    /// Whether the limit is reached.
    pub(super) ended: bool,
    looks: u64,
}

impl<'a> NodeBudget<'a> {
    pub(super) fn new(limit: Limit<'a>) -> Self {
        Self { limit, nodes: 0, pause: u64::MAX, ended: false, looks: 0 }
    }

    /// Allows so many nodes from here.
    pub(super) fn allow(&mut self, nodes: u64) {
        self.pause = self.nodes.saturating_add(nodes);
    }

    /// A node is entered.
    pub(super) fn enter(&mut self) -> Result<(), Stopped> {
        self.ended = self.ended || self.limit.reached(self.nodes);
        if self.ended || self.nodes >= self.pause {
            return Err(Stopped);
        }
        self.nodes += 1;
        Ok(())
    }

    /// A state that is known is looked at once more.
    pub(super) fn look(&mut self) -> Result<(), Stopped> {
        self.looks += 1;
        let ask = self.looks.is_multiple_of(ASK_EVERY);
        self.ended = self.ended || (ask && self.limit.over.is_some_and(|over| over()));
        if self.ended { Err(Stopped) } else { Ok(()) }
    }
}
