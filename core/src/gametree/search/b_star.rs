//! B*: best-first search with a pessimistic and an optimistic value for every node.
//!
//! Source: Berliner, "The B* tree search algorithm: a best-first proof procedure", Artificial
//! Intelligence 12 (1979).
//! In the paper → here: [pess, opt] → [`ValueInterval`], arcs → root moves, criteria kD, kR → `Strategy`.
//! A backed-up interval replaces a node's own. *Our reading*: the depth of an arc is that of the
//! leftmost node its optimistic bound was backed up from.
//! Laws tested: Berliner's example; the move is one of the best by minimax where every interval
//! contains the value.
//! Memory: every generated node.

use super::interval::{ValueInterval, separated};
use super::pool::bytes_of;
use super::{Detailed, Observer, SearchResult, Stopped};
use crate::gametree::position::{Position, Side};
use crate::gametree::score::Value;
use std::cmp::Ordering;

/// How B* chooses between `ProveBest` (raise the pessimistic bound of the best root move) and
/// `DisproveRest` (lower the optimistic bounds of the others). `DisproveRest` is tried only if the
/// move with the highest optimistic bound also has the highest pessimistic one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Strategy {
    /// Always `ProveBest`.
    ProveBest,
    /// `DisproveRest` wherever it is possible.
    DisproveRest,
    /// `DisproveRest` if the sum of the squared depths of the alternatives among the `arcs` best root
    /// moves (all if none) is below the squared depth of the best; with `by_range`, each square is
    /// divided by the range of its arc.
    Criterion {
        /// Root moves considered, the best included.
        arcs: Option<usize>,
        /// Whether a squared depth is divided by the range of its arc.
        by_range: bool,
    },
}

/// Why a node was expanded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Purpose {
    /// The root is always expanded.
    Root,
    /// To prove the best root move.
    ProveBest,
    /// To disprove the second best.
    DisproveRest,
}

/// The result of a B* search.
#[derive(Debug, Clone, PartialEq)]
pub struct BStarProof<V> {
    /// The bounds of the root, for the side to move.
    pub interval: ValueInterval<V>,
    /// Whether the best move is separated from the others. If not, a leaf with unequal bounds
    /// prevented it, or the search was stopped.
    pub separated: bool,
    /// The expanded nodes in order, as node key and purpose.
    pub expansions: Vec<(u64, Purpose)>,
    /// Memory of the generated nodes, in bytes.
    pub bytes: usize,
}

/// A generated node.
pub(super) struct ProofNode<P: Position, V> {
    position: P,
    by: Option<P::Move>,
    parent: usize,
    depth: u32,
    pub(super) children: Vec<usize>,
    /// For the side to move at the root.
    pub(super) interval: ValueInterval<V>,
    /// The depth of the node that the optimistic bound comes from.
    source: u32,
    /// Whether the side to move at the root moves here.
    pub(super) ours: bool,
}

/// The generated tree.
pub(super) struct ProofTree<P: Position, V> {
    pub(super) nodes: Vec<ProofNode<P, V>>,
    root: Side,
}

/// A stopping rule besides separation, for PB*.
pub(super) trait StopRule<P: Position, V> {
    /// Called when the interval of a node changes.
    fn backed_up(&mut self, _tree: &ProofTree<P, V>, _node: usize) {}
    /// The root move to return without separation, if there is one.
    fn satisfied(&self, _tree: &ProofTree<P, V>) -> Option<usize> {
        None
    }
}

/// The rule of B*: it stops only at separation.
struct Strict;

impl<P: Position, V> StopRule<P, V> for Strict {}

/// Searches until the best root move is separated. `bounds` gives the bounds of a node's value from Max's view.
pub fn b_star<P, V, W>(
    bounds: &mut impl FnMut(&P) -> ValueInterval<V>,
    observer: &mut W,
    position: &P,
    strategy: Strategy,
) -> Detailed<P, V, BStarProof<V>>
where
    P: Position + Clone,
    V: Value,
    W: Observer<P, V>,
{
    search(bounds, observer, position, strategy, &mut Strict)
}

