//! Positions of recorded games as a network sees them, with what came of them.

use crate::board::Seat;
use crate::eval::{Evaluation, Inputs, Weights};
use crate::learn::Game;
use crate::learn::evaluation::{LeftOut, Sampling, sigmoid};
use crate::rules::Team;

/// Values of searches beyond this are sure wins, in centi-pieces.
const SURE: i64 = 25_000;

/// Which positions are taken, and what a network is to say of them.
#[derive(Debug, Clone, PartialEq)]
pub struct Draw {
    /// Which positions of which games.
    pub sampling: Sampling,
    /// The part of the value that a search found, where one is told; the rest is the result's.
    pub blend: f64,
}

impl Default for Draw {
    fn default() -> Self {
        let sampling = Sampling { every: 2, from: 0, ..Sampling::default() };
        Self { sampling, blend: 0.5 }
    }
}

/// A position.
#[derive(Debug, Clone, PartialEq)]
pub struct Spot {
    /// South's numbers of its inputs.
    pub inputs: Box<[u16]>,
    /// The probability that the first team wins, as a network is to foretell it.
    pub target: f32,
    /// How the game ended for the first team: 1 won, 0.5 drawn, 0 lost.
    pub result: f32,
    /// What the linear evaluation says, in centi-pieces of the first team.
    pub linear: f32,
}

/// The positions of a game.
#[derive(Debug, Clone, PartialEq)]
pub struct Spots {
    /// Whether values of searches were told in it: it was played by programs.
    pub valued: bool,
    /// The positions; there may be none.
    pub spots: Vec<Spot>,
}

impl Draw {
    /// The positions of a game. The choice depends on the seed and on the game alone.
    ///
    /// # Errors
    ///
    /// If the game is left out.
    pub fn spots(&self, game: &Game, weights: &Weights) -> Result<Spots, LeftOut> {
        let rules = *game.start.rules();
        let inputs = Inputs::of(rules.mode);
        let evaluation = Evaluation::of_world(&game.start, weights)?;
        let mut found = vec![];
        let result = self.sampling.walk(game, |world, turn| {
            let value = game.values.get(turn).copied().flatten();
            let own =
                |value: i64| if rules.team(world.turn()) == Team::First { value } else { -value };
            let seen = inputs.of_world(Seat::South, world).map(|n| n as u16);
            found.push((seen.collect(), value.map(own), evaluation.worth(world) as f32));
        })?;
        let spot = |(inputs, value, linear): (Box<[u16]>, Option<i64>, f32)| {
            let thought = value.map(|v| probability(v, evaluation.scale()));
            let blend = thought.map_or(0.0, |_| self.blend);
            let target = (1.0 - blend) * result + blend * thought.unwrap_or(0.0);
            Spot { inputs, target: target as f32, result: result as f32, linear }
        };
        let spots = found.into_iter().map(spot).collect();
        Ok(Spots { valued: !game.values.is_empty(), spots })
    }
}

/// The probability of winning that a value stands for.
fn probability(value: i64, scale: f64) -> f64 {
    match value {
        SURE.. => 1.0,
        _ if value <= -SURE => 0.0,
        _ => sigmoid(value as f64 / scale),
    }
}
