//! A position from a game as the ground of the searches of the catalogue, and how their counts are put together.
//!
//! As in the thesis, the tree below the position is searched to a fixed depth, in the natural order of moves and
//! without quiescence search, with the static evaluation at the leaves; the value is that of the tree. SSS*, the
//! searches with chance nodes and the additions of playing programs run here, too.

use super::tree::{PathNode, Unfolded};
use crate::research::experiments::{Additions, Cap, RunCounts};
use junqi_core::base::options::OptionValues;
use junqi_core::engine::deepening::PAYOFF_RANGE;
use junqi_core::engine::eval::{CorrectedBelief, Evaluation, ExpectedResult};
use junqi_core::game::rules::Move;
use junqi_core::gametree::position::{Evaluate, Node, Side};
use junqi_core::gametree::score::{Score, Value, Window};
use junqi_core::gametree::search::catalogue::{
    AwtOptions, Build, RootSides, SearchError, SearchInfo, SpecialSearch, StarOptions, TieOptions,
    awt_plan,
};
use junqi_core::gametree::search::{
    BestCertain, Context, Deepen, DepthFirst, Forget, Ground, Horizon, LargestFirst, Limit, Memory,
    Meter, MoveOrder, Natural, NodeToOrder, OrderCost, Plan, Plies, Policies, Quiet, SearchResult,
    SearchTrace, Shrinking, Tactical, Transposition, ValueInterval, dual_star, expectimax, frame,
    sss_star, star2,
};
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;

/// Maximum structural memory of a run, in bytes: 2 GiB.
const MAX_BYTES: usize = 1 << 31;

/// Assumed size of a state of SSS* while the run is checked against the limit, in bytes; the report
/// has the real size.
const STATE_BYTES: usize = 1024;

/// Plies of quiescence search, as in play.
const QUIESCENCE: u32 = 4;

/// Size of the transposition table, in bytes.
const TABLE_BYTES: usize = 1 << 24;

/// A position to search, with a limit and options.
#[derive(Clone, Copy)]
pub(super) struct PositionTask<'a> {
    /// The position, as the root of the tree.
    pub(super) root: &'a CorrectedBelief,
    /// The evaluation, set up for this position.
    pub(super) evaluation: &'a Evaluation,
    /// Plies to the leaves.
    pub(super) depth: u32,
    /// When the search has to end.
    pub(super) limit: Limit<'a>,
    /// The options of the search.
    pub(super) options: &'a OptionValues,
    /// Whether the order of the leaves is kept.
    pub(super) recorded: bool,
}

/// The counts and the move of a run.
pub(super) struct PositionOutcome {
    pub(super) counts: RunCounts,
    /// The chosen move, if the search was complete.
    pub(super) best: Option<Move>,
}

/// The answer of a search, and the counts that its meter does not know.
type WithCounts<V> = (SearchResult<Move, V>, RunCounts);

/// The context of a search on positions.
type PositionContext<'a, E, H, O, M, V> = Context<E, H, O, M, Meter<'a, Move, V>>;

/// Empty counts with a number of passes.
fn counts(passes: u64) -> RunCounts {
    RunCounts { passes, ..RunCounts::default() }
}

impl Ground for PositionTask<'_> {
    type Root = Unfolded;
    type Payoffs = Evaluation;
    type Outcome = PositionOutcome;

    fn depth(&self) -> u32 {
        self.depth
    }

    fn run<H, O, M>(&self, plan: &Plan, horizon: H, order: O, memory: M) -> PositionOutcome
    where
        H: Deepen + Horizon<Unfolded, Score>,
        O: MoveOrder<Unfolded, Evaluation, H>,
        M: Memory<Unfolded, Score>,
    {
        self.search(self.evaluation.clone(), self.tree(), horizon, order, memory, |cx, root| {
            let found = match plan.deepen {
                Some(plies) => plan.search.deepen(cx, root, plies.min(self.depth), |_, _| ()),
                None => plan.search.run(cx, root),
            };
            let passes = found.trace.passes(found.answer.complete);
            (found.answer, counts(passes))
        })
    }

    fn run_scaled(&self, deepen: Option<u32>, horizon: Shrinking) -> PositionOutcome {
        let plan = Plan { deepen, ..Plan::threshold(Policies::Bct(horizon)) };
        self.run(&plan, horizon, BestCertain::default(), Forget)
    }
}

