//! Training examples for the evaluation: positions of recorded games with the results.

use super::quality::sigmoid;
use crate::research::learn::OpenGame;
use junqi_core::base::random;
use junqi_core::engine::data;
use junqi_core::engine::eval::{EvalFeatures, Evaluation, Weights, WeightsError, is_decided};
use junqi_core::game::format::follow;
use junqi_core::game::rules::{Act, Event, Exit, Mode, Outcome, Team, World};
use rand::RngExt;
use rayon::prelude::*;
use serde::Serialize;
use std::ops::AddAssign;

/// A training example.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Example {
    /// Features of the first team minus those of the second.
    pub features: EvalFeatures,
    /// Target: the result for the first team (1 win, 0.5 draw, 0 loss), or a blend of the result and the
    /// value found by the player's search.
    pub result: f64,
}

/// A game with its positions.
#[derive(Debug, Clone)]
pub struct Taken<'a> {
    /// The game.
    pub game: &'a OpenGame,
    /// Its positions; there may be none.
    pub examples: Vec<Example>,
}

/// The sampling of positions from games. Labelled games are not sampled.
#[derive(Debug, Clone, PartialEq, clap::Args)]
pub struct Sampling {
    /// Sampling interval: one position, chosen at random, in every N plies.
    #[arg(long, default_value_t = Self::default().every, value_parser = clap::value_parser!(u32).range(1..))]
    pub every: u32,
    /// First ply from which positions are taken.
    #[arg(long, default_value_t = Self::default().from)]
    pub from: u32,
    /// Skip games that end by forfeit or resignation before this ply.
    #[arg(long, value_name = "PLIES", default_value_t = Self::default().abandoned)]
    pub abandoned: u32,
    /// Weight of recorded search values in the training target, 0 to 1; the result has the rest.
    #[arg(skip)]
    pub blend: f64,
    /// Random seed for the choice of positions and held-out games.
    #[arg(long, default_value_t = Self::default().seed)]
    pub seed: u64,
}

impl Default for Sampling {
    fn default() -> Self {
        Self { every: 8, from: 20, abandoned: 100, blend: 0.0, seed: 1 }
    }
}

/// The reason why a game is skipped.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum LeftOut {
    /// The game was not finished.
    #[error("it has no end")]
    Unfinished,
    /// A player left early.
    #[error("somebody left at ply {0}")]
    Abandoned(u32),
    /// The record contradicts itself.
    #[error("{0}")]
    Unsound(String),
    /// The given weights do not fit the features.
    #[error(transparent)]
    Weights(#[from] WeightsError),
}

/// A game that nothing can be learned from, which is an error.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[error("{game}: {why}")]
pub struct UnusableGame {
    /// The name of the game.
    pub game: String,
    /// The reason.
    pub why: LeftOut,
}

/// The number of excluded games, by reason.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
pub struct Omitted {
    /// Games without a result.
    pub unfinished: usize,
    /// Games that a player left early.
    pub abandoned: usize,
}

impl Omitted {
    /// Counts a game that is left out.
    ///
    /// # Errors
    ///
    /// If it is neither unfinished nor abandoned.
    pub fn count(&mut self, game: &OpenGame, why: LeftOut) -> Result<(), UnusableGame> {
        match why {
            LeftOut::Unfinished => self.unfinished += 1,
            LeftOut::Abandoned(_) => self.abandoned += 1,
            why => return Err(UnusableGame { game: game.name.clone(), why }),
        }
        Ok(())
    }
}

impl AddAssign for Omitted {
    fn add_assign(&mut self, other: Self) {
        self.unfinished += other.unfinished;
        self.abandoned += other.abandoned;
    }
}

