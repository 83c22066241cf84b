//! Runs of depth-first algorithms on synthetic trees.

use super::setup::{AlgorithmSetup, PartialEvaluation, Testbed, frame};
use super::task::{AlgorithmTask, RunExtras};
use super::{AlgorithmError, MemoryUse, RunOutcome};
use crate::base::number::Number;
use crate::gametree::position::{Evaluate, Side};
use crate::gametree::score::{Bound, Value};
use crate::gametree::search::{
    Accepted, Call, Context, Deepen, DepthFirst, Horizon, Memory, MoveOrder, MtdPass, SearchTrace,
    ValueInterval, WindowOutcome, for_max,
};
use crate::gametree::tree::{Payoffs, RealPayoffs, Tree, TreePayoffs};
use serde_json::Value as Json;

impl<V> PartialEvaluation for TreePayoffs<V> {
    fn missing(&self) -> Option<u64> {
        self.missing
    }
}

/// Runs a depth-first algorithm on a tree.
pub(super) fn run_setup<T: Tree>(
    setup: AlgorithmSetup,
    task: &AlgorithmTask<'_, T>,
) -> Result<RunOutcome, AlgorithmError> {
    let threshold = setup.needs_entropy();
    if threshold {
        task.root.average_entropy().ok_or(AlgorithmError::NoEntropy)?;
    }
    let mut outcome = setup.run_on(task)?;
    if threshold {
        outcome.extra.insert("lookups".into(), outcome.look_ups.into());
    }
    Ok(outcome)
}

impl<T: Tree> Testbed for AlgorithmTask<'_, T> {
    type Root = T;
    type Payoffs = Payoffs;
    type Scaled = f64;
    type ScaledPayoffs = RealPayoffs;
    type Outcome = Result<RunOutcome, AlgorithmError>;

    fn depth(&self) -> u32 {
        u32::MAX
    }

    fn payoffs(&self) -> Payoffs {
        Payoffs::default()
    }

    fn scaled_payoffs(&self) -> RealPayoffs {
        RealPayoffs::default()
    }

    fn run<V, E, H, O, M>(
        &self,
        search: DepthFirst<'_, V>,
        deepen: Option<u32>,
        evaluate: E,
        (horizon, order, memory): (H, O, M),
    ) -> Self::Outcome
    where
        V: Value + Into<Number>,
        E: PartialEvaluation + Evaluate<T, Value = V>,
        H: Deepen + Horizon<T, V>,
        O: MoveOrder<T, E, H>,
        M: Memory<T, V>,
    {
        let cx = Context::new(evaluate, horizon).with_order(order).with_memory(memory);
        let mut cx = cx.with_observer(self.meter());
        let root = &mut self.root.clone();
        let found = match deepen {
            Some(plies) => search.deepen(&mut cx, root, plies.min(root.height()), |_, _| ()),
            None => search.run(&mut cx, root),
        };
        if let Some(node) = cx.evaluate.missing() {
            return Err(AlgorithmError::NoPayoff(node));
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
