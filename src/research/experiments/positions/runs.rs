//! Searches that run on game positions only: SSS*, those with chance nodes, and those with the
//! additions of playing programs. All of them to a fixed depth and without quiescence search, so that
//! the value is that of the tree.

use super::task::{PositionOutcome, PositionTask, counts};
use super::tree::PathNode;
use crate::engine::eval::{Evaluation, ExpectedResult};
use crate::game::rules::Move;
use crate::gametree::position::{Node, Side};
use crate::gametree::score::{Score, Window};
use crate::gametree::search::{
    Context, DepthFirst, Forget, Limit, Natural, Plies, SearchTrace, Tactical, TieRule,
    Transposition, ValueInterval, dual_star, expectimax, sss_star, star2,
};
use crate::research::experiments::{Cap, RunCounts};
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;

/// Maximum structural memory of a run, in bytes: 2 GiB.
const MAX_BYTES: usize = 1 << 31;

/// Assumed size of a state of SSS* while the run is checked against the limit, in bytes; the report
/// has the real size.
const STATE_BYTES: usize = 1024;

/// Size of the transposition table, in bytes.
const TABLE_BYTES: usize = 1 << 24;

/// SSS* from the view of the side to move.
pub(super) fn run_sss(task: &PositionTask<'_>) -> PositionOutcome {
    let root = PathNode::new(task.root.clone());
    let full = AtomicBool::new(false);
    let over = || {
        full.fetch_or(root.held() > MAX_BYTES / STATE_BYTES, Relaxed);
        full.load(Relaxed) || task.limit.over.is_some_and(|over| over())
    };
    let limited = PositionTask { limit: Limit { over: Some(&over), ..task.limit }, ..*task };
    let cx = Context::new(task.evaluation.clone(), Plies(task.depth));
    let mut cx = cx.with_observer(limited.meter());
    let (answer, open) = match task.root.side() {
        Side::Max => sss_star(&mut cx, &root, TieRule::Left),
        Side::Min => dual_star(&mut cx, &root, TieRule::Left),
    };
    let told = RunCounts {
        bytes: open.bytes as u64,
        entries: open.peak as u64,
        list_steps: open.pops + open.inserts + open.purged,
        censored: full.load(Relaxed).then_some(Cap::Bytes),
        ..counts(1)
    };
    task.done(answer, cx.observer, told)
}

pub(super) fn run_expectimax(task: &PositionTask<'_>) -> PositionOutcome {
    let evaluation = ExpectedResult(task.evaluation.clone());
    task.search(evaluation, task.tree(), (Plies(task.depth), Natural, Forget), |cx, root| {
        (expectimax(cx, root), counts(1))
    })
}

pub(super) fn run_star(task: &PositionTask<'_>) -> PositionOutcome {
    let evaluation = ExpectedResult(task.evaluation.clone());
    let probes: usize = task.options.get("probes");
    task.search(evaluation, task.tree(), (Plies(task.depth), Natural, Forget), |cx, root| {
        (star2(cx, root, Window::FULL, ValueInterval::CENTRED, probes), counts(1))
    })
}

/// Alpha-beta with tactical move ordering, on the position itself.
pub(super) fn run_tactical(task: &PositionTask<'_>) -> PositionOutcome {
    let policies = (Plies(task.depth), Tactical::<Move>::default(), Forget);
    task.search(task.evaluation.clone(), task.root.clone(), policies, |cx, root| {
        (DepthFirst::AlphaBeta(Window::FULL).run(cx, root).answer, counts(1))
    })
}

/// A search with tactical move ordering, transposition table and iterative deepening, on the
/// position itself.
pub(super) fn run_playing(
    task: &PositionTask<'_>,
    search: DepthFirst<'_, Score>,
) -> PositionOutcome {
    // As in play: MTD(f) visits nodes often, so every node but leaves is stored; the others have the same table.
    let table = Transposition::<Move, Score>::with_bytes(TABLE_BYTES).down_to(1);
    let policies = (Plies(1), Tactical::<Move>::default(), table);
    let evaluation: Evaluation = task.evaluation.clone();
    task.search(evaluation, task.root.clone(), policies, |cx, root| {
        let found = search.deepen(cx, root, task.depth, |_, _| ());
        let SearchTrace::Iterations(finished) = found.trace else {
            unreachable!("iterative deepening reports its iterations")
        };
        (found.answer, counts(finished.len()))
    })
}
