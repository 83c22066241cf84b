//! An algorithm at work on a position: what it is given, and how its counts are put together.

use super::tree::Unfolded;
use crate::base::options::{OptionReader, OptionValues};
use crate::engine::eval::{CorrectedBelief, Evaluation};
use crate::game::rules::Move;
use crate::gametree::position::{Evaluate, Node};
use crate::gametree::score::{Score, Value, Window};
use crate::gametree::search::{Context, Horizon, Limit, Memory, Meter, MoveOrder, SearchResult};
use crate::research::experiments::{Cap, RunCounts};

/// What an algorithm is given.
#[derive(Clone, Copy)]
pub(super) struct PositionTask<'a> {
    /// The position, as the root of the tree.
    pub(super) root: &'a CorrectedBelief,
    /// Set up for it.
    pub(super) evaluation: &'a Evaluation,
    /// Plies to the leaves.
    pub(super) depth: u32,
    /// When it has to end.
    pub(super) limit: Limit<'a>,
    /// Its parameters.
    pub(super) asked: OptionReader<'a>,
    pub(super) params: &'a OptionValues,
    /// Whether the order of the leaves is kept.
    pub(super) recorded: bool,
}

/// What came of it.
pub(super) struct PositionOutcome {
    pub(super) counts: RunCounts,
    /// The move it chose, if it came to its end.
    pub(super) best: Option<Move>,
}

/// What a search tells beside its answer: counts that its meter does not know.
pub(super) type WithCounts<V> = (SearchResult<Move, V>, RunCounts);

/// A search with its counts.
pub(super) type PositionContext<'a, E, H, O, M, V> = Context<E, H, O, M, Meter<'a, Move, V>>;

/// One search that holds no more than its frames and its table.
pub(super) fn once() -> RunCounts {
    RunCounts { passes: 1, ..RunCounts::default() }
}

/// The bytes of a frame of the recursion.
const fn frame<V, P>() -> usize {
    type Undo = <Unfolded as Node>::Undo;
    type Moves = <Unfolded as Node>::Moves;
    size_of::<(Undo, Moves, Window<V>, V, V, Option<Move>, u32, P)>()
}

impl<'a> PositionTask<'a> {
    /// The tree below the position, every way a node of its own.
    pub(super) fn tree(&self) -> Unfolded {
        Unfolded::new(self.root.clone())
    }

    /// A meter that records every leaf, if that is asked for.
    pub(super) fn meter<V: Value>(&self) -> Meter<'a, Move, V> {
        if self.recorded { Meter::recording(self.limit) } else { Meter::new(self.limit) }
    }

    /// Runs a depth-first search in centi-pieces with some policies.
    pub(super) fn search<P, H, O, M>(
        &self,
        root: P,
        policies: (H, O, M),
        search: impl FnOnce(
            &mut PositionContext<'a, Evaluation, H, O, M, Score>,
            &mut P,
        ) -> WithCounts<Score>,
    ) -> PositionOutcome
    where
        P: Node<Move = Move>,
        H: Horizon<P, Score>,
        O: MoveOrder<P, Evaluation, H>,
        M: Memory<P, Score>,
        Evaluation: Evaluate<P, Value = Score>,
    {
        self.search_in(self.evaluation.clone(), root, policies, search)
    }

    /// The same with another evaluation.
    pub(super) fn search_in<P, E, H, O, M, V>(
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
        let frames = cx.observer.visits.depth as usize + 1;
        told.bytes += (frames * frame::<V, H::Path>() + cx.memory.bytes()) as u64;
        self.done(answer, cx.observer, told)
    }

    /// Puts together what came of a search, from its answer, for the side to move, and its meter.
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

/// Bytes of one buffer of the widest node at every inner ply.
pub(super) fn buffers<K>(depth: u32, widest: usize) -> u64 {
    (depth as usize * widest * size_of::<K>()) as u64
}
