//! A request as the deepening searches use it, what they share, and the report.

use crate::base::clock::{Clock, Stopwatch};
use crate::engine::eval::{CorrectedBelief, Evaluation, Tracked};
use crate::engine::{SearchReport, SearchRequest, SearchSettings};
use crate::game::rules::{Move, World};
use crate::gametree::position::{Evaluate, Indexed, MoveGain, Noisy, Position};
use crate::gametree::score::Score;
use crate::gametree::search::{
    Context, Deepen, Horizon, Limit, Memory, Meter, MoveOrder, Quiet, SearchResult, Visits,
    iterative,
};
use std::cell::Cell;
use std::time::Duration;

/// A position of the game that can be searched: an open world, with or without the accumulator of a
/// network, or a corrected belief.
pub trait SearchablePosition: Position<Move = Move> + Noisy + Indexed + Clone {}

impl SearchablePosition for World {}
impl SearchablePosition for CorrectedBelief {}
impl SearchablePosition for Tracked {}

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

/// Runs a search with the limits of a request, and reports its result.
pub(super) fn run(
    request: &SearchRequest<'_>,
    input: DeepeningInput<'_>,
    search: impl FnOnce(&DeepeningTask<'_>) -> DeepeningResult,
) -> SearchReport {
    let watch = Stopwatch::start(request.clock);
    let over = || request.is_over(&watch);
    let on_depth = |answer: &SearchResult<Move, Score>, depth: u32, nodes: u64| {
        if let Some(on_progress) = request.on_progress {
            on_progress(&report(answer, depth, nodes, watch.used(), input.evaluation));
        }
    };
    let time = request.time.filter(|_| request.nodes.is_none());
    let task = DeepeningTask {
        limit: Limit { nodes: request.nodes, over: Some(&over) },
        clock: time.map(|time| (request.clock, time.as_millis() as u64)),
        depth: request.depth_within(&input.settings),
        input,
        on_depth: request.on_progress.map(|_| &on_depth as _),
    };
    let DeepeningResult { answer, depth, visits } = search(&task);
    report(&answer, depth, visits.nodes, watch.used(), input.evaluation)
}

/// The report of a result at a depth.
fn report(
    answer: &SearchResult<Move, Score>,
    depth: u32,
    nodes: u64,
    time: Duration,
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
pub(super) type EngineContext<'a, H, O, M> =
    Context<Evaluation, Quiet<H>, O, M, Meter<'a, Move, Score>>;

/// A context with a horizon, a move order and a memory.
pub(super) fn context<'a, P: SearchablePosition, H, O, M>(
    task: &DeepeningTask<'a>,
    horizon: H,
    order: O,
    memory: M,
) -> EngineContext<'a, H, O, M>
where
    Evaluation: Evaluate<P, Value = Score> + MoveGain<P>,
{
    let DeepeningInput { evaluation, settings, .. } = task.input;
    Context::new(evaluation.clone(), Quiet::new(horizon, settings.quiescence))
        .with_order(order)
        .with_memory(memory)
        .with_observer(Meter::new(task.limit))
}

/// Repeats a search one ply deeper each time until the limit. `search` gets the value of the last depth.
pub(super) fn deepen<'a, P, H, O, M>(
    task: &DeepeningTask<'a>,
    root: &mut P,
    horizon: H,
    order: O,
    memory: M,
    mut search: impl FnMut(
        &mut EngineContext<'a, H, O, M>,
        &mut P,
        Option<Score>,
    ) -> SearchResult<Move, Score>,
) -> DeepeningResult
where
    P: SearchablePosition,
    H: Deepen + Horizon<P, Score>,
    O: MoveOrder<P, Evaluation, Quiet<H>>,
    M: Memory<P, Score>,
    Evaluation: Evaluate<P, Value = Score> + MoveGain<P>,
{
    let mut cx = context::<P, _, _, _>(task, horizon, order, memory);
    let mut reached = 0;
    let nodes = Cell::new(0); // written by the search of a depth, read when the depth is reported
    let answer = iterative(
        &mut cx,
        root,
        task.depth,
        |cx, root, guess| {
            let answer = search(cx, root, guess);
            nodes.set(cx.observer.visits.nodes);
            answer
        },
        |plies, answer| {
            reached = plies;
            if let Some(on_depth) = task.on_depth {
                on_depth(answer, plies, nodes.get());
            }
        },
    );
    DeepeningResult { answer, depth: reached, visits: cx.observer.visits }
}
