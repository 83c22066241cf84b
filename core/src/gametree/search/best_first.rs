//! Best-first minimax: always expands the leaf of the principal variation.
//!
//! Source: Korf & Chickering, "Best-first minimax search", Artificial Intelligence 84 (1996).
//! Laws tested: the root's value = minimax of the frontier after every expansion; with the tree
//! exhausted = minimax; the linear-space form expands the same new nodes in the same order.
//! Memory: every generated node.

use super::pool::bytes_of;
use super::{Detailed, Observer, SearchResult, Stopped};
use crate::gametree::position::{Evaluate, Position};
use crate::gametree::score::Value;

/// The reason why a best-first search ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BestFirstEnd {
    /// The budget was spent, or the search was stopped.
    Budget,
    /// The principal variation ends the game.
    Terminal,
    /// Every line ends the game.
    Solved,
}

/// The course of a best-first search.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Growth {
    /// The reason of its end.
    pub end: BestFirstEnd,
    /// Keys of the nodes in the order of their first expansion.
    pub expansions: Vec<u64>,
    /// Evaluated nodes, without the root and repetitions.
    pub evaluated: u64,
    /// Peak bytes of the nodes.
    pub bytes: usize,
}

struct Node<P: Position, V> {
    position: P,
    by: Option<P::Move>,
    parent: usize,
    depth: u32,
    children: std::ops::Range<usize>,
    /// For the side to move here.
    value: V,
    /// Whether all lines from here end the game and are generated.
    solved: bool,
}

const ROOT: usize = 0;

/// What the search does when the best line ends the game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum AtTerminal {
    /// It ends.
    #[default]
    Stop,
    /// It expands the best line that does not end the game.
    GoOn,
}

/// Expands until at least `budget` nodes are evaluated; the children of the last node may exceed it.
/// Values are for the side to move.
pub fn best_first<P, E, W>(
    evaluate: &mut E,
    observer: &mut W,
    position: &P,
    budget: u64,
    at_terminal: AtTerminal,
) -> Detailed<P, E::Value, Growth>
where
    P: Position + Clone,
    E: Evaluate<P>,
    W: Observer<P, E::Value>,
{
    let mut tree = Tree { nodes: Vec::new(), evaluated: 0, expansions: Vec::new() };
    let end = tree.grow(evaluate, observer, position, budget, at_terminal);
    let complete = end.is_ok();
    let root = tree.nodes.first();
    let alone = root.is_some_and(|root| root.children.is_empty());
    let value = if alone { Some(evaluate.evaluate(position)) } else { root.map(|root| root.value) };
    let bytes = bytes_of::<P, Node<P, E::Value>>(tree.nodes.len());
    let end = end.unwrap_or(BestFirstEnd::Budget);
    let line = tree.line();
    let Tree { expansions, evaluated, .. } = tree;
    (SearchResult { value, line, complete }, Growth { end, expansions, evaluated, bytes })
}

struct Tree<P: Position, V> {
    nodes: Vec<Node<P, V>>,
    evaluated: u64,
    expansions: Vec<u64>,
}

impl<P: Position + Clone, V: Value> Tree<P, V> {
    fn grow<E: Evaluate<P, Value = V>, W: Observer<P, V>>(
        &mut self,
        evaluate: &mut E,
        observer: &mut W,
        position: &P,
        budget: u64,
        at_terminal: AtTerminal,
    ) -> Result<BestFirstEnd, Stopped> {
        self.generate(evaluate, observer, position.clone(), None, ROOT)?;
        let go_on = at_terminal == AtTerminal::GoOn;
        loop {
            if go_on && self.nodes[ROOT].solved && !self.nodes[ROOT].children.is_empty() {
                return Ok(BestFirstEnd::Solved);
            }
            let mut at = ROOT;
            while let Some(child) = self.best_child(at, go_on) {
                at = child;
            }
            if self.nodes[at].solved {
                return Ok(BestFirstEnd::Terminal);
            }
            if self.evaluated >= budget {
                return Ok(BestFirstEnd::Budget);
            }
            self.expand(evaluate, observer, at)?;
            self.back_up(at);
        }
    }

    /// The best child for the side to move, the leftmost of equal ones.
    fn best_child(&self, at: usize, unsolved: bool) -> Option<usize> {
        let better = |best: usize, id: usize| {
            let [best_value, value] = [best, id].map(|id| self.value_for(at, id));
            if value > best_value { id } else { best }
        };
        let children = self.nodes[at].children.clone();
        children.filter(|&id| !(unsolved && self.nodes[id].solved)).reduce(better)
    }

    /// The value of a child for the side that moves at its parent.
    fn value_for(&self, parent: usize, child: usize) -> V {
        let (value, node) = (self.nodes[child].value, &self.nodes[parent]);
        if node.position.side() == self.nodes[child].position.side() { value } else { -value }
    }

    fn expand<E: Evaluate<P, Value = V>, W: Observer<P, V>>(
        &mut self,
        evaluate: &mut E,
        observer: &mut W,
        at: usize,
    ) -> Result<(), Stopped> {
        let position = self.nodes[at].position.clone();
        self.expansions.push(position.key());
        let first = self.nodes.len();
        for m in position.moves() {
            let mut child = position.clone();
            child.make(m);
            self.generate(evaluate, observer, child, Some(m), at)?;
            self.evaluated += 1;
        }
        self.nodes[at].children = first..self.nodes.len();
        Ok(())
    }

    fn generate<E: Evaluate<P, Value = V>, W: Observer<P, V>>(
        &mut self,
        evaluate: &mut E,
        observer: &mut W,
        position: P,
        by: Option<P::Move>,
        parent: usize,
    ) -> Result<(), Stopped> {
        let depth = if by.is_some() { self.nodes[parent].depth + 1 } else { 0 };
        observer.enter(&position, depth)?;
        // The root's own value is needed only if no child of it is known.
        let value = if depth > 0 { evaluate.evaluate(&position) } else { V::MIN };
        let solved = position.moves().next().is_none();
        if solved {
            observer.leaf(&position);
        }
        self.nodes.push(Node { position, by, parent, depth, children: 0..0, value, solved });
        Ok(())
    }

    /// Backs up minimax values until a node does not change.
    fn back_up(&mut self, mut at: usize) {
        loop {
            let best = self.best_child(at, false).expect("an expanded node has children");
            let value = self.value_for(at, best);
            let solved = self.nodes[at].children.clone().all(|child| self.nodes[child].solved);
            let node = &mut self.nodes[at];
            let same = node.value == value && node.solved == solved;
            (node.value, node.solved) = (value, solved);
            if same || at == ROOT {
                return;
            }
            at = node.parent;
        }
    }

    fn line(&self) -> Vec<P::Move> {
        let best = |&at: &usize| self.best_child(at, false);
        let first = (!self.nodes.is_empty()).then_some(ROOT);
        std::iter::successors(first, best).filter_map(|at| self.nodes[at].by).collect()
    }
}
