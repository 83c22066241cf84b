//! MTD(bi) on synthetic trees: bisects between bounds that by default are the smallest and the
//! largest leaf.

use super::setup::{AlgorithmSetup, Policies, frame};
use super::task::{AlgorithmTask, RunExtras};
use super::tree_run::run_setup;
use super::{AlgorithmError, MemoryUse, RunOutcome};
use crate::base::number::Number;
use crate::base::options::OptionError;
use crate::gametree::score::{Score, Value};
use crate::gametree::search::{DepthFirst, NextBound, SearchResult, middle};
use crate::gametree::tree::Tree;
use std::ops::ControlFlow;

pub(super) fn run_mtd_bi<T: Tree>(
    task: &AlgorithmTask<'_, T>,
) -> Result<RunOutcome, AlgorithmError> {
    let options = task.options();
    let (lo, hi): (Option<i64>, Option<i64>) = (options.get("lo"), options.get("hi"));
    let (mut low, mut high) = (Score::MIN, Score::MAX);
    if lo.is_none() || hi.is_none() {
        let Some(range) = leaf_range(task)? else { return Ok(nothing(task)) };
        (low, high) = range;
    }
    let (low, high) = (lo.map_or(low, Score), hi.map_or(high, Score));
    if low > high {
        return Err(OptionError::Setting {
            name: "lo",
            found: Number::from(low).to_string(),
            expected: format!("at most hi, which is {}", Number::from(high)),
        }
        .into());
    }
    let (first, next) = (middle(low, high), NextBound::Bisect(low, high));
    run_setup(AlgorithmSetup::new(DepthFirst::Mtd { first, next }, Policies::Perfect), task)
}

/// The outcome where the node limit is too small to read the leaves.
fn nothing<T: Tree>(task: &AlgorithmTask<'_, T>) -> RunOutcome {
    let answer = SearchResult::<u32, Score> { value: None, line: vec![], complete: false };
    let memory = MemoryUse { frames: frame::<T, Score, u32>(), ..MemoryUse::default() };
    task.outcome(answer, task.meter(), RunExtras::holding(memory))
}

/// The smallest and the largest leaf; None where the tree has more nodes than the limit allows.
fn leaf_range<T: Tree>(
    task: &AlgorithmTask<'_, T>,
) -> Result<Option<(Score, Score)>, AlgorithmError> {
    let (mut nodes, mut low, mut high) = (0, Score::MAX, Score::MIN);
    let walked = task.root.walk_while(|node, _| {
        if task.limit.reached(nodes) {
            return ControlFlow::Break(Ok(None));
        }
        nodes += 1;
        if node.width() == 0 {
            let Some(payoff) = node.payoff() else {
                return ControlFlow::Break(Err(AlgorithmError::NoPayoff(node.number())));
            };
            (low, high) = (Value::min(low, payoff), Value::max(high, payoff));
        }
        ControlFlow::Continue(())
    });
    walked.break_value().unwrap_or(Ok(Some((low, high))))
}
