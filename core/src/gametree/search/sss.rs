//! SSS* and DUAL*: best-first search in the space of solution trees.
//!
//! Source: Stockman, "A minimax algorithm better than alpha-beta?", Artificial Intelligence 12
//! (1979), operator Γ; the order among equal merits: Campbell & Marsland, "A comparison of minimax
//! tree search algorithms", Artificial Intelligence 20 (1983); DUAL*: Marsland, Reinefeld & Schaeffer,
//! "Low overhead alternatives to SSS*", Artificial Intelligence 31 (1987).
//! In the paper → here: (n, s, h) → `Node`, its [`OpenPlace`] in the [`OpenList`] and its merit; Γ's cases are
//! numbered in the code. Γ goes by the type of a node's parent, so that a side may move twice.
//! Laws tested: value = minimax; every leaf at most once; with leftmost ties the leaves are a
//! subset of alpha-beta's and OPEN peaks at b^⌈d/2⌉ states (DUAL*: b^⌊d/2⌋).
//! Memory: the states in OPEN and the nodes above them. A step costs O(log n): OPEN is a balanced
//! tree, and states to purge are found through their nodes, not by a scan of OPEN.

use super::open::{OpenList, OpenPlace, Tie, append};
use super::pool::{Pool, bytes_of};
use super::{Detailed, Search, SearchResult, Stopped, for_max};
use crate::gametree::position::{Position, Side};
use crate::gametree::score::Value;

/// The choice among states of equal merit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum TieRule {
    /// The leftmost in the tree: the corrected SSS*.
    #[default]
    Left,
    /// The newest: a new state goes before all of its merit, as in the uncorrected SSS*, whose
    /// search swings to and fro among equal leaves.
    Newest,
    /// The oldest.
    Oldest,
}

/// Counts of the operations on OPEN.
#[derive(Debug, Clone, PartialEq)]
pub struct OpenCounts<V> {
    /// Peak number of states, just before one is taken.
    pub peak: usize,
    /// States taken, including the last one.
    pub pops: u64,
    /// States inserted, including the first one.
    pub inserts: u64,
    /// Superfluous states removed.
    pub purged: u64,
    /// The distinct finite merits of the states taken, as Max sees them: they never rise in SSS* and
    /// never fall in DUAL*.
    pub heads: Vec<V>,
    /// Bytes of the states and of the nodes above them, at their peak.
    pub bytes: usize,
}

/// SSS\* (Stockman 1979), as Max sees it: the merits in OPEN start at +∞ and fall. The value is for the
/// side to move.
///
/// ```
/// use junqi_core::gametree::score::Window;
/// use junqi_core::gametree::search::{Context, Limit, Meter, Plies, TieRule, alpha_beta, sss_star};
/// use junqi_core::gametree::tree::{Generated, Payoffs, Shape, Uniform};
///
/// let tree = Generated::new(Uniform::thesis(100, Shape::new(4, 5)?, 7)?);
/// let context =
///     || Context::new(Payoffs::default(), Plies(5)).with_observer(Meter::new(Limit::default()));
/// let (mut one, mut two) = (context(), context());
/// let depth_first = alpha_beta(&mut one, &mut tree.clone(), Window::FULL);
/// let (best_first, open) = sss_star(&mut two, &tree, TieRule::Left);
/// assert_eq!(best_first.value, depth_first.value);
/// assert!(two.observer.visits.leaves <= one.observer.visits.leaves);
/// assert_eq!(open.peak, 4 * 4 * 4); // b^ceil(d/2) states
/// # Ok::<(), junqi_core::gametree::tree::TreeError>(())
/// ```
pub fn sss_star<P: Position + Clone, C: Search<P>>(
    cx: &mut C,
    position: &P,
    ties: TieRule,
) -> Detailed<P, C::Value, OpenCounts<C::Value>> {
    search(cx, position, Side::Max, ties)
}

