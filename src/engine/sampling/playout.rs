//! Playouts of the Monte-Carlo searches, and the counter of their nodes.
//!
//! Source of short playouts that end in an evaluation: Lorentz, "Amazons discover Monte-Carlo",
//! Computers and Games (2008); of epsilon-greedy moves: Sutton & Barto, "Reinforcement
//! learning" (1998). That the policy sees all pieces of its world is *our reading*.

use crate::base::random::SplitMix;
use crate::engine::eval::Evaluation;
use crate::game::rules::{BombVsFlag, Move, World};
use crate::gametree::position::{MoveGain, Node, Position};
use crate::gametree::score::Score;
use crate::gametree::search::{Limit, for_max};
use rand::RngExt;
use rand::seq::IteratorRandom;

/// Draws among all moves for a quiet one, before the quiet ones are listed.
const DRAWS: usize = 8;

/// Counter of nodes: plies made in a tree or in a playout.
pub(super) struct NodeCount<'a> {
    limit: Limit<'a>,
    nodes: u64,
}

impl<'a> NodeCount<'a> {
    /// A counter at zero.
    pub(super) fn new(limit: Limit<'a>) -> Self {
        Self { limit, nodes: 0 }
    }

    /// Counts a node; returns false, and does not count it, once the limit is reached.
    pub(super) fn step(&mut self) -> bool {
        let goes_on = !self.limit.reached(self.nodes);
        self.nodes += u64::from(goes_on);
        goes_on
    }

    /// The number of nodes counted.
    pub(super) fn nodes(&self) -> u64 {
        self.nodes
    }
}

/// The playout policy and its evaluation.
#[derive(Clone)]
pub(super) struct Playout {
    evaluation: Evaluation,
    /// Length limit of a playout, in plies.
    plies: u32,
    /// Probability of a uniformly random move.
    epsilon: f64,
}

impl Playout {
    /// Playouts of up to `plies` plies, in which a move is uniformly random with probability `epsilon`.
    pub(super) fn new(evaluation: Evaluation, plies: u32, epsilon: f64) -> Self {
        Self { evaluation, plies, epsilon }
    }

    /// Plays a world on until the length limit, the end of the game or the node limit; returns false at the
    /// node limit.
    pub(super) fn run(
        &mut self,
        world: &mut World,
        count: &mut NodeCount<'_>,
        rng: &mut SplitMix,
    ) -> bool {
        for _ in 0..self.plies {
            let Some(m) = self.pick(world, rng) else { break };
            if !count.step() {
                return false;
            }
            world.make(m);
        }
        true
    }

    /// The value for the side to move of a world after a root move and a playout, as 2 p - 1 for a win probability
    /// p; `None` at the node limit.
    pub(super) fn after(
        &mut self,
        (mut world, m): (World, Move),
        count: &mut NodeCount<'_>,
        seed: u64,
    ) -> Option<f64> {
        if !count.step() {
            return None;
        }
        let side = world.side();
        if allows(&world, m) {
            world.make(m);
            if !self.run(&mut world, count, &mut SplitMix(seed)) {
                return None;
            }
        }
        Some(for_max(side, self.value(&world)))
    }

    /// The fight with the greatest gain, if any gain is positive; otherwise a random quiet move.
    fn pick(&mut self, world: &World, rng: &mut SplitMix) -> Option<Move> {
        let count = world.count_moves();
        if count == 0 {
            return None;
        }
        let draw = |rng: &mut SplitMix| world.moves().nth(rng.random_range(0..count));
        if rng.random::<f64>() < self.epsilon {
            return draw(rng);
        }
        let gains = world.fights().filter_map(|m| Some((self.evaluation.move_gain(world, m)?, m)));
        if let Some((_, m)) = gains.filter(|(gain, _)| *gain > 0).max_by_key(|(gain, _)| *gain) {
            return Some(m);
        }
        // Most moves are quiet, so that few draws suffice.
        let is_quiet = |m: &Move| world.piece_at(m.to).is_none();
        (0..DRAWS)
            .filter_map(|_| draw(rng))
            .find(is_quiet)
            .or_else(|| world.moves().filter(is_quiet).choose(rng))
            .or_else(|| world.moves().next())
    }

    /// The value of a world for the first team, as 2 p - 1 for a win probability p.
    pub(super) fn value(&self, world: &World) -> f64 {
        self.evaluation.expected_result(Score(self.evaluation.first_team_value(world)))
    }
}

/// Whether a root move is legal in a world: if bombs may not capture flags, it is not where the world
/// has a flag on the target.
pub(super) fn allows(world: &World, m: Move) -> bool {
    world.rules().bomb_vs_flag == BombVsFlag::Capture || world.moves().any(|legal| legal == m)
}
