//! What a depth-first search is run on: a tree, a position from a game, or what a player believes.
//!
//! A [`Plan`] is a search with its policies as data. A [`Ground`] has the root, the evaluation and the limit, runs the
//! search in a context of its own and counts what it wants to know.

use super::{
    Certain, Certainty, Deepen, DepthFirst, Forget, HistoryOrder, Horizon, Memory, MoveOrder,
    Natural, PathEntropy, Perfect, Plies, Remembered, Shrinking, Transposition,
};
use crate::gametree::position::{Evaluate, Indexed, Node, Position, Uncertain};
use crate::gametree::score::{Score, Value, Window};

/// A depth-first search with its policies.
#[derive(Clone, Copy)]
pub struct Plan {
    /// The search.
    pub search: DepthFirst<'static, Score>,
    /// Its horizon, move order and memory.
    pub policies: Policies,
    /// Maximum depth of iterative deepening, in plies; `None`: one search.
    pub deepen: Option<u32>,
}

/// The horizon, move order and memory that a search is defined with. A player has an order and a table of its own
/// where a search does not prescribe them.
#[derive(Clone, Copy)]
pub enum Policies {
    /// Fixed depth, natural order, no memory.
    Plain,
    /// Fixed depth, history heuristic, no memory.
    History,
    /// Fixed depth, hash move first, a transposition table of that many bytes.
    Table(usize),
    /// Fixed depth, natural order, a table that forgets nothing.
    Perfect,
    /// ABT: path entropy, natural order, no memory.
    Abt(PathEntropy),
    /// CT: path entropy, moves by certainty, no memory.
    Ct(PathEntropy, Certainty),
    /// BCT: scaled payoffs, best certain moves first, no memory; always a full-window alpha-beta.
    Bct(Shrinking),
}

/// What a depth-first search is run on.
pub trait Ground {
    /// A node of the tree.
    type Root: Position + Indexed + Uncertain;
    /// The evaluation.
    type Payoffs: Evaluate<Self::Root, Value = Score>;
    /// The result of a run with its counts.
    type Outcome;

    /// Maximum depth of a search, in plies.
    fn depth(&self) -> u32;

    /// Runs a search with the evaluation of this ground.
    fn run<H, O, M>(&self, plan: &Plan, horizon: H, order: O, memory: M) -> Self::Outcome
    where
        H: Deepen + Horizon<Self::Root, Score>,
        O: MoveOrder<Self::Root, Self::Payoffs, H>,
        M: Memory<Self::Root, Score>;

    /// Runs an alpha-beta search with scaled payoffs.
    fn run_scaled(&self, deepen: Option<u32>, horizon: Shrinking) -> Self::Outcome;
}

impl Plan {
    /// A search with its policies.
    pub fn new(search: DepthFirst<'static, Score>, policies: Policies) -> Self {
        Self { search, policies, deepen: None }
    }

    /// A threshold search: alpha-beta with the full window.
    pub fn threshold(policies: Policies) -> Self {
        Self::new(DepthFirst::AlphaBeta(Window::FULL), policies)
    }

    /// Whether the search reads entropies.
    pub fn needs_entropy(&self) -> bool {
        matches!(self.policies, Policies::Abt(_) | Policies::Ct(..) | Policies::Bct(_))
    }

    /// Runs the search on a ground.
    pub fn run_on<G: Ground>(&self, ground: &G) -> G::Outcome {
        let plies = Plies(ground.depth());
        match self.policies {
            Policies::Plain => ground.run(self, plies, Natural, Forget),
            Policies::History => ground.run(self, plies, HistoryOrder::default(), Forget),
            Policies::Table(bytes) => {
                ground.run(self, plies, Remembered, Transposition::with_bytes(bytes))
            }
            Policies::Perfect => ground.run(self, plies, Natural, Perfect::default()),
            Policies::Abt(ends) => ground.run(self, within(ends, ground), Natural, Forget),
            Policies::Ct(ends, certainty) => {
                let order = Certain { certainty, ..Certain::default() };
                ground.run(self, within(ends, ground), order, Forget)
            }
            Policies::Bct(horizon) => {
                let ends = within(horizon.ends, ground);
                ground.run_scaled(self.deepen, Shrinking { ends, ..horizon })
            }
        }
    }
}

/// A threshold that ends at the depth of a ground at the latest.
fn within<G: Ground>(ends: PathEntropy, ground: &G) -> PathEntropy {
    PathEntropy { max_depth: ends.max_depth.min(ground.depth()), ..ends }
}

/// Bytes of one frame of a depth-first search.
pub const fn frame<P: Node, V: Value, Path>() -> usize {
    size_of::<(P::Undo, P::Moves, Window<V>, V, V, Option<P::Move>, u32, Path)>()
}
