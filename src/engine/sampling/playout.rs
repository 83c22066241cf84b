//! Parts of the Monte-Carlo searches: node counting, a pool of sampled worlds, expected gains of fights
//! under the belief, and playouts.
//!
//! Source of short playouts that end in an evaluation: Lorentz, "Amazons discover Monte-Carlo",
//! Computers and Games (2008); of epsilon-greedy moves: Sutton & Barto, "Reinforcement
//! learning" (1998). That the policy sees all pieces of its world is *our reading*.

use super::SamplingInput;
use crate::base::random::SplitMix;
use crate::engine::eval::Evaluation;
use crate::game::rules::{ARMY, BombVsFlag, Kind, Move, PieceId, World};
use crate::gametree::position::{MoveGain, Node, Position};
use crate::gametree::score::Score;
use crate::gametree::search::{Limit, for_max};
use rand::seq::IteratorRandom;
use rand::{RngExt, rngs::ChaCha8Rng};

/// Pieces of four armies.
const PIECES: usize = 4 * ARMY;

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

/// A fixed number of sampled worlds that are used in turn; each is sampled at its first use.
pub(super) struct WorldPool {
    worlds: Vec<World>,
    most: usize,
    drawn: u32,
}

impl WorldPool {
    /// A pool of up to `most` worlds; with 0 every world is a new sample.
    pub(super) fn new(most: usize) -> Self {
        Self { worlds: Vec::new(), most, drawn: 0 }
    }

    /// World `number`, modulo the size of the pool. Numbers must come in order from 0; an earlier number
    /// may come again. `None` if no world explains the observation.
    pub(super) fn world(
        &mut self,
        number: usize,
        input: &SamplingInput<'_>,
        rng: &mut ChaCha8Rng,
    ) -> Option<World> {
        let place = number.checked_rem(self.most).unwrap_or(0);
        if let Some(world) = self.worlds.get(place).filter(|_| self.most > 0) {
            return Some(world.clone());
        }
        let world = input.worlds(1, rng).pop()?;
        self.drawn += 1;
        if self.most > 0 {
            self.worlds.push(world.clone());
        }
        Some(world)
    }

    /// The number of worlds sampled.
    pub(super) fn drawn(&self) -> u32 {
        self.drawn
    }
}

/// Expected gains of fights at the root, in centi-pieces: against enemy pieces by the belief of the
/// searching seat, against its own side's pieces by the public belief.
pub(super) struct FightGains(Box<[[f64; PIECES]; 12]>);

impl FightGains {
    /// The gains for the input of a search.
    pub(super) fn new(input: &SamplingInput<'_>) -> Self {
        let (rules, gains) = (input.observation.rules(), input.evaluation.gains());
        let own = rules.team(input.observation.seat());
        let mut expected = Box::new([[0.0; PIECES]; 12]);
        for (piece, _) in input.observation.pieces() {
            let public = input.public.filter(|_| rules.team(piece.seat()) == own);
            let marginal = public.unwrap_or(input.posterior).marginal(piece);
            for (row, gains) in expected.iter_mut().zip(&gains[piece.seat().index()]) {
                row[piece.index()] = marginal.iter().zip(gains).map(|(p, gain)| p * gain).sum();
            }
        }
        Self(expected)
    }

    /// The expected gain of the attacker.
    pub(super) fn of(&self, attacker: Kind, target: PieceId) -> f64 {
        self.0[attacker.index()][target.index()]
    }

    /// The legal moves of the root, by falling expected gain.
    pub(super) fn ordered(&self, input: &SamplingInput<'_>) -> Vec<Move> {
        let seen = &input.observation;
        let promise = |m: &Move| {
            let attacker = seen.piece_at(m.from).and_then(|piece| seen.kind(piece));
            attacker.zip(seen.piece_at(m.to)).map_or(0.0, |(own, target)| self.of(own, target))
        };
        let mut moves: Vec<Move> = seen.moves().collect();
        moves.sort_by(|a, b| promise(b).total_cmp(&promise(a)));
        moves
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
        let promises =
            world.fights().filter_map(|m| Some((self.evaluation.move_gain(world, m)?, m)));
        if let Some((_, m)) = promises.filter(|(gain, _)| *gain > 0).max_by_key(|(gain, _)| *gain) {
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

    /// A gain in centi-pieces as a difference of 2 p - 1 in an even position.
    pub(super) fn unfinished_result(&self, gain: f64) -> f64 {
        self.evaluation.unfinished_result(gain)
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
