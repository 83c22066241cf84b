//! The tree of information sets: a node per sequence of public events, an edge per move tried.

use crate::game::board::CAPACITY;
use crate::game::rules::{Event, Move};

/// A move at a node.
#[derive(Debug, Clone, Copy)]
pub(super) struct TreeStep {
    pub(super) node: usize,
    pub(super) edge: usize,
    pub(super) m: Move,
}

/// Parameters of the urgency of moves at a node.
#[derive(Debug, Clone, Copy)]
pub(super) struct Urgency {
    /// 1 for the first team, -1 for the second.
    pub(super) sign: f64,
    /// Exploration constant.
    pub(super) c: f64,
}

/// A move tried at a node.
#[derive(Debug)]
struct TreeEdge {
    m: Move,
    visits: u32,
    /// Visits of the node in worlds where the move is legal since it was first tried, and all visits before that.
    available: u32,
    /// Sum of values for the first team.
    sum: f64,
    /// The first of its child nodes.
    child: Option<u32>,
}

#[derive(Debug, Default)]
struct TreeNode {
    /// The public event that led here.
    seen: Option<Event>,
    /// The next child of the same edge.
    sibling: Option<u32>,
    visits: u32,
    sum: f64,
    edges: Vec<TreeEdge>,
}

/// A tree of information sets with a memory limit.
pub(super) struct InformationSetTree {
    nodes: Vec<TreeNode>,
    /// By move index, the number of its edge plus one; all 0 outside `select`.
    slots: Vec<u16>,
    edges: usize,
    bytes: usize,
}

impl TreeEdge {
    fn urgency(&self, Urgency { sign, c }: Urgency, bias: f64) -> f64 {
        let visits = f64::from(self.visits);
        let explore = (f64::from(self.available).ln() / visits).sqrt();
        sign * self.sum / visits + c * explore + bias / (visits + 1.0)
    }
}

impl InformationSetTree {
    /// The node at the root.
    pub(super) const ROOT: usize = 0;

    /// A tree with a root only, of up to `bytes` bytes.
    pub(super) fn new(bytes: usize) -> Self {
        let slots = vec![0; CAPACITY * CAPACITY];
        Self { nodes: vec![TreeNode::default()], slots, edges: 0, bytes }
    }

    fn is_full(&self) -> bool {
        self.nodes.len() * size_of::<TreeNode>() + self.edges * size_of::<TreeEdge>() >= self.bytes
    }

    /// Selects the most urgent of some moves, given with their bias. An untried move has the value of its
    /// node (first-play urgency); in a full tree, untried moves below the root come last.
    pub(super) fn select(
        &mut self,
        node: usize,
        moves: impl Iterator<Item = (Move, f64)>,
        urgency: Urgency,
    ) -> Option<TreeStep> {
        let full = self.is_full() && node != Self::ROOT;
        let TreeNode { visits, sum, edges, .. } = &mut self.nodes[node];
        for (i, edge) in edges.iter().enumerate() {
            self.slots[edge.m.index()] = i as u16 + 1;
        }
        let visits = f64::from(*visits);
        let mean = urgency.sign * *sum / visits.max(1.0);
        let fresh = mean + urgency.c * (visits + 1.0).ln().sqrt();
        let fresh = if full { f64::NEG_INFINITY } else { fresh };
        let mut best: Option<(f64, Move)> = None;
        for (m, bias) in moves {
            let found = match usize::from(self.slots[m.index()]) {
                0 => fresh + bias,
                slot => {
                    let edge = &mut edges[slot - 1];
                    edge.available += 1;
                    edge.urgency(urgency, bias)
                }
            };
            if best.is_none_or(|(most, _)| found > most) {
                best = Some((found, m));
            }
        }
        let edge = best.map(|(_, m)| (m, self.slots[m.index()]));
        for edge in edges {
            self.slots[edge.m.index()] = 0;
        }
        let (m, slot) = edge?;
        let edge = if slot == 0 { self.open(node, m) } else { usize::from(slot) - 1 };
        Some(TreeStep { node, edge, m })
    }