impl Sampling {
    /// Samples the examples of the games of a mode, with the built-in weights.
    ///
    /// # Errors
    ///
    /// If a game is left out that is neither unfinished nor abandoned.
    pub fn take<'a>(
        &self,
        games: impl IntoIterator<Item = &'a OpenGame>,
        mode: Mode,
    ) -> Result<(Vec<Taken<'a>>, Omitted), UnusableGame> {
        let weights = data::weights();
        let games: Vec<&OpenGame> =
            games.into_iter().filter(|g| g.start.rules().mode == mode).collect();
        let found: Vec<Result<Vec<Example>, LeftOut>> =
            games.par_iter().map(|game| self.examples(game, &weights)).collect();
        let mut taken = vec![];
        let mut omitted = Omitted::default();
        for (game, found) in games.into_iter().zip(found) {
            match found {
                Ok(examples) => taken.push(Taken { game, examples }),
                Err(why) => omitted.count(game, why)?,
            }
        }
        Ok((taken, omitted))
    }

    /// Samples the examples of a game. The choice depends only on the seed and the game.
    ///
    /// # Errors
    ///
    /// If the game is left out.
    pub fn examples(&self, game: &OpenGame, weights: &Weights) -> Result<Vec<Example>, LeftOut> {
        let evaluation = Evaluation::of_world(&game.start, weights)?;
        let mut found = vec![];
        let result =
            self.walk(game, |world, value| found.push((evaluation.features(world), value)))?;
        let scale = evaluation.scale();
        let mut examples = vec![];
        for (features, value) in found {
            examples.push(Example { features, result: target(result, value, self.blend, scale) });
        }
        Ok(examples)
    }

    /// Replays a game and calls `each` with every sampled position and its recorded value for the first team; of
    /// labelled games with every position whose label does not see the end. Returns the result for the first
    /// team: 1 win, 0.5 draw, 0 loss; none if a labelled game has no end.
    pub(in crate::research::learn) fn walk(
        &self,
        game: &OpenGame,
        mut each: impl FnMut(&World, Option<i64>),
    ) -> Result<Option<f64>, LeftOut> {
        let mut rng = random::stream(self.seed, &[game.start.key_from_scratch()]);
        let mut world = game.start.clone();
        let mut turns = 0;
        for event in &game.events {
            let drawn = rng.random_range(0..self.every.max(1)) == 0;
            let value = game.values.get(turns).copied().flatten();
            let taken = if game.labelled {
                value.is_some_and(is_open)
            } else {
                drawn && self.takes(&world, event)
            };
            if taken {
                let first = world.rules().team(world.turn()) == Team::First;
                each(&world, value.map(|value| if first { value } else { -value }));
            }
            turns += usize::from(matches!(event.act, Act::Move(..) | Act::Resign));
            follow(&mut world, event).map_err(|e| LeftOut::Unsound(e.to_string()))?;
        }
        let result = world.outcome().map(|outcome| match outcome {
            Outcome::Win(Team::First) => 1.0,
            Outcome::Win(Team::Second) => 0.0,
            Outcome::Draw(_) => 0.5,
        });
        if game.labelled {
            return Ok(result);
        }
        if result.is_none() {
            return Err(LeftOut::Unfinished);
        }
        if world.ply() < self.abandoned && game.events.last().is_some_and(gave_up) {
            return Err(LeftOut::Abandoned(world.ply()));
        }
        Ok(result)
    }

    /// Whether a position can be sampled, given the next event.
    fn takes(&self, world: &World, event: &Event) -> bool {
        world.ply() >= self.from && matches!(event.act, Act::Move(..))
    }
}

/// The target of a position: a blend of the result and the win probability of a value, with weight
/// `blend`; the one of them that is known if the other is not.
pub(in crate::research::learn) fn target(
    result: Option<f64>,
    value: Option<i64>,
    blend: f64,
    scale: f64,
) -> f64 {
    match (result, value.map(|value| win_probability(value, scale))) {
        (Some(result), Some(thought)) => result + blend * (thought - result),
        (result, thought) => result.or(thought).unwrap_or(0.5),
    }
}

/// Whether the value of a search does not see the end of the game. Labels that do are not taken: the search
/// sees those ends itself, and they outweigh everything else that an evaluation could learn
/// (`docs/EVALUATION.md`).
fn is_open(value: i64) -> bool {
    !is_decided(value)
}

/// The probability of winning that a value stands for.
fn win_probability(value: i64, scale: f64) -> f64 {
    match value {
        _ if !is_decided(value) => sigmoid(value as f64 / scale),
        0.. => 1.0,
        _ => 0.0,
    }
}

/// Whether an event is a resignation or a forfeit.
fn gave_up(event: &Event) -> bool {
    event.eliminated.iter().any(|(_, why)| matches!(why, Exit::Resign | Exit::Forfeit))
}