/// Runs a search on a position.
pub(super) fn run(
    info: &SearchInfo,
    additions: Additions,
    task: &PositionTask<'_>,
) -> Result<PositionOutcome, SearchError> {
    let mover = task.root.side();
    let sides = RootSides { mover, view: mover };
    let plan = match info.build {
        Build::DepthFirst(build) => build(task.options, sides)?,
        Build::Awt => {
            let options = AwtOptions::read(task.options);
            awt_plan(&options, sides, Some(PAYOFF_RANGE), task.limit.nodes)?
        }
        Build::Special(SpecialSearch::Sss) => return Ok(run_sss(task)),
        Build::Special(SpecialSearch::Expectimax) => return Ok(run_expectimax(task)),
        Build::Special(SpecialSearch::Star2) => return Ok(run_star(task)),
        Build::Special(_) => {
            let needs = "a synthetic tree: positions have no value intervals, and their nodes are costly to hold";
            return Err(SearchError::Unfit { name: info.name, needs });
        }
    };
    if additions == Additions::NONE {
        return Ok(plan.run_on(task));
    }
    let added = Added { additions, search: plan.search, depth: task.depth };
    let ends = Plies(added.first());
    Ok(if additions.quiescence {
        added.over(task, Quiet::new(ends, QUIESCENCE))
    } else {
        added.over(task, ends)
    })
}

/// SSS* from the view of the side to move.
fn run_sss(task: &PositionTask<'_>) -> PositionOutcome {
    let root = PathNode::new(task.root.clone());
    let full = AtomicBool::new(false);
    let over = || {
        full.fetch_or(root.held() > MAX_BYTES / STATE_BYTES, Relaxed);
        full.load(Relaxed) || task.limit.over.is_some_and(|over| over())
    };
    let limited = PositionTask { limit: Limit { over: Some(&over), ..task.limit }, ..*task };
    let ties = TieOptions::read(task.options).ties;
    let cx = Context::new(task.evaluation.clone(), Plies(task.depth));
    let mut cx = cx.with_observer(limited.meter());
    let (answer, open) = match task.root.side() {
        Side::Max => sss_star(&mut cx, &root, ties),
        Side::Min => dual_star(&mut cx, &root, ties),
    };
    let counts = RunCounts {
        bytes: open.bytes as u64,
        entries: open.peak as u64,
        list_steps: open.pops + open.inserts + open.purged,
        censored: full.load(Relaxed).then_some(Cap::Bytes),
        passes: 1,
        ..RunCounts::default()
    };
    task.done(answer, cx.observer, counts)
}

fn run_expectimax(task: &PositionTask<'_>) -> PositionOutcome {
    let evaluation = ExpectedResult(task.evaluation.clone());
    task.search(evaluation, task.tree(), Plies(task.depth), Natural, Forget, |cx, root| {
        (expectimax(cx, root), counts(1))
    })
}

fn run_star(task: &PositionTask<'_>) -> PositionOutcome {
    let evaluation = ExpectedResult(task.evaluation.clone());
    let probes = StarOptions::read(task.options).probes;
    task.search(evaluation, task.tree(), Plies(task.depth), Natural, Forget, |cx, root| {
        (star2(cx, root, Window::FULL, ValueInterval::CENTRED, probes), counts(1))
    })
}

/// A search with what playing programs add, on the position itself.
#[derive(Clone, Copy)]
struct Added {
    additions: Additions,
    search: DepthFirst<'static, Score>,
    depth: u32,
}

impl Added {
    /// The depth of the first iteration, or of the only one.
    fn first(&self) -> u32 {
        if self.additions.deepening { 1 } else { self.depth }
    }