/// Searches until the best root move is separated or the stop rule is satisfied.
pub(super) fn search<P, V, W>(
    bounds: &mut impl FnMut(&P) -> ValueInterval<V>,
    observer: &mut W,
    position: &P,
    strategy: Strategy,
    stop_rule: &mut impl StopRule<P, V>,
) -> Detailed<P, V, BStarProof<V>>
where
    P: Position + Clone,
    V: Value,
    W: Observer<P, V>,
{
    let mut tree = ProofTree { nodes: Vec::new(), root: position.side() };
    let mut expansions = Vec::new();
    let result = prove(bounds, observer, position, strategy, stop_rule, &mut tree, &mut expansions);
    let complete = result.is_ok();
    let chosen = result.unwrap_or_default();
    let interval = tree.nodes.first().map_or(ValueInterval::OPEN, |root| root.interval);
    let best = chosen.or_else(|| tree.ranked().first().copied());
    let bytes = bytes_of::<P, ProofNode<P, V>>(tree.nodes.len());
    let separated = complete && (chosen.is_some() || interval.value().is_some());
    let answer = SearchResult { value: interval.value(), line: tree.line(best), complete };
    (answer, BStarProof { interval, separated, expansions, bytes })
}

/// Expands nodes until a root move is proved best. Returns that move, or none if a leaf prevents the
/// proof.
fn prove<P, V, W>(
    bounds: &mut impl FnMut(&P) -> ValueInterval<V>,
    observer: &mut W,
    position: &P,
    strategy: Strategy,
    stop_rule: &mut impl StopRule<P, V>,
    tree: &mut ProofTree<P, V>,
    expansions: &mut Vec<(u64, Purpose)>,
) -> Result<Option<usize>, Stopped>
where
    P: Position + Clone,
    V: Value,
    W: Observer<P, V>,
{
    tree.generate(bounds, observer, position.clone(), None, 0)?;
    let (mut at, mut aim) = (ROOT, Purpose::Root);
    while !tree.is_leaf(at) {
        expansions.push((tree.nodes[at].position.key(), aim));
        for m in tree.nodes[at].position.moves() {
            let mut child = tree.nodes[at].position.clone();
            child.make(m);
            let id = tree.generate(bounds, observer, child, Some(m), at)?;
            tree.nodes[at].children.push(id);
            stop_rule.backed_up(tree, id);
        }
        tree.back_up(at, stop_rule);
        let arcs = &tree.nodes[ROOT].children;
        let intervals: Vec<_> = arcs.iter().map(|&arc| tree.nodes[arc].interval).collect();
        let proved = separated(&intervals).map(|place| arcs[place]);
        if let Some(arc) = proved.or_else(|| stop_rule.satisfied(tree)) {
            return Ok(Some(arc));
        }
        (at, aim) = tree.next(strategy);
    }
    Ok(None)
}

const ROOT: usize = 0;

impl<P: Position + Clone, V: Value> ProofTree<P, V> {
    /// Generates a node: its bounds are read.
    fn generate(
        &mut self,
        bounds: &mut impl FnMut(&P) -> ValueInterval<V>,
        observer: &mut impl Observer<P, V>,
        position: P,
        by: Option<P::Move>,
        parent: usize,
    ) -> Result<usize, Stopped> {
        let depth = if by.is_some() { self.nodes[parent].depth + 1 } else { 0 };
        observer.enter(&position, depth)?;
        let interval = bounds(&position);
        if position.moves().next().is_none() {
            observer.leaf(&position);
        }
        let interval = if self.root == Side::Max { interval } else { -interval };
        let (children, ours) = (Vec::new(), position.side() == self.root);
        let source = depth;
        self.nodes.push(ProofNode {
            position,
            by,
            parent,
            depth,
            children,
            interval,
            source,
            ours,
        });
        Ok(self.nodes.len() - 1)
    }

