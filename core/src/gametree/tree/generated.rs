//! Uniform trees without stored nodes: every node is computed from the seed when it is entered.

use super::{Decision, Shape, Tree};
use crate::gametree::position::{Bits, Indexed, Node, Position, Side, Uncertain};
use crate::gametree::score::Score;
use std::fmt::Debug;
use std::ops::Range;

/// The payoffs and entropies of a generated tree, as functions of a seed.
pub trait Generator: Copy + Debug {
    /// The shape of the tree.
    fn shape(&self) -> Shape;
    /// The mark of the root: what a node passes to its children. Default: 0, for independent nodes.
    fn root(&self) -> i64 {
        0
    }
    /// The mark of child `m`, whose node number is `id`; `mover` is the side to move at the parent.
    #[inline]
    fn child(&self, parent: i64, mover: Side, m: u32, id: u64) -> i64 {
        let _ = (parent, mover, m, id);
        0
    }
    /// The payoff of a node, interior ones included, from Max's view.
    fn payoff(&self, mark: i64, id: u64) -> Score;
    /// The `AverageEntropy` of a node, in bits.
    fn entropy(&self, id: u64) -> Bits;

    /// Bounds on the minimax value of a node `remaining` plies above the leaves. They contain the
    /// value and the children's bounds. None if no narrow bounds are cheap to compute.
    fn interval(&self, mark: i64, remaining: u32) -> Option<(Score, Score)> {
        let _ = (mark, remaining);
        None
    }

    /// The moves that decide the payoff of the node, for [`Tree::decision`]. Default: not known.
    fn decision(&self, id: u64) -> Option<Decision> {
        let _ = id;
        None
    }
}

/// A place in a generated tree.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Cursor {
    id: u64,
    ply: u32,
    mark: i64,
}

/// A node of a uniform tree. Max moves at the root and at every even ply.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Generated<G: Generator> {
    generator: G,
    branching: u32,
    depth: u32,
    at: Cursor,
}

impl<G: Generator> Generated<G> {
    /// The root of the generator's tree.
    pub fn new(generator: G) -> Self {
        let shape = generator.shape();
        let at = Cursor { id: 0, ply: 0, mark: generator.root() };
        Self { generator, branching: shape.branching(), depth: shape.depth(), at }
    }

    /// The same tree with the nodes at most that many plies below the root: those at the last ply are leaves with
    /// the payoffs that they have.
    #[must_use]
    pub fn to_depth(self, plies: u32) -> Self {
        Self { depth: self.depth.min(plies), ..self }
    }

    /// The shape of the whole tree.
    pub fn shape(&self) -> Shape {
        self.generator.shape()
    }

    /// Distance of the node from the root, in plies.
    #[inline]
    pub fn ply(&self) -> u32 {
        self.at.ply
    }

    #[inline]
    fn child(&self, m: u32) -> u64 {
        self.at.id * u64::from(self.branching) + u64::from(m) + 1
    }
}

impl<G: Generator> Node for Generated<G> {
    type Move = u32;
    type Undo = Cursor;
    type Moves = Range<u32>;
    const ALTERNATES: bool = true;
    const BYTES: usize = size_of::<Self::Undo>();

    #[inline]
    fn side(&self) -> Side {
        if self.at.ply.is_multiple_of(2) { Side::Max } else { Side::Min }
    }

    #[inline]
    fn moves(&self) -> Range<u32> {
        0..self.width()
    }

    #[inline]
    fn unmake(&mut self, _: u32, undo: Cursor) {
        self.at = undo;
    }

    #[inline]
    fn key(&self) -> u64 {
        self.at.id
    }
}

impl<G: Generator> Position for Generated<G> {
    #[inline]
    fn make(&mut self, m: u32) -> Cursor {
        let before = self.at;
        let id = self.child(m);
        let mark = self.generator.child(before.mark, self.side(), m, id);
        self.at = Cursor { id, ply: before.ply + 1, mark };
        before
    }
}

impl<G: Generator> Indexed for Generated<G> {
    #[inline]
    fn index(&self, m: u32) -> usize {
        m as usize
    }
}

impl<G: Generator> Uncertain for Generated<G> {
    #[inline]
    fn entropy(&self, m: u32) -> Bits {
        self.generator.entropy(self.child(m))
    }
}

impl<G: Generator> Tree for Generated<G> {
    #[inline]
    fn number(&self) -> u64 {
        self.at.id
    }

    #[inline]
    fn width(&self) -> u32 {
        if self.at.ply < self.depth { self.branching } else { 0 }
    }

    #[inline]
    fn payoff(&self) -> Option<Score> {
        Some(self.generator.payoff(self.at.mark, self.at.id))
    }

    #[inline]
    fn average_entropy(&self) -> Option<Bits> {
        Some(self.generator.entropy(self.at.id))
    }

    fn height(&self) -> u32 {
        self.depth - self.at.ply
    }

    fn interval(&self) -> Option<(Score, Score)> {
        self.generator.interval(self.at.mark, self.depth - self.at.ply)
    }

    fn decision(&self) -> Option<Decision> {
        self.generator.decision(self.at.id)
    }
}
