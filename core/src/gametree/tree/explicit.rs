//! Explicit trees: all nodes in memory, read from a file or copied from another tree.

use super::{Tree, TreeError};
use crate::gametree::position::{Bits, Indexed, Node, Position, Side, Uncertain};
use crate::gametree::score::Score;
use std::collections::VecDeque;
use std::ops::Range;

/// A tree of any shape with all nodes in memory. Node 0 is the root; the other numbers are arbitrary.
/// Children are ordered from left to right by the child lists.
#[derive(Debug, Clone, PartialEq)]
pub struct Explicit {
    /// Start of each node's children in `children`, and one more entry for the end.
    pub(super) first: Vec<u32>,
    /// The child lists, concatenated.
    pub(super) children: Vec<u32>,
    pub(super) payoff: Column,
    /// Entropy of each node, in bits.
    pub(super) entropy: Option<Vec<f64>>,
    pub(super) pess: Option<Column>,
    pub(super) opt: Option<Column>,
    pub(super) root_is_max: bool,
}

/// An optional score per node.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct Column(Vec<i64>);

impl Column {
    /// Marks a missing score; it is no valid payoff, because it has no negation.
    const UNKNOWN: i64 = i64::MIN;

    /// Number of nodes.
    pub(super) fn len(&self) -> usize {
        self.0.len()
    }

    pub(super) fn push(&mut self, score: Option<Score>) {
        self.0.push(score.map_or(Self::UNKNOWN, |s| s.0));
    }

    #[inline]
    pub(super) fn get(&self, node: usize) -> Option<Score> {
        Some(Score(self.0[node])).filter(|s| s.0 != Self::UNKNOWN)
    }
}

impl Explicit {
    /// Copies the subtree of a node, numbered breadth-first, with its intervals and entropies if it
    /// has them.
    ///
    /// # Errors
    ///
    /// If the subtree has more nodes than 32 bits can number.
    pub fn from_tree<T: Tree>(root: &T) -> Result<Self, TreeError> {
        let (entropies, intervals) = (root.average_entropy().is_some(), root.interval().is_some());
        let (mut entropy, mut pess, mut opt) = (vec![], Column::default(), Column::default());
        let (mut first, mut children, mut payoff) = (vec![0], vec![], Column::default());
        let mut waiting = VecDeque::from([root.clone()]);
        while let Some(mut node) = waiting.pop_front() {
            payoff.push(node.payoff());
            if entropies {
                entropy.push(node.average_entropy().unwrap_or_default().0);
            }
            if intervals {
                let (low, high) = node.interval().unzip();
                pess.push(low);
                opt.push(high);
            }
            for m in node.moves() {
                let number = u32::try_from(children.len() + 1).ok().filter(|n| *n < u32::MAX);
                children.push(number.ok_or(TreeError::TooManyNodes)?);
                let undo = node.make(m);
                waiting.push_back(node.clone());
                node.unmake(m, undo);
            }
            first.push(children.len() as u32);
        }
        Ok(Self {
            first,
            children,
            payoff,
            entropy: entropies.then_some(entropy),
            pess: intervals.then_some(pess),
            opt: intervals.then_some(opt),
            root_is_max: root.side() == Side::Max,
        })
    }

    /// The root.
    pub fn root(&self) -> Walker<'_> {
        let side = if self.root_is_max { Side::Max } else { Side::Min };
        Walker { tree: self, node: 0, side }
    }

    /// Number of nodes, leaves included; at least 1.
    pub fn nodes(&self) -> usize {
        self.payoff.len()
    }

    /// A node's children, from left to right.
    #[inline]
    pub(super) fn children(&self, node: usize) -> &[u32] {
        &self.children[self.first[node] as usize..self.first[node + 1] as usize]
    }
}

/// A node of an explicit tree.
#[derive(Debug, Clone, Copy)]
pub struct Walker<'t> {
    tree: &'t Explicit,
    node: u32,
    side: Side,
}

