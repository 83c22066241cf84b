//! Runs of the best-first algorithms.

use super::setup::frame;
use super::task::RunExtras;
use super::tree_run::interval;
use super::{AlgorithmError, AlgorithmTask, MemoryUse, RunOutcome};
use crate::gametree::score::Score;
use crate::gametree::search::{
    AtTerminal, BStarProof, BestFirstEnd, Bounds, Context, Growth, Meter, OpenCounts, Plies,
    Purpose, SearchResult, Strategy, TieRule, ValueInterval, b_star, best_first, best_first_linear,
    dual_star, for_max, pb_star, sss_star,
};
use crate::gametree::tree::{Payoffs, Tree};
use serde_json::Value as Json;

type Done = Result<RunOutcome, AlgorithmError>;

fn ties<T: Tree>(task: &AlgorithmTask<'_, T>) -> TieRule {
    match task.options().get::<&str>("ties") {
        "newest" => TieRule::Newest,
        "oldest" => TieRule::Oldest,
        _ => TieRule::Left,
    }
}

pub(super) fn run_sss<T: Tree>(task: &AlgorithmTask<'_, T>) -> Done {
    let mut cx = Context::new(Payoffs::default(), Plies(u32::MAX)).with_observer(task.meter());
    let (answer, counts) = sss_star(&mut cx, task.root, ties(task));
    open_outcome(task, answer, &counts, cx.evaluate, cx.observer)
}

pub(super) fn run_dual<T: Tree>(task: &AlgorithmTask<'_, T>) -> Done {
    let mut cx = Context::new(Payoffs::default(), Plies(u32::MAX)).with_observer(task.meter());
    let (answer, counts) = dual_star(&mut cx, task.root, ties(task));
    open_outcome(task, answer, &counts, cx.evaluate, cx.observer)
}

fn open_outcome<T: Tree>(
    task: &AlgorithmTask<'_, T>,
    answer: SearchResult<u32, Score>,
    counts: &OpenCounts<Score>,
    payoffs: Payoffs,
    meter: Meter<'_, u32, Score>,
) -> Done {
    if let Some(node) = payoffs.missing {
        return Err(AlgorithmError::NoPayoff(node));
    }
    let memory = MemoryUse { nodes: counts.bytes, ..MemoryUse::default() };
    let measured = RunExtras::holding(memory)
        .tell("open_peak", counts.peak)
        .tell("pops", counts.pops)
        .tell("inserts", counts.inserts)
        .tell("purged", counts.purged)
        .tell("heads", counts.heads.iter().map(|head| head.0).collect::<Vec<_>>());
    Ok(task.outcome(answer, meter, measured))
}

/// The intervals of a tree.
#[derive(Default)]
struct Intervals {
    missing: Option<u64>,
}

impl<T: Tree> Bounds<T> for Intervals {
    type Value = Score;

    fn bounds(&mut self, node: &T) -> ValueInterval<Score> {
        let Some((lower, upper)) = node.interval() else {
            self.missing = self.missing.or(Some(node.number()));
            return ValueInterval::point(Score(0));
        };
        ValueInterval { lower, upper }
    }
}

fn strategy<T: Tree>(task: &AlgorithmTask<'_, T>) -> Strategy {
    let word = task.options().get::<&str>("strategy");
    let arcs = word[..1].parse().ok();
    match word {
        "PB" => Strategy::ProveBest,
        "DR" => Strategy::DisproveRest,
        _ => Strategy::Criterion { arcs, by_range: word.ends_with('R') },
    }
}

pub(super) fn run_b_star<T: Tree>(task: &AlgorithmTask<'_, T>) -> Done {
    let (mut bounds, mut meter) = (Intervals::default(), task.meter());
    let (answer, proof) = b_star(&mut bounds, &mut meter, task.root, strategy(task));
    proof_outcome(task, answer, &proof, &bounds, meter)
}

