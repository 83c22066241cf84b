//! The engine `awt`: aspiration with timer at the depth that the time allows.
//!
//! *Our reading*, like everything about AWT beyond the abstract. A search of one ply gives the estimate
//! and the first root move. AWT then searches to the depth D of [`depth_within`], and one ply deeper
//! while nodes or time remain. By default the timer raises the window after a third and after two
//! thirds of the remainder, and ends the search at its end.

use super::task::{DeepeningResult, DeepeningTask, SearchablePosition, context};
use super::timing::depth_within;
use crate::engine::eval::Evaluation;
use crate::gametree::position::{Evaluate, MoveGain};
use crate::gametree::score::{Bound, Score, Window};
use crate::gametree::search::{
    Found, Hints, Memory, Plies, Quiet, Search, Tactical, Ticks, Timer, Transposition, alpha_beta,
    awt,
};

/// Size in bytes of the table that holds the root move.
const TABLE: usize = 4096;
/// Lower bound of L, the branching factor: few root moves may have many replies.
const BRANCHING: usize = 40;

/// Parameters of AWT.
#[derive(Debug, Clone, Copy)]
pub(super) struct AwtSettings {
    /// M and N, centi-pieces.
    pub(super) raises: [Score; 2],
    /// The times of the two ticks, as fractions of the remaining time.
    pub(super) ticks: [f64; 2],
    /// Half the width of the first window, centi-pieces.
    pub(super) delta: Score,
}

pub(super) fn run_awt<P: SearchablePosition>(
    task: &DeepeningTask<'_>,
    root: &mut P,
    settings: AwtSettings,
) -> DeepeningResult
where
    Evaluation: Evaluate<P, Value = Score> + MoveGain<P>,
{
    let memory = Hints(Transposition::with_bytes(TABLE));
    let mut cx = context::<P, _, _, _>(task, (Plies(1), Tactical::default(), memory));
    let begun = task.clock.map(|(clock, _)| clock.now());
    let mut answer = alpha_beta(&mut cx, root, Window::FULL);
    let mut reached = u32::from(answer.complete);
    let branching = root.moves().count().max(BRANCHING) as f64;
    let first = match task.input.expected_nodes {
        u64::MAX => 2, // there is no limit
        nodes => depth_within(nodes as f64, branching).max(2),
    };
    let first = first.min(task.depth);
    for depth in first..=task.depth {
        let used = match (task.clock, begun) {
            (Some((clock, _)), Some(begun)) => clock.now().saturating_sub(begun).as_millis() as u64,
            _ => cx.observer.visits.nodes,
        };
        let all = task.clock.map_or(task.input.expected_nodes, |(_, milliseconds)| milliseconds);
        let left = all.saturating_sub(used);
        let (Some(estimate), true) = (answer.value, answer.complete && left > 0) else { break };
        cx.horizon = Quiet::new(Plies(depth), task.input.settings.quiescence);
        if let Some(&best) = answer.line.first() {
            let found = Found { value: estimate, bound: Bound::Exact, best: Some(best) };
            Memory::<P, Score>::store(&mut cx.memory, root, depth.max(2), found);
        }
        let by = task.clock.map_or(Ticks::Nodes, |(clock, _)| Ticks::Milliseconds(clock));
        let ticks = settings.ticks.map(|part| fraction_of(part, left));
        let timer = Timer { by, ticks, raises: settings.raises, stop: Some(left) };
        let (found, accepted) = awt(&mut cx, root, timer, Some((estimate, settings.delta)));
        if accepted.is_empty() {
            break;
        }
        reached = if found.complete { depth } else { reached };
        answer = found;
    }
    answer.line = if answer.line.is_empty() { Search::<P>::line(&cx) } else { answer.line };
    DeepeningResult { answer, depth: reached, visits: cx.observer.visits }
}

/// A fraction, from 0 to 1, of a number of nodes or milliseconds.
#[expect(clippy::cast_sign_loss, reason = "both are from 0")]
fn fraction_of(part: f64, whole: u64) -> u64 {
    (part * whole as f64) as u64
}
