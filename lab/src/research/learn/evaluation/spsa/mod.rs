//! Tuning of evaluation weights by matches: simultaneous perturbation.
//!
//! Both sides of a match are the same engine. In every unit of games all [groups](WeightGroup) of weights are
//! multiplied by a factor (or an amount is added) for one side and divided by it (subtracted) for the other, at random,
//! and a linear regression of the scores on the signs says how much each group gains. Source: J. C. Spall,
//! "Multivariate stochastic approximation using a simultaneous perturbation gradient approximation", 1992 (SPSA), which
//! chess engines are tuned with. That all units are played around the same weights and regressed at once, and that
//! effects are shrunk by their errors before a step, is our own design: the effects can be read with their errors, and
//! the games divided among machines. [`SpsaPlan`] plays the games as a job, one line per game; [`SpsaTally`]
//! computes the effects and the step.

mod groups;

pub use groups::{Perturbation, WeightGroup};

use super::logistic::solve;
use super::tuning::to_a_tenth;
use crate::research::learn::LearnError;
use crate::tournament::{Lineup, Series};
use groups::perturbed;
use junqi_core::base::job::{Job, WorkError, sha256_hex};
use junqi_core::base::random;
use junqi_core::base::text::read_json;
use junqi_core::engine::eval::{ModeWeights, Weights, WeightsError};
use junqi_core::game::rules::Mode;
use ndarray::{Array1, Array2};
use rand::RngExt;
use serde::{Deserialize, Serialize};
use std::f64::consts::LN_10;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

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

/// A line: one game.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct GameLine {
    game: u64,
    /// The checksum of the plan without its number of games.
    plan: String,
    /// By group of weights, `+` if the first side's are larger in magnitude or, if an amount is added, larger.
    signs: String,
    /// Score of the first side: 0, 0.5 or 1.
    score: f64,
    plies: u32,
}

/// By group, 1 or -1 for its sign.
fn directions(signs: &str) -> impl Iterator<Item = f64> {
    signs.chars().map(|sign| if sign == '+' { 1.0 } else { -1.0 })
}

impl SpsaPlan {
    /// Checks what the type does not.
    ///
    /// # Errors
    ///
    /// If the engine has no weights, the sides differ, or the weights do not fit the features.
    pub fn check(&self) -> Result<(), LearnError> {
        match &self.series.lineup {
            Lineup::Match([a, b]) if a == b && a.has_weights() => {}
            Lineup::Match([a, b]) if a == b => return Err(LearnError::Engine(format!("`{a}`"))),
            Lineup::Match([a, b]) => return Err(LearnError::Engine(format!("`{a}` and `{b}`"))),
            _ => return Err(LearnError::Engine("no match".into())),
        }
        self.side(&self.signs(0), 1.0)?;
        Ok(())
    }

    /// The mode of play.
    pub fn mode(&self) -> Mode {
        self.series.rules.mode
    }

    /// The perturbed weights, those of the mode.
    fn own(&self) -> &ModeWeights {
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

/// Elo of a small difference of scores, both from -1 to 1: the slope of the logistic curve at 0.
const ELO: f64 = 800.0 / LN_10;
/// Half of a 95 % interval, in standard errors.
const NORMAL: f64 = 1.96;

/// How much stronger an engine is whose weights of a group are larger.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct GroupEffect {
    /// Name of the group.
    pub group: &'static str,
    /// The perturbation.
    pub change: Perturbation,
    /// Elo of weights perturbed this way against weights perturbed the other way.
    pub elo: f64,
    /// Half of its 95 % interval.
    pub error: f64,
    /// The expected effect: `elo` shrunk towards 0, because the largest of many effects are also the luckiest.
    pub expected: f64,
}

/// The games of a tuning, counted.
#[derive(Debug, Clone)]
pub struct SpsaTally<'a> {
    plan: &'a SpsaPlan,
    games: u64,
    plies: u64,
    /// Sum of the scores in the unfinished unit, from -1 to 1 a game.
    unfinished: f64,
    /// For each finished unit its signs, and the mean score of the first side from -1 to 1.
    units: Vec<(Vec<f64>, f64)>,
}

