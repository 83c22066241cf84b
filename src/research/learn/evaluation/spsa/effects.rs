//! The effects of weights on strength, and a step along them.

use super::groups::{Perturbation, WeightGroup, perturbed};
use super::plan::{GameLine, SpsaPlan, directions};
use crate::base::text::read_json;
use crate::engine::eval::{ModeWeights, Weights, WeightsError};
use crate::research::learn::evaluation::{logistic::solve, tuning::to_a_tenth};
use ndarray::{Array1, Array2};
use serde::Serialize;
use std::f64::consts::LN_10;

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
        let part =
            |error: f64| if variance > 0.0 { variance / (variance + error * error) } else { 0.0 };
        let effect = |(group, &(slope, error)): (&WeightGroup, &(f64, f64))| GroupEffect {
            group: group.name,
            change: group.change,
            elo: ELO * slope,
            error: NORMAL * ELO * error,
            expected: ELO * slope * part(error),
        };
        groups.iter().zip(&estimates).map(effect).collect()
    }

    /// By group, the slope of the score and its standard error.
    fn regression(&self, size: usize) -> Vec<(f64, f64)> {
        let (mut normal, mut products) = (Array2::zeros((size, size)), Array1::zeros(size));
        for (signs, score) in &self.units {
            for (i, sign) in signs.iter().enumerate() {
                products[i] += sign * score;
                signs[..=i]
                    .iter()
                    .enumerate()
                    .for_each(|(j, other)| normal[[i, j]] += sign * other);
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
        let (effects, mode) = (self.effects(), self.plan.mode());
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
