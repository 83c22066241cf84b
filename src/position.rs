//! The meeting point of the two trunks: what a search needs to know of a game.
//!
//! A search names no board and no rank, the rules name no score. Synthetic trees, open worlds and
//! belief positions implement [`Position`]; whoever plays supplies an [`Evaluate`].

use crate::score::Value;

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

/// A node of a game tree, walked in place.
///
/// Laws every implementation must keep: `make` followed by `unmake` with the token it returned
/// restores the node, key included; [`key`](Position::key) depends on the node alone, not on the
/// way to it; every move offered can be made; where [`ALTERNATES`](Position::ALTERNATES) is true,
/// `make` always changes [`side`](Position::side).
pub trait Position {
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
    /// Makes a legal move.
    fn make(&mut self, m: Self::Move) -> Self::Undo;
    /// Takes back the last move made.
    fn unmake(&mut self, m: Self::Move, undo: Self::Undo);
    /// A 64-bit name of the node for tables and tests.
    fn key(&self) -> u64;
}

/// A position at which nature may have a say in what a move leads to. Only a search that averages
/// over outcomes asks for this trait; where fights are settled by chance a type must not also
/// offer them through [`Position::make`] as if they were certain.
pub trait Chance: Position {
    /// The outcomes of a move with their probabilities, which sum to 1.
    type Outcomes: Iterator<Item = (Self::Outcome, f64)>;
    /// One way a move can turn out.
    type Outcome: Copy;

    /// What may come of the move; a single outcome where it is certain.
    fn outcomes(&self, m: Self::Move) -> Self::Outcomes;
    /// Makes the move with that outcome; `unmake` takes it back.
    fn make_outcome(&mut self, m: Self::Move, outcome: Self::Outcome) -> Self::Undo;
}

/// A position that can tell its unquiet moves, for quiescence search.
pub trait Noisy: Position {
    /// The moves that change material, a subset of [`Position::moves`].
    type NoisyMoves: Iterator<Item = Self::Move>;

    /// Those moves in their natural order.
    fn noisy_moves(&self) -> Self::NoisyMoves;
}

/// A position that knows how unsure it is.
pub trait Uncertain: Position {
    /// The entropy of what the move leads to.
    fn entropy(&self, m: Self::Move) -> Bits;
}

/// A static evaluation.
pub trait Evaluate<P: Position> {
    /// The unit of the evaluation.
    type Value: Value;

    /// The value for the side to move.
    fn evaluate(&mut self, position: &P) -> Self::Value;
}
