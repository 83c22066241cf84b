//! The baseline: alpha-beta written for uniform trees alone, without traits or policies. Each is the
//! fastest of several variants.

use junqi::gametree::tree::NodeRandom;

/// A tree with `B` children a node; payoffs are `low` + a word below `range`. At an even depth Max
/// is to move at the leaves as well as at the root, so that a payoff needs no sign.
pub(super) struct HandTight<const B: u64> {
    /// The random words of the tree.
    pub(super) words: NodeRandom,
    /// The least payoff.
    pub(super) low: i64,
    /// Number of different payoffs.
    pub(super) range: u64,
    /// Nodes entered so far.
    pub(super) nodes: u64,
}

impl<const B: u64> HandTight<B> {
    /// The value of the root by plain recursion: every node is a call.
    pub(super) fn recursion(&mut self, depth: u32) -> i64 {
        assert!(depth.is_multiple_of(2));
        self.visit(0, depth, -i64::MAX, i64::MAX)
    }

    fn visit(&mut self, id: u64, left: u32, mut alpha: i64, beta: i64) -> i64 {
        self.nodes += 1;
        if left == 0 {
            return self.leaf(id);
        }
        let mut best = -i64::MAX;
        let first = id * B + 1;
        for child in first..first + B {
            let value = -self.visit(child, left - 1, -beta, -alpha);
            best = best.max(value);
            alpha = alpha.max(value);
            if alpha >= beta {
                break;
            }
        }
        best
    }

    /// The value of the root with a loop over the leaves instead of calls.
    pub(super) fn leaf_loop(&mut self, depth: u32) -> i64 {
        assert!(depth.is_multiple_of(2) && depth > 0);
        self.nodes += 1;
        self.expand(0, depth, -i64::MAX, i64::MAX)
    }

    fn expand(&mut self, id: u64, left: u32, mut alpha: i64, beta: i64) -> i64 {
        let mut best = -i64::MAX;
        let first = id * B + 1;
        for child in first..first + B {
            self.nodes += 1;
            let value = if left == 1 {
                -self.leaf(child)
            } else {
                -self.expand(child, left - 1, -beta, -alpha)
            };
            best = best.max(value);
            alpha = alpha.max(value);
            if alpha >= beta {
                break;
            }
        }
        best
    }

    #[inline]
    fn leaf(&self, id: u64) -> i64 {
        self.low + self.words.below(id, self.range) as i64
    }
}
