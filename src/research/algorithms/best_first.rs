//! Runs of the best-first algorithms.

use super::depth_first::frame;
use super::mtd::interval;
use super::task::Measured;
use super::{Bytes, LabError, Outcome, Task};
use crate::gametree::score::Score;
use crate::gametree::search::{
    Answer, Bounds, Context, End, Growth, Interval, Meter, OpenCounts, Plies, Proof, Purpose,
    Strategy, Ties, b_star, best_first, best_first_linear, dual_star, for_max, pb_star, sss_star,
};
use crate::gametree::tree::{Payoffs, Tree};
use serde_json::Value as Json;

type Done = Result<Outcome, LabError>;

fn ties<T: Tree>(task: &Task<'_, T>) -> Ties {
    match task.asked().word("ties") {
        "newest" => Ties::Newest,
        "oldest" => Ties::Oldest,
        _ => Ties::Left,
    }
}

pub(super) fn run_sss<T: Tree>(task: &Task<'_, T>) -> Done {
    let mut cx = Context::new(Payoffs::default(), Plies(u32::MAX)).with_observer(task.meter());
    let (answer, counts) = sss_star(&mut cx, task.root, ties(task));
    open_outcome(task, answer, &counts, cx.evaluate, cx.observer)
}

pub(super) fn run_dual<T: Tree>(task: &Task<'_, T>) -> Done {
    let mut cx = Context::new(Payoffs::default(), Plies(u32::MAX)).with_observer(task.meter());
    let (answer, counts) = dual_star(&mut cx, task.root, ties(task));
    open_outcome(task, answer, &counts, cx.evaluate, cx.observer)
}

fn open_outcome<T: Tree>(
    task: &Task<'_, T>,
    answer: Answer<u32, Score>,
    counts: &OpenCounts<Score>,
    payoffs: Payoffs,
    meter: Meter<'_, u32, Score>,
) -> Done {
    if let Some(node) = payoffs.missing {
        return Err(LabError::NoPayoff(node));
    }
    let memory = Bytes { nodes: counts.bytes, ..Bytes::default() };
    let measured = Measured::holding(memory)
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

    fn bounds(&mut self, node: &T) -> Interval<Score> {
        let Some((lower, upper)) = node.interval() else {
            self.missing = self.missing.or(Some(node.number()));
            return Interval::point(Score(0));
        };
        Interval { lower, upper }
    }
}

fn strategy<T: Tree>(task: &Task<'_, T>) -> Strategy {
    let word = task.asked().word("strategy");
    let arcs = word[..1].parse().ok();
    match word {
        "PB" => Strategy::ProveBest,
        "DR" => Strategy::DisproveRest,
        _ => Strategy::Criterion { arcs, by_range: word.ends_with('R') },
    }
}

pub(super) fn run_b_star<T: Tree>(task: &Task<'_, T>) -> Done {
    let (mut bounds, mut meter) = (Intervals::default(), task.meter());
    let (answer, proof) = b_star(&mut bounds, &mut meter, task.root, strategy(task));
    proof_outcome(task, answer, &proof, &bounds, meter)
}

pub(super) fn run_pb_star<T: Tree>(task: &Task<'_, T>) -> Done {
    let (mut bounds, mut meter) = (Intervals::default(), task.meter());
    let level = task.asked().real("level");
    let (answer, proof) = pb_star(&mut bounds, &mut meter, task.root, strategy(task), level);
    proof_outcome(task, answer, &proof, &bounds, meter)
}

fn proof_outcome<T: Tree>(
    task: &Task<'_, T>,
    answer: Answer<u32, Score>,
    proof: &Proof<Score>,
    bounds: &Intervals,
    meter: Meter<'_, u32, Score>,
) -> Done {
    if let Some(node) = bounds.missing {
        return Err(LabError::NoInterval(node));
    }
    let kinds = proof.expansions.iter().map(|(_, purpose)| match purpose {
        Purpose::Root => "ROOT",
        Purpose::ProveBest => "PB",
        Purpose::DisproveRest => "DR",
    });
    let memory = Bytes { nodes: proof.bytes, ..Bytes::default() };
    let measured = Measured::holding(memory)
        .tell("interval", interval(for_max(task.root.side(), proof.interval)))
        .tell("separated", proof.separated)
        .tell("expansions", proof.expansions.len())
        .tell("expand_order", proof.expansions.iter().map(|e| e.0).collect::<Vec<_>>())
        .tell("kinds", kinds.collect::<Vec<_>>());
    Ok(task.outcome(answer, meter, measured))
}

pub(super) fn run_bfmms<T: Tree>(task: &Task<'_, T>) -> Done {
    let (mut payoffs, mut meter) = (Payoffs::default(), task.meter());
    let asked = task.asked();
    let budget = asked.count("budget").unwrap_or_default();
    let past = asked.flag("past_terminal");
    let (answer, growth) = best_first(&mut payoffs, &mut meter, task.root, budget, past);
    let memory = Bytes { nodes: growth.bytes, ..Bytes::default() };
    growth_outcome(task, answer, &growth, payoffs, meter, memory)
}

pub(super) fn run_bfmms_linear<T: Tree>(task: &Task<'_, T>) -> Done {
    let (mut payoffs, mut meter) = (Payoffs::default(), task.meter());
    let budget = task.asked().count("budget").unwrap_or_default();
    let root = &mut task.root.clone();
    let (answer, growth) = best_first_linear(&mut payoffs, &mut meter, root, budget);
    let frames = (meter.visits.depth as usize + 1) * frame::<T, Score, u64>();
    let memory = Bytes { nodes: growth.bytes, frames, ..Bytes::default() };
    growth_outcome(task, answer, &growth, payoffs, meter, memory)
}

fn growth_outcome<T: Tree>(
    task: &Task<'_, T>,
    mut answer: Answer<u32, Score>,
    growth: &Growth,
    payoffs: Payoffs,
    meter: Meter<'_, u32, Score>,
    memory: Bytes,
) -> Done {
    if let Some(node) = payoffs.missing {
        // Only the root may do without a payoff: where nothing is expanded its value is unknown.
        if node != task.root.number() || task.root.width() == 0 {
            return Err(LabError::NoPayoff(node));
        }
        answer.value = None;
    }
    let end = match growth.end {
        End::Budget => "budget",
        End::Terminal => "terminal",
        End::Solved => "solved",
    };
    let measured = Measured::holding(memory)
        .tell("stop", end)
        .tell("expansions", growth.expansions.len())
        .tell("expand_order", growth.expansions.iter().copied().map(Json::from).collect::<Vec<_>>())
        .tell("evaluated", growth.evaluated);
    Ok(task.outcome(answer, meter, measured))
}
