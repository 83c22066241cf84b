//! AWT as a player: aspiration with timer at the depth that the time allows.
//!
//! *Our reading*, like everything about AWT beyond the abstract. A search of one ply gives the estimate
//! and the first root move. AWT then searches to the depth D of [`depth_within`], and one ply deeper
//! while nodes or time remain. By default the timer raises the window after a third and after two
//! thirds of the remainder, and ends the search at its end.
//!
//! The depth D: at a speed of psi nodes per second, a search of T seconds visits psi T nodes. A tree of depth D with
//! branching factor L has L^D leaves, of which alpha-beta visits L^⌈D/2⌉ + L^⌊D/2⌋ - 1 in the best case (nomenclature of
//! the thesis; Knuth & Moore 1975). *Our reading* of how the thesis uses them: D is the greatest depth whose best case
//! fits; the timer is needed because the worst case does not fit.

use super::task::{DeepeningResult, DeepeningTask, SearchablePosition, context};
use crate::engine::eval::Evaluation;
use crate::gametree::position::{Evaluate, MoveGain};
use crate::gametree::score::{Bound, Score, Window};
use crate::gametree::search::catalogue::AwtOptions;
use crate::gametree::search::{
    Found, Hints, Memory, Plies, Quiet, Search, Tactical, Ticks, Timer, Transposition, alpha_beta,
    awt,
};

/// Size in bytes of the table that holds the root move.
const TABLE: usize = 4096;
/// Lower bound of L, the branching factor: few root moves may have many replies.
const BRANCHING: usize = 40;

/// Settings of AWT for a position.
pub(super) struct AwtSettings {
    /// M and N, centi-pieces.
    pub(super) raises: [Score; 2],
    /// The options, for the ticks.
    pub(super) options: AwtOptions,
    /// Half the width of the first window, centi-pieces.
    pub(super) delta: Score,
}

pub(super) fn run_awt<P: SearchablePosition>(
    task: &DeepeningTask<'_>,
    root: &mut P,
    settings: &AwtSettings,
) -> DeepeningResult
where
    Evaluation: Evaluate<P, Value = Score> + MoveGain<P>,
{
    let memory = Hints(Transposition::with_bytes(TABLE));
    let mut cx = context::<P, _, _, _>(task, Plies(1), Tactical::default(), memory);
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
        let ticks = settings.options.ticks(Some(left));
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

/// Number of leaves that alpha-beta visits in the best case in a uniform tree; infinite beyond the range of
/// `f64`.
pub fn best_case_leaves(branching: f64, depth: u32) -> f64 {
    let power = |plies: u32| branching.powf(f64::from(plies));
    power(depth.div_ceil(2)) + power(depth / 2) - 1.0
}

/// Number of leaves of a uniform tree.
pub fn worst_case_leaves(branching: f64, depth: u32) -> f64 {
    branching.powf(f64::from(depth))
}

/// The greatest depth whose best case fits into a number of nodes, in plies; at least 1.
pub fn depth_within(nodes: f64, branching: f64) -> u32 {
    let fits = |depth: &u32| best_case_leaves(branching.max(2.0), *depth) <= nodes;
    (1..=64).take_while(fits).last().unwrap_or(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn leaf_counts_match_the_thesis() {
        for (branching, depth, best, worst) in [
            (150.0, 2, 299.0, 22_500.0),
            (150.0, 3, 22_649.0, 3_375_000.0),
            (150.0, 4, 44_999.0, 506_250_000.0),
            (90.0, 2, 179.0, 8_100.0),
            (90.0, 3, 8_189.0, 729_000.0),
            (90.0, 4, 16_199.0, 65_610_000.0),
        ] {
            assert!((best_case_leaves(branching, depth) - best).abs() < 1e-6);
            assert!((worst_case_leaves(branching, depth) - worst).abs() < 1e-3);
        }
        assert_eq!(depth_within(20_000.0, 90.0), 4);
        assert_eq!(depth_within(16_000.0, 90.0), 3);
        assert_eq!(depth_within(10.0, 90.0), 1);
    }
}