/// DUAL\* (Marsland, Reinefeld & Schaeffer 1987): SSS\* with the sides exchanged; merits start at -∞ and
/// rise.
pub fn dual_star<P: Position + Clone, C: Search<P>>(
    cx: &mut C,
    position: &P,
    ties: TieRule,
) -> Detailed<P, C::Value, OpenCounts<C::Value>> {
    search(cx, position, Side::Min, ties)
}

fn search<P: Position + Clone, C: Search<P>>(
    cx: &mut C,
    position: &P,
    opener: Side,
    ties: TieRule,
) -> Detailed<P, C::Value, OpenCounts<C::Value>> {
    let mut space = Space::new(opener, ties);
    let answer = match space.solve(cx, position.clone()) {
        Ok((merit, line)) => {
            let value = for_max(position.side(), for_max(opener, merit));
            SearchResult { value: Some(value), line, complete: true }
        }
        Err(Stopped) => SearchResult { value: None, line: Vec::new(), complete: false },
    };
    space.counts.heads.iter_mut().for_each(|head| *head = for_max(opener, *head));
    (answer, space.counts)
}

/// A node that is generated and not yet purged.
struct Node<P: Position, C: Search<P>> {
    position: P,
    path: C::Path,
    /// Its parent, the move that leads here, and its place among its siblings.
    from: Option<(usize, P::Move, u32)>,
    /// Its moves that are not yet generated.
    moves: Option<C::Moves>,
    /// Its generated children: all of them, or the one that is being solved.
    children: Vec<usize>,
    /// The merit it was last known to have.
    merit: C::Value,
    solved: bool,
    tie: Tie,
    /// The best line below it, last move first.
    line: Vec<P::Move>,
}

/// The generated nodes, and OPEN.
struct Space<P: Position, C: Search<P>> {
    opener: Side,
    ties: TieRule,
    nodes: Pool<Node<P, C>>,
    open: OpenList<C::Value>,
    counts: OpenCounts<C::Value>,
}

impl<P: Position + Clone, C: Search<P>> Space<P, C> {
    fn new(opener: Side, ties: TieRule) -> Self {
        let (peak, pops, inserts, purged, bytes) = (0, 0, 0, 0, 0);
        let counts = OpenCounts { peak, pops, inserts, purged, heads: Vec::new(), bytes };
        Self { opener, ties, nodes: Pool::new(), open: OpenList::new(), counts }
    }

    /// Applies Γ until the root is solved: its merit and its line.
    fn solve(&mut self, cx: &mut C, position: P) -> Result<(C::Value, Vec<P::Move>), Stopped> {
        let root = self.generate(position, cx.root(), None, C::Value::MAX);
        self.insert(root);
        loop {
            self.note_peak();
            let (place, id) = self.open.pop().expect("OPEN holds a state of every solution tree");
            self.counts.pops += 1;
            if place.merit < C::Value::MAX && self.counts.heads.last() != Some(&place.merit) {
                self.counts.heads.push(place.merit);
            }
            if !self.nodes[id].solved {
                self.expand(cx, id)?;
            } else if let Some((parent, m, place)) = self.nodes[id].from {
                self.hand_up(cx, id, parent, m, place);
            } else {
                let root = self.nodes.remove(id);
                return Ok((root.merit, root.line.into_iter().rev().collect()));
            }
        }
    }

    /// A live state: cases 1 to 3.
    fn expand(&mut self, cx: &mut C, id: usize) -> Result<(), Stopped> {
        let node = &mut self.nodes[id];
        cx.enter(&node.position, node.path)?;
        let mut moves = None;
        let mut first = None;
        if !cx.is_over(node.path) {
            let all = moves.insert(cx.moves(&mut node.position, node.path, None));
            first = all.next();
        }
        let Some(first) = first else {
            let value = cx.leaf(&node.position, node.path);
            let value = for_max(self.opener, for_max(node.position.side(), value));
            (node.merit, node.solved) = (node.merit.min(value), true);
            self.insert(id);
            return Ok(());
        };
        if node.position.side() == self.opener {
            let rest = moves.into_iter().flatten();
            let children: Vec<_> = std::iter::once(first).chain(rest).zip(0..).collect();
            self.open_all(cx, id, children);
        } else {
            node.moves = moves;
            self.open_one(cx, id, first, 0);
        }
        Ok(())
    }

