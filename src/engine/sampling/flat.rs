//! `flat`: flat Monte Carlo, the mean over sampled worlds of short playouts after each root move.
//!
//! In every round each root move is played out in one more world with common random numbers, so that
//! moves differ by the move and not by the sample. Incomplete rounds are discarded, except the first.
//! With UCB1 there is one round; then each playout goes to the move with the highest upper confidence
//! bound, and the move with the most playouts is chosen.
//!
//! Sources: Abramson, "Expected-outcome: a general model of static evaluation", IEEE PAMI 12 (1990);
//! Ginsberg, "GIB", JAIR 14 (2001), for the same worlds for all moves; Auer, Cesa-Bianchi & Fischer,
//! "Finite-time analysis of the multiarmed bandit problem", Machine Learning 47 (2002), for UCB1.
//! Laws tested: moves are legal and a function of the seed; the node limit holds; an exposed flag is
//! captured.

use super::SamplingTask;
use super::fight_gains::FightGains;
use super::options::FlatOptions;
use super::playout::{NodeCount, Playout};
use super::world_pool::WorldPool;
use crate::base::random::derive;
use crate::engine::SearchReport;
use crate::game::rules::Move;
use rand::{Rng, rngs::ChaCha8Rng};

/// A root move with its playouts.
struct BanditArm {
    m: Move,
    visits: usize,
    /// Sum of playout values for the side to move at the root, each from -1 to 1.
    sum: f64,
}

impl BanditArm {
    fn add(&mut self, value: f64) {
        self.visits += 1;
        self.sum += value;
    }

    fn mean(&self) -> f64 {
        self.sum / self.visits as f64
    }
}

struct Bandit<'q, 'a> {
    task: &'q SamplingTask<'a>,
    arms: Vec<BanditArm>,
    count: NodeCount<'a>,
    pool: WorldPool,
    playout: Playout,
    rng: &'q mut ChaCha8Rng,
    seed: u64,
}

/// Runs flat Monte Carlo.
pub(super) fn run(
    task: &SamplingTask<'_>,
    options: &FlatOptions,
    rng: &mut ChaCha8Rng,
) -> SearchReport {
    let moves = FightGains::new(task.input).ordered(task.input);
    let plies = options.plies.min(task.depth.saturating_sub(1));
    let mut bandit = Bandit {
        task,
        arms: moves.into_iter().map(|m| BanditArm { m, visits: 0, sum: 0.0 }).collect(),
        count: NodeCount::new(task.limit),
        pool: WorldPool::new(options.worlds),
        playout: Playout::new(task.input.evaluation.clone(), plies, options.epsilon),
        seed: rng.next_u64(),
        rng,
    };
    if bandit.arms.is_empty() {
        return SearchReport::default();
    }
    let mut rounds = 0;
    while bandit.round(rounds) {
        rounds += 1;
        if options.exploration > 0.0 {
            while bandit.play_most_urgent(options.exploration) {}
            break;
        }
    }
    let depth = if rounds > 0 { plies + 1 } else { 0 };
    bandit.report(options.exploration > 0.0, depth)
}

impl Bandit<'_, '_> {
    /// Plays out every move in world `number`; returns whether the limit allowed all of them.
    fn round(&mut self, number: usize) -> bool {
        let count = self.arms.len();
        let values: Vec<f64> = (0..count).map_while(|arm| self.play(arm, number)).collect();
        let whole = values.len() == count;
        if whole || number == 0 {
            self.arms.iter_mut().zip(values).for_each(|(arm, value)| arm.add(value));
        }
        whole
    }

    /// Plays out the move with the highest upper confidence bound; returns whether the limit allowed it.
    fn play_most_urgent(&mut self, exploration: f64) -> bool {
        let total: usize = self.arms.iter().map(|arm| arm.visits).sum();
        let log = (total as f64).ln();
        let bound = |arm: &BanditArm| arm.mean() + exploration * (log / arm.visits as f64).sqrt();
        let Some(arm) = first_max(&self.arms, bound) else { return false };
        let Some(value) = self.play(arm, self.arms[arm].visits) else { return false };
        self.arms[arm].add(value);
        true
    }

    /// The value of a playout after a move, for its side; `None` once the limit is reached.
    fn play(&mut self, arm: usize, number: usize) -> Option<f64> {
        let world = self.pool.world(number, self.task.input, self.rng)?;
        let seed = derive(self.seed, &[number as u64]);
        self.playout.after((world, self.arms[arm].m), &mut self.count, seed)
    }

    fn report(&self, most_played: bool, depth: u32) -> SearchReport {
        let key = |arm: &BanditArm| match arm.visits {
            0 => f64::NEG_INFINITY,
            // Means are from -1 to 1.
            visits if most_played => 4.0 * visits as f64 + arm.mean(),
            _ => arm.mean(),
        };
        let best = first_max(&self.arms, key).map(|i| &self.arms[i]).filter(|arm| arm.visits > 0);
        SearchReport {
            best: best.map(|arm| arm.m),
            value: best.map(|arm| self.task.input.evaluation.value_of(arm.mean())),
            principal_variation: best.map(|arm| arm.m).into_iter().collect(),
            nodes: self.count.nodes(),
            worlds: self.pool.drawn(),
            depth,
            ..SearchReport::default()
        }
    }
}

/// The first of the arms with the greatest key.
fn first_max(arms: &[BanditArm], key: impl Fn(&BanditArm) -> f64) -> Option<usize> {
    (0..arms.len()).rev().max_by(|&a, &b| key(&arms[a]).total_cmp(&key(&arms[b])))
}
