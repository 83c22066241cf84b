//! Means of playouts over many worlds, which steady the values of the searches in few.
//!
//! The searches see every fight of their worlds to the end, but of eight worlds and a few plies, and all players
//! know all pieces. Playouts see more worlds and the next own move of four-player games; in them all take what they can,
//! but nobody plans with what it cannot know. The mean of both plays better than either
//! (docs/results/changes.md). *Our reading*.

use super::super::SamplingTask;
use super::super::options::FlatOptions;
use super::super::playout::{NodeCount, Playout};
use super::super::world_pool::WorldPool;
use crate::base::options::OptionValues;
use crate::base::random::derive;
use crate::game::rules::Move;
use crate::gametree::search::Limit;
use rand::{Rng, rngs::ChaCha8Rng};
use rayon::prelude::*;

/// Fewer playouts of each move than this say nothing.
const FEWEST: usize = 4;

/// The mean value of playouts after each move, for the side to move, as 2 p - 1 for a win probability p, and
/// the nodes visited; `None` if the limits allow too few.
///
/// They are the playouts of `flat` with its default options. Every round plays out all moves in one more world with
/// common random numbers; a round that the clock ends is discarded.
pub(super) fn playout_means(
    task: &SamplingTask<'_>,
    moves: &[Move],
    rng: &mut ChaCha8Rng,
) -> (Option<Vec<f64>>, u64) {
    let Limit { nodes: most, over } = task.playouts;
    let FlatOptions { worlds, plies, epsilon, .. } = FlatOptions::read(&OptionValues::default());
    let round_nodes = moves.len() as u64 * u64::from(plies + 1);
    let allowed = |nodes: u64| most.is_none_or(|most| nodes + round_nodes <= most);
    if !allowed((FEWEST as u64 - 1) * round_nodes) {
        return (None, 0);
    }
    let mut pool = WorldPool::new(worlds);
    let mut playout = Playout::new(task.input.evaluation.clone(), plies, epsilon);
    let seed = rng.next_u64();
    let (mut sums, mut rounds, mut nodes) = (vec![0.0; moves.len()], 0, 0);
    while allowed(nodes) {
        let Some(world) = pool.world(rounds, task.input, rng) else { break };
        let play = |playout: &mut Playout, m: &Move| {
            let mut count = NodeCount::new(Limit { nodes: None, over });
            let seed = derive(seed, &[rounds as u64]);
            Some((playout.after((world.clone(), *m), &mut count, seed)?, count.nodes()))
        };
        let values: Option<Vec<(f64, u64)>> = match task.input.threads {
            Some(pool) => pool.install(|| {
                moves
                    .par_iter()
                    .map_init(|| playout.clone(), |playout, m| play(playout, m))
                    .collect()
            }),
            None => moves.iter().map(|m| play(&mut playout, m)).collect(),
        };
        let Some(values) = values else { break };
        for (sum, (value, visited)) in sums.iter_mut().zip(values) {
            *sum += value;
            nodes += visited;
        }
        rounds += 1;
    }
    let means = (rounds >= FEWEST).then(|| sums.iter().map(|sum| sum / rounds as f64).collect());
    (means, nodes)
}