    /// Case 3: all children, the leftmost before the others.
    fn open_all(&mut self, cx: &C, id: usize, moves: Vec<(P::Move, u32)>) {
        let mut children: Vec<_> =
            moves.into_iter().map(|(m, place)| self.child(cx, id, m, place)).collect();
        self.nodes[id].children.clone_from(&children);
        if self.ties == TieRule::Newest {
            children.reverse();
        }
        for child in children {
            self.insert(child);
        }
    }

    /// Cases 2 and 6: one child.
    fn open_one(&mut self, cx: &C, id: usize, m: P::Move, place: u32) {
        let child = self.child(cx, id, m, place);
        self.nodes[id].children.push(child);
        self.insert(child);
    }

    /// A solved state below the root: cases 4 to 6.
    fn hand_up(&mut self, cx: &C, id: usize, parent: usize, m: P::Move, place: u32) {
        let above = &mut self.nodes[parent];
        let all = above.position.side() == self.opener;
        let next = if all { None } else { above.moves.as_mut().and_then(Iterator::next) };
        for child in std::mem::take(&mut self.nodes[parent].children) {
            if child != id {
                self.purge(child);
            }
        }
        let mut solved = self.nodes.remove(id);
        let above = &mut self.nodes[parent];
        if all || solved.merit < above.merit || above.line.is_empty() {
            solved.line.push(m);
            above.line = solved.line;
        }
        above.merit = solved.merit;
        if let Some(next) = next {
            self.open_one(cx, parent, next, place + 1);
        } else {
            above.solved = true;
            self.insert(parent);
        }
    }

    /// Removes a node and all below it.
    fn purge(&mut self, id: usize) {
        let mut below = vec![id];
        let mut next = 0;
        while let Some(&id) = below.get(next) {
            below.extend(&self.nodes[id].children);
            next += 1;
        }
        for id in below.into_iter().rev() {
            if self.nodes[id].children.is_empty() {
                let place = self.place(id);
                self.open.remove(&place);
                self.counts.purged += 1;
            }
            self.nodes.remove(id);
        }
    }

    fn insert(&mut self, id: usize) {
        self.counts.inserts += 1;
        let age = self.counts.inserts;
        match self.ties {
            TieRule::Left => {}
            TieRule::Newest => self.nodes[id].tie = Tie::from_slice(&(!age).to_be_bytes()),
            TieRule::Oldest => self.nodes[id].tie = Tie::from_slice(&age.to_be_bytes()),
        }
        let place = self.place(id);
        self.open.insert(place, id);
    }

    /// The sort key of a node's state in OPEN.
    fn place(&self, id: usize) -> OpenPlace<C::Value> {
        let node = &self.nodes[id];
        OpenPlace { merit: node.merit, tie: Tie::from_slice(&node.tie) }
    }

    fn note_peak(&mut self) {
        let counts = &mut self.counts;
        counts.peak = counts.peak.max(self.open.len());
        let nodes = bytes_of::<P, Node<P, C>>(self.nodes.len());
        counts.bytes = counts.bytes.max(self.open.bytes() + nodes);
    }

    fn child(&mut self, cx: &C, parent: usize, m: P::Move, place: u32) -> usize {
        let node = &self.nodes[parent];
        let (mut position, merit) = (node.position.clone(), node.merit);
        let path = cx.step(&position, m, node.path);
        position.make(m);
        self.generate(position, path, Some((parent, m, place)), merit)
    }

    fn generate(
        &mut self,
        position: P,
        path: C::Path,
        from: Option<(usize, P::Move, u32)>,
        merit: C::Value,
    ) -> usize {
        let mut tie = Tie::new();
        if let (TieRule::Left, Some((parent, _, place))) = (self.ties, from) {
            tie.extend_from_slice(&self.nodes[parent].tie);
            append(&mut tie, place);
        }
        let (moves, children, line) = (None, Vec::new(), Vec::new());
        let node = Node { position, path, from, moves, children, merit, solved: false, tie, line };
        self.nodes.insert(node)
    }
}
