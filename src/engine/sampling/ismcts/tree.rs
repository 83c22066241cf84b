//! The tree: a node for everything that everybody can have seen, an edge for every move tried there.

use crate::game::board::CAPACITY;
use crate::game::rules::{Event, Move};

/// A move at a node.
#[derive(Debug, Clone, Copy)]
pub(super) struct TreeStep {
    pub(super) node: usize,
    pub(super) edge: usize,
    pub(super) m: Move,
}

/// How moves are weighed at a node.
#[derive(Debug, Clone, Copy)]
pub(super) struct Urgency {
    /// 1 for the first team, -1 for the second.
    pub(super) sign: f64,
    /// The weight of exploration.
    pub(super) c: f64,
}

/// A move that was tried.
#[derive(Debug)]
struct TreeEdge {
    m: Move,
    visits: u32,
    /// Visits of the node in worlds that allow the move, those included from before it was tried.
    available: u32,
    /// Of values for the first team.
    sum: f64,
    /// The first of the nodes it led to.
    child: Option<u32>,
}

#[derive(Debug, Default)]
struct TreeNode {
    /// What was seen of the move that led here.
    seen: Option<Event>,
    /// The next node the same move led to.
    sibling: Option<u32>,
    visits: u32,
    sum: f64,
    edges: Vec<TreeEdge>,
}

/// The tree.
pub(super) struct InformationSetTree {
    nodes: Vec<TreeNode>,
    /// By move, one more than its edge's number; between searches of a node all 0.
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

    /// A root, and room for so many bytes.
    pub(super) fn new(bytes: usize) -> Self {
        let slots = vec![0; CAPACITY * CAPACITY];
        Self { nodes: vec![TreeNode::default()], slots, edges: 0, bytes }
    }

    fn is_full(&self) -> bool {
        self.nodes.len() * size_of::<TreeNode>() + self.edges * size_of::<TreeEdge>() >= self.bytes
    }

    /// The most urgent of some moves with their bias. A move that was never tried is taken to be worth
    /// what the node is; but where the tree is full, below the root those that were tried go first.
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

    /// A new edge.
    fn open(&mut self, node: usize, m: Move) -> usize {
        let TreeNode { visits, edges, .. } = &mut self.nodes[node];
        edges.push(TreeEdge { m, visits: 0, available: *visits + 1, sum: 0.0, child: None });
        self.edges += 1;
        edges.len() - 1
    }

    /// The nodes a move led to.
    fn children(&self, step: TreeStep) -> impl Iterator<Item = usize> {
        let first = self.nodes[step.node].edges[step.edge].child;
        let next = |&child: &u32| self.nodes[child as usize].sibling;
        std::iter::successors(first, next).map(|child| child as usize)
    }

    /// The node after a move of which this was seen, if there is one.
    pub(super) fn child(&self, step: TreeStep, seen: &Event) -> Option<usize> {
        self.children(step).find(|&child| self.nodes[child].seen.as_ref() == Some(seen))
    }

    /// Adds it, if there is room.
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

    /// Counts an iteration that came to a value for the first team.
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

    /// The move that was made most often among some; of equals the first that was tried.
    pub(super) fn best(&self, node: usize, allowed: impl Fn(Move) -> bool) -> Option<TreeStep> {
        let edges = self.nodes[node].edges.iter().enumerate().rev();
        let tried = edges.filter(|(_, edge)| edge.visits > 0 && allowed(edge.m));
        let (edge, TreeEdge { m, .. }) = tried.max_by_key(|(_, edge)| edge.visits)?;
        Some(TreeStep { node, edge, m: *m })
    }

    /// How often each of some moves was made, as a share.
    pub(super) fn shares(&self, node: usize, allowed: impl Fn(Move) -> bool) -> Vec<(Move, f64)> {
        let tried = || self.nodes[node].edges.iter().filter(|e| e.visits > 0 && allowed(e.m));
        let total: u32 = tried().map(|edge| edge.visits).sum();
        tried().map(|edge| (edge.m, f64::from(edge.visits) / f64::from(total))).collect()
    }

    /// What a move came to on average, for the first team.
    pub(super) fn mean(&self, step: TreeStep) -> f64 {
        let edge = &self.nodes[step.node].edges[step.edge];
        edge.sum / f64::from(edge.visits)
    }

    /// The line of the most visits that begins with a move.
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
    /// Iterations that ended at every node: its visits less those of its moves.
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

    /// Whether every move led as often to the nodes after it as it was made.
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
