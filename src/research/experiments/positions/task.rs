//! The task of an algorithm on a game position, and how its counts are put together.
//!
//! As in the thesis, the tree below the position is searched to a fixed depth with the static
//! evaluation at the leaves.

use super::tree::Unfolded;
use crate::base::number::Number;
use crate::base::options::{OptionReader, OptionValues};
use crate::engine::eval::{CorrectedBelief, Evaluation};
use crate::game::rules::Move;
use crate::gametree::position::{Evaluate, Node};
use crate::gametree::score::{Score, Value};
use crate::gametree::search::{
    Context, Deepen, DepthFirst, Horizon, Limit, Memory, Meter, MoveOrder, SearchResult,
};
use crate::research::algorithms::{PartialEvaluation, Testbed, frame};
use crate::research::experiments::{Cap, RunCounts};

/// A position to search, with a limit and options.
#[derive(Clone, Copy)]
pub(super) struct PositionTask<'a> {
    /// The position, as the root of the tree.
    pub(super) root: &'a CorrectedBelief,
    /// The evaluation, set up for this position.
    pub(super) evaluation: &'a Evaluation,
    /// Plies to the leaves.
    pub(super) depth: u32,
    /// When the search has to end.
    pub(super) limit: Limit<'a>,
    /// The options of the algorithm.
    pub(super) options: OptionReader<'a>,
    pub(super) params: &'a OptionValues,
    /// Whether the order of the leaves is kept.
    pub(super) recorded: bool,
}

/// The counts and the move of a run.
pub(super) struct PositionOutcome {
    pub(super) counts: RunCounts,
    /// The chosen move, if the search was complete.
    pub(super) best: Option<Move>,
}

/// The answer of a search, and the counts that its meter does not know.
pub(super) type WithCounts<V> = (SearchResult<Move, V>, RunCounts);

/// The context of a search on positions.
pub(super) type PositionContext<'a, E, H, O, M, V> = Context<E, H, O, M, Meter<'a, Move, V>>;

/// Empty counts with a number of passes.
pub(super) fn counts(passes: usize) -> RunCounts {
    RunCounts { passes: passes as u64, ..RunCounts::default() }
}

/// The evaluation of a position is never missing.
impl PartialEvaluation for Evaluation {}

impl Testbed for PositionTask<'_> {
    type Root = Unfolded;
    type Payoffs = Evaluation;
    type Scaled = Score;
    type ScaledPayoffs = Evaluation;
    type Outcome = PositionOutcome;

    fn depth(&self) -> u32 {
        self.depth
    }

    fn payoffs(&self) -> Evaluation {
        self.evaluation.clone()
    }

    fn scaled_payoffs(&self) -> Evaluation {
        self.evaluation.clone()
    }

    fn run<V, E, H, O, M>(
        &self,
        search: DepthFirst<'_, V>,
        deepen: Option<u32>,
        evaluate: E,
        policies: (H, O, M),
    ) -> PositionOutcome
    where
        V: Value + Into<Number>,
        E: PartialEvaluation + Evaluate<Unfolded, Value = V>,
        H: Deepen + Horizon<Unfolded, V>,
        O: MoveOrder<Unfolded, E, H>,
        M: Memory<Unfolded, V>,
    {
        self.search(evaluate, self.tree(), policies, |cx, root| {
            let found = match deepen {
                Some(plies) => search.deepen(cx, root, plies.min(self.depth), |_, _| ()),
                None => search.run(cx, root),
            };
            let passes = found.trace.passes(found.answer.complete);
            (found.answer, RunCounts { passes, ..RunCounts::default() })
        })
    }
}

impl<'a> PositionTask<'a> {
    /// The tree below the position, with one node for every path.
    pub(super) fn tree(&self) -> Unfolded {
        Unfolded::new(self.root.clone())
    }

    /// A meter; it records every leaf if the task asks for it.
    pub(super) fn meter<V: Value>(&self) -> Meter<'a, Move, V> {
        if self.recorded { Meter::recording(self.limit) } else { Meter::new(self.limit) }
    }

    /// Runs a search with an evaluation and policies, and counts its visits and its memory.
    pub(super) fn search<P, E, H, O, M, V>(
        &self,
        evaluate: E,
        mut root: P,
        (horizon, order, memory): (H, O, M),
        search: impl FnOnce(&mut PositionContext<'a, E, H, O, M, V>, &mut P) -> WithCounts<V>,
    ) -> PositionOutcome
    where
        P: Node<Move = Move>,
        V: Value,
        E: Evaluate<P, Value = V>,
        H: Horizon<P, V>,
        O: MoveOrder<P, E, H>,
        M: Memory<P, V>,
    {
        let cx = Context::new(evaluate, horizon).with_order(order).with_memory(memory);
        let mut cx = cx.with_observer(self.meter());
        let (answer, mut told) = search(&mut cx, &mut root);
        let (depth, cost) = (cx.observer.visits.depth as usize, cx.order.cost());
        let frames = (depth + 1) * frame::<Unfolded, V, H::Path>();
        let sorting = cost.table_bytes + depth * cost.ply_bytes;
        told.bytes += (frames + cx.memory.bytes() + sorting) as u64;
        told.look_ups += cost.look_ups;
        told.entries += cx.memory.table_use().map_or(0, |used| used.entries as u64);
        self.done(answer, cx.observer, told)
    }

    /// Combines the answer of a search, for the side to move, with its meter and its counts.
    pub(super) fn done<V: Value>(
        &self,
        answer: SearchResult<Move, V>,
        meter: Meter<'_, Move, V>,
        told: RunCounts,
    ) -> PositionOutcome {
        let leaves = meter.leaf_order.unwrap_or_default();
        let mut unique = leaves.clone();
        unique.sort_unstable();
        unique.dedup();
        let SearchResult { value, line, complete } = answer;
        let value = value.filter(|_| complete);
        let counts = RunCounts {
            value: value.map(|value| value.to_f64() + 0.0),
            censored: told.censored.or((!complete).then_some(Cap::Nodes)),
            leaves: meter.visits.leaves,
            unique: unique.len() as u64,
            nodes: meter.visits.nodes,
            leaf_order: RunCounts::order_of(&leaves),
            ..told
        };
        PositionOutcome {
            counts: counts.with_params(self.params),
            best: line.first().copied().filter(|_| complete),
        }
    }
}
