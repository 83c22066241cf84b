//! Runs of the depth-first algorithms.

use super::task::RunExtras;
use super::{AlgorithmError, AlgorithmTask, MemoryUse, RunOutcome};
use crate::base::number::Number;
use crate::base::options::OptionError;
use crate::gametree::position::{Bits, Evaluate, Side};
use crate::gametree::score::{Score, Value, Window};
use crate::gametree::search::{
    BestCertain, Certain, Certainty, Context, FailLow, Forget, HistoryOrder, Horizon, Memory,
    Meter, MoveOrder, Natural, PathEntropy, Plies, Remembered, SearchResult, Shrinking, Ticks,
    Timer, Transposition, WindowOutcome, alpha_beta, aspiration, awt, for_max, iterative, minimax,
    negamax, pvs,
};
use crate::gametree::tree::{Payoffs, RealPayoffs, Tree};
use serde_json::Value as Json;

type Done = Result<RunOutcome, AlgorithmError>;
type Lab<'a, E, H, O, M, V = Score> = Context<E, H, O, M, Meter<'a, u32, V>>;

/// An evaluation that notes payoffs it did not find.
trait Noting {
    fn missing(&self) -> Option<u64>;
}

impl Noting for Payoffs {
    fn missing(&self) -> Option<u64> {
        self.missing
    }
}

impl Noting for RealPayoffs {
    fn missing(&self) -> Option<u64> {
        self.missing
    }
}

/// The bytes of a frame of the recursion.
pub(super) const fn frame<T: Tree, V, P>() -> usize {
    size_of::<(T::Undo, T::Moves, Window<V>, V, V, Option<u32>, u32, P)>()
}

/// Runs a search over payoffs with some policies.
pub(super) fn search<'a, T, H, O, M>(
    task: &'a AlgorithmTask<'a, T>,
    (horizon, order, memory): (H, O, M),
    search: impl FnOnce(&mut Lab<'a, Payoffs, H, O, M>, &mut T) -> (SearchResult<u32, Score>, RunExtras),
) -> Done
where
    T: Tree,
    H: Horizon<T, Score>,
    O: MoveOrder<T, Payoffs, H>,
    M: Memory<T, Score>,
{
    search_in(task, Payoffs::default(), (horizon, order, memory), search)
}

fn search_in<'a, T, E, H, O, M, V>(
    task: &'a AlgorithmTask<'a, T>,
    evaluate: E,
    (horizon, order, memory): (H, O, M),
    search: impl FnOnce(&mut Lab<'a, E, H, O, M, V>, &mut T) -> (SearchResult<u32, V>, RunExtras),
) -> Done
where
    T: Tree,
    V: Value,
    E: Noting + Evaluate<T, Value = V>,
    H: Horizon<T, V>,
    O: MoveOrder<T, E, H>,
    M: Memory<T, V>,
    Number: From<V>,
{
    let cx = Context::new(evaluate, horizon).with_order(order).with_memory(memory);
    let mut cx = cx.with_observer(task.meter());
    let (answer, mut measured) = search(&mut cx, &mut task.root.clone());
    if let Some(node) = cx.evaluate.missing() {
        return Err(AlgorithmError::NoPayoff(node));
    }
    let frames = cx.observer.visits.depth as usize + 1;
    measured.memory.frames = frames * frame::<T, V, H::Path>();
    measured.memory.table += cx.memory.bytes();
    Ok(task.outcome(answer, cx.observer, measured))
}

/// To the leaves of the tree, however far.
pub(super) const WHOLE: Plies = Plies(u32::MAX);

/// One search that holds no more than its frames and its table.
pub(super) fn once() -> RunExtras {
    RunExtras::holding(MemoryUse::default())
}

pub(super) fn run_minimax<T: Tree>(task: &AlgorithmTask<'_, T>) -> Done {
    search(task, (WHOLE, Natural, Forget), |cx, root| (minimax(cx, root), once()))
}

pub(super) fn run_negamax<T: Tree>(task: &AlgorithmTask<'_, T>) -> Done {
    search(task, (WHOLE, Natural, Forget), |cx, root| (negamax(cx, root), once()))
}

