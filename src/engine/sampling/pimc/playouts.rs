//! Means of playouts over many worlds, which steady the values of the searches in few.
//!
//! The searches cover few worlds, and their players plan with all pieces known. Playouts cover more worlds and always
//! reach the seat's next move; their players see all pieces as well, but only capture what they can, without
//! looking ahead. The mean of both plays better than either (docs/notes/changes.md). *Our reading*.

use super::super::SamplingTask;
use super::super::playout::{NodeCount, Playout};
use super::super::world_pool::WorldPool;
use crate::base::clock::Stopwatch;
use crate::base::random::derive;
use crate::engine::SearchRequest;
use crate::game::rules::Move;
use crate::gametree::search::Limit;
use rand::{Rng, rngs::ChaCha8Rng};
use rayon::prelude::*;

/// Number of sampled worlds, used in turn.
const WORLDS: usize = 64;
/// Moves of every seat in a playout, the root move included.
const ROUNDS: u32 = 2;
/// Probability of a uniformly random move in a playout.
const EPSILON: f64 = 0.2;
/// Fewer playouts of each move than this say nothing.
const MIN_ROUNDS: usize = 4;
/// Node limit of all playouts: about a third of a second of one core.
const MAX_NODES: u64 = 400_000;
/// For every seat of the game, playouts get one part in this many of the nodes and of the time of a move: half of them in
/// four-player games, a quarter in two-player games, where the searches see more of the seat's own moves.
const PARTS: u32 = 8;

/// The mean result of playouts after each move, for the side to move, and the nodes visited; `None` if the limits allow
/// too few. `seats` is the number of seats of the mode; `watch` has run since the request.
///
/// Every round plays out all moves in one more world with common random numbers; a round that the clock ends is
/// discarded.
pub(super) fn playout_means(
    task: &SamplingTask<'_>,
    (request, watch): (&SearchRequest<'_>, &Stopwatch<'_>),
    (moves, seats): (&[Move], u32),
    rng: &mut ChaCha8Rng,
) -> (Option<Vec<f64>>, u64) {
    let parts = PARTS / seats;
    let part = SearchRequest { time: request.time.map(|time| time / parts), ..*request };
    let over = || part.is_over(watch);
    let node_limit =
        task.limit.nodes.map_or(MAX_NODES, |nodes| MAX_NODES.min(nodes / u64::from(parts)));
    let plies = ROUNDS * seats;
    let round_nodes = moves.len() as u64 * u64::from(plies);
    let allowed = |nodes: u64| nodes + round_nodes <= node_limit;
    if !allowed((MIN_ROUNDS as u64 - 1) * round_nodes) {
        return (None, 0);
    }
    let mut pool = WorldPool::new(WORLDS);
    let mut playout = Playout::new(task.input.evaluation.clone(), plies - 1, EPSILON);
    let seed = rng.next_u64();
    let (mut sums, mut rounds, mut nodes) = (vec![0.0; moves.len()], 0, 0);
    while allowed(nodes) {
        let Some(world) = pool.world(rounds, task.input, rng) else { break };
        let play = |playout: &mut Playout, m: &Move| {
            let mut count = NodeCount::new(Limit { nodes: None, over: Some(&over) });
            let seed = derive(seed, &[rounds as u64]);
            (playout.after((world.clone(), *m), &mut count, seed), count.nodes())
        };
        let played: Vec<(Option<f64>, u64)> = match task.input.threads {
            Some(pool) => pool.install(|| {
                moves
                    .par_iter()
                    .map_init(|| playout.clone(), |playout, m| play(playout, m))
                    .collect()
            }),
            None => moves.iter().map(|m| play(&mut playout, m)).collect(),
        };
        nodes += played.iter().map(|(_, visited)| visited).sum::<u64>();
        let values: Option<Vec<f64>> = played.into_iter().map(|(value, _)| value).collect();
        let Some(values) = values else { break };
        sums.iter_mut().zip(values).for_each(|(sum, value)| *sum += value);
        rounds += 1;
    }
    let means =
        (rounds >= MIN_ROUNDS).then(|| sums.iter().map(|sum| sum / rounds as f64).collect());
    (means, nodes)
}
