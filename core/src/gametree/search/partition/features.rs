//! Positions as lists of features, and which of them a search has read.

use crate::base::random::derive;
use crate::gametree::position::Node;
use crate::gametree::score::Value;
use crate::gametree::tree::{Decision, Tree};

/// A set of features, as bits: feature `64 · word + bit` of at most `64 · W`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Features<const W: usize>(pub [u64; W]);

impl<const W: usize> Features<W> {
    /// No feature: the set of all positions.
    pub const NONE: Self = Self([0; W]);

    /// Adds a feature.
    ///
    /// # Panics
    ///
    /// If there is no such feature.
    pub fn insert(&mut self, feature: usize) {
        self.0[feature / 64] |= 1 << (feature % 64);
    }

    /// The set with a feature.
    ///
    /// # Panics
    ///
    /// If there is no such feature.
    #[must_use]
    pub fn with(mut self, feature: usize) -> Self {
        self.insert(feature);
        self
    }

    /// The features of either set.
    #[must_use]
    pub fn union(self, other: Self) -> Self {
        Self(std::array::from_fn(|word| self.0[word] | other.0[word]))
    }

    /// The features that the other set lacks.
    #[must_use]
    pub fn without(self, other: Self) -> Self {
        Self(std::array::from_fn(|word| self.0[word] & !other.0[word]))
    }

    /// The number of features.
    pub fn len(self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    /// Whether there is no feature.
    pub fn is_empty(self) -> bool {
        self == Self::NONE
    }

    /// The features, by rising number.
    pub fn iter(self) -> impl Iterator<Item = usize> {
        (0..64 * W).filter(move |feature| self.0[feature / 64] >> (feature % 64) & 1 == 1)
    }
}

/// What a search reads of a position, for [`partition`](super::partition).
///
/// A set of positions is a list of features with their values: it contains every position that has
/// these values, whatever its other features. Every implementation must keep this law: if two
/// positions with the same side to move agree on the features that a method returns, then that method
/// returns the same for both, and the facts that it reads are the same.
pub trait Partition<P: Node, V: Value, const W: usize> {
    /// A hash of the side to move and of the values of some features.
    fn key(&self, position: &P, of: Features<W>) -> u64;

    /// The features that the static evaluation, less [`base`](Self::base), depends on.
    fn evaluation(&mut self, position: &P) -> Features<W>;

    /// The features that the list of moves depends on.
    fn moves(&mut self, position: &P) -> Features<W>;

    /// The features on which it depends that a move is legal, and which values it leaves behind.
    fn reads(&mut self, position: &P, m: P::Move) -> Features<W>;

    /// The features that a move sets: their values after it follow from those that it reads.
    fn writes(&mut self, position: &P, m: P::Move) -> Features<W>;

    /// A part of the value, for the side to move, that the table leaves out. The change of it by a
    /// move may depend only on features that the move reads. Default 0.
    fn base(&self, position: &P) -> V {
        let _ = position;
        V::of(0)
    }
}

/// The features of a synthetic tree: the moves of the path, if the tree says which of them decide its
/// payoffs; otherwise the node itself, so that every set is one node.
#[derive(Debug, Clone, Copy, Default)]
pub struct TreePartition;

/// The feature of the node itself. Those before it are the moves by ply.
const NODE: Features<2> = Features([0, 1]);

/// The features that a node without payoff has: none, or itself.
fn inner<T: Tree>(node: &T) -> Features<2> {
    if node.decision().is_some() { Features::NONE } else { NODE }
}

impl<T: Tree, V: Value> Partition<T, V, 2> for TreePartition {
    fn key(&self, node: &T, of: Features<2>) -> u64 {
        match node.decision() {
            Some(Decision { moves, .. }) => of.iter().fold(0, |key, ply| {
                derive(key, &[ply as u64, moves.get(ply).map_or(u64::MAX, |&m| m.into())])
            }),
            None => node.number(),
        }
    }

    fn evaluation(&mut self, node: &T) -> Features<2> {
        node.decision().map_or(NODE, |decision| Features([decision.plies, 0]))
    }

    fn moves(&mut self, node: &T) -> Features<2> {
        inner(node)
    }

    fn reads(&mut self, node: &T, _m: u32) -> Features<2> {
        inner(node)
    }

    fn writes(&mut self, node: &T, _m: u32) -> Features<2> {
        node.decision().map_or(NODE, |Decision { moves, .. }| Features([1 << moves.len(), 0]))
    }
}