/// The window of the parameters, for the side to move.
fn window<T: Tree>(task: &AlgorithmTask<'_, T>) -> Window<Score> {
    let asked = task.asked();
    let window = Window {
        alpha: Score(asked.whole_or("alpha", Score::MIN.0)),
        beta: Score(asked.whole_or("beta", Score::MAX.0)),
    };
    for_max(task.root.side(), window)
}

pub(super) fn run_alpha_beta<T: Tree>(task: &AlgorithmTask<'_, T>) -> Done {
    search(task, (WHOLE, Natural, Forget), |cx, root| (alpha_beta(cx, root, window(task)), once()))
}

pub(super) fn run_history<T: Tree>(task: &AlgorithmTask<'_, T>) -> Done {
    search(task, (WHOLE, HistoryOrder::default(), Forget), |cx, root| {
        let answer = alpha_beta(cx, root, window(task));
        let mut measured = once();
        measured.memory.table = cx.order.bytes();
        measured.memory.buffers = buffers::<u32>(cx.observer.visits.depth, cx.order.widest());
        (answer, measured)
    })
}

/// Bytes of one buffer of the widest node at every inner ply.
fn buffers<K>(depth: u32, widest: usize) -> usize {
    depth as usize * widest * size_of::<K>()
}

/// A search that looked at so many children to sort them, in buffers of so many bytes.
fn sorting(look_ups: u64, buffers: usize) -> RunExtras {
    let memory = MemoryUse { buffers, ..MemoryUse::default() };
    RunExtras { look_ups, ..RunExtras::holding(memory) }.tell("lookups", look_ups)
}

/// The largest table, in bytes: 16 GiB.
const MOST_BYTES: u64 = 1 << 34;

fn table<T: Tree>(
    task: &AlgorithmTask<'_, T>,
) -> Result<Transposition<u32, Score>, AlgorithmError> {
    let bytes = task.asked().count("bytes").unwrap_or_default();
    if bytes > MOST_BYTES {
        let (found, expected) = (bytes.to_string(), format!("at most {MOST_BYTES}"));
        return Err(OptionError::Setting { name: "bytes", found, expected }.into());
    }
    Ok(Transposition::with_bytes(bytes as usize))
}

pub(super) fn run_transposition<T: Tree>(task: &AlgorithmTask<'_, T>) -> Done {
    search(task, (WHOLE, Remembered, table(task)?), |cx, root| {
        (alpha_beta(cx, root, window(task)), once())
    })
}

pub(super) fn run_iterative<T: Tree>(task: &AlgorithmTask<'_, T>) -> Done {
    let asked = task.asked();
    let height = task.root.height();
    let depth = asked.count("max_depth").map_or(height, |d| d.min(height.into()) as u32);
    search(task, (Plies(depth), Remembered, table(task)?), |cx, root| {
        let mut depths = Vec::new();
        let answer = iterative(
            cx,
            root,
            depth,
            |cx, root, guess| match (asked.word("search"), guess) {
                ("pvs", _) => pvs(cx, root, Window::FULL, FailLow::Soft),
                ("aspiration", Some(guess)) => {
                    aspiration(cx, root, guess, Score(asked.whole("delta"))).0
                }
                _ => alpha_beta(cx, root, Window::FULL),
            },
            |_, answer| depths.push(answer.value.map(|v| Number::from(v).to_json())),
        );
        let passes = depths.len() + usize::from(!answer.complete);
        let measured = once().tell("depth_values", depths);
        let mut measured = measured.tell("nodes", cx.observer.visits.nodes);
        measured.passes = passes as u64;
        (answer, measured)
    })
}