pub(super) fn run_pb_star<T: Tree>(task: &AlgorithmTask<'_, T>) -> Done {
    let (mut bounds, mut meter) = (Intervals::default(), task.meter());
    let level = task.options().get("level");
    let (answer, proof) = pb_star(&mut bounds, &mut meter, task.root, strategy(task), level);
    proof_outcome(task, answer, &proof, &bounds, meter)
}

fn proof_outcome<T: Tree>(
    task: &AlgorithmTask<'_, T>,
    answer: SearchResult<u32, Score>,
    proof: &BStarProof<Score>,
    bounds: &Intervals,
    meter: Meter<'_, u32, Score>,
) -> Done {
    if let Some(node) = bounds.missing {
        return Err(AlgorithmError::NoInterval(node));
    }
    let kinds = proof.expansions.iter().map(|(_, purpose)| match purpose {
        Purpose::Root => "ROOT",
        Purpose::ProveBest => "PB",
        Purpose::DisproveRest => "DR",
    });
    let memory = MemoryUse { nodes: proof.bytes, ..MemoryUse::default() };
    let measured = RunExtras::holding(memory)
        .tell("interval", interval(for_max(task.root.side(), proof.interval)))
        .tell("separated", proof.separated)
        .tell("expansions", proof.expansions.len())
        .tell("expand_order", proof.expansions.iter().map(|e| e.0).collect::<Vec<_>>())
        .tell("kinds", kinds.collect::<Vec<_>>());
    Ok(task.outcome(answer, meter, measured))
}

pub(super) fn run_bfmms<T: Tree>(task: &AlgorithmTask<'_, T>) -> Done {
    let (mut payoffs, mut meter) = (Payoffs::default(), task.meter());
    let options = task.options();
    let budget = options.get("budget");
    let at_terminal =
        if options.get("past_terminal") { AtTerminal::GoOn } else { AtTerminal::Stop };
    let (answer, growth) = best_first(&mut payoffs, &mut meter, task.root, budget, at_terminal);
    let memory = MemoryUse { nodes: growth.bytes, ..MemoryUse::default() };
    growth_outcome(task, answer, &growth, payoffs, meter, memory)
}

pub(super) fn run_bfmms_linear<T: Tree>(task: &AlgorithmTask<'_, T>) -> Done {
    let (mut payoffs, mut meter) = (Payoffs::default(), task.meter());
    let budget = task.options().get("budget");
    let root = &mut task.root.clone();
    let (answer, growth) = best_first_linear(&mut payoffs, &mut meter, root, budget);
    let frames = (meter.visits.depth as usize + 1) * frame::<T, Score, u64>();
    let memory = MemoryUse { nodes: growth.bytes, frames, ..MemoryUse::default() };
    growth_outcome(task, answer, &growth, payoffs, meter, memory)
}

fn growth_outcome<T: Tree>(
    task: &AlgorithmTask<'_, T>,
    mut answer: SearchResult<u32, Score>,
    growth: &Growth,
    payoffs: Payoffs,
    meter: Meter<'_, u32, Score>,
    memory: MemoryUse,
) -> Done {
    if let Some(node) = payoffs.missing {
        // Only the root may do without a payoff: where nothing is expanded its value is unknown.
        if node != task.root.number() || task.root.width() == 0 {
            return Err(AlgorithmError::NoPayoff(node));
        }
        answer.value = None;
    }
    let end = match growth.end {
        BestFirstEnd::Budget => "budget",
        BestFirstEnd::Terminal => "terminal",
        BestFirstEnd::Solved => "solved",
    };
    let measured = RunExtras::holding(memory)
        .tell("stop", end)
        .tell("expansions", growth.expansions.len())
        .tell("expand_order", growth.expansions.iter().copied().map(Json::from).collect::<Vec<_>>())
        .tell("evaluated", growth.evaluated);
    Ok(task.outcome(answer, meter, measured))
}
