//! Iterative deepening: the result is that of the last completed depth.

use super::task::{DeepeningResult, DeepeningTask, EngineContext, SearchablePosition, context};
use crate::engine::eval::Evaluation;
use crate::game::rules::Move;
use crate::gametree::position::{Bits, Evaluate, MoveGain};
use crate::gametree::score::Score;
use crate::gametree::search::{
    Deepen, Horizon, Memory, MoveOrder, PathEntropy, Plies, Quiet, SearchResult, Tactical,
    Transposition, Visits, iterative, split,
};
use std::cell::Cell;

/// A transposition table that also uses entries of deeper searches.
pub(super) fn table(task: &DeepeningTask<'_>) -> Transposition<Move, Score> {
    Transposition::with_bytes(task.input.settings.table).or_deeper()
}

/// The horizon of a threshold search, in bits of path entropy.
pub(super) fn path_entropy(threshold: f64) -> PathEntropy {
    PathEntropy { threshold: Bits(threshold), max_depth: 1 }
}

/// Repeats a search one ply deeper each time until the limit, with a horizon, a move order and a memory.
/// `search` gets the value of the last depth.
pub(super) fn deepen<'a, P, H, O, M>(
    task: &DeepeningTask<'a>,
    root: &mut P,
    policies: (H, O, M),
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
    let mut cx = context::<P, _, _, _>(task, policies);
    let (mut reached, nodes) = (0, Cell::new(0));
    let search = |cx: &mut EngineContext<'a, H, O, M>, root: &mut P, guess: Option<Score>| {
        let answer = search(cx, root, guess);
        nodes.set(cx.observer.visits.nodes);
        answer
    };
    let each = |plies, answer: &SearchResult<Move, Score>| {
        reached = plies;
        if let Some(on_depth) = task.on_depth {
            on_depth(answer, plies, nodes.get());
        }
    };
    let answer = iterative(&mut cx, root, task.depth, search, each);
    DeepeningResult { answer, depth: reached, visits: cx.observer.visits }
}

/// PVS with the root moves split among `threads` threads, each with its share of the node limit. The
/// result depends on the number of threads.
pub(super) fn run_split<P>(
    task: &DeepeningTask<'_>,
    root: &mut P,
    threads: usize,
) -> DeepeningResult
where
    P: SearchablePosition + Send + Sync,
    Evaluation: Evaluate<P, Value = Score> + MoveGain<P>,
{
    let most = threads as u64;
    let count = task.limit.nodes.map_or(most, |nodes| nodes.clamp(1, most));
    let thread_context = |number: u64| {
        let mut share = *task;
        let part = |nodes: u64| nodes / count + u64::from(number < nodes % count);
        share.limit.nodes = task.limit.nodes.map(part);
        let policies = (Plies(1), Tactical::default(), table(&share));
        context::<P, _, _, _>(&share, policies)
    };
    let mut contexts: Vec<_> = (0..count).map(thread_context).collect();
    let (mut last, mut reached) = (SearchResult { value: None, line: vec![], complete: false }, 0);
    for depth in 1..=task.depth {
        for cx in &mut contexts {
            cx.horizon.deepen(depth);
        }
        let answer = split(&mut contexts, root);
        if !answer.complete {
            last = if reached > 0 { SearchResult { complete: false, ..last } } else { answer };
            break;
        }
        (last, reached) = (answer, depth);
    }
    let visits = contexts.iter().map(|cx| cx.observer.visits).reduce(|a, b| Visits {
        nodes: a.nodes + b.nodes,
        leaves: a.leaves + b.leaves,
        depth: a.depth.max(b.depth),
    });
    DeepeningResult { answer: last, depth: reached, visits: visits.unwrap_or_default() }
}
