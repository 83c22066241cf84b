//! Endgames in which nothing is hidden: what the solver knows is played.

use super::super::{SamplingReport, SamplingRequest};
use crate::engine::endgame::{EndgameResult, Solution, is_small, solve};
use crate::engine::eval::WIN;
use crate::game::rules::{Kind, World};
use crate::gametree::score::Score;
use crate::gametree::search::Limit;
use rand::rngs::ChaCha8Rng;

/// The part of the nodes that the solver may have.
const PART: u64 = 4;
/// A probability that is as good as one.
const CERTAIN: f64 = 1.0 - 1e-9;

/// The exact move, if all pieces are known and few, and the solver finds it; otherwise the nodes
/// that it took to find nothing.
pub(super) fn exact(
    question: &SamplingRequest<'_>,
    rng: &mut ChaCha8Rng,
) -> Result<SamplingReport, u64> {
    let world = certain(question, rng).filter(is_small).ok_or(0_u64)?;
    let nodes = question.limit.nodes.map_or(MOST, |nodes| nodes / PART);
    let limit = Limit { nodes: Some(nodes.max(1)), ..question.limit };
    let Solution { verdict, best, line, nodes, .. } = solve(&world, limit);
    let value = match verdict {
        EndgameResult::Win { plies } => WIN - i64::from(plies),
        EndgameResult::Loss { plies } => i64::from(plies) - WIN,
        EndgameResult::Draw => 0,
        EndgameResult::Unknown => return Err(nodes),
    };
    let (value, depth) = (Some(Score(value)), line.len() as u32);
    let probabilities = best.iter().map(|&m| (m, 1.0)).collect();
    Ok(SamplingReport {
        best,
        value,
        line,
        nodes,
        worlds: 1,
        depth,
        probabilities,
        candidates: vec![],
    })
}

/// Nodes for the solver where only a clock ends the search: some milliseconds.
const MOST: u64 = 20_000;

/// The world, if only one is possible as far as pieces on the board go.
fn certain(question: &SamplingRequest<'_>, rng: &mut ChaCha8Rng) -> Option<World> {
    let SamplingRequest { observation, posterior, .. } = question;
    let known = |piece| {
        let sure = |kind: Kind| posterior.marginal(piece)[kind.index()] > CERTAIN;
        observation.kind(piece).is_some() || Kind::ALL.into_iter().any(sure)
    };
    if !observation.pieces().all(|(piece, _)| known(piece)) {
        return None;
    }
    Some(observation.world_with(&posterior.sample(rng)?))
}
