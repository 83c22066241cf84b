//! The floor: alpha-beta on a uniform tree, written for that tree alone. No traits, no policies,
//! plain recursion; the fastest of the forms that were tried.

use junqi::tree::Words;

/// A tree with `B` children a node; payoffs are `low` + a word below `range`.
pub(super) struct HandTight<const B: u64> {
    /// The random words of the tree.
    pub(super) words: Words,
    /// The least payoff.
    pub(super) low: i64,
    /// How many payoffs there are.
    pub(super) range: u64,
    /// Nodes entered so far.
    pub(super) nodes: u64,
}

impl<const B: u64> HandTight<B> {
    /// The value of the root. At an even depth Max is to move at the leaves as well, so that a
    /// payoff needs no sign.
    pub(super) fn value(&mut self, depth: u32) -> i64 {
        assert!(depth.is_multiple_of(2));
        self.visit(0, depth, -i64::MAX, i64::MAX)
    }

    fn visit(&mut self, id: u64, left: u32, mut alpha: i64, beta: i64) -> i64 {
        self.nodes += 1;
        if left == 0 {
            return self.low + self.words.below(id, self.range) as i64;
        }
        let mut best = -i64::MAX;
        for child in id * B + 1..=id * B + B {
            let value = -self.visit(child, left - 1, -beta, -alpha);
            best = best.max(value);
            alpha = alpha.max(value);
            if alpha >= beta {
                break;
            }
        }
        best
    }
}
