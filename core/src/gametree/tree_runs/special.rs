//! Runs of the searches that need more of a tree than a depth-first search: best-first searches, and those whose
//! values are proofs or spreads.

use super::depth_first::{interval, run_mtd_bi};
use super::task::{MemoryUse, RunExtras, RunOutcome, TreeTask};
use crate::gametree::score::{Score, Value};
use crate::gametree::search::catalogue::{
    BStarOptions, BestFirstOptions, BudgetOptions, FuzzyOptions, PbStarOptions, SearchError,
    SearchInfo, SpecialSearch, TieOptions, WindowOptions,
};
use crate::gametree::search::{
    AtTerminal, BStarProof, BestFirstEnd, Context, FuzzyEvaluate, FuzzyValue, Growth, Meter,
    OpenCounts, PartitionTable, Plies, Purpose, SearchResult, Strategy, TreePartition,
    ValueInterval, b_star, best_first, best_first_linear, dual_star, for_max, frame, fuzzy,
    partition, pb_star, sss_star,
};
use crate::gametree::tree::{Payoffs, Tree};
use serde_json::Value as Json;

type Done = Result<RunOutcome, SearchError>;

/// Runs a search on a tree.
pub(super) fn run_special<T: Tree>(
    info: &SearchInfo,
    search: SpecialSearch,
    task: &TreeTask<'_, T>,
) -> Done {
    match search {
        SpecialSearch::Sss => run_sss(task),
        SpecialSearch::Dual => run_dual(task),
        SpecialSearch::MtdBi => run_mtd_bi(task),
        SpecialSearch::BStar => run_b_star(task),
        SpecialSearch::PbStar => run_pb_star(task),
        SpecialSearch::BestFirst => run_bfmms(task),
        SpecialSearch::BestFirstLinear => run_bfmms_linear(task),
        SpecialSearch::Partition => run_partition(task),
        SpecialSearch::Fuzzy => run_fuzzy(task),
        SpecialSearch::Expectimax | SpecialSearch::Star2 => {
            let needs = "moves with several outcomes; these trees have none";
            Err(SearchError::Unfit { name: info.name, needs })
        }
    }
}

fn run_sss<T: Tree>(task: &TreeTask<'_, T>) -> Done {
    let mut cx = Context::new(Payoffs::default(), Plies(u32::MAX)).with_observer(task.meter());
    let (answer, counts) = sss_star(&mut cx, task.root, TieOptions::read(task.options).ties);
    open_outcome(task, answer, &counts, cx.evaluate, cx.observer)
}

fn run_dual<T: Tree>(task: &TreeTask<'_, T>) -> Done {
    let mut cx = Context::new(Payoffs::default(), Plies(u32::MAX)).with_observer(task.meter());
    let (answer, counts) = dual_star(&mut cx, task.root, TieOptions::read(task.options).ties);
    open_outcome(task, answer, &counts, cx.evaluate, cx.observer)
}

