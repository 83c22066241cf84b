//! The static evaluation of a synthetic tree: what the node says it is worth.

use super::Tree;
use crate::gametree::position::{Evaluate, Side};
use crate::gametree::score::Score;

/// A node's payoff for the side to move.
///
/// A tree may lack payoffs. A search cannot stop in the middle, so such a node counts 0 and its
/// number is kept: whoever started the search looks at [`missing`](Self::missing) after it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Payoffs {
    /// The number of the first node that was asked for a payoff and has none.
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
    /// The number of the first node that was asked for a payoff and has none.
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
