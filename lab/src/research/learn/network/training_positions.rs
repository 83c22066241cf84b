//! Training positions of the network: inputs of positions of recorded games, with targets.

use crate::research::learn::OpenGame;
use crate::research::learn::evaluation::{
    LeftOut, Omitted, Sampling, UnusableGame, sigmoid, target,
};
use crate::research::learn::labels::random_move;
use junqi_core::base::random;
use junqi_core::engine::data;
use junqi_core::engine::eval::{Evaluation, Inputs, Weights};
use junqi_core::game::board::Seat;
use junqi_core::game::rules::World;
use junqi_core::gametree::position::Position;
use rand::{Rng, RngExt};
use rayon::prelude::*;

/// The sampling of positions and their targets.
#[derive(Debug, Clone, PartialEq)]
pub struct Draw {
    /// The sampling of positions.
    pub sampling: Sampling,
    /// Weight of the recorded search value in the target, 0 to 1; the rest is the result.
    pub blend: f64,
    /// Positions whose recorded search value is further than this from the linear evaluation, in
    /// centi-pieces, are left out: the search saw a blow that a search sees in play as well. `None`
    /// leaves none out. *Our reading*.
    pub margin: Option<u32>,
    /// Number of off-path positions per position, reached by random moves. Players avoid most of them,
    /// but a search visits them. Their target is that of the original position plus the difference of
    /// the linear evaluation, in log-odds. *Our reading*. Labelled games have none: they are off the path
    /// already.
    pub strays: u32,
}

impl Default for Draw {
    fn default() -> Self {
        let sampling = Sampling { every: 2, from: 0, ..Sampling::default() };
        Self { sampling, blend: 0.5, margin: None, strays: 2 }
    }
}

/// A position.
#[derive(Debug, Clone, PartialEq)]
pub struct TrainingPosition {
    /// South's numbers of its inputs.
    pub inputs: Box<[u16]>,
    /// Target: the probability that the first team wins.
    pub target: f32,
    /// How the game ended for the first team: 1 won, 0.5 drawn, 0 lost; the target if it has no end.
    pub result: f32,
    /// The linear evaluation, in centi-pieces for the first team.
    pub linear: f32,
    /// Whether it is an off-path position.
    pub stray: bool,
}

impl TrainingPosition {
    /// The first team's log-odds by the linear evaluation, with `scale` centi-pieces per unit.
    pub fn linear_odds(&self, scale: f64) -> f64 {
        f64::from(self.linear) / scale
    }
}

/// The positions of a game.
#[derive(Debug, Clone, PartialEq)]
pub struct TrainingPositions {
    /// Whether the game has recorded search values.
    pub valued: bool,
    /// The positions; there may be none.
    pub spots: Vec<TrainingPosition>,
}

impl Draw {
    /// Samples the positions of a game. The choice depends only on the seed and the game.
    ///
    /// # Errors
    ///
    /// If the game is left out.
    pub fn spots(&self, game: &OpenGame, weights: &Weights) -> Result<TrainingPositions, LeftOut> {
        let evaluation = Evaluation::of_world(&game.start, weights)?;
        let mut rng = random::stream(self.sampling.seed, &[STRAYS, game.start.key_from_scratch()]);
        let mut found = vec![];
        let result = self.sampling.walk(game, |world, value| {
            let here = seen(world, &evaluation);
            let off = value.map_or(0.0, |value| (value as f64 - f64::from(here.1)).abs());
            if self.margin.is_some_and(|margin| off > margin.into()) {
                return;
            }
            let strays = if game.labelled { 0 } else { self.strays };
            let strays = (0..strays).filter_map(|_| stray(world, &mut rng));
            let strays = strays.map(|world| seen(&world, &evaluation)).collect();
            found.push(Found { value, here, strays });
        })?;
        let spots = found.into_iter().flat_map(|f| f.spots(self.blend, result, evaluation.scale()));
        Ok(TrainingPositions { valued: !game.values.is_empty(), spots: spots.collect() })
    }
}

