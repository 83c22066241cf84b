//! The engine `star2`: fights end in every way they can, and win probabilities are averaged.

use super::thought::{SearchOutcome, SearchTask};
use crate::engine::eval::{CorrectedBelief, Evaluation, OddsEvaluation};
use crate::game::rules::Move;
use crate::gametree::score::Window;
use crate::gametree::search::{
    Context, Meter, Plies, Quiet, SearchResult, Tactical, Transposition, ValueInterval, iterative,
    star2,
};

pub(super) fn run_star2(
    task: &SearchTask<'_>,
    evaluation: &Evaluation,
    root: &mut CorrectedBelief,
    probes: usize,
) -> SearchOutcome {
    let odds = OddsEvaluation(evaluation.clone());
    let table: Transposition<Move, f64> = Transposition::with_bytes(task.table).or_deeper();
    let mut cx = Context::new(odds, Quiet { ends: Plies(1), plies: task.quiet })
        .with_order(Tactical::default())
        .with_memory(table)
        .with_observer(Meter::new(task.limit));
    let mut reached = 0;
    let answer = iterative(
        &mut cx,
        root,
        task.depth,
        |cx, root, _| star2(cx, root, Window::FULL, ValueInterval::CENTRED, probes),
        |plies, _| reached = plies,
    );
    let SearchResult { value, line, complete } = answer;
    let value = value.map(|value| evaluation.value_of(value));
    SearchOutcome {
        answer: SearchResult { value, line, complete },
        depth: reached,
        visits: cx.observer.visits,
    }
}
