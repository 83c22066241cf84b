//! Iterative deepening: the result is that of the last completed depth.

use super::task::{DeepeningResult, DeepeningTask, EngineContext, SearchablePosition, context};
use crate::engine::eval::Evaluation;
use crate::game::rules::Move;
use crate::gametree::position::{Evaluate, MoveGain, Uncertain};
use crate::gametree::score::{Score, Window};
use crate::gametree::search::{
    Context, Deepen, FailLow, Forget, Hints, Horizon, Memory, Meter, MoveOrder, NextBound,
    PathEntropy, Plies, Quiet, SearchResult, Tactical, Transposition, Visits, alpha_beta,
    aspiration, iterative, minimax, mtd, pvs, split,
};
use std::cell::Cell;

/// A transposition table that also uses entries of deeper searches.
fn table(task: &DeepeningTask<'_>) -> Transposition<Move, Score> {
    Transposition::with_bytes(task.input.settings.table).or_deeper()
}

/// Repeats a search one ply deeper each time until the limit.
fn deepen<'a, P, H, O, M>(
    cx: &mut EngineContext<'a, H, O, M>,
    root: &mut P,
    task: &DeepeningTask<'a>,
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
    let answer = iterative(cx, root, task.depth, search, each);
    DeepeningResult { answer, depth: reached, visits: cx.observer.visits }
}

/// A context with a transposition table and the tactical move order.
fn tactical<'a, P: SearchablePosition>(task: &DeepeningTask<'a>) -> EngineContext<'a, Plies>
where
    Evaluation: Evaluate<P, Value = Score> + MoveGain<P>,
{
    context::<P, _, _, _>(task, (Plies(1), Tactical::default(), table(task)))
}

pub(super) fn run_minimax<P: SearchablePosition>(
    task: &DeepeningTask<'_>,
    root: &mut P,
) -> DeepeningResult
where
    Evaluation: Evaluate<P, Value = Score> + MoveGain<P>,
{
    let mut cx = context::<P, _, _, _>(task, (Plies(1), Tactical::default(), Forget));
    deepen(&mut cx, root, task, |cx, root, _| minimax(cx, root))
}

pub(super) fn run_alpha_beta<P: SearchablePosition>(
    task: &DeepeningTask<'_>,
    root: &mut P,
) -> DeepeningResult
where
    Evaluation: Evaluate<P, Value = Score> + MoveGain<P>,
{
    let mut cx = tactical::<P>(task);
    deepen(&mut cx, root, task, |cx, root, _| alpha_beta(cx, root, Window::FULL))
}

pub(super) fn run_aspiration<P: SearchablePosition>(
    task: &DeepeningTask<'_>,
    root: &mut P,
    delta: Score,
) -> DeepeningResult
where
    Evaluation: Evaluate<P, Value = Score> + MoveGain<P>,
{
    let mut cx = tactical::<P>(task);
    deepen(&mut cx, root, task, |cx, root, guess| match guess {
        Some(guess) => aspiration(cx, root, guess, delta).0,
        None => alpha_beta(cx, root, Window::FULL),
    })
}

pub(super) fn run_pvs<P: SearchablePosition>(
    task: &DeepeningTask<'_>,
    root: &mut P,
) -> DeepeningResult
where
    Evaluation: Evaluate<P, Value = Score> + MoveGain<P>,
{
    let mut cx = tactical::<P>(task);
    deepen(&mut cx, root, task, |cx, root, _| pvs(cx, root, Window::FULL, FailLow::Soft))
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
        tactical::<P>(&share)
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

pub(super) fn run_mtd_f<P: SearchablePosition>(
    task: &DeepeningTask<'_>,
    root: &mut P,
) -> DeepeningResult
where
    Evaluation: Evaluate<P, Value = Score> + MoveGain<P>,
{
    // A bound from a deeper search could contradict an earlier bound, and MTD would not terminate. MTD
    // visits nodes often, so every node but leaves is stored.
    let table = Transposition::with_bytes(task.input.settings.table).down_to(1);
    let mut cx = context::<P, _, _, _>(task, (Plies(1), Tactical::default(), table));
    deepen(&mut cx, root, task, |cx, root, guess| {
        // Bounds and values of MTD are from the viewpoint of Max.
        let first = crate::gametree::search::for_max(root.side(), guess.unwrap_or(Score(0)));
        mtd(cx, root, first, NextBound::Bound).0
    })
}

/// The horizon of a threshold search, in bits of path entropy.
pub(super) fn path_entropy(threshold: f64) -> PathEntropy {
    PathEntropy { threshold: crate::gametree::position::Bits(threshold), max_depth: 1 }
}

/// Iterative deepening with a path-entropy horizon; the table provides hash moves only.
pub(super) fn run_threshold<'a, P, H, O>(
    task: &DeepeningTask<'a>,
    root: &mut P,
    (horizon, order): (H, O),
) -> DeepeningResult
where
    P: SearchablePosition + Uncertain,
    H: Deepen + Horizon<P, Score>,
    O: MoveOrder<P, Evaluation, Quiet<H>>,
    Evaluation: Evaluate<P, Value = Score> + MoveGain<P>,
    Context<Evaluation, Quiet<H>, O, Hints<Transposition<Move, Score>>, Meter<'a, Move, Score>>:
        crate::gametree::search::Search<P, Value = Score>,
{
    let mut cx = context::<P, _, _, _>(task, (horizon, order, Hints(table(task))));
    deepen(&mut cx, root, task, |cx, root, _| alpha_beta(cx, root, Window::FULL))
}
