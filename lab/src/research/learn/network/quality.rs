//! The quality of a trained network on held-out games, beside that of the linear evaluation.

use super::model::NetworkModel;
use super::training_positions::{DividedGames, TrainingPosition, TrainingPositions};
use crate::research::learn::evaluation::{MeasuredWeights, Quality, fit_scale, nats};
use junqi_core::engine::eval::Network;
use rayon::prelude::*;
use serde::Serialize;
use std::f64::consts::LN_2;

/// The quality of a network on held-out games.
#[derive(Debug, Clone, PartialEq)]
pub struct NetworkQuality {
    /// The linear evaluation and the network against the targets of held-out positions.
    pub fit: [Option<TargetFit>; 2],
    /// Both against the results, for games without and with recorded search values.
    pub measured: Vec<MeasuredWeights>,
}

impl NetworkQuality {
    /// Measures a network and the model in real numbers that it was rounded from.
    pub fn new(games: &DividedGames, network: &Network, model: &NetworkModel) -> Self {
        let scale = network.origin().scale;
        let mut measured = vec![];
        for (whose, valued) in [("games without values", false), ("games with values", true)] {
            let kept = of_kind(&games.kept, valued);
            let linear = predictions(&kept, |spot| f64::from(spot.linear));
            // The linear evaluation has the scale that suits the training games best.
            let linear: Vec<(f64, f64)> = linear.into_iter().flatten().collect();
            let Some(fitted) = fit_scale(&linear) else { continue };
            let held = of_kind(&games.held, valued);
            let mut add = |with: &str, odds: &[Vec<(f64, f64)>]| {
                let with = format!("{whose}: {with}");
                measured.extend(Quality::of(odds).map(|quality| MeasuredWeights { with, quality }));
            };
            add("linear", &predictions(&held, |spot| spot.linear_odds(fitted)));
            add("network", &predictions(&held, |spot| corrected(spot, network)));
            let in_real_numbers = predictions(&held, |spot| {
                let correction = f64::from(model.log_odds(&spot.inputs));
                spot.linear_odds(scale) + correction
            });
            add("network in real numbers", &in_real_numbers);
        }
        let fit = [
            target_fit(&games.held, |spot| spot.linear_odds(scale)),
            target_fit(&games.held, |spot| corrected(spot, network)),
        ];
        Self { fit, measured }
    }
}

/// The games with recorded search values, or those without.
fn of_kind(games: &[TrainingPositions], valued: bool) -> Vec<&TrainingPositions> {
    games.iter().filter(|game| game.valued == valued).collect()
}

/// The log-odds of the first team by the linear evaluation and the network's correction.
fn corrected(spot: &TrainingPosition, network: &Network) -> f64 {
    let scale = network.origin().scale;
    spot.linear_odds(scale) + network.first_team_value_of(&spot.inputs) as f64 / scale
}

/// The distance of predictions from targets.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct TargetFit {
    /// Loss, in bits per position.
    pub bits: f64,
    /// Root mean square of the differences in log-odds, where the target is no sure win; `None` if it always is.
    pub deviation: Option<f64>,
}

/// Compares predicted log-odds of the first team with targets; none without positions.
fn target_fit(
    games: &[TrainingPositions],
    odds: impl Fn(&TrainingPosition) -> f64,
) -> Option<TargetFit> {
    let mut count = 0.0_f64;
    let mut open = 0.0_f64;
    let mut bits = 0.0;
    let mut squares = 0.0;
    for spot in games.iter().flat_map(|game| &game.spots) {
        let odds = odds(spot);
        let target = f64::from(spot.target);
        count += 1.0;
        bits += nats(odds, target) / LN_2;
        let wanted = (target / (1.0 - target)).ln();
        if wanted.is_finite() {
            open += 1.0;
            squares += (odds - wanted).powi(2);
        }
    }
    let deviation = (open > 0.0).then(|| (squares / open).sqrt());
    (count > 0.0).then_some(TargetFit { bits: bits / count, deviation })
}

/// The predicted log-odds of the first team, with the results, by game.
fn predictions(
    games: &[&TrainingPositions],
    odds: impl Fn(&TrainingPosition) -> f64 + Sync,
) -> Vec<Vec<(f64, f64)>> {
    let of = |spot: &TrainingPosition| (odds(spot), f64::from(spot.result));
    let played =
        |game: &&TrainingPositions| game.spots.iter().filter(|s| !s.stray).map(of).collect();
    games.par_iter().map(played).collect()
}