impl Walker<'_> {
    #[inline]
    fn node(&self) -> usize {
        self.node as usize
    }

    #[inline]
    fn pass(&mut self) {
        self.side = if self.side == Side::Max { Side::Min } else { Side::Max };
    }
}

impl Node for Walker<'_> {
    type Move = u32;
    /// The parent's number.
    type Undo = u32;
    type Moves = Range<u32>;
    const ALTERNATES: bool = true;
    const BYTES: usize = size_of::<(u32, Side)>();

    #[inline]
    fn side(&self) -> Side {
        self.side
    }

    #[inline]
    fn moves(&self) -> Range<u32> {
        0..self.width()
    }

    #[inline]
    fn unmake(&mut self, _: u32, parent: u32) {
        self.node = parent;
        self.pass();
    }

    #[inline]
    fn key(&self) -> u64 {
        self.number()
    }
}

impl Position for Walker<'_> {
    #[inline]
    fn make(&mut self, m: u32) -> u32 {
        let parent = self.node;
        self.node = self.tree.children(self.node())[m as usize];
        self.pass();
        parent
    }
}

impl Indexed for Walker<'_> {
    #[inline]
    fn index(&self, m: u32) -> usize {
        m as usize
    }
}

impl Uncertain for Walker<'_> {
    #[inline]
    fn entropy(&self, m: u32) -> Bits {
        let child = self.tree.children(self.node())[m as usize];
        self.tree.entropy.as_ref().map_or(Bits(0.0), |list| Bits(list[child as usize]))
    }
}

impl Tree for Walker<'_> {
    #[inline]
    fn number(&self) -> u64 {
        u64::from(self.node)
    }

    #[inline]
    fn width(&self) -> u32 {
        self.tree.children(self.node()).len() as u32
    }

    #[inline]
    fn payoff(&self) -> Option<Score> {
        self.tree.payoff.get(self.node())
    }

    #[inline]
    fn average_entropy(&self) -> Option<Bits> {
        self.tree.entropy.as_ref().map(|list| Bits(list[self.node()]))
    }

    #[inline]
    fn interval(&self) -> Option<(Score, Score)> {
        let bound = |column: &Option<Column>| column.as_ref()?.get(self.node());
        bound(&self.tree.pess).zip(bound(&self.tree.opt))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gametree::tree::{Generated, Recipe, Shape, laws};

    #[test]
    fn a_generated_tree_is_the_same_when_written_out() {
        for (name, _) in Recipe::NAMES {
            let recipe = Recipe::new(name, 100, Shape::new(3, 4).unwrap(), 5).unwrap();
            let generated = Generated::new(recipe);
            let explicit = Explicit::from_tree(&generated).unwrap();
            assert_eq!(explicit.nodes(), 121);
            assert_eq!(laws::facts(&explicit.root()), laws::facts(&generated));
            assert_eq!(Explicit::from_tree(&explicit.root()).unwrap(), explicit);
            laws::check(&explicit.root(), 6);
        }
    }

    #[test]
    fn a_subtree_keeps_its_root_s_side() {
        let recipe = Recipe::new("uniform", 100, Shape::new(2, 3).unwrap(), 5).unwrap();
        let mut node = Generated::new(recipe);
        node.make(1);
        let explicit = Explicit::from_tree(&node).unwrap();
        assert_eq!((explicit.nodes(), explicit.root().side()), (7, Side::Min));
        assert_eq!(explicit.root().leaf_range(), node.leaf_range());
        laws::check(&explicit.root(), 7);
    }

    #[test]
    fn a_leaf_without_a_payoff_leaves_the_range_unknown() {
        let tree = Explicit::parse(r#"{"children":[[1,2],[],[]],"payoff":[null,3,null]}"#).unwrap();
        assert_eq!(tree.root().leaf_range(), None);
    }
}
