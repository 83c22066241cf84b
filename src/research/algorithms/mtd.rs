//! Runs of MT and its drivers.

use super::depth_first::{WHOLE, once, search};
use super::task::RunExtras;
use super::{AlgorithmError, AlgorithmTask, RunOutcome};
use crate::base::number::Number;
use crate::base::options::OptionError;
use crate::gametree::score::{Score, Value};
use crate::gametree::search::{
    Natural, NextBound, Perfect, SearchResult, ValueInterval, for_max, middle, mt, mtd, mtd_best,
};
use crate::gametree::tree::Tree;
use serde_json::Value as Json;
use std::ops::ControlFlow;

type Done = Result<RunOutcome, AlgorithmError>;

pub(super) fn run_mt<T: Tree>(task: &AlgorithmTask<'_, T>) -> Done {
    let gamma = Score(task.asked().whole("gamma"));
    search(task, (WHOLE, Natural, Perfect::default()), |cx, root| {
        let answer = mt(cx, root, gamma);
        let value = answer.value.map(|value| for_max(task.root.side(), value));
        let lower = value.is_some_and(|v| v >= gamma);
        let measured = once().tell("bound", if lower { "lower" } else { "upper" });
        (answer, tell_table(measured, &cx.memory))
    })
}

fn tell_table(measured: RunExtras, memory: &Perfect<Score>) -> RunExtras {
    measured.tell("tt_entries", memory.len()).tell("tt_hits", memory.hits)
}

fn run_mtd<T: Tree>(task: &AlgorithmTask<'_, T>, first: Score, next: NextBound<Score>) -> Done {
    search(task, (WHOLE, Natural, Perfect::default()), |cx, root| {
        let (mut answer, passes) = mtd(cx, root, first, next);
        if answer.complete && answer.line.is_empty() && root.width() > 0 {
            answer.line.push(0);
        }
        let measured = once()
            .tell("asked", passes.iter().map(|p| finite(p.asked)).collect::<Vec<_>>())
            .tell("passes", passes.iter().map(|p| p.found.0).collect::<Vec<_>>());
        let mut measured = tell_table(measured, &cx.memory);
        measured.passes = passes.len() as u64;
        (answer, measured)
    })
}

pub(super) fn run_mt_sss<T: Tree>(task: &AlgorithmTask<'_, T>) -> Done {
    run_mtd(task, Score::MAX, NextBound::Bound)
}

pub(super) fn run_mt_dual<T: Tree>(task: &AlgorithmTask<'_, T>) -> Done {
    run_mtd(task, Score::MIN, NextBound::Bound)
}

pub(super) fn run_mtd_f<T: Tree>(task: &AlgorithmTask<'_, T>) -> Done {
    run_mtd(task, Score(task.asked().whole("guess")), NextBound::Bound)
}

pub(super) fn run_mtd_bi<T: Tree>(task: &AlgorithmTask<'_, T>) -> Done {
    let asked = task.asked();
    let range = match (asked.given("lo"), asked.given("hi")) {
        (true, true) => None,
        _ => Some(leaf_range(task)?),
    };
    if range == Some(None) {
        let nothing = || SearchResult { value: None, line: Vec::new(), complete: false };
        return search(task, (WHOLE, Natural, Perfect::default()), |_, _| (nothing(), once()));
    }
    let (low, high) = range.flatten().unwrap_or_default();
    let (low, high) = (Score(asked.whole_or("lo", low.0)), Score(asked.whole_or("hi", high.0)));
    if low > high {
        return Err(OptionError::Setting {
            name: "lo",
            found: Number::from(low).to_string(),
            expected: format!("at most hi, which is {}", Number::from(high)),
        }
        .into());
    }
    run_mtd(task, middle(low, high), NextBound::Bisect(low, high))
}

/// The smallest and the largest leaf, every one of which has to have a payoff; none where the tree
/// has more nodes than the limit allows.
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

pub(super) fn run_mtd_step<T: Tree>(task: &AlgorithmTask<'_, T>) -> Done {
    run_mtd(task, Score::MAX, NextBound::Step(Score(task.asked().whole("size"))))
}

pub(super) fn run_mtd_best<T: Tree>(task: &AlgorithmTask<'_, T>) -> Done {
    let side = task.root.side();
    let guess = for_max(side, Score(task.asked().whole("guess")));
    search(task, (WHOLE, Natural, Perfect::default()), |cx, root| {
        let (answer, asked) = mtd_best(cx, root, guess);
        let calls: Vec<Json> = asked
            .calls
            .iter()
            .map(|call| vec![call.place.into(), finite(call.asked), call.found.0.into()].into())
            .collect();
        let measured =
            once().tell("bounds", interval(for_max(side, asked.bounds))).tell("calls", calls);
        let mut measured = tell_table(measured, &cx.memory);
        if root.width() == 0 {
            measured = measured.tell("tt_entries", 0); // the root has no entry, leaf or not
        }
        (answer, measured)
    })
}

/// Bounds as JSON, null where they are open.
pub(super) fn interval(bounds: ValueInterval<Score>) -> Vec<Json> {
    vec![finite(bounds.lower), finite(bounds.upper)]
}

/// A score as JSON, null where it is infinite.
fn finite(score: Score) -> Json {
    if score == Score::MIN || score == Score::MAX { Json::Null } else { score.0.into() }
}
