//! Flat Monte Carlo: the mean over sampled worlds of short playouts after each root move.
//!
//! In every round each root move is played out in one more world with common random numbers, so that
//! moves differ by the move and not by the sample. The search `flat` consists of such rounds alone; `pimc` takes
//! their means to steady the values of its searches in few worlds ([`playout_means`]).
//!
//! Sources: Abramson, "Expected-outcome: a general model of static evaluation", IEEE PAMI 12 (1990);
//! Ginsberg, "GIB", JAIR 14 (2001), for the same worlds for all moves.
//! Laws tested: moves are legal and a function of the seed; the node limit holds; an exposed flag is
//! captured.

use super::input::{FightGains, SamplingTask};
use super::playout::{EPSILON, NodeCount, Playout, WorldPool};
use crate::base::options::{OptionType, option_group};
use crate::base::random::derive;
use crate::engine::{SearchReport, SearchRequest};
use crate::game::rules::{Move, World};
use crate::gametree::search::Limit;
use rand::{Rng, rngs::ChaCha8Rng};
use rayon::prelude::*;

option_group! {
    /// Options of `flat`.
    pub(super) struct FlatOptions {
        "worlds" => worlds: usize = "64", OptionType::Within(1, 4096),
            "number of sampled worlds; after the last the first is used again";
        "plies" => plies: u32 = "7", OptionType::Within(0, 200),
            "length of a playout after the root move, in plies";
        "epsilon" => epsilon: f64 = "0.2", OptionType::Part, EPSILON;
    }
}

/// Runs flat Monte Carlo. Incomplete rounds are discarded, except the first.
pub(super) fn run(
    task: &SamplingTask<'_>,
    options: &FlatOptions,
    rng: &mut ChaCha8Rng,
) -> SearchReport {
    let input = task.input;
    let moves = FightGains::new(input).ordered(input);
    if moves.is_empty() {
        return SearchReport::default();
    }
    let plies = options.plies.min(task.depth.saturating_sub(1));
    let mut playout = Playout::new(input.evaluation.clone(), plies, options.epsilon);
    let mut pool = WorldPool::new(options.worlds);
    let mut count = NodeCount::new(task.limit);
    let seed = rng.next_u64();
    let mut sums = vec![0.0; moves.len()];
    let mut rounds = 0;
    // Moves that have at least one playout.
    let mut tried = 0;
    while let Some(world) = pool.world(rounds, input, rng) {
        let seed = derive(seed, &[rounds as u64]);
        let values: Vec<f64> = moves
            .iter()
            .map_while(|&m| playout.after(world.clone(), m, &mut count, seed))
            .collect();
        let whole = values.len() == moves.len();
        if whole || rounds == 0 {
            tried = values.len();
            sums.iter_mut().zip(values).for_each(|(sum, value)| *sum += value);
        }
        if !whole {
            break;
        }
        rounds += 1;
    }
    let means: Vec<f64> = sums[..tried].iter().map(|sum| sum / rounds.max(1) as f64).collect();
    // Of equals the first in the order of expected gains.
    let best = (0..tried).rev().max_by(|&a, &b| means[a].total_cmp(&means[b]));
    SearchReport {
        best: best.map(|best| moves[best]),
        value: best.map(|best| input.evaluation.value_of(means[best])),
        principal_variation: best.map(|best| moves[best]).into_iter().collect(),
        nodes: count.nodes(),
        worlds: pool.drawn(),
        depth: if rounds > 0 { plies + 1 } else { 0 },
        ..SearchReport::default()
    }
}

/// Number of sampled worlds of [`playout_means`], used in turn.
const WORLDS: usize = 64;
/// Moves of every seat in one of its playouts, the root move included.
const MOVES_OF_A_SEAT: u32 = 2;
/// Probability of a uniformly random move in one of its playouts.
const RANDOM_MOVES: f64 = 0.2;
/// Fewer rounds than this say nothing.
const MIN_ROUNDS: usize = 4;
/// Node limit of all its playouts: about a third of a second of one core.
const MAX_NODES: u64 = 400_000;
/// For every seat of the game, playouts get one part in this many of the nodes and of the time of a move: half of them in
/// four-player games, a quarter in two-player games, where the searches see more of the seat's own moves.
const PARTS: u32 = 8;

/// The result of the playouts of `pimc`.
pub(super) struct PlayoutMeans {
    /// By move, the mean result for the side to move; `None` if the limits allow too few playouts.
    pub(super) by_move: Option<Vec<f64>>,
    pub(super) nodes: u64,
}

/// Plays out some moves for `pimc`; a round that the clock ends is discarded.
///
/// The searches of `pimc` cover few worlds, and their players plan with all pieces known. Playouts cover more worlds and
/// always reach the seat's next move; their players see all pieces as well, but only capture what they can, without
/// looking ahead. The mean of both plays better than either (docs/notes/changes.md). *Our reading*.
pub(super) fn playout_means(
    task: &SamplingTask<'_>,
    moves: &[Move],
    rng: &mut ChaCha8Rng,
) -> PlayoutMeans {
    let input = task.input;
    let seats = input.observation.rules().seats().len() as u32;
    let parts = PARTS / seats;
    let request =
        SearchRequest { time: task.request.time.map(|time| time / parts), ..*task.request };
    let over = || request.is_over(task.watch);
    let limit = Limit { nodes: None, over: Some(&over) };
    let node_limit =
        task.limit.nodes.map_or(MAX_NODES, |nodes| MAX_NODES.min(nodes / u64::from(parts)));
    let plies = MOVES_OF_A_SEAT * seats;
    // A round begins only if all of it fits, so the node limit ends no round.
    let round_nodes = moves.len() as u64 * u64::from(plies);
    let mut means = PlayoutMeans { by_move: None, nodes: 0 };
    if MIN_ROUNDS as u64 * round_nodes > node_limit {
        return means;
    }
    let mut pool = WorldPool::new(WORLDS);
    let mut playout = Playout::new(input.evaluation.clone(), plies - 1, RANDOM_MOVES);
    let seed = rng.next_u64();
    let mut sums = vec![0.0; moves.len()];
    let mut rounds = 0;
    while means.nodes + round_nodes <= node_limit {
        let Some(world) = pool.world(rounds, input, rng) else { break };
        let seed = derive(seed, &[rounds as u64]);
        let played: Vec<(Option<f64>, u64)> = match input.threads {
            Some(threads) => threads.install(|| {
                moves
                    .par_iter()
                    .map_init(
                        || playout.clone(),
                        |playout, &m| play(playout, &world, m, limit, seed),
                    )
                    .collect()
            }),
            None => moves.iter().map(|&m| play(&mut playout, &world, m, limit, seed)).collect(),
        };
        means.nodes += played.iter().map(|(_, nodes)| nodes).sum::<u64>();
        let values: Option<Vec<f64>> = played.into_iter().map(|(value, _)| value).collect();
        let Some(values) = values else { break };
        sums.iter_mut().zip(values).for_each(|(sum, value)| *sum += value);
        rounds += 1;
    }
    if rounds >= MIN_ROUNDS {
        means.by_move = Some(sums.iter().map(|sum| sum / rounds as f64).collect());
    }
    means
}

/// The value of one playout after a move, and its nodes, which are counted apart so that they do not depend on threads.
fn play(
    playout: &mut Playout,
    world: &World,
    m: Move,
    limit: Limit<'_>,
    seed: u64,
) -> (Option<f64>, u64) {
    let mut count = NodeCount::new(limit);
    let value = playout.after(world.clone(), m, &mut count, seed);
    (value, count.nodes())
}
