//! Runs of depth-first searches on synthetic trees.

use super::task::{MemoryUse, RunExtras, RunOutcome, TreeTask};
use crate::base::number::Number;
use crate::base::options::OptionError;
use crate::gametree::position::Side;
use crate::gametree::score::{Bound, Score, Value, Window};
use crate::gametree::search::catalogue::{MtdBiOptions, SearchError};
use crate::gametree::search::{
    Accepted, BestCertain, Call, Context, Deepen, DepthFirst, Ground, Horizon, Memory, Meter,
    MoveOrder, MtdPass, NextBound, Plan, Policies, SearchResult, SearchTrace, Shrinking,
    ValueInterval, WindowOutcome, for_max, frame, middle,
};
use crate::gametree::tree::{Payoffs, RealPayoffs, Tree, TreePayoffs};
use serde_json::Value as Json;
use std::ops::ControlFlow;

/// Runs a depth-first search on a tree.
pub(super) fn run_plan<T: Tree>(
    plan: &Plan,
    task: &TreeTask<'_, T>,
) -> Result<RunOutcome, SearchError> {
    let threshold = plan.needs_entropy();
    if threshold {
        task.root.average_entropy().ok_or(SearchError::NoEntropy)?;
    }
    let mut outcome = plan.run_on(task)?;
    if threshold {
        outcome.extra.insert("lookups".into(), outcome.look_ups.into());
    }
    Ok(outcome)
}

impl<T: Tree> Ground for TreeTask<'_, T> {
    type Root = T;
    type Payoffs = Payoffs;
    type Outcome = Result<RunOutcome, SearchError>;

    fn depth(&self) -> u32 {
        u32::MAX
    }

    fn run<H, O, M>(&self, plan: &Plan, horizon: H, order: O, memory: M) -> Self::Outcome
    where
        H: Deepen + Horizon<T, Score>,
        O: MoveOrder<T, Payoffs, H>,
        M: Memory<T, Score>,
    {
        let cx = Context::new(Payoffs::default(), horizon).with_order(order).with_memory(memory);
        self.run_in(cx.with_observer(self.meter()), plan.search, plan.deepen)
    }

    fn run_scaled(&self, deepen: Option<u32>, horizon: Shrinking) -> Self::Outcome {
        let cx = Context::new(RealPayoffs::default(), horizon).with_order(BestCertain::default());
        let search = DepthFirst::AlphaBeta(Window::FULL);
        self.run_in(cx.with_observer(self.meter()), search, deepen)
    }
}

impl<T: Tree> TreeTask<'_, T> {
    /// Runs a search in a context, and counts its visits and its memory.
    fn run_in<V, H, O, M>(
        &self,
        mut cx: Context<TreePayoffs<V>, H, O, M, Meter<'_, u32, V>>,
        search: DepthFirst<'_, V>,
        deepen: Option<u32>,
    ) -> Result<RunOutcome, SearchError>
    where
        V: Value + Into<Number>,
        H: Deepen + Horizon<T, V>,
        O: MoveOrder<T, TreePayoffs<V>, H>,
        M: Memory<T, V>,
    {
        let root = &mut self.root.clone();
        let found = match deepen {
            Some(plies) => search.deepen(&mut cx, root, plies.min(root.height()), |_, _| ()),
            None => search.run(&mut cx, root),
        };
        if let Some(node) = cx.evaluate.missing {
            return Err(SearchError::NoPayoff(node));
        }
        let (mut answer, cost) = (found.answer, cx.order.cost());
        let depth = cx.observer.visits.depth as usize;
        let mut measured = RunExtras::holding(MemoryUse {
            frames: (depth + 1) * frame::<T, V, H::Path>(),
            nodes: 0,
            table: cost.table_bytes + cx.memory.bytes(),
            buffers: depth * cost.ply_bytes,
        });
        measured.look_ups = cost.look_ups;
        measured.passes = found.trace.passes(answer.complete);
        let inner_root = root.width() > 0;
        if let Some(used) = cx.memory.table_use() {
            // MTD(best) never stores the root, not even a root that is a leaf.
            let stored = inner_root || !matches!(found.trace, SearchTrace::Calls(_));
            let entries = if stored { used.entries } else { 0 };
            measured = measured.tell("tt_entries", entries).tell("tt_hits", used.hits);
        }
        if let SearchTrace::Iterations(_) = found.trace {
            measured = measured.tell("nodes", cx.observer.visits.nodes);
        }
        if let (SearchTrace::Passes(_), true) = (&found.trace, answer.complete && inner_root)
            && answer.line.is_empty()
        {
            answer.line.push(0); // no pass ended with a move: by convention the first child
        }
        let measured = trace_json(found.trace, root.side(), measured);
        Ok(self.outcome(answer, cx.observer, measured))
    }
}

