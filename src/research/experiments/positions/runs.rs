//! The algorithms on the tree below a position: to a fixed depth, with the static evaluation at the
//! leaves, and in the natural order of moves but for CT and BCT, as in the thesis.

use super::task::{PositionOutcome, PositionTask, buffers, once};
use super::tree::PathNode;
use crate::engine::eval::OddsEvaluation;
use crate::game::rules::Move;
use crate::gametree::position::{Bits, Node, Side};
use crate::gametree::score::{Score, Value, Window};
use crate::gametree::search::{
    BestCertain, Certain, Context, Forget, Limit, Natural, NextBound, PathEntropy, Perfect, Plies,
    Shrinking, Ticks, TieRule, Timer, ValueInterval, WindowOutcome, alpha_beta, aspiration, awt,
    dual_star, expectimax, for_max, mtd, pvs, sss_star, star2,
};
use crate::research::experiments::{Cap, RunCounts};
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;

/// The most structural bytes of a run: 2 GiB.
const MOST_BYTES: usize = 1 << 31;

/// What a state of SSS* is taken to hold while it is counted against the cap; what it held in truth
/// is told afterwards.
const STATE_BYTES: usize = 1024;

pub(super) fn run_alpha_beta(task: &PositionTask<'_>) -> PositionOutcome {
    task.search(task.tree(), (Plies(task.depth), Natural, Forget), |cx, root| {
        (alpha_beta(cx, root, Window::FULL), once())
    })
}

pub(super) fn run_aspiration(task: &PositionTask<'_>) -> PositionOutcome {
    task.search(task.tree(), (Plies(task.depth), Natural, Forget), |cx, root| {
        let (answer, aim) = aspiration(
            cx,
            root,
            Score(task.asked.whole("estimate")),
            Score(task.asked.whole("delta")),
        );
        let passes = 1 + u64::from(aim != WindowOutcome::Hit);
        (answer, RunCounts { passes, ..RunCounts::default() })
    })
}

pub(super) fn run_pvs(task: &PositionTask<'_>) -> PositionOutcome {
    task.search(task.tree(), (Plies(task.depth), Natural, Forget), |cx, root| {
        (pvs(cx, root, Window::FULL, task.asked.flag("clamp")), once())
    })
}

pub(super) fn run_awt(task: &PositionTask<'_>) -> PositionOutcome {
    let count = |name| task.asked.count(name).unwrap_or_default();
    let timer = Timer {
        by: Ticks::Nodes,
        ticks: [count("t1"), count("t2")],
        raises: [Score(task.asked.whole("M")), Score(task.asked.whole("N"))],
        stop: None,
    };
    task.search(task.tree(), (Plies(task.depth), Natural, Forget), |cx, root| {
        (awt(cx, root, timer, None).0, once())
    })
}

/// MTD from a first question, for the side to move.
fn run_mtd(task: &PositionTask<'_>, first: Score) -> PositionOutcome {
    let first = for_max(task.root.side(), first);
    let policies = (Plies(task.depth), Natural, Perfect::default());
    task.search(task.tree(), policies, |cx, root| {
        let (answer, passes) = mtd(cx, root, first, NextBound::Bound);
        let (passes, entries) = (passes.len() as u64, cx.memory.len() as u64);
        (answer, RunCounts { passes, entries, ..RunCounts::default() })
    })
}

pub(super) fn run_mtd_f(task: &PositionTask<'_>) -> PositionOutcome {
    run_mtd(task, Score(task.asked.whole("guess")))
}

pub(super) fn run_mt_sss(task: &PositionTask<'_>) -> PositionOutcome {
    run_mtd(task, Score::MAX)
}

/// SSS* as the side to move sees it.
pub(super) fn run_sss(task: &PositionTask<'_>) -> PositionOutcome {
    let root = PathNode::new(task.root.clone());
    let full = AtomicBool::new(false);
    let over = || {
        full.fetch_or(root.held() > MOST_BYTES / STATE_BYTES, Relaxed);
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
        ..once()
    };
    task.done(answer, cx.observer, told)
}

/// Where paths end by the threshold.
fn ends(task: &PositionTask<'_>) -> PathEntropy {
    PathEntropy { threshold: Bits(task.asked.real("threshold")), max_depth: task.depth }
}

pub(super) fn run_abt(task: &PositionTask<'_>) -> PositionOutcome {
    task.search(task.tree(), (ends(task), Natural, Forget), |cx, root| {
        (alpha_beta(cx, root, Window::FULL), once())
    })
}

pub(super) fn run_ct(task: &PositionTask<'_>) -> PositionOutcome {
    task.search(task.tree(), (ends(task), Certain::default(), Forget), |cx, root| {
        let answer = alpha_beta(cx, root, Window::FULL);
        let Certain { look_ups, widest, .. } = cx.order;
        let bytes = buffers::<(Bits, Move)>(cx.observer.visits.depth, widest);
        (answer, RunCounts { look_ups, bytes, ..once() })
    })
}

pub(super) fn run_bct(task: &PositionTask<'_>) -> PositionOutcome {
    let asked = &task.asked;
    let (lambda, leaves) = (asked.real("lam"), asked.flag("scaled_leaves"));
    let horizon = Shrinking { ends: ends(task), lambda, leaves };
    task.search(task.tree(), (horizon, BestCertain::default(), Forget), |cx, root| {
        let answer = alpha_beta(cx, root, Window::FULL);
        let BestCertain { look_ups, widest } = cx.order;
        let bytes = buffers::<((Score, Bits), Move)>(cx.observer.visits.depth, widest);
        (answer, RunCounts { look_ups, bytes, ..once() })
    })
}

pub(super) fn run_expectimax(task: &PositionTask<'_>) -> PositionOutcome {
    let odds = OddsEvaluation(task.evaluation.clone());
    task.search_in(odds, task.tree(), (Plies(task.depth), Natural, Forget), |cx, root| {
        (expectimax(cx, root), once())
    })
}

pub(super) fn run_star(task: &PositionTask<'_>) -> PositionOutcome {
    let odds = OddsEvaluation(task.evaluation.clone());
    let probes = task.asked.count("probes").unwrap_or_default() as usize;
    task.search_in(odds, task.tree(), (Plies(task.depth), Natural, Forget), |cx, root| {
        (star2(cx, root, Window::FULL, ValueInterval::CENTRED, probes), once())
    })
}