fn open_outcome<T: Tree>(
    task: &TreeTask<'_, T>,
    answer: SearchResult<u32, Score>,
    counts: &OpenCounts<Score>,
    payoffs: Payoffs,
    meter: Meter<'_, u32, Score>,
) -> Done {
    if let Some(node) = payoffs.missing {
        return Err(SearchError::NoPayoff(node));
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

/// The bounds of a node; the first node without them is kept in `missing`.
fn node_bounds<T: Tree>(node: &T, missing: &mut Option<u64>) -> ValueInterval<Score> {
    let Some((lower, upper)) = node.interval() else {
        *missing = missing.or(Some(node.number()));
        return ValueInterval::point(Score(0));
    };
    ValueInterval { lower, upper }
}

fn strategy(word: &str) -> Strategy {
    let arcs = word[..1].parse().ok();
    match word {
        "PB" => Strategy::ProveBest,
        "DR" => Strategy::DisproveRest,
        _ => Strategy::Criterion { arcs, by_range: word.ends_with('R') },
    }
}

fn run_b_star<T: Tree>(task: &TreeTask<'_, T>) -> Done {
    let mut missing = None;
    let mut bounds = |node: &T| node_bounds(node, &mut missing);
    let mut meter = task.meter();
    let strategy = strategy(BStarOptions::read(task.options).strategy);
    let (answer, proof) = b_star(&mut bounds, &mut meter, task.root, strategy);
    proof_outcome(task, answer, &proof, missing, meter)
}

fn run_pb_star<T: Tree>(task: &TreeTask<'_, T>) -> Done {
    let mut missing = None;
    let mut bounds = |node: &T| node_bounds(node, &mut missing);
    let mut meter = task.meter();
    let PbStarOptions { strategy: word, level } = PbStarOptions::read(task.options);
    let (answer, proof) = pb_star(&mut bounds, &mut meter, task.root, strategy(word), level);
    proof_outcome(task, answer, &proof, missing, meter)
}

fn proof_outcome<T: Tree>(
    task: &TreeTask<'_, T>,
    answer: SearchResult<u32, Score>,
    proof: &BStarProof<Score>,
    missing: Option<u64>,
    meter: Meter<'_, u32, Score>,
) -> Done {
    if let Some(node) = missing {
        return Err(SearchError::NoInterval(node));
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

fn run_bfmms<T: Tree>(task: &TreeTask<'_, T>) -> Done {
    let mut payoffs = Payoffs::default();
    let mut meter = task.meter();
    let BestFirstOptions { budget, past_terminal } = BestFirstOptions::read(task.options);
    let at_terminal = if past_terminal { AtTerminal::GoOn } else { AtTerminal::Stop };
    let (answer, growth) = best_first(&mut payoffs, &mut meter, task.root, budget, at_terminal);
    let memory = MemoryUse { nodes: growth.bytes, ..MemoryUse::default() };
    growth_outcome(task, answer, &growth, payoffs, meter, memory)
}

fn run_bfmms_linear<T: Tree>(task: &TreeTask<'_, T>) -> Done {
    let mut payoffs = Payoffs::default();
    let mut meter = task.meter();
    let budget = BudgetOptions::read(task.options).budget;
    let root = &mut task.root.clone();
    let (answer, growth) = best_first_linear(&mut payoffs, &mut meter, root, budget);
    let frames = (meter.visits.depth as usize + 1) * frame::<T, Score, u64>();
    let memory = MemoryUse { nodes: growth.bytes, frames, ..MemoryUse::default() };
    growth_outcome(task, answer, &growth, payoffs, meter, memory)
}

fn growth_outcome<T: Tree>(
    task: &TreeTask<'_, T>,
    mut answer: SearchResult<u32, Score>,
    growth: &Growth,
    payoffs: Payoffs,
    meter: Meter<'_, u32, Score>,
    memory: MemoryUse,
) -> Done {
    if let Some(node) = payoffs.missing {
        // Only the root may do without a payoff: where nothing is expanded its value is unknown.
        if node != task.root.number() || task.root.width() == 0 {
            return Err(SearchError::NoPayoff(node));
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

fn run_partition<T: Tree>(task: &TreeTask<'_, T>) -> Done {
    let mut cx = Context::new(Payoffs::default(), Plies(u32::MAX)).with_observer(task.meter());
    let WindowOptions { alpha, beta } = WindowOptions::read(task.options);
    let window = task.root_sides().window(alpha, beta);
    let mut table = PartitionTable::default();
    let answer = partition(&mut cx, &mut task.root.clone(), window, &mut TreePartition, &mut table);
    if let Some(node) = cx.evaluate.missing {
        return Err(SearchError::NoPayoff(node));
    }
    let frames = (cx.observer.visits.depth as usize + 1) * frame::<T, Score, u32>();
    let memory = MemoryUse { frames, table: table.bytes(), ..MemoryUse::default() };
    let used = table.table_use();
    let measured = RunExtras::holding(memory)
        .tell("tt_entries", used.entries)
        .tell("tt_hits", used.hits)
        .tell("feature_lists", table.lists());
    Ok(task.outcome(answer, cx.observer, measured))
}

/// The payoffs of a tree with its intervals as spreads. A node without interval has a spread only if it
/// has children.
#[derive(Default)]
struct Spreads {
    missing: Option<u64>,
}

impl<T: Tree> FuzzyEvaluate<T> for Spreads {
    type Value = Score;

    fn fuzzy(&mut self, node: &T) -> FuzzyValue<Score> {
        let found = match node.interval() {
            Some((lower, upper)) => {
                let middle = || lower + (upper - lower).scaled(0.5);
                let value = node.payoff().unwrap_or_else(middle);
                FuzzyValue { lower, value: Value::min(Value::max(value, lower), upper), upper }
            }
            None if node.width() > 0 => FuzzyValue::open(),
            None => FuzzyValue::point(node.payoff().unwrap_or_else(|| {
                self.missing.get_or_insert(node.number());
                Score(0)
            })),
        };
        for_max(node.side(), found)
    }
}

fn run_fuzzy<T: Tree>(task: &TreeTask<'_, T>) -> Done {
    let mut spreads = Spreads::default();
    let mut meter = task.meter();
    let tolerance = Score(FuzzyOptions::read(task.options).tolerance);
    let (answer, found) = fuzzy(&mut spreads, &mut meter, &mut task.root.clone(), tolerance);
    if let Some(node) = spreads.missing {
        return Err(SearchError::NoPayoff(node));
    }
    let ply = frame::<T, Score, u32>() + 3 * size_of::<FuzzyValue<Score>>();
    let frames = (meter.visits.depth as usize + 1) * ply;
    let ends = for_max(task.root.side(), found);
    let ends = ValueInterval { lower: ends.lower, upper: ends.upper };
    let memory = MemoryUse { frames, ..MemoryUse::default() };
    let measured = RunExtras::holding(memory).tell("interval", interval(ends));
    Ok(task.outcome(answer, meter, measured))
}
