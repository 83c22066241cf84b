//! `flat`: flat Monte Carlo, the mean over sampled worlds of short playouts after each root move.
//!
//! Round by round, every root move is tried in one more world, with the same random numbers below it,
//! so that what differs is the move and not the draw. Rounds that were not finished do not count,
//! but the first. With UCB1 the rounds end after the first, and each playout goes to the move whose
//! upper confidence bound is highest; the one that was played most is chosen.
//!
//! Sources: Abramson, "Expected-outcome: a general model of static evaluation", IEEE PAMI 12 (1990);
//! Ginsberg, "GIB", JAIR 14 (2001), for the same worlds for all moves; Auer, Cesa-Bianchi & Fischer,
//! "Finite-time analysis of the multiarmed bandit problem", Machine Learning 47 (2002), for UCB1.
//! Laws tested: legal, and a function of the seed; within the nodes; finds a flag that can be taken.

use super::playout::{FightGains, NodesSpent, Playout, WorldPool, allows};
use super::{SamplingReport, SamplingRequest};
use crate::base::options::OptionReader;
use crate::base::random::{SplitMix, derive};
use crate::game::rules::Move;
use crate::gametree::position::{Node, Position};
use crate::gametree::search::for_max;
use rand::{Rng, rngs::ChaCha8Rng};

/// How it is set.
#[derive(Debug, Clone, Copy)]
pub(super) struct FlatSettings {
    /// Plies of a playout beyond the root move.
    pub(super) plies: u32,
    /// Worlds before they come round again.
    pub(super) worlds: usize,
    /// How likely a move of a playout is any.
    pub(super) epsilon: f64,
    /// The weight of UCB1's bound; 0 plays all moves alike.
    pub(super) ucb: f64,
}

impl FlatSettings {
    /// As they were asked for.
    pub(super) fn asked(asked: &OptionReader<'_>) -> Self {
        Self {
            plies: asked.amount("plies") as u32,
            worlds: asked.amount("worlds") as usize,
            epsilon: asked.real("epsilon"),
            ucb: asked.real("ucb"),
        }
    }
}

/// A root move and what its playouts came to.
struct BanditArm {
    m: Move,
    visits: usize,
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
    question: &'q SamplingRequest<'a>,
    arms: Vec<BanditArm>,
    spent: NodesSpent<'a>,
    pool: WorldPool,
    playout: Playout,
    rng: &'q mut ChaCha8Rng,
    seed: u64,
}

/// Runs it.
pub(super) fn run(
    question: &SamplingRequest<'_>,
    settings: &FlatSettings,
    rng: &mut ChaCha8Rng,
) -> SamplingReport {
    let moves = FightGains::new(question).ordered(question);
    let plies = settings.plies.min(question.depth.saturating_sub(1));
    let mut bandit = Bandit {
        question,
        arms: moves.into_iter().map(|m| BanditArm { m, visits: 0, sum: 0.0 }).collect(),
        spent: NodesSpent::new(question.limit),
        pool: WorldPool::new(settings.worlds),
        playout: Playout::new(question.evaluation.clone(), plies, settings.epsilon),
        seed: rng.next_u64(),
        rng,
    };
    if bandit.arms.is_empty() {
        return SamplingReport::default();
    }
    let mut rounds = 0;
    while bandit.round(rounds) {
        rounds += 1;
        if settings.ucb > 0.0 {
            while bandit.allot(settings.ucb) {}
            break;
        }
    }
    let depth = if rounds > 0 { plies + 1 } else { 0 };
    bandit.opinion(settings.ucb > 0.0, depth)
}

impl Bandit<'_, '_> {
    /// Every move in the world of a number; whether there was time for all.
    fn round(&mut self, number: usize) -> bool {
        let count = self.arms.len();
        let values: Vec<f64> = (0..count).map_while(|arm| self.play(arm, number)).collect();
        let whole = values.len() == count;
        if whole || number == 0 {
            self.arms.iter_mut().zip(values).for_each(|(arm, value)| arm.add(value));
        }
        whole
    }

    /// The move with the highest upper confidence bound once more; whether there was time.
    fn allot(&mut self, ucb: f64) -> bool {
        let total: usize = self.arms.iter().map(|arm| arm.visits).sum();
        let log = (total as f64).ln();
        let bound = |arm: &BanditArm| arm.mean() + ucb * (log / arm.visits as f64).sqrt();
        let Some(arm) = first_max(&self.arms, bound) else { return false };
        let Some(value) = self.play(arm, self.arms[arm].visits) else { return false };
        self.arms[arm].add(value);
        true
    }

    /// What a playout after a move comes to for its side; none if there was no time.
    fn play(&mut self, arm: usize, number: usize) -> Option<f64> {
        if !self.spent.step() {
            return None;
        }
        let mut world = self.pool.world(number, self.question, self.rng)?;
        let side = world.side();
        let m = self.arms[arm].m;
        if allows(&world, m) {
            world.make(m);
            let mut rng = SplitMix(derive(self.seed, &[number as u64]));
            if !self.playout.run(&mut world, &mut self.spent, &mut rng) {
                return None;
            }
        }
        Some(for_max(side, self.playout.worth(&world)))
    }

    fn opinion(&self, most_played: bool, depth: u32) -> SamplingReport {
        let key = |arm: &BanditArm| match arm.visits {
            0 => f64::NEG_INFINITY,
            // Means are from -1 to 1.
            visits if most_played => 4.0 * visits as f64 + arm.mean(),
            _ => arm.mean(),
        };
        let best = first_max(&self.arms, key).map(|i| &self.arms[i]).filter(|arm| arm.visits > 0);
        SamplingReport {
            candidates: vec![],
            best: best.map(|arm| arm.m),
            value: best.map(|arm| self.question.evaluation.value_of(arm.mean())),
            line: best.map(|arm| arm.m).into_iter().collect(),
            nodes: self.spent.nodes(),
            worlds: self.pool.drawn(),
            depth,
            probabilities: Vec::new(),
        }
    }
}

/// The first of those with the greatest key.
fn first_max(arms: &[BanditArm], key: impl Fn(&BanditArm) -> f64) -> Option<usize> {
    (0..arms.len()).rev().max_by(|&a, &b| key(&arms[a]).total_cmp(&key(&arms[b])))
}
