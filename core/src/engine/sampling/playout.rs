//! Playouts of the Monte-Carlo searches, their node counter, and the worlds that they begin in.
//!
//! Source of short playouts that end in an evaluation: Lorentz, "Amazons discover Monte-Carlo",
//! Computers and Games (2008); of epsilon-greedy moves: Sutton & Barto, "Reinforcement
//! learning" (1998). That the policy sees all pieces of its world is *our reading*.

use super::SamplingInput;
use crate::base::random::SplitMix;
use crate::engine::eval::Evaluation;
use crate::game::rules::{BombVsFlag, Move, World};
use crate::gametree::position::{MoveGain, Node, Position};
use crate::gametree::score::Score;
use crate::gametree::search::{Limit, for_max};
use rand::RngExt;
use rand::rngs::ChaCha8Rng;
use rand::seq::IteratorRandom;

/// Help text of the options for the probability of a random move.
pub(super) const EPSILON: &str = "probability of a uniformly random move in a playout";

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
        mut world: World,
        m: Move,
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
        if rng.random::<f64>() < self.epsilon {
            return world.moves().nth(rng.random_range(0..count));
        }
        if let Some(m) = self.best_fight(world) {
            return Some(m);
        }
        // Most moves are quiet, so a few draws find one sooner than a list of all.
        for _ in 0..DRAWS {
            let drawn = world.moves().nth(rng.random_range(0..count));
            if let Some(m) = drawn.filter(|&m| is_quiet(world, m)) {
                return Some(m);
            }
        }
        let quiet = world.moves().filter(|&m| is_quiet(world, m)).choose(rng);
        quiet.or_else(|| world.moves().next())
    }

    /// The fight with the greatest positive gain, of equals the last.
    fn best_fight(&mut self, world: &World) -> Option<Move> {
        let mut best = None;
        let mut most = 1;
        for m in world.fights() {
            if let Some(gain) = self.evaluation.move_gain(world, m)
                && gain >= most
            {
                most = gain;
                best = Some(m);
            }
        }
        best
    }

    /// The value of a world for the first team, as 2 p - 1 for a win probability p.
    pub(super) fn value(&self, world: &World) -> f64 {
        self.evaluation.expected_result(Score(self.evaluation.first_team_value(world)))
    }
}

fn is_quiet(world: &World, m: Move) -> bool {
    world.piece_at(m.to).is_none()
}

/// Whether a root move is legal in a world: if bombs may not capture flags, it is not where the world
/// has a flag on the target.
fn allows(world: &World, m: Move) -> bool {
    world.rules().bomb_vs_flag == BombVsFlag::Capture || world.moves().any(|legal| legal == m)
}

/// A fixed number of sampled worlds that are used in turn; each is sampled at its first use.
pub(super) struct WorldPool {
    worlds: Vec<World>,
    size: usize,
    drawn: u32,
}

impl WorldPool {
    /// A pool of up to `size` worlds; with 0 every world is a new sample.
    pub(super) fn new(size: usize) -> Self {
        Self { worlds: Vec::new(), size, drawn: 0 }
    }

    /// World `number`, modulo the size of the pool. Numbers must come in order from 0; an earlier number
    /// may come again. `None` if no world explains the observation.
    pub(super) fn world(
        &mut self,
        number: usize,
        input: &SamplingInput<'_>,
        rng: &mut ChaCha8Rng,
    ) -> Option<World> {
        let place = number.checked_rem(self.size).unwrap_or(0);
        // With size 0 no world is kept, so there is none at the place.
        if let Some(world) = self.worlds.get(place) {
            return Some(world.clone());
        }
        let world = input.observation.world_with(&input.posterior.sample(rng)?);
        self.drawn += 1;
        if self.size > 0 {
            self.worlds.push(world.clone());
        }
        Some(world)
    }

    /// The number of worlds sampled.
    pub(super) fn drawn(&self) -> u32 {
        self.drawn
    }
}
