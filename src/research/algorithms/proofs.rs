//! Runs of the algorithms that carry more than a value: what it depends on, or its spread.

use super::setup::frame;
use super::task::RunExtras;
use super::tree_run::interval;
use super::{AlgorithmError, AlgorithmTask, MemoryUse, RunOutcome};
use crate::gametree::score::{Score, Value};
use crate::gametree::search::{
    Context, FuzzyEvaluate, FuzzyValue, PartitionTable, Plies, TreePartition, ValueInterval,
    for_max, fuzzy, partition,
};
use crate::gametree::tree::{Payoffs, Tree};

type Done = Result<RunOutcome, AlgorithmError>;

pub(super) fn run_partition<T: Tree>(task: &AlgorithmTask<'_, T>) -> Done {
    let mut cx = Context::new(Payoffs::default(), Plies(u32::MAX)).with_observer(task.meter());
    let (root, window) = (&mut task.root.clone(), task.settings().window());
    let mut table = PartitionTable::default();
    let answer = partition(&mut cx, root, window, &mut TreePartition, &mut table);
    if let Some(node) = cx.evaluate.missing {
        return Err(AlgorithmError::NoPayoff(node));
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

pub(super) fn run_fuzzy<T: Tree>(task: &AlgorithmTask<'_, T>) -> Done {
    let (mut spreads, mut meter) = (Spreads::default(), task.meter());
    let tolerance = Score(task.options().get("tolerance"));
    let (answer, found) = fuzzy(&mut spreads, &mut meter, &mut task.root.clone(), tolerance);
    if let Some(node) = spreads.missing {
        return Err(AlgorithmError::NoPayoff(node));
    }
    let ply = frame::<T, Score, u32>() + 3 * size_of::<FuzzyValue<Score>>();
    let frames = (meter.visits.depth as usize + 1) * ply;
    let ends = for_max(task.root.side(), found);
    let ends = ValueInterval { lower: ends.lower, upper: ends.upper };
    let memory = MemoryUse { frames, ..MemoryUse::default() };
    let measured = RunExtras::holding(memory).tell("interval", interval(ends));
    Ok(task.outcome(answer, meter, measured))
}
