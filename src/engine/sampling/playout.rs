//! What the players share that play worlds out: the nodes they spent, the worlds they go round, what
//! fights promise to those who do not see the cards, and how a game goes on below a move.
//!
//! Source of short playouts that end in an evaluation: Lorentz, "Amazons discover Monte-Carlo",
//! Computers and Games (2008); of greedy moves but for a part epsilon: Sutton & Barto, "Reinforcement
//! learning" (1998). That the policy sees the cards of its world is *our reading*.

use super::SamplingRequest;
use crate::base::random::SplitMix;
use crate::engine::eval::Evaluation;
use crate::game::rules::{ARMY, BombVsFlag, Kind, Move, PieceId, World};
use crate::gametree::position::{MoveGain, Position};
use crate::gametree::score::Score;
use crate::gametree::search::Limit;
use rand::seq::IndexedRandom;
use rand::{RngExt, rngs::ChaCha8Rng};

/// Pieces of four armies.
const PIECES: usize = 4 * ARMY;
/// Nodes of a search that nothing else ends.
const NODES: u64 = 1_000_000;

/// The nodes that were spent: plies made, in a tree or in a playout.
pub(super) struct NodesSpent<'a> {
    limit: Limit<'a>,
    nodes: u64,
}

impl<'a> NodesSpent<'a> {
    /// Nothing is spent yet.
    pub(super) fn new(limit: Limit<'a>) -> Self {
        let endless = limit.nodes.is_none() && limit.over.is_none();
        Self { limit: Limit { nodes: limit.nodes.or(endless.then_some(NODES)), ..limit }, nodes: 0 }
    }

    /// Spends a node, if there is one left.
    pub(super) fn step(&mut self) -> bool {
        let goes_on = !self.limit.reached(self.nodes);
        self.nodes += u64::from(goes_on);
        goes_on
    }

    /// How many they are.
    pub(super) fn nodes(&self) -> u64 {
        self.nodes
    }
}

/// Worlds that are drawn when they are first asked for, and then come round again.
pub(super) struct WorldPool {
    worlds: Vec<World>,
    most: usize,
    drawn: u32,
}

impl WorldPool {
    /// So many worlds at most; with 0 every one is drawn anew.
    pub(super) fn new(most: usize) -> Self {
        Self { worlds: Vec::new(), most, drawn: 0 }
    }

    /// The world of a number, which is at most the numbers asked for before plus one; none if nothing
    /// explains what was seen.
    pub(super) fn world(
        &mut self,
        number: usize,
        question: &SamplingRequest<'_>,
        rng: &mut ChaCha8Rng,
    ) -> Option<World> {
        let place = number.checked_rem(self.most).unwrap_or(0);
        if let Some(world) = self.worlds.get(place).filter(|_| self.most > 0) {
            return Some(world.clone());
        }
        let world = question.worlds(1, rng).pop()?;
        self.drawn += 1;
        if self.most > 0 {
            self.worlds.push(world.clone());
        }
        Some(world)
    }

    /// Worlds drawn.
    pub(super) fn drawn(&self) -> u32 {
        self.drawn
    }
}

/// What fights promise at the root's knowledge, in centi-pieces: by what the searcher believes of the
/// other side, and by what all that look on believe of its own.
pub(super) struct FightGains(Box<[[f64; PIECES]; 12]>);

impl FightGains {
    /// For a question.
    pub(super) fn new(question: &SamplingRequest<'_>) -> Self {
        let (rules, gains) = (question.observation.rules(), question.evaluation.gains());
        let own = rules.team(question.observation.seat());
        let mut promises = Box::new([[0.0; PIECES]; 12]);
        for (piece, _) in question.observation.pieces() {
            let public = question.public.filter(|_| rules.team(piece.seat()) == own);
            let marginal = public.unwrap_or(question.posterior).marginal(piece);
            for (row, gains) in promises.iter_mut().zip(&gains[piece.seat().index()]) {
                row[piece.index()] = marginal.iter().zip(gains).map(|(p, gain)| p * gain).sum();
            }
        }
        Self(promises)
    }

    /// What a fight promises the attacker.
    pub(super) fn of(&self, attacker: Kind, target: PieceId) -> f64 {
        self.0[attacker.index()][target.index()]
    }

    /// The legal moves of the root, the most promising first.
    pub(super) fn ordered(&self, question: &SamplingRequest<'_>) -> Vec<Move> {
        let seen = &question.observation;
        let promise = |m: &Move| {
            let attacker = seen.piece_at(m.from).and_then(|piece| seen.kind(piece));
            attacker.zip(seen.piece_at(m.to)).map_or(0.0, |(own, target)| self.of(own, target))
        };
        let mut moves: Vec<Move> = seen.moves().collect();
        moves.sort_by(|a, b| promise(b).total_cmp(&promise(a)));
        moves
    }
}

/// Plays worlds on and tells what they come to.
pub(super) struct Playout {
    evaluation: Evaluation,
    /// Plies at most.
    plies: u32,
    /// How likely a move is any.
    epsilon: f64,
    quiet: Vec<Move>,
}

impl Playout {
    /// Playouts of so many plies, in which a part `epsilon` of the moves is any legal one.
    pub(super) fn new(evaluation: Evaluation, plies: u32, epsilon: f64) -> Self {
        Self { evaluation, plies, epsilon, quiet: Vec::new() }
    }

    /// Plays on for as long as there are plies, nodes and moves; whether the nodes sufficed.
    pub(super) fn run(
        &mut self,
        world: &mut World,
        spent: &mut NodesSpent<'_>,
        rng: &mut SplitMix,
    ) -> bool {
        for _ in 0..self.plies {
            let Some(m) = self.pick(world, rng) else { break };
            if !spent.step() {
                return false;
            }
            world.make(m);
        }
        true
    }

    /// The fight that promises most, if any promises a gain; else a quiet move, whichever.
    fn pick(&mut self, world: &World, rng: &mut SplitMix) -> Option<Move> {
        if world.outcome().is_some() {
            return None;
        }
        if rng.random::<f64>() < self.epsilon {
            let count = world.count_moves().max(1);
            return world.moves().nth(rng.random_range(0..count));
        }
        let promises = world.fights().filter_map(|m| Some((self.evaluation.promise(world, m)?, m)));
        if let Some((_, m)) = promises.filter(|(gain, _)| *gain > 0).max_by_key(|(gain, _)| *gain) {
            return Some(m);
        }
        self.quiet.clear();
        self.quiet.extend(world.moves().filter(|m| world.piece_at(m.to).is_none()));
        self.quiet.choose(rng).copied().or_else(|| world.moves().next())
    }

    /// What centi-pieces more or less are as a difference of 2 p - 1 in an even game.
    pub(super) fn chance(&self, gain: f64) -> f64 {
        self.evaluation.chance(gain)
    }

    /// What a world is worth to the first team, as 2 p - 1 for a probability p of winning.
    pub(super) fn worth(&self, world: &World) -> f64 {
        self.evaluation.odds(Score(self.evaluation.worth(world)))
    }
}

/// Whether a root move can be made in a world: where bombs may not take flags, those may stand where
/// the world has them and then it cannot.
pub(super) fn allows(world: &World, m: Move) -> bool {
    world.rules().bomb_vs_flag == BombVsFlag::Capture || world.moves().any(|legal| legal == m)
}
