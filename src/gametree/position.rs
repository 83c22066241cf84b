//! The meeting point of the two trunks: what a search needs to know of a game.
//!
//! A search names no board and no rank, the rules name no score. Synthetic trees, open worlds and
//! belief positions implement [`Position`]; whoever plays supplies an [`Evaluate`].

use crate::gametree::score::Value;

/// Who gains when the value grows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Side {
    /// The side the root's value is for.
    Max,
    /// The other one.
    Min,
}

/// Shannon information, in bits.
#[derive(Debug, Clone, Copy, PartialEq, PartialOrd, Default)]
pub struct Bits(pub f64);

/// A node of a game tree, walked in place: what [`Position`] and [`Chance`] have in common.
///
/// Laws every implementation must keep: making a move and then `unmake` with the token it returned
/// restores the node, key included; [`key`](Node::key) depends on the node alone, not on the way to
/// it; every move offered can be made; where [`ALTERNATES`](Node::ALTERNATES) is true, every move
/// changes [`side`](Node::side).
pub trait Node {
    /// A move, small enough to copy.
    type Move: Copy + Eq + std::fmt::Debug;
    /// What `unmake` needs; it lives on the caller's stack.
    type Undo;
    /// The moves, produced as they are asked for: a cutoff does not pay for the rest.
    type Moves: Iterator<Item = Self::Move>;
    /// Whether the sides strictly take turns. False where a team may move twice running.
    const ALTERNATES: bool;

    /// The side to move.
    fn side(&self) -> Side;
    /// The legal moves in their natural order; none at the end of the game.
    fn moves(&self) -> Self::Moves;
    /// Takes back the last move made.
    fn unmake(&mut self, m: Self::Move, undo: Self::Undo);
    /// A 64-bit name of the node for tables and tests.
    fn key(&self) -> u64;
}

/// A node at which every move has one outcome: what a search without chance can be given.
pub trait Position: Node {
    /// Makes a legal move.
    fn make(&mut self, m: Self::Move) -> Self::Undo;
}

/// A node at which chance may have a say in what a move leads to. It is no [`Position`], so only a
/// search that averages over outcomes can be given one.
pub trait Chance: Node {
    /// One way a move can turn out.
    type Outcome: Copy;
    /// The outcomes of a move with their probabilities, which sum to 1.
    type Outcomes: Iterator<Item = (Self::Outcome, f64)>;

    /// What may come of the move; a single outcome where it is certain.
    fn outcomes(&self, m: Self::Move) -> Self::Outcomes;
    /// Makes the move with that outcome; `unmake` takes it back.
    fn make_outcome(&mut self, m: Self::Move, outcome: Self::Outcome) -> Self::Undo;
}

/// A node that can tell its unquiet moves, for quiescence search.
pub trait Noisy: Node {
    /// The moves that change material, a subset of [`Node::moves`].
    type NoisyMoves: Iterator<Item = Self::Move>;

    /// Those moves in their natural order.
    fn noisy_moves(&self) -> Self::NoisyMoves;
    /// Whether the side to move has to answer a threat that would end it: then to leave things as
    /// they are is no choice, and every move counts.
    fn is_pressed(&self) -> bool {
        false
    }
}

/// A node whose moves have small numbers, so that tables about moves need to know nothing of the
/// game.
pub trait Indexed: Node {
    /// A small number of the move, the same at every node for moves that are alike.
    fn index(&self, m: Self::Move) -> usize;
}

/// A node that knows how unsure it is.
pub trait Uncertain: Node {
    /// The entropy of what the move leads to.
    fn entropy(&self, m: Self::Move) -> Bits;
}

/// A static evaluation.
pub trait Evaluate<P: Node> {
    /// The unit of the evaluation.
    type Value: Value;

    /// The value for the side to move.
    fn evaluate(&mut self, position: &P) -> Self::Value;
}

/// A guess of what a move brings in at once, before it is made: what moves are ordered by.
pub trait MoveGain<P: Node> {
    /// The gain of an unquiet move for the side to move, in units of the evaluation; none for a
    /// quiet one.
    fn promise(&mut self, position: &P, m: P::Move) -> Option<i64>;
}
