//! Engines that deepen ply by ply: the last search that was finished is the answer.

use super::thought::{EngineContext, SearchOutcome, SearchTask, SearchablePosition, carry};
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

/// A table in which deeper searches count as well.
fn table(task: &SearchTask<'_>) -> Transposition<Move, Score> {
    Transposition::with_bytes(task.table).or_deeper()
}

/// Deepens a search until the limit.
fn deepen<'a, P, H, O, M>(
    cx: &mut EngineContext<'a, H, O, M>,
    root: &mut P,
    task: &SearchTask<'a>,
    mut search: impl FnMut(
        &mut EngineContext<'a, H, O, M>,
        &mut P,
        Option<Score>,
    ) -> SearchResult<Move, Score>,
) -> SearchOutcome
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
        if let Some(heard) = task.heard {
            heard(answer, plies, nodes.get());
        }
    };
    let answer = iterative(cx, root, task.depth, search, each);
    SearchOutcome { answer, depth: reached, visits: cx.observer.visits }
}

/// A context with a table and the order of play.
fn tactical<'a, P: SearchablePosition>(
    task: &SearchTask<'a>,
    evaluation: &Evaluation,
) -> EngineContext<'a, Plies>
where
    Evaluation: Evaluate<P, Value = Score> + MoveGain<P>,
{
    carry::<P, _, _, _>(task, evaluation, (Plies(1), Tactical::default(), table(task)))
}

pub(super) fn run_minimax<P: SearchablePosition>(
    task: &SearchTask<'_>,
    e: &Evaluation,
    root: &mut P,
) -> SearchOutcome
where
    Evaluation: Evaluate<P, Value = Score> + MoveGain<P>,
{
    let mut cx = carry::<P, _, _, _>(task, e, (Plies(1), Tactical::default(), Forget));
    deepen(&mut cx, root, task, |cx, root, _| minimax(cx, root))
}

pub(super) fn run_alpha_beta<P: SearchablePosition>(
    task: &SearchTask<'_>,
    e: &Evaluation,
    root: &mut P,
) -> SearchOutcome
where
    Evaluation: Evaluate<P, Value = Score> + MoveGain<P>,
{
    let mut cx = tactical::<P>(task, e);
    deepen(&mut cx, root, task, |cx, root, _| alpha_beta(cx, root, Window::FULL))
}

pub(super) fn run_aspiration<P: SearchablePosition>(
    task: &SearchTask<'_>,
    e: &Evaluation,
    root: &mut P,
    delta: Score,
) -> SearchOutcome
where
    Evaluation: Evaluate<P, Value = Score> + MoveGain<P>,
{
    let mut cx = tactical::<P>(task, e);
    deepen(&mut cx, root, task, |cx, root, guess| match guess {
        Some(guess) => aspiration(cx, root, guess, delta).0,
        None => alpha_beta(cx, root, Window::FULL),
    })
}

pub(super) fn run_pvs<P: SearchablePosition>(
    task: &SearchTask<'_>,
    e: &Evaluation,
    root: &mut P,
) -> SearchOutcome
where
    Evaluation: Evaluate<P, Value = Score> + MoveGain<P>,
{
    let mut cx = tactical::<P>(task, e);
    deepen(&mut cx, root, task, |cx, root, _| pvs(cx, root, Window::FULL, FailLow::Soft))
}

/// PVS with the root split into lanes, each with its share of the nodes.
pub(super) fn run_split<P>(
    task: &SearchTask<'_>,
    e: &Evaluation,
    root: &mut P,
    lanes: usize,
) -> SearchOutcome
where
    P: SearchablePosition + Send + Sync,
    Evaluation: Evaluate<P, Value = Score> + MoveGain<P>,
{
    let count = task.limit.nodes.map_or(lanes as u64, |nodes| nodes.clamp(1, lanes as u64));
    let lane = |number: u64| {
        let mut share = *task;
        let part = |nodes: u64| nodes / count + u64::from(number < nodes % count);
        share.limit.nodes = task.limit.nodes.map(part);
        tactical::<P>(&share, e)
    };
    let mut lanes: Vec<_> = (0..count).map(lane).collect();
    let (mut last, mut reached) = (SearchResult { value: None, line: vec![], complete: false }, 0);
    for depth in 1..=task.depth {
        for cx in &mut lanes {
            cx.horizon.deepen(depth);
        }
        let answer = split(&mut lanes, root);
        if !answer.complete {
            last = if reached > 0 { SearchResult { complete: false, ..last } } else { answer };
            break;
        }
        (last, reached) = (answer, depth);
    }
    let visits = lanes.iter().map(|cx| cx.observer.visits).reduce(|a, b| Visits {
        nodes: a.nodes + b.nodes,
        leaves: a.leaves + b.leaves,
        depth: a.depth.max(b.depth),
    });
    SearchOutcome { answer: last, depth: reached, visits: visits.unwrap_or_default() }
}

pub(super) fn run_mtd_f<P: SearchablePosition>(
    task: &SearchTask<'_>,
    e: &Evaluation,
    root: &mut P,
) -> SearchOutcome
where
    Evaluation: Evaluate<P, Value = Score> + MoveGain<P>,
{
    // What deeper searches found could contradict an earlier answer, and MTD would ask for ever. It
    // asks often, so that all nodes but leaves are worth a place.
    let table = Transposition::with_bytes(task.table).down_to(1);
    let mut cx = carry::<P, _, _, _>(task, e, (Plies(1), Tactical::default(), table));
    deepen(&mut cx, root, task, |cx, root, guess| {
        // Questions and answers of MTD are as Max sees them.
        let first = crate::gametree::search::for_max(root.side(), guess.unwrap_or(Score(0)));
        mtd(cx, root, first, NextBound::Bound).0
    })
}

/// Where paths of a threshold search end.
pub(super) fn ends(threshold: f64) -> PathEntropy {
    PathEntropy { threshold: crate::gametree::position::Bits(threshold), max_depth: 1 }
}

/// Deepens a search with a path-entropy horizon: the table only tells which move was best.
pub(super) fn run_threshold<'a, P, H, O>(
    task: &SearchTask<'a>,
    e: &Evaluation,
    root: &mut P,
    (horizon, order): (H, O),
) -> SearchOutcome
where
    P: SearchablePosition + Uncertain,
    H: Deepen + Horizon<P, Score>,
    O: MoveOrder<P, Evaluation, Quiet<H>>,
    Evaluation: Evaluate<P, Value = Score> + MoveGain<P>,
    Context<Evaluation, Quiet<H>, O, Hints<Transposition<Move, Score>>, Meter<'a, Move, Score>>:
        crate::gametree::search::Search<P, Value = Score>,
{
    let mut cx = carry::<P, _, _, _>(task, e, (horizon, order, Hints(table(task))));
    deepen(&mut cx, root, task, |cx, root, _| alpha_beta(cx, root, Window::FULL))
}