pub(super) fn run_aspiration<T: Tree>(task: &AlgorithmTask<'_, T>) -> Done {
    let (asked, side) = (task.asked(), task.root.side());
    search(task, (WHOLE, Natural, Forget), |cx, root| {
        let estimate = for_max(side, Score(asked.whole("estimate")));
        let (answer, aim) = aspiration(cx, root, estimate, Score(asked.whole("delta")));
        let high = if side == Side::Max { WindowOutcome::High } else { WindowOutcome::Low };
        let outcome = match aim {
            WindowOutcome::Hit => "hit",
            aim if aim == high => "high",
            _ => "low",
        };
        let mut measured = once().tell("outcome", outcome);
        measured.passes = 1 + u64::from(aim != WindowOutcome::Hit);
        (answer, measured)
    })
}

pub(super) fn run_pvs<T: Tree>(task: &AlgorithmTask<'_, T>) -> Done {
    let fail_low = if task.asked().flag("clamp") { FailLow::Hard } else { FailLow::Soft };
    search(task, (WHOLE, Natural, Forget), |cx, root| {
        (pvs(cx, root, Window::FULL, fail_low), once())
    })
}

pub(super) fn run_awt<T: Tree>(task: &AlgorithmTask<'_, T>) -> Done {
    let asked = task.asked();
    let count = |name| asked.count(name).unwrap_or_default();
    let timer = Timer {
        by: Ticks::Nodes,
        ticks: [count("t1"), count("t2")],
        raises: [Score(asked.whole("M")), Score(asked.whole("N"))],
        stop: asked.count("T"),
    };
    let aim = asked.given("estimate").then(|| {
        (for_max(task.root.side(), Score(asked.whole("estimate"))), Score(asked.whole("delta")))
    });
    search(task, (WHOLE, Natural, Forget), |cx, root| {
        let (answer, accepted) = awt(cx, root, timer, aim);
        let accepted: Vec<Json> = accepted
            .into_iter()
            .map(|a| {
                let value = Number::from(for_max(task.root.side(), a.value));
                vec![a.m.into(), value.to_json(), a.nodes.into()].into()
            })
            .collect();
        (answer, once().tell("accepted", accepted))
    })
}

/// Where paths end by the parameters, on a tree that has entropies.
fn path_entropy<T: Tree>(task: &AlgorithmTask<'_, T>) -> Result<PathEntropy, AlgorithmError> {
    task.root.average_entropy().ok_or(AlgorithmError::NoEntropy)?;
    let asked = task.asked();
    let max_depth =
        asked.count("max_depth").map_or(u32::MAX, |d| u32::try_from(d).unwrap_or(u32::MAX));
    Ok(PathEntropy { threshold: Bits(asked.real("threshold")), max_depth })
}

pub(super) fn run_abt<T: Tree>(task: &AlgorithmTask<'_, T>) -> Done {
    search(task, (path_entropy(task)?, Natural, Forget), |cx, root| {
        (alpha_beta(cx, root, Window::FULL), sorting(0, 0))
    })
}

pub(super) fn run_ct<T: Tree>(task: &AlgorithmTask<'_, T>) -> Done {
    let certainty = match task.asked().word("order") {
        "descending" => Certainty::Descending,
        _ => Certainty::Ascending,
    };
    let order = Certain { certainty, ..Certain::default() };
    search(task, (path_entropy(task)?, order, Forget), |cx, root| {
        let answer = alpha_beta(cx, root, Window::FULL);
        let Certain { look_ups, widest, .. } = cx.order;
        let held = buffers::<(Bits, u32)>(cx.observer.visits.depth, widest);
        (answer, sorting(look_ups, held))
    })
}

pub(super) fn run_bct<T: Tree>(task: &AlgorithmTask<'_, T>) -> Done {
    let asked = task.asked();
    let horizon = Shrinking {
        ends: path_entropy(task)?,
        lambda: asked.real("lam"),
        leaves: asked.flag("scaled_leaves"),
    };
    let policies = (horizon, BestCertain::default(), Forget);
    search_in(task, RealPayoffs::default(), policies, |cx, root| {
        let answer = alpha_beta(cx, root, Window::FULL);
        let BestCertain { look_ups, widest } = cx.order;
        let held = buffers::<((f64, Bits), u32)>(cx.observer.visits.depth, widest);
        (answer, sorting(look_ups, held))
    })
}