/// Adds what only this search reports, as Max sees it.
fn trace_json<V: Value + Into<Number>>(
    trace: SearchTrace<u32, V>,
    side: Side,
    measured: RunExtras,
) -> RunExtras {
    match trace {
        SearchTrace::None => measured,
        SearchTrace::Window(outcome) => {
            let high = if side == Side::Max { WindowOutcome::High } else { WindowOutcome::Low };
            let word = match outcome {
                WindowOutcome::Hit => "hit",
                outcome if outcome == high => "high",
                _ => "low",
            };
            measured.tell("outcome", word)
        }
        SearchTrace::Accepted(accepted) => {
            let row = |a: Accepted<u32, V>| -> Json {
                vec![a.m.into(), for_max(side, a.value).into().to_json(), a.nodes.into()].into()
            };
            measured.tell("accepted", accepted.into_iter().map(row).collect::<Vec<_>>())
        }
        SearchTrace::Bound(bound) => {
            measured.tell("bound", if bound == Bound::Lower { "lower" } else { "upper" })
        }
        SearchTrace::Passes(passes) => {
            let asked = passes.iter().map(|p: &MtdPass<V>| finite(p.gamma));
            let found = passes.iter().map(|p| finite(p.found));
            measured
                .tell("asked", asked.collect::<Vec<_>>())
                .tell("passes", found.collect::<Vec<_>>())
        }
        SearchTrace::Calls(made) => {
            let row = |call: &Call<V>| -> Json {
                vec![call.place.into(), finite(call.gamma), finite(call.found)].into()
            };
            measured
                .tell("bounds", interval(for_max(side, made.bounds)))
                .tell("calls", made.calls.iter().map(row).collect::<Vec<_>>())
        }
        SearchTrace::Iterations(values) => {
            let value = |value: Option<V>| value.map(|value| value.into().to_json());
            measured.tell("depth_values", values.into_iter().map(value).collect::<Vec<_>>())
        }
    }
}

/// Bounds as JSON; null where they are open.
pub(super) fn interval<V: Value + Into<Number>>(bounds: ValueInterval<V>) -> Vec<Json> {
    vec![finite(bounds.lower), finite(bounds.upper)]
}

/// A value as JSON; null where it is infinite.
fn finite<V: Value + Into<Number>>(value: V) -> Json {
    if value == V::MIN || value == V::MAX { Json::Null } else { value.into().to_json() }
}

pub(super) fn run_mtd_bi<T: Tree>(task: &TreeTask<'_, T>) -> Result<RunOutcome, SearchError> {
    let given = MtdBiOptions::read(task.options);
    let (mut low, mut high) = (Score::MIN, Score::MAX);
    if given.low.is_none() || given.high.is_none() {
        let Some(range) = leaf_range(task)? else { return Ok(nothing(task)) };
        (low, high) = range;
    }
    low = given.low.map_or(low, Score);
    high = given.high.map_or(high, Score);
    if low > high {
        return Err(OptionError::Setting {
            name: "lo",
            found: Number::from(low).to_string(),
            expected: format!("at most hi, which is {}", Number::from(high)),
        }
        .into());
    }
    let search = DepthFirst::Mtd { first: middle(low, high), next: NextBound::Bisect(low, high) };
    run_plan(&Plan::new(search, Policies::Perfect), task)
}

/// The outcome where the node limit is too small to read the leaves.
fn nothing<T: Tree>(task: &TreeTask<'_, T>) -> RunOutcome {
    let answer = SearchResult::<u32, Score> { value: None, line: vec![], complete: false };
    let memory = MemoryUse { frames: frame::<T, Score, u32>(), ..MemoryUse::default() };
    task.outcome(answer, task.meter(), RunExtras::holding(memory))
}

/// The smallest and the largest leaf; None where the tree has more nodes than the limit allows.
fn leaf_range<T: Tree>(task: &TreeTask<'_, T>) -> Result<Option<(Score, Score)>, SearchError> {
    let (mut nodes, mut low, mut high) = (0, Score::MAX, Score::MIN);
    let walked = task.root.walk_while(|node, _| {
        if task.limit.reached(nodes) {
            return ControlFlow::Break(Ok(None));
        }
        nodes += 1;
        if node.width() == 0 {
            let Some(payoff) = node.payoff() else {
                return ControlFlow::Break(Err(SearchError::NoPayoff(node.number())));
            };
            (low, high) = (Value::min(low, payoff), Value::max(high, payoff));
        }
        ControlFlow::Continue(())
    });
    walked.break_value().unwrap_or(Ok(Some((low, high))))
}
