//! Endgames without hidden pieces: plays the move of the endgame solver.

use super::super::{SamplingInput, SamplingTask};
use crate::engine::SearchReport;
use crate::engine::endgame::{EndgameResult, Solution, is_small, solve};
use crate::engine::eval::WIN;
use crate::game::rules::{Kind, World};
use crate::gametree::score::Score;
use crate::gametree::search::Limit;
use rand::rngs::ChaCha8Rng;

/// The solver may use one node in this many of the node limit.
const NODE_DIVISOR: u64 = 4;
/// Largest node limit of the solver: about a second.
const MAX_SOLVER_NODES: u64 = 1_000_000;
/// Node limit of the solver if the request has none: some milliseconds.
const SOLVER_NODES: u64 = 20_000;
/// Probabilities from here on count as certain: posteriors are sums of rounded numbers.
pub(super) const CERTAIN: f64 = 1.0 - 1e-9;

/// The proven best move in the only possible world, if its pieces are few and the solver finishes, and the number of
/// nodes it used.
pub(super) fn solved_endgame(
    task: &SamplingTask<'_>,
    world: Option<&World>,
) -> (Option<SearchReport>, u64) {
    let Some(world) = world.filter(|world| is_small(world)) else { return (None, 0) };
    let nodes =
        task.limit.nodes.map_or(SOLVER_NODES, |nodes| MAX_SOLVER_NODES.min(nodes / NODE_DIVISOR));
    let limit = Limit { nodes: Some(nodes.max(1)), ..task.limit };
    let Solution { verdict, best, line, nodes, .. } = solve(world, limit);
    let value = match verdict {
        EndgameResult::Win { plies } => WIN - i64::from(plies),
        EndgameResult::Loss { plies } => i64::from(plies) - WIN,
        EndgameResult::Draw => 0,
        EndgameResult::Unknown => return (None, nodes),
    };
    let (value, depth) = (Some(Score(value)), line.len() as u32);
    let report = SearchReport {
        best,
        value,
        principal_variation: line,
        nodes,
        worlds: 1,
        depth,
        ..SearchReport::default()
    };
    (Some(report), nodes)
}

/// The only possible world, if all pieces on the board are known.
pub(super) fn certain_world(input: &SamplingInput<'_>, rng: &mut ChaCha8Rng) -> Option<World> {
    let SamplingInput { observation, posterior, .. } = input;
    // What all samples agree on is not certain.
    let exact = posterior.error().is_none();
    let known = |piece| {
        let sure = |kind: Kind| posterior.marginal(piece)[kind.index()] > CERTAIN;
        observation.kind(piece).is_some() || exact && Kind::ALL.into_iter().any(sure)
    };
    if !observation.pieces().all(|(piece, _)| known(piece)) {
        return None;
    }
    Some(observation.world_with(&posterior.sample(rng)?))
}