/// The positions of the games of a mode, divided into those that a network is trained on and those held out.
#[derive(Debug, Clone, PartialEq)]
pub struct DividedGames {
    /// Number of games, those that are left out included.
    pub games: usize,
    /// The games to train on.
    pub kept: Vec<TrainingPositions>,
    /// The held-out games.
    pub held: Vec<TrainingPositions>,
    /// The games that are left out.
    pub left_out: Omitted,
}

impl DividedGames {
    /// Samples the positions of games, with the built-in weights, and holds out a fraction of the games: which ones
    /// depends on the seed and on the game alone.
    ///
    /// # Errors
    ///
    /// If a record contradicts itself.
    pub fn new(draw: &Draw, games: &[OpenGame], hold_out: f64) -> Result<Self, UnusableGame> {
        let weights = data::weights();
        let spots: Vec<Result<TrainingPositions, LeftOut>> =
            games.par_iter().map(|game| draw.spots(game, &weights)).collect();
        let mut divided =
            Self { games: games.len(), kept: vec![], held: vec![], left_out: Omitted::default() };
        for (game, spots) in games.iter().zip(spots) {
            let stream = [HELD_OUT, game.start.key_from_scratch()];
            let is_held = random::stream(draw.sampling.seed, &stream).random_bool(hold_out);
            let part = if is_held { &mut divided.held } else { &mut divided.kept };
            match spots {
                Ok(spots) => part.push(spots),
                Err(why) => divided.left_out.count(game, why)?,
            }
        }
        Ok(divided)
    }

    /// Number of positions to train on.
    pub fn kept_positions(&self) -> usize {
        self.kept.iter().map(|game| game.spots.len()).sum()
    }

    /// Number of held-out positions.
    pub fn held_positions(&self) -> usize {
        self.held.iter().map(|game| game.spots.len()).sum()
    }
}

/// The random stream that chooses the held-out games.
const HELD_OUT: u64 = 2;
/// A part of the job that draws moves off the way.
const STRAYS: u64 = 3;
/// The most moves of such a way.
const FAR: u32 = 3;
/// Targets nearer than this to 0 and 1 count as so near where they are moved.
const NEAR: f64 = 0.02;

/// Inputs of a position, with what the linear evaluation says of it.
type Seen = (Box<[u16]>, f32);

fn seen(world: &World, evaluation: &Evaluation) -> Seen {
    let inputs = Inputs::of(world.rules().mode).of_world(Seat::South, world);
    (inputs.map(|n| n as u16).collect(), evaluation.first_team_value(world) as f32)
}

/// Where some random moves lead; none if the game is over there.
fn stray(world: &World, rng: &mut impl Rng) -> Option<World> {
    let mut world = world.clone();
    for _ in 0..rng.random_range(1..=FAR) {
        world.make(random_move(&world, rng)?);
    }
    world.outcome().is_none().then_some(world)
}

/// A position of a game before its end is known.
struct Found {
    value: Option<i64>,
    here: Seen,
    strays: Vec<Seen>,
}

impl Found {
    fn spots(
        self,
        blend: f64,
        result: Option<f64>,
        scale: f64,
    ) -> impl Iterator<Item = TrainingPosition> {
        let target = target(result, self.value, blend, scale);
        let result = result.unwrap_or(target);
        let near = target.clamp(NEAR, 1.0 - NEAR);
        let odds = (near / (1.0 - near)).ln();
        let before = self.here.1;
        let spot = move |(inputs, linear): Seen, target: f64, stray| {
            let target = target as f32;
            let result = result as f32;
            TrainingPosition { inputs, target, result, linear, stray }
        };
        let moved = move |(inputs, linear): Seen| {
            let odds = odds + f64::from(linear - before) / scale;
            spot((inputs, linear), sigmoid(odds), true)
        };
        std::iter::once(spot(self.here, target, false)).chain(self.strays.into_iter().map(moved))
    }
}
