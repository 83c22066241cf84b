//! Positions of recorded games with how the games ended.

use super::log_loss::sigmoid;
use crate::base::random;
use crate::engine::eval::{EvalFeatures, Evaluation, Weights, WeightsError};
use crate::game::format::follow;
use crate::game::rules::{Act, Event, Exit, Outcome, Team, World};
use crate::research::learn::OpenGame;
use rand::RngExt;

/// A position, for a regression.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Example {
    /// The features of the first team less those of the second.
    pub features: EvalFeatures,
    /// How the game ended for the first team: 1 won, 0.5 drawn, 0 lost; or a blend of that with what the
    /// player thought.
    pub result: f64,
}

/// Which positions of a game are taken.
#[derive(Debug, Clone, PartialEq)]
pub struct Sampling {
    /// One position in so many plies, by chance.
    pub every: u32,
    /// None before so many plies: little has happened.
    pub from: u32,
    /// None before an attack. That was thought to help, as searches look at exchanges themselves; it
    /// does not (`docs/EVALUATION.md`).
    pub quiet: bool,
    /// Games that a forfeit or a resignation decides before so many plies are left out: somebody
    /// left the table.
    pub abandoned: u32,
    /// The part of what searches found, where players told it, in what is learned; the rest is the
    /// result's.
    pub blend: f64,
    /// Seed of the choice.
    pub seed: u64,
}

impl Default for Sampling {
    fn default() -> Self {
        Self { every: 8, from: 20, quiet: false, abandoned: 100, blend: 0.0, seed: 1 }
    }
}

/// Why a game has no positions to learn from.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum LeftOut {
    /// It was broken off.
    #[error("it has no end")]
    Unfinished,
    /// Somebody left early.
    #[error("somebody left at ply {0}")]
    Abandoned(u32),
    /// The record contradicts itself.
    #[error("{0}")]
    Unsound(String),
    /// The weights given do not fit.
    #[error(transparent)]
    Weights(#[from] WeightsError),
}

impl Sampling {
    /// The positions of a game. The choice depends on the seed and on the game alone.
    ///
    /// # Errors
    ///
    /// If the game is left out.
    pub fn examples(&self, game: &OpenGame, weights: &Weights) -> Result<Vec<Example>, LeftOut> {
        let evaluation = Evaluation::of_world(&game.start, weights)?;
        let (mut found, rules) = (vec![], *game.start.rules());
        let result = self.walk(game, |world, turn| {
            let value = game.values.get(turn).copied().flatten();
            let first = rules.team(world.turn()) == Team::First;
            let value = value.map(|value| if first { value } else { -value });
            found.push((evaluation.features(world), value));
        })?;
        let blended = |value: Option<i64>| {
            let thought = value.map(|value| sigmoid(value as f64 / evaluation.scale()));
            thought.map_or(result, |thought| result + self.blend * (thought - result))
        };
        let example = |(features, value)| Example { features, result: blended(value) };
        Ok(found.into_iter().map(example).collect())
    }

    /// Plays a game through; `each` hears of the positions that are taken, with how many turns players
    /// took before. Tells how it ended for the first team: 1 won, 0.5 drawn, 0 lost.
    pub(in crate::research::learn) fn walk(
        &self,
        game: &OpenGame,
        mut each: impl FnMut(&World, usize),
    ) -> Result<f64, LeftOut> {
        let mut rng = random::stream(self.seed, &[game.start.key_from_scratch()]);
        let (mut world, mut turns) = (game.start.clone(), 0);
        for event in &game.events {
            let drawn = rng.random_range(0..self.every.max(1)) == 0;
            if drawn && self.takes(&world, event) {
                each(&world, turns);
            }
            turns += usize::from(matches!(event.act, Act::Move(..) | Act::Resign));
            follow(&mut world, event).map_err(|e| LeftOut::Unsound(e.to_string()))?;
        }
        let result = match world.outcome().ok_or(LeftOut::Unfinished)? {
            Outcome::Win(Team::First) => 1.0,
            Outcome::Win(Team::Second) => 0.0,
            Outcome::Draw(_) => 0.5,
        };
        if world.ply() < self.abandoned && game.events.last().is_some_and(gave_up) {
            return Err(LeftOut::Abandoned(world.ply()));
        }
        Ok(result)
    }

    /// Whether a position may be taken; the event is what happens there.
    fn takes(&self, world: &World, event: &Event) -> bool {
        let Act::Move(_, fight) = event.act else { return false };
        world.ply() >= self.from && !(self.quiet && fight.is_some())
    }
}

/// Whether somebody left or gave up by this.
fn gave_up(event: &Event) -> bool {
    event.eliminated.iter().any(|(_, why)| matches!(why, Exit::Resign | Exit::Forfeit))
}