    /// Adds an edge for a move; returns its number.
    fn open(&mut self, node: usize, m: Move) -> usize {
        let TreeNode { visits, edges, .. } = &mut self.nodes[node];
        edges.push(TreeEdge { m, visits: 0, available: *visits + 1, sum: 0.0, child: None });
        self.edges += 1;
        edges.len() - 1
    }

    /// The child nodes of an edge.
    fn children(&self, step: TreeStep) -> impl Iterator<Item = usize> {
        let first = self.nodes[step.node].edges[step.edge].child;
        let next = |&child: &u32| self.nodes[child as usize].sibling;
        std::iter::successors(first, next).map(|child| child as usize)
    }

    /// The child of an edge for a public event, if there is one.
    pub(super) fn child(&self, step: TreeStep, seen: &Event) -> Option<usize> {
        self.children(step).find(|&child| self.nodes[child].seen.as_ref() == Some(seen))
    }

    /// Adds the child of an edge for a public event, unless the tree is full.
    pub(super) fn add(&mut self, step: TreeStep, seen: Event) -> Option<usize> {
        if self.is_full() {
            return None;
        }
        let new = self.nodes.len();
        let first = &mut self.nodes[step.node].edges[step.edge].child;
        let sibling = first.replace(new as u32);
        self.nodes.push(TreeNode { seen: Some(seen), sibling, ..TreeNode::default() });
        Some(new)
    }

    /// Adds an iteration's value, for the first team, to all nodes and edges of its path.
    pub(super) fn back_up(&mut self, path: &[(usize, usize)], leaf: Option<usize>, value: f64) {
        for &(node, edge) in path {
            let node = &mut self.nodes[node];
            let edge = &mut node.edges[edge];
            edge.visits += 1;
            edge.sum += value;
            node.visits += 1;
            node.sum += value;
        }
        if let Some(leaf) = leaf {
            self.nodes[leaf].visits += 1;
            self.nodes[leaf].sum += value;
        }
    }

    /// The most visited of the allowed moves; of equals the first tried.
    pub(super) fn best(&self, node: usize, allowed: impl Fn(Move) -> bool) -> Option<TreeStep> {
        let edges = self.nodes[node].edges.iter().enumerate().rev();
        let tried = edges.filter(|(_, edge)| edge.visits > 0 && allowed(edge.m));
        let (edge, TreeEdge { m, .. }) = tried.max_by_key(|(_, edge)| edge.visits)?;
        Some(TreeStep { node, edge, m: *m })
    }

    /// The mean value of a move, for the first team.
    pub(super) fn mean(&self, step: TreeStep) -> f64 {
        let edge = &self.nodes[step.node].edges[step.edge];
        edge.sum / f64::from(edge.visits)
    }

    /// The most visited line that begins with a move.
    pub(super) fn line(&self, first: TreeStep) -> Vec<Move> {
        let next = |&step: &TreeStep| {
            let child = self.children(step).max_by_key(|&child| self.nodes[child].visits)?;
            self.best(child, |_| true)
        };
        std::iter::successors(Some(first), next).map(|step| step.m).collect()
    }
}

#[cfg(test)]
impl InformationSetTree {
    /// By node, the number of iterations that ended there: its visits minus those of its edges.
    pub(super) fn ends(&self) -> Vec<i64> {
        let of = |node: &TreeNode| {
            let through: u32 = node.edges.iter().map(|edge| edge.visits).sum();
            i64::from(node.visits) - i64::from(through)
        };
        self.nodes.iter().map(of).collect()
    }

    /// Visits of the root.
    pub(super) fn visits(&self) -> u32 {
        self.nodes[Self::ROOT].visits
    }

    /// Whether the visits of every edge equal those of its children.
    pub(super) fn flows(&self) -> bool {
        (0..self.nodes.len()).all(|node| {
            self.nodes[node].edges.iter().enumerate().all(|(edge, e)| {
                let step = TreeStep { node, edge, m: e.m };
                let below: u32 = self.children(step).map(|c| self.nodes[c].visits).sum();
                below == e.visits && e.available >= e.visits
            })
        })
    }
}
