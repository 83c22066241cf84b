//! The static evaluation of a synthetic tree: the payoffs of its nodes.

use super::Tree;
use crate::gametree::position::{Evaluate, Side};
use crate::gametree::score::Score;

/// A node's payoff for the side to move.
///
/// A tree may lack payoffs. The evaluation cannot fail, so a node without payoff has the value 0 and
/// its number is kept: check [`missing`](Self::missing) after a search.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Payoffs {
    /// Number of the first evaluated node without payoff.
    pub missing: Option<u64>,
}

impl Payoffs {
    #[inline]
    fn for_max<T: Tree>(&mut self, node: &T) -> Score {
        node.payoff().unwrap_or_else(|| {
            self.missing.get_or_insert(node.number());
            Score(0)
        })
    }
}

impl<T: Tree> Evaluate<T> for Payoffs {
    type Value = Score;

    #[inline]
    fn evaluate(&mut self, node: &T) -> Score {
        let payoff = self.for_max(node);
        if node.side() == Side::Max { payoff } else { -payoff }
    }
}

/// [`Payoffs`] as real numbers, for searches that scale them. Exact up to 2^53.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct RealPayoffs {
    /// Number of the first evaluated node without payoff.
    pub missing: Option<u64>,
}

impl<T: Tree> Evaluate<T> for RealPayoffs {
    type Value = f64;

    #[inline]
    fn evaluate(&mut self, node: &T) -> f64 {
        let mut payoffs = Payoffs { missing: self.missing };
        let payoff = payoffs.for_max(node).0 as f64;
        self.missing = payoffs.missing;
        if node.side() == Side::Max { payoff } else { -payoff }
    }
}
