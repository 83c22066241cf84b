//! Payoffs that depend on half of the moves of the path: the trees on which partition search pays.
//!
//! *Our reading*, after Ginsberg, "Partition search", AAAI 1996, where a position has the value that it
//! has for a reason, and all positions that share the reason share the value. A payoff is found by
//! reading half of the moves of the path, rounded up, one by one; what has been read decides which
//! ply is read next, and all together decide the payoff, uniform in 0..R. So two nodes of a depth
//! have the same payoff if they agree on the moves that are read, and no two paths lead to the same
//! node.

use super::{Decision, Generator, NodeRandom, Shape, TreeError, words};
use crate::base::random::derive;
use crate::gametree::position::Bits;
use crate::gametree::score::Score;
use smallvec::SmallVec;

/// A generator of payoffs 0..R that depend on half of the moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Sparse {
    words: NodeRandom,
    shape: Shape,
    range: u64,
}

impl Sparse {
    /// A generator of payoffs 0..values.
    ///
    /// # Errors
    ///
    /// If there are no values or more than [`MAX_VALUES`](super::MAX_VALUES).
    pub fn new(values: u64, shape: Shape, seed: u64) -> Result<Self, TreeError> {
        Ok(Self { words: NodeRandom::new(seed), shape, range: words::checked(values)? })
    }

    /// The moves from the root to a node; none where a node has one child at most, for its path is then
    /// its depth.
    fn path(&self, mut id: u64) -> SmallVec<[u32; 16]> {
        let b = u64::from(self.shape.branching());
        let mut moves = SmallVec::new();
        while id > 0 && b > 1 {
            moves.push(((id - 1) % b) as u32);
            id = (id - 1) / b;
        }
        moves.reverse();
        moves
    }

    /// The plies that are read, as bits, and the word that they decide.
    fn read(&self, moves: &[u32]) -> (u64, u64) {
        let mut unread: SmallVec<[usize; 16]> = (0..moves.len()).collect();
        let (mut plies, mut state) = (0, moves.len() as u64);
        for _ in 0..moves.len().div_ceil(2) {
            let ply = unread.swap_remove(self.words.below(state, unread.len() as u64) as usize);
            plies |= 1 << ply;
            state = derive(state, &[ply as u64, u64::from(moves[ply])]);
        }
        (plies, state)
    }
}

impl Generator for Sparse {
    fn shape(&self) -> Shape {
        self.shape
    }

    fn payoff(&self, _: i64, id: u64) -> Score {
        let (_, word) = self.read(&self.path(id));
        Score(self.words.below(word, self.range) as i64)
    }

    #[inline]
    fn entropy(&self, id: u64) -> Bits {
        self.words.entropy(id)
    }

    fn decision(&self, id: u64) -> Option<Decision> {
        (self.shape.branching() > 1).then(|| {
            let moves = self.path(id);
            Decision { plies: self.read(&moves).0, moves }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gametree::tree::{Generated, Tree, laws};
    use rustc_hash::FxHashMap;

    #[test]
    fn leaves_that_agree_on_what_is_read_have_the_same_payoff() {
        for seed in 0..20 {
            let shape = Shape::new(3, 5).unwrap();
            let tree = Generated::new(Sparse::new(1_000_000, shape, seed).unwrap());
            laws::check(&tree, seed);
            let mut by_reason: FxHashMap<_, Score> = FxHashMap::default();
            tree.walk(|node, ply| {
                let Decision { moves, plies } = node.decision().unwrap();
                assert_eq!((moves.len() as u32, plies.count_ones()), (ply, ply.div_ceil(2)));
                let mut number = 0;
                for m in &moves {
                    number = 3 * number + u64::from(*m) + 1;
                }
                assert_eq!(number, node.number(), "seed={seed}");
                let read = |&(ply, _): &(usize, &u32)| plies >> ply & 1 == 1;
                let reason: Vec<_> = moves.iter().enumerate().filter(read).collect();
                let reason = (ply, format!("{reason:?}"));
                let payoff = node.payoff().unwrap();
                assert_eq!(*by_reason.entry(reason).or_insert(payoff), payoff, "seed={seed}");
            });
            let leaves = by_reason.keys().filter(|(ply, _)| *ply == 5).count();
            assert_eq!(leaves, 27, "three of five moves are read: seed={seed}");
        }
    }

    #[test]
    fn a_path_without_choices_has_no_sets() {
        let tree = Generated::new(Sparse::new(9, Shape::new(1, u32::MAX).unwrap(), 1).unwrap());
        assert_eq!(tree.decision(), None);
        assert!(tree.payoff().is_some());
    }
}
