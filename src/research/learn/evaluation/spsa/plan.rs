//! The games of a tuning by matches, as a job: one line per game.

use super::groups::{WeightGroup, perturbed};
use crate::base::job::{Job, WorkError, sha256_hex};
use crate::base::random;
use crate::base::text::read_json;
use crate::engine::eval::{ModeWeights, Weights, WeightsError};
use crate::game::rules::Mode;
use crate::tournament::{Lineup, Series};
use rand::RngExt;
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use thiserror::Error;

/// The random stream of the seed that draws the signs; the series has the others.
const SIGNS: u64 = 2;
/// Digits of the checksum by which lines name their plan.
const DIGITS: usize = 16;

/// Games in which the weights of one side are perturbed at random, group by group, and those of the other the other way.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SpsaPlan {
    /// The games: a match of an engine with itself.
    pub series: Series,
    /// Number of games; rounded up to whole units.
    pub games: u64,
    /// The weights that are perturbed.
    pub weights: Weights,
}

/// A plan that cannot be carried out.
#[derive(Debug, Clone, PartialEq, Error)]
#[non_exhaustive]
pub enum SpsaError {
    /// The engine has no evaluation with weights, or the sides differ.
    #[error("expected an engine with the option `weights` that plays itself, found {0}")]
    Engine(String),
    /// The weights do not fit the features.
    #[error(transparent)]
    Weights(#[from] WeightsError),
}

/// A line: one game.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct GameLine {
    pub(super) game: u64,
    /// The checksum of the plan without its number of games.
    plan: String,
    /// By group of weights, `+` if the first side's are larger in magnitude or, if an amount is added, larger.
    pub(super) signs: String,
    /// Score of the first side: 0, 0.5 or 1.
    pub(super) score: f64,
    pub(super) plies: u32,
}

/// By group, 1 or -1 for its sign.
pub(super) fn directions(signs: &str) -> impl Iterator<Item = f64> {
    signs.chars().map(|sign| if sign == '+' { 1.0 } else { -1.0 })
}

impl SpsaPlan {
    /// Checks what the type does not.
    ///
    /// # Errors
    ///
    /// If the engine has no weights, the sides differ, or the weights do not fit the features.
    pub fn check(&self) -> Result<(), SpsaError> {
        match &self.series.lineup {
            Lineup::Match([a, b]) if a == b && a.has_weights() => {}
            Lineup::Match([a, b]) if a == b => return Err(SpsaError::Engine(format!("`{a}`"))),
            Lineup::Match([a, b]) => return Err(SpsaError::Engine(format!("`{a}` and `{b}`"))),
            _ => return Err(SpsaError::Engine("no match".into())),
        }
        self.side(&self.signs(0), 1.0)?;
        Ok(())
    }

    /// The mode of play.
    pub fn mode(&self) -> Mode {
        self.series.rules.mode
    }

    /// The perturbed weights, those of the mode.
    pub(super) fn own(&self) -> &ModeWeights {
        self.weights.of(self.mode())
    }

    /// The signs of a unit, as in its lines.
    fn signs(&self, unit: u64) -> String {
        let mut rng = random::stream(self.series.seed, &[SIGNS, unit]);
        let sign = |_: &WeightGroup| if rng.random() { '+' } else { '-' };
        WeightGroup::of(self.mode()).iter().map(sign).collect()
    }

    /// The weights of a side: 1 for the first, -1 for the second.
    fn side(&self, signs: &str, side: f64) -> Result<Arc<Weights>, WeightsError> {
        let times: Vec<f64> = directions(signs).map(|sign| side * sign).collect();
        let own = perturbed(self.own(), self.mode(), &times)?;
        Ok(self.weights.clone().with(self.mode(), own).into())
    }

    /// The line of a game whose score is not known.
    fn head(&self, game: u64) -> Result<GameLine, serde_json::Error> {
        let text = serde_json::to_string(&(&self.series, &self.weights))?;
        let mut plan = sha256_hex(text.as_bytes());
        plan.truncate(DIGITS);
        let signs = self.signs(game / self.series.unit());
        Ok(GameLine { game, plan, signs, score: 0.0, plies: 0 })
    }
}

impl Job for SpsaPlan {
    fn lines(&self) -> u64 {
        self.series.whole_units(self.games)
    }

    fn unit(&self) -> u64 {
        self.series.unit()
    }

    fn beginning(&self) -> &'static [u8] {
        b"{\"game\":"
    }

    fn line(&self, number: u64, stop: &AtomicBool) -> Result<String, WorkError> {
        let head = self.head(number)?;
        let sides = [self.side(&head.signs, 1.0)?, self.side(&head.signs, -1.0)?];
        let played = self.series.game_with_weights(number, &sides, stop)?;
        let score = self.series.half_points(number, &played.result) as f64 / 2.0;
        let line = GameLine { score, plies: played.world.ply(), ..head };
        Ok(serde_json::to_string(&line)?)
    }

    fn check(&self, number: u64, line: &str) -> Result<(), String> {
        let found: GameLine =
            read_json(line).map_err(|error| format!("no game of a tuning ({error})"))?;
        let ours = self.head(number).map_err(|error| error.to_string())?;
        let identity = |line: &GameLine| (line.game, line.plan.clone(), line.signs.clone());
        if identity(&found) == identity(&ours) {
            return Ok(());
        }
        Err(format!(
            "game {} of plan {}, not game {number} of plan {}",
            found.game, found.plan, ours.plan
        ))
    }
}
