//! The input of a search, its result, and the context that the searches share.

use crate::base::clock::Clock;
use crate::engine::eval::{CorrectedBelief, Evaluation, Tracked, Tracker};
use crate::engine::{SearchReport, SearchSettings};
use crate::game::rules::{Move, World};
use crate::gametree::position::{Evaluate, Indexed, MoveGain, Noisy, Position};
use crate::gametree::score::Score;
use crate::gametree::search::{
    Context, Limit, Meter, Quiet, SearchResult, Tactical, Transposition, Visits,
};
use std::time::Duration;

/// A position of the game that can be searched: an open world, with or without the accumulator of a
/// network, or a corrected belief.
pub trait SearchablePosition: Position<Move = Move> + Noisy + Indexed + Clone {}

impl SearchablePosition for World {}
impl SearchablePosition for CorrectedBelief {}
impl<T: Tracker> SearchablePosition for Tracked<T> {}

/// The input of a deepening search, besides the request and the root.
#[derive(Debug, Clone, Copy)]
pub struct DeepeningInput<'a> {
    /// The evaluation, set up for the root.
    pub evaluation: &'a Evaluation,
    /// Depth, quiescence and table size.
    pub settings: SearchSettings,
    /// Expected number of nodes until the limit of the request; AWT chooses its depth by it.
    pub expected_nodes: u64,
}

/// Called with the result of every completed depth, the depth in plies, and the nodes so far.
pub(super) type OnDepth<'a> = dyn Fn(&SearchResult<Move, Score>, u32, u64) + 'a;

/// A request with its input, as the searches use it.
#[derive(Clone, Copy)]
pub(super) struct DeepeningTask<'a> {
    pub(super) limit: Limit<'a>,
    /// The clock and the time for this search in milliseconds, if time is its only limit.
    pub(super) clock: Option<(&'a dyn Clock, u64)>,
    /// Depth limit, in plies.
    pub(super) depth: u32,
    pub(super) input: DeepeningInput<'a>,
    pub(super) on_depth: Option<&'a OnDepth<'a>>,
}

/// The result of a deepening search.
pub(super) struct DeepeningResult {
    /// Value for the side to move, and the principal variation; empty if no depth was completed.
    pub(super) answer: SearchResult<Move, Score>,
    /// The last completed depth, in plies.
    pub(super) depth: u32,
    pub(super) visits: Visits,
}

/// The report of a result at a depth, after a number of nodes and some time.
pub(super) fn report(
    answer: &SearchResult<Move, Score>,
    (depth, nodes, time): (u32, u64, Duration),
    evaluation: &Evaluation,
) -> SearchReport {
    let report = SearchReport {
        value: answer.value,
        best: answer.line.first().copied(),
        principal_variation: answer.line.clone(),
        depth,
        nodes,
        time,
        ..SearchReport::default()
    };
    report.or_best_alone(evaluation)
}

/// The context of a search at the board.
pub(super) type EngineContext<'a, H, O = Tactical<Move>, M = Transposition<Move, Score>> =
    Context<Evaluation, Quiet<H>, O, M, Meter<'a, Move, Score>>;

/// A context with a horizon, a move order and a memory.
pub(super) fn context<'a, P: SearchablePosition, H, O, M>(
    task: &DeepeningTask<'a>,
    (ends, order, memory): (H, O, M),
) -> EngineContext<'a, H, O, M>
where
    Evaluation: Evaluate<P, Value = Score> + MoveGain<P>,
{
    let DeepeningInput { evaluation, settings, .. } = task.input;
    Context::new(evaluation.clone(), Quiet::new(ends, settings.quiescence))
        .with_order(order)
        .with_memory(memory)
        .with_observer(Meter::new(task.limit))
}
