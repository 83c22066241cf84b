//! The traits through which searches see a game.
//!
//! Searches are independent of the game, and the rules are independent of the evaluation. Synthetic
//! trees, open worlds and belief positions implement [`Position`]; the player supplies an
//! [`Evaluate`].

use crate::gametree::score::{Value, Window};

/// The maximising or the minimising side.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Side {
    /// The side that maximises the root's value.
    Max,
    /// The side that minimises the root's value.
    Min,
}

/// Shannon information, in bits.
#[derive(Debug, Clone, Copy, PartialEq, PartialOrd, Default)]
pub struct Bits(pub f64);

/// A node of a game tree, walked in place: the common part of [`Position`] and [`Chance`].
///
/// Every implementation must keep these laws. Making a move and calling `unmake` with the token it
/// returned restores the node, key included. [`key`](Node::key) depends on the node alone, not on
/// the path to it. Every listed move can be made. If [`ALTERNATES`](Node::ALTERNATES) is true, every
/// move changes [`side`](Node::side).
pub trait Node: Sized {
    /// A move, small enough to copy.
    type Move: Copy + Eq + std::fmt::Debug;
    /// The token that `unmake` needs; it lives on the caller's stack.
    type Undo;
    /// The moves, produced lazily: a cutoff saves generating the rest.
    type Moves: Iterator<Item = Self::Move>;
    /// Whether the sides strictly alternate. False if a team may move twice in a row.
    const ALTERNATES: bool;
    /// Bytes that a search keeps for each node in memory, without what the nodes of a tree share.
    const BYTES: usize = size_of::<Self>();

    /// The side to move.
    fn side(&self) -> Side;
    /// The legal moves in their natural order; none at the end of the game.
    fn moves(&self) -> Self::Moves;
    /// Takes back the last move made.
    fn unmake(&mut self, m: Self::Move, undo: Self::Undo);
    /// The 64-bit hash key of the node.
    fn key(&self) -> u64;
}

/// A node at which every move has one outcome, for searches without chance nodes.
pub trait Position: Node {
    /// Makes a legal move.
    fn make(&mut self, m: Self::Move) -> Self::Undo;
}

/// A node at which a move can have several outcomes. It need not be a [`Position`], so that only
/// searches that average over outcomes accept it.
pub trait Chance: Node {
    /// One outcome of a move.
    type Outcome: Copy;
    /// The outcomes of a move with their probabilities, which sum to 1.
    type Outcomes: Iterator<Item = (Self::Outcome, f64)>;

    /// The outcomes of the move; one outcome if it is certain.
    fn outcomes(&self, m: Self::Move) -> Self::Outcomes;
    /// Makes the move with that outcome; `unmake` undoes it.
    fn make_outcome(&mut self, m: Self::Move, outcome: Self::Outcome) -> Self::Undo;
}

/// A node that lists its noisy moves, for quiescence search.
pub trait Noisy: Node {
    /// The moves that change material, a subset of [`Node::moves`].
    type NoisyMoves: Iterator<Item = Self::Move>;

    /// The noisy moves in their natural order.
    fn noisy_moves(&self) -> Self::NoisyMoves;
    /// Whether the side to move must respond to a threat that would eliminate it. Then it may not
    /// stand pat, and quiescence search considers every move.
    fn must_respond(&self) -> bool {
        false
    }
}

/// A node whose moves have small indices, so that history tables are independent of the game.
pub trait Indexed: Node {
    /// A small index of the move, the same at every node for similar moves.
    fn index(&self, m: Self::Move) -> usize;
}

/// A node with an entropy for each of its moves, for the threshold searches.
pub trait Uncertain: Node {
    /// The entropy of the position after the move, in bits.
    fn entropy(&self, m: Self::Move) -> Bits;
}

/// A static evaluation.
pub trait Evaluate<P: Node> {
    /// The unit of the evaluation.
    type Value: Value;

    /// The value for the side to move.
    fn evaluate(&mut self, position: &P) -> Self::Value;

    /// As [`evaluate`](Self::evaluate); for a value outside of the window, a quick estimate that is clearly
    /// outside on the same side will do.
    #[inline]
    fn evaluate_in(&mut self, position: &P, _window: Window<Self::Value>) -> Self::Value {
        self.evaluate(position)
    }

    /// A quick estimate of what a quiet move adds to the value for its side. `None` if there is none, or if
    /// the same side moves next.
    #[inline]
    fn quiet_gain(&mut self, _position: &P, _m: P::Move) -> Option<Self::Value> {
        None
    }

    /// Whether a quiet move may be a threat that is carried out some plies later.
    #[inline]
    fn may_threaten(&self, _position: &P, _m: P::Move) -> bool {
        false
    }
}

/// A static estimate of the gain of a move, for move ordering.
pub trait MoveGain<P: Node> {
    /// The expected gain of a noisy move for the side to move, in units of the evaluation; None for
    /// a quiet move.
    fn move_gain(&mut self, position: &P, m: P::Move) -> Option<i64>;
}
