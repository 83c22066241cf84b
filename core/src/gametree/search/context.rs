//! The context of a search: an evaluation and four policies.

use super::memory::{Found, TableHit};
use super::order::NodeToOrder;
use super::{Forget, Horizon, Memory, MoveOrder, Natural, Observer, Silent, Stopped};
use crate::gametree::position::{Evaluate, Node};
use crate::gametree::score::{Bound, Value, Window};

/// The result of a search.
#[derive(Debug, Clone, PartialEq)]
pub struct SearchResult<Mv, V> {
    /// The value, for the side to move at the root; None if it is unknown.
    pub value: Option<V>,
    /// The principal variation as far as it is known, best move first. Empty at a leaf, and in
    /// depth-first searches whose observer keeps no lines.
    pub line: Vec<Mv>,
    /// Whether the search was complete; otherwise this is the best so far.
    pub complete: bool,
}

/// A result with the details that only this algorithm reports.
pub type Detailed<P, V, X> = (SearchResult<<P as Node>::Move, V>, X);

/// The evaluation and the policies of a search. Policies that do nothing compile away.
#[derive(Debug, Clone)]
pub struct Context<E, H, O = Natural, M = Forget, W = Silent> {
    /// The evaluation of leaves.
    pub evaluate: E,
    /// Where a path ends.
    pub horizon: H,
    /// The move order.
    pub order: O,
    /// The memory, for example a transposition table.
    pub memory: M,
    /// The observer: counts, best line, limit.
    pub observer: W,
}

impl<E, H> Context<E, H> {
    /// A context with natural move order, no memory and no observer.
    pub fn new(evaluate: E, horizon: H) -> Self {
        Self { evaluate, horizon, order: Natural, memory: Forget, observer: Silent }
    }
}

impl<E, H, O, M, W> Context<E, H, O, M, W> {
    /// Replaces the move order.
    pub fn with_order<O2>(self, order: O2) -> Context<E, H, O2, M, W> {
        let Self { evaluate, horizon, memory, observer, .. } = self;
        Context { evaluate, horizon, order, memory, observer }
    }

    /// Replaces the memory.
    pub fn with_memory<M2>(self, memory: M2) -> Context<E, H, O, M2, W> {
        let Self { evaluate, horizon, order, observer, .. } = self;
        Context { evaluate, horizon, order, memory, observer }
    }

    /// Replaces the observer.
    pub fn with_observer<W2>(self, observer: W2) -> Context<E, H, O, M, W2> {
        let Self { evaluate, horizon, order, memory, .. } = self;
        Context { evaluate, horizon, order, memory, observer }
    }
}

/// A [`Context`] as searches see it: the operations at a node, in the order of their use. Values are
/// for the side to move.
pub trait Search<P: Node> {
    /// The unit of its values.
    type Value: Value;
    /// The state of the path from the root to a node.
    type Path: Copy;
    /// The moves of a node.
    type Moves: Iterator<Item = P::Move>;

    /// The path to the root.
    fn root(&self) -> Self::Path;
    /// Enters a node: counts it and checks the limit.
    ///
    /// # Errors
    ///
    /// [`Stopped`] when the search has to end.
    fn enter(&mut self, position: &P, path: Self::Path) -> Result<(), Stopped>;
    /// Looks the node up in the memory.
    fn known(
        &mut self,
        position: &P,
        path: Self::Path,
        window: Window<Self::Value>,
    ) -> TableHit<P::Move, Self::Value>;
    /// Whether the path ends here.
    fn is_over(&self, path: Self::Path) -> bool;
    /// Evaluates a leaf and stores the value.
    fn leaf(&mut self, position: &P, path: Self::Path) -> Self::Value;
    /// The stand-pat score if the side to move may stand pat, else [`Value::MIN`]. Outside of the window it
    /// may be an estimate.
    fn stand_pat(
        &mut self,
        position: &P,
        path: Self::Path,
        window: Window<Self::Value>,
    ) -> Self::Value;
    /// The moves in order, best guess first.
    fn moves(&mut self, position: &mut P, path: Self::Path, best: Option<P::Move>) -> Self::Moves;
    /// The path after a move that is not yet made.
    fn step(&self, position: &P, m: P::Move, path: Self::Path) -> Self::Path;
    /// The path with one ply less left.
    fn reduced(&self, path: Self::Path) -> Self::Path;
    /// The remaining depth in moves, without quiescence.
    fn left(&self, path: Self::Path) -> u32;
    /// The static evaluation of a node; nothing is stored.
    fn estimate(&mut self, position: &P, path: Self::Path) -> Self::Value;
    /// The value of a node if a quiet move is made there, by a quick estimate from the node's own.
    fn estimate_after(
        &mut self,
        position: &P,
        m: P::Move,
        value: Self::Value,
    ) -> Option<Self::Value>;
    /// Whether a move may be searched less deep: it is quiet and no threat.
    fn is_reducible(&mut self, position: &P, m: P::Move) -> bool;
    /// Records a move that is better than all before it.
    fn improve(&mut self, path: Self::Path, m: P::Move, value: Self::Value);
    /// Records that the move just searched has several outcomes: the line ends with it.
    fn chance(&mut self, path: Self::Path);
    /// Records a cutoff by a move.
    fn cutoff(&mut self, position: &P, path: Self::Path, m: P::Move);
    /// Stores the result of an inner node.
    fn store(&mut self, position: &P, path: Self::Path, found: Found<P::Move, Self::Value>);
    /// The principal variation so far.
    fn line(&self) -> Vec<P::Move>;
    /// Its value.
    fn best(&self) -> Option<Self::Value>;