    fn is_leaf(&self, node: usize) -> bool {
        self.nodes[node].position.moves().next().is_none()
    }

    /// Replaces the interval of an expanded node and of all above it.
    fn back_up(&mut self, mut at: usize, stop_rule: &mut impl StopRule<P, V>) {
        loop {
            let node = &self.nodes[at];
            let better = |a: V, b: V| if node.ours { a > b } else { a < b };
            let mut children = node.children.iter().map(|&child| &self.nodes[child]);
            let first = children.next().expect("an expanded node has children");
            let (mut interval, mut source) = (first.interval, first.source);
            for child in children {
                if better(child.interval.lower, interval.lower) {
                    interval.lower = child.interval.lower;
                }
                if better(child.interval.upper, interval.upper) {
                    (interval.upper, source) = (child.interval.upper, child.source);
                }
            }
            let node = &mut self.nodes[at];
            (node.interval, node.source) = (interval, source);
            let parent = node.parent;
            stop_rule.backed_up(self, at);
            if at == ROOT {
                return;
            }
            at = parent;
        }
    }

    /// How promising a node is to the side that chooses it; of equal ones the left goes first.
    fn compare(&self, a: usize, b: usize, ours: bool) -> Ordering {
        let [a, b] = [a, b].map(|id| self.nodes[id].interval);
        let by = |x: V, y: V| x.partial_cmp(&y).unwrap_or(Ordering::Equal);
        if ours {
            by(b.upper, a.upper).then(by(b.lower, a.lower))
        } else {
            by(a.lower, b.lower).then(by(a.upper, b.upper))
        }
    }

    /// The root moves, the most optimistic first.
    fn ranked(&self) -> Vec<usize> {
        let mut arcs = self.nodes.first().map_or(Vec::new(), |root| root.children.clone());
        arcs.sort_by(|&a, &b| self.compare(a, b, true));
        arcs
    }

    /// The next node to expand, and why.
    fn next(&self, strategy: Strategy) -> (usize, Purpose) {
        let arcs = self.ranked();
        match arcs.get(1) {
            Some(&second) if self.disproves(&arcs, strategy) => {
                (self.descend(second), Purpose::DisproveRest)
            }
            _ => (self.descend(arcs[0]), Purpose::ProveBest),
        }
    }

    fn disproves(&self, arcs: &[usize], strategy: Strategy) -> bool {
        let lower = |arc: usize| self.nodes[arc].interval.lower;
        if arcs.iter().any(|&arc| lower(arc) > lower(arcs[0])) {
            return false;
        }
        let (arcs_considered, by_range) = match strategy {
            Strategy::ProveBest => return false,
            Strategy::DisproveRest => return true,
            Strategy::Criterion { arcs, by_range } => (arcs.unwrap_or(usize::MAX), by_range),
        };
        let effort = |&arc: &usize| {
            let ProofNode { source, interval, .. } = &self.nodes[arc];
            let squared = f64::from(*source).powi(2);
            let range = (interval.upper - interval.lower).to_f64();
            if by_range { squared / range } else { squared }
        };
        let alternatives = arcs[1..].iter().take(arcs_considered.saturating_sub(1));
        alternatives.map(effort).sum::<f64>() < effort(&arcs[0])
    }

    /// Follows the most optimistic child of the side to move down to a node not yet expanded.
    fn descend(&self, mut at: usize) -> usize {
        while let Some(best) = self.best_child(at) {
            at = best;
        }
        at
    }

    fn best_child(&self, at: usize) -> Option<usize> {
        let ProofNode { children, ours, .. } = &self.nodes[at];
        children.iter().copied().min_by(|&a, &b| self.compare(a, b, *ours))
    }

    /// The moves from the root by a child on.
    fn line(&self, first: Option<usize>) -> Vec<P::Move> {
        let line = std::iter::successors(first, |&at| self.best_child(at));
        line.filter_map(|at| self.nodes[at].by).collect()
    }
}
