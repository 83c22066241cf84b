//! The engine `star2`: expectiminimax over the outcomes of fights, on win probabilities.

use super::task::{DeepeningInput, DeepeningResult, DeepeningTask};
use crate::engine::eval::{CorrectedBelief, ExpectedResult};
use crate::game::rules::Move;
use crate::gametree::score::Window;
use crate::gametree::search::{
    Context, Meter, Plies, Quiet, SearchResult, Tactical, Transposition, ValueInterval, iterative,
    star2,
};

pub(super) fn run_star2(
    task: &DeepeningTask<'_>,
    root: &mut CorrectedBelief,
    probes: usize,
) -> DeepeningResult {
    let DeepeningInput { evaluation, settings, .. } = task.input;
    let expected = ExpectedResult(evaluation.clone());
    let table: Transposition<Move, f64> = Transposition::with_bytes(settings.table).or_deeper();
    let mut cx = Context::new(expected, Quiet::new(Plies(1), settings.quiescence))
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
    DeepeningResult {
        answer: SearchResult { value, line, complete },
        depth: reached,
        visits: cx.observer.visits,
    }
}