    /// Runs a search from the root and builds its result.
    fn answer(
        &mut self,
        search: impl FnOnce(&mut Self) -> Result<Self::Value, Stopped>,
    ) -> SearchResult<P::Move, Self::Value> {
        let value = search(self).ok();
        let complete = value.is_some();
        SearchResult { value: value.or_else(|| self.best()), line: self.line(), complete }
    }
}

impl<P, E, H, O, M, W> Search<P> for Context<E, H, O, M, W>
where
    P: Node,
    E: Evaluate<P>,
    H: Horizon<P, E::Value>,
    O: MoveOrder<P, E, H>,
    M: Memory<P, E::Value>,
    W: Observer<P, E::Value>,
{
    type Value = E::Value;
    type Path = H::Path;
    type Moves = O::Moves;

    #[inline]
    fn root(&self) -> H::Path {
        self.horizon.root()
    }

    #[inline]
    fn enter(&mut self, position: &P, path: H::Path) -> Result<(), Stopped> {
        self.observer.enter(position, self.horizon.ply(path))
    }

    #[inline]
    fn known(
        &mut self,
        position: &P,
        path: H::Path,
        window: Window<E::Value>,
    ) -> TableHit<P::Move, E::Value> {
        self.memory.probe(position, self.horizon.left(path), window)
    }

    #[inline]
    fn is_over(&self, path: H::Path) -> bool {
        self.horizon.is_over(path)
    }

    #[inline]
    fn leaf(&mut self, position: &P, path: H::Path) -> E::Value {
        self.observer.leaf(position);
        let value = self.horizon.leaf_value(self.evaluate.evaluate(position), path);
        let found = Found { value, bound: Bound::Exact, best: None };
        self.memory.store(position, self.horizon.left(path), found);
        value
    }

    #[inline]
    fn stand_pat(&mut self, position: &P, path: H::Path, window: Window<E::Value>) -> E::Value {
        if !self.horizon.may_stand_pat(position, path) {
            return E::Value::MIN;
        }
        self.observer.leaf(position);
        self.horizon.leaf_value(self.evaluate.evaluate_in(position, window), path)
    }

    #[inline]
    fn moves(&mut self, position: &mut P, path: H::Path, best: Option<P::Move>) -> O::Moves {
        let Self { evaluate, horizon, order, .. } = self;
        order.moves(NodeToOrder { position, evaluate, horizon, path }, best)
    }

    #[inline]
    fn step(&self, position: &P, m: P::Move, path: H::Path) -> H::Path {
        self.horizon.step(position, m, path)
    }

    #[inline]
    fn reduced(&self, path: H::Path) -> H::Path {
        self.horizon.reduced(path)
    }

    #[inline]
    fn left(&self, path: H::Path) -> u32 {
        self.horizon.left(path)
    }

    #[inline]
    fn estimate(&mut self, position: &P, path: H::Path) -> E::Value {
        self.horizon.leaf_value(self.evaluate.evaluate(position), path)
    }

    #[inline]
    fn estimate_after(&mut self, position: &P, m: P::Move, value: E::Value) -> Option<E::Value> {
        Some(value + self.evaluate.quiet_gain(position, m)?)
    }

    #[inline]
    fn is_reducible(&mut self, position: &P, m: P::Move) -> bool {
        self.evaluate.quiet_gain(position, m).is_some() && !self.evaluate.may_threaten(position, m)
    }

    #[inline]
    fn improve(&mut self, path: H::Path, m: P::Move, value: E::Value) {
        self.observer.improve(self.horizon.ply(path), m, value);
    }

    #[inline]
    fn chance(&mut self, path: H::Path) {
        self.observer.chance(self.horizon.ply(path));
    }

    #[inline]
    fn cutoff(&mut self, position: &P, path: H::Path, m: P::Move) {
        self.order.cutoff(position, m, self.horizon.ply(path), self.horizon.left(path));
    }

    #[inline]
    fn store(&mut self, position: &P, path: H::Path, found: Found<P::Move, E::Value>) {
        self.memory.store(position, self.horizon.left(path), found);
    }

    fn line(&self) -> Vec<P::Move> {
        self.observer.line()
    }

    fn best(&self) -> Option<E::Value> {
        self.observer.best()
    }
}