    /// Runs it over a horizon, with a table or without.
    fn over<H>(self, task: &PositionTask<'_>, horizon: H) -> PositionOutcome
    where
        H: Deepen + Horizon<CorrectedBelief, Score>,
    {
        // As in play: MTD(f) visits nodes often, so every node but leaves is stored; the others have the same table.
        if self.additions.table {
            self.run(task, horizon, Transposition::with_bytes(TABLE_BYTES).down_to(1))
        } else {
            self.run(task, horizon, Forget)
        }
    }

    fn run<H, M>(self, task: &PositionTask<'_>, horizon: H, memory: M) -> PositionOutcome
    where
        H: Deepen + Horizon<CorrectedBelief, Score>,
        M: Memory<CorrectedBelief, Score>,
    {
        let order = Sorted { tactical: Tactical::default(), by_gain: self.additions.order };
        let root = task.root.clone();
        task.search(task.evaluation.clone(), root, horizon, order, memory, |cx, root| {
            if !self.additions.deepening {
                let found = self.search.run(cx, root);
                return (found.answer, counts(1));
            }
            let found = self.search.deepen(cx, root, self.depth, |_, _| ());
            let SearchTrace::Iterations(finished) = found.trace else {
                unreachable!("iterative deepening reports its iterations")
            };
            (found.answer, counts(finished.len() as u64))
        })
    }
}

/// The tactical order, or the natural one after the hash move: chosen at run time, for one is enough to compile.
struct Sorted {
    tactical: Tactical<Move>,
    by_gain: bool,
}

impl<H: Horizon<CorrectedBelief, Score>> MoveOrder<CorrectedBelief, Evaluation, H> for Sorted {
    type Moves = LargestFirst<Move>;

    fn moves(
        &mut self,
        at: NodeToOrder<'_, CorrectedBelief, Evaluation, H, H::Path>,
        best: Option<Move>,
    ) -> Self::Moves {
        if self.by_gain {
            return self.tactical.moves(at, best);
        }
        let mut listed = vec![];
        at.horizon.list(at.position, at.path, &mut listed);
        LargestFirst::new(listed.into_iter().map(|m| (i64::from(Some(m) == best), m)).collect())
    }

    fn cutoff(&mut self, position: &CorrectedBelief, m: Move, ply: u32, left: u32) {
        if self.by_gain {
            let tactical = &mut self.tactical;
            MoveOrder::<_, Evaluation, H>::cutoff(tactical, position, m, ply, left);
        }
    }

    fn cost(&self) -> OrderCost {
        MoveOrder::<CorrectedBelief, Evaluation, H>::cost(&self.tactical)
    }
}

impl<'a> PositionTask<'a> {
    /// The tree below the position, with one node for every path.
    fn tree(&self) -> Unfolded {
        Unfolded::new(self.root.clone())
    }

    /// A meter; it records every leaf if the task asks for it.
    fn meter<V: Value>(&self) -> Meter<'a, Move, V> {
        if self.recorded { Meter::recording(self.limit) } else { Meter::new(self.limit) }
    }

    /// Runs a search with an evaluation and policies, and counts its visits and its memory.
    fn search<P, E, H, O, M, V>(
        &self,
        evaluate: E,
        mut root: P,
        horizon: H,
        order: O,
        memory: M,
        search: impl FnOnce(&mut PositionContext<'a, E, H, O, M, V>, &mut P) -> WithCounts<V>,
    ) -> PositionOutcome
    where
        P: Node<Move = Move>,
        V: Value,
        E: Evaluate<P, Value = V>,
        H: Horizon<P, V>,
        O: MoveOrder<P, E, H>,
        M: Memory<P, V>,
    {
        let cx = Context::new(evaluate, horizon).with_order(order).with_memory(memory);
        let mut cx = cx.with_observer(self.meter());
        let (answer, mut counts) = search(&mut cx, &mut root);
        let depth = cx.observer.visits.depth as usize;
        let cost = cx.order.cost();
        let frames = (depth + 1) * frame::<Unfolded, V, H::Path>();
        let sorting = cost.table_bytes + depth * cost.ply_bytes;
        counts.bytes += (frames + cx.memory.bytes() + sorting) as u64;
        counts.look_ups += cost.look_ups;
        counts.entries += cx.memory.table_use().map_or(0, |used| used.entries as u64);
        self.done(answer, cx.observer, counts)
    }

    /// Combines the answer of a search, for the side to move, with its meter and its counts.
    fn done<V: Value>(
        &self,
        answer: SearchResult<Move, V>,
        meter: Meter<'_, Move, V>,
        counts: RunCounts,
    ) -> PositionOutcome {
        let leaves = meter.leaf_order.unwrap_or_default();
        let mut unique = leaves.clone();
        unique.sort_unstable();
        unique.dedup();
        let SearchResult { value, line, complete } = answer;
        let value = value.filter(|_| complete);
        let counts = RunCounts {
            value: value.map(|value| value.to_f64() + 0.0), // never -0.0
            censored: counts.censored.or((!complete).then_some(Cap::Nodes)),
            leaves: meter.visits.leaves,
            unique: unique.len() as u64,
            nodes: meter.visits.nodes,
            leaf_order: RunCounts::order_of(&leaves),
            ..counts
        };
        PositionOutcome {
            counts: counts.with_options(self.options),
            best: line.first().copied().filter(|_| complete),
        }
    }
}