impl<'a> SpsaTally<'a> {
    /// A tally without games.
    pub fn new(plan: &'a SpsaPlan) -> Self {
        Self { plan, games: 0, plies: 0, unfinished: 0.0, units: vec![] }
    }

    /// Counts the next line of the job.
    ///
    /// # Errors
    ///
    /// If it is no line of such a job.
    pub fn add_line(&mut self, line: &str) -> Result<(), serde_json::Error> {
        let GameLine { signs, score, plies, .. } = read_json(line)?;
        self.games += 1;
        self.plies += u64::from(plies);
        self.unfinished += 2.0 * score - 1.0;
        let unit = self.plan.series.unit();
        if self.games.is_multiple_of(unit) {
            let score = std::mem::take(&mut self.unfinished) / unit as f64;
            self.units.push((directions(&signs).collect(), score));
        }
        Ok(())
    }

    /// Number of games.
    pub fn games(&self) -> u64 {
        self.games
    }

    /// Number of moves in all games.
    pub fn plies(&self) -> u64 {
        self.plies
    }

    /// The effects by group, from a linear regression of the units' scores on their signs; empty if there are fewer
    /// than two units for each group.
    pub fn effects(&self) -> Vec<GroupEffect> {
        let groups = WeightGroup::of(self.plan.mode());
        if self.units.len() < 2 * groups.len() {
            return vec![];
        }
        let estimates = self.regression(groups.len());
        // Effects have the spread by which their squares exceed those of their errors.
        let mean = |of: fn(&(f64, f64)) -> f64| {
            estimates.iter().map(of).sum::<f64>() / estimates.len() as f64
        };
        let variance = (mean(|e| e.0 * e.0) - mean(|e| e.1 * e.1)).max(0.0);
        let mut effects = vec![];
        for (group, &(slope, error)) in groups.iter().zip(&estimates) {
            let part = if variance > 0.0 { variance / (variance + error * error) } else { 0.0 };
            effects.push(GroupEffect {
                group: group.name,
                change: group.change,
                elo: ELO * slope,
                error: NORMAL * ELO * error,
                expected: ELO * slope * part,
            });
        }
        effects
    }

    /// By group, the slope of the score and its standard error.
    fn regression(&self, size: usize) -> Vec<(f64, f64)> {
        let mut normal = Array2::zeros((size, size));
        let mut products = Array1::zeros(size);
        for (signs, score) in &self.units {
            for (i, sign) in signs.iter().enumerate() {
                products[i] += sign * score;
                for (j, other) in signs[..=i].iter().enumerate() {
                    normal[[i, j]] += sign * other;
                }
            }
        }
        let slopes = solve(normal.clone(), products);
        let rest = |(signs, score): &(Vec<f64>, f64)| {
            score - signs.iter().zip(&slopes).map(|(sign, slope)| sign * slope).sum::<f64>()
        };
        let squares: f64 = self.units.iter().map(|unit| rest(unit).powi(2)).sum();
        let noise = squares / (self.units.len() - size) as f64;
        let error = |i: usize| {
            let mut unit = Array1::zeros(size);
            unit[i] = 1.0;
            (noise * solve(normal.clone(), unit)[i]).sqrt()
        };
        slopes.iter().enumerate().map(|(i, &slope)| (slope, error(i))).collect()
    }

    /// The weights after a step: each group is perturbed `length` times its expected effect as a fraction of the largest
    /// one. Weights have one decimal. The same weights if no effect is expected.
    ///
    /// # Errors
    ///
    /// If the weights of the plan do not fit the features.
    pub fn step(&self, length: f64) -> Result<Weights, WeightsError> {
        let effects = self.effects();
        let mode = self.plan.mode();
        let largest = effects.iter().map(|effect| effect.expected.abs()).fold(0.0, f64::max);
        if largest == 0.0 {
            return Ok(self.plan.weights.clone());
        }
        let times: Vec<f64> = effects.iter().map(|e| length * e.expected / largest).collect();
        let stepped = perturbed(self.plan.own(), mode, &times)?;
        let rounded = stepped.features()?.map(|weight| to_a_tenth(f64::from(weight)) as f32);
        let stepped = ModeWeights::new(stepped.scale, &rounded);
        Ok(self.plan.weights.clone().with(mode, stepped))
    }
}
