//! Tuning the weights of both game modes: the choice of the prior, and a comparison with other weights on held-out
//! games.

use super::{
    MeasuredWeights, Omitted, Quality, Sampling, Taken, Tried, Tuned, Tuning, fit_scale, log_odds,
};
use crate::research::learn::game::set_aside;
use crate::research::learn::{LearnError, OpenGame};
use junqi_core::engine::data;
use junqi_core::engine::eval::{EvalFeatures, ModeWeights, Weights, WeightsError, features};
use junqi_core::game::rules::{Kind, Mode};
use serde::Serialize;

/// What the weights of both modes are tuned to, and how.
#[derive(Debug, Clone)]
pub struct ModeTuning<'a> {
    /// Recorded games.
    pub recorded: &'a [OpenGame],
    /// Games of engines, which are fitted to as well and measured apart.
    pub engine_games: &'a [OpenGame],
    /// The weights that those of each mode are tuned towards; those of 1v1 towards the tuned 2v2 weights
    /// if these predict better.
    pub prior: &'a Weights,
    /// The positions that are taken, and their targets. Weights are measured on results alone.
    pub sampling: Sampling,
    /// How weights are fitted.
    pub tuning: Tuning,
    /// The fraction of the games that is held out to measure; `None` measures nothing.
    pub hold_out: Option<f64>,
}

/// The tuned weights of one game mode.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct TunedMode {
    /// The mode.
    pub mode: &'static str,
    /// Games with positions.
    pub games: usize,
    /// Games without.
    pub left_out: Omitted,
    /// The positions.
    pub positions: usize,
    /// The weights that the fit is regularized towards.
    pub towards: &'static str,
    /// The strength that was chosen; none without positions.
    pub strength: Option<f64>,
    /// The results of all strengths.
    pub tried: Vec<Tried>,
    /// Officers that share a weight.
    pub tied: Vec<Vec<&'static str>>,
    /// Features that weigh nothing.
    pub dropped: Vec<&'static str>,
    /// The scale of the weights.
    pub scale: f64,
    /// Weights on held-out games.
    pub measured: Vec<MeasuredWeights>,
    /// The weights; those of the first prior without positions.
    #[serde(skip)]
    pub fitted: ModeWeights,
    /// Whether nothing was measured because the games could not be divided: no group of games that share
    /// deployments was small enough to be held out, or none was left to learn from.
    #[serde(skip)]
    pub undivided: bool,
}

/// Prior weights, and their name in a report.
#[derive(Clone, Copy)]
struct NamedPrior<'a> {
    name: &'static str,
    weights: &'a ModeWeights,
}

/// Weights tuned towards the prior with which they predict best.
struct BestTuned {
    towards: &'static str,
    tuned: Tuned,
}

/// The games of a mode, divided to measure.
#[derive(Default)]
struct Division<'a> {
    kept: Vec<&'a OpenGame>,
    recorded: Vec<&'a OpenGame>,
    engine_games: Vec<&'a OpenGame>,
}

impl ModeTuning<'_> {
    /// Tunes the weights of 2v2, then those of 1v1.
    ///
    /// # Errors
    ///
    /// If a record contradicts itself, or if the games cannot fix the scale.
    pub fn run(&self) -> Result<[TunedMode; 2], LearnError> {
        let given = |mode| NamedPrior { name: "the prior", weights: self.prior.of(mode) };
        let four = self.mode(Mode::FourPlayer, &[given(Mode::FourPlayer)])?;
        // 1v1 games are few: of several strengths the tuned 2v2 weights are the prior where they predict better.
        let of_four = NamedPrior { name: "the tuned 2v2 weights", weights: &four.fitted };
        let two = self.mode(Mode::TwoPlayer, &[given(Mode::TwoPlayer), of_four])?;
        Ok([four, two])
    }

    /// Tunes the weights of a mode towards the best of some priors; without positions the first prior stays.
    fn mode(&self, mode: Mode, priors: &[NamedPrior<'_>]) -> Result<TunedMode, LearnError> {
        let (mut all, mut left_out) = self.sampling.take(self.recorded, mode)?;
        let (of_engines, others) = self.sampling.take(self.engine_games, mode)?;
        all.extend(of_engines);
        left_out += others;
        let prior = priors[0];
        let mut tuned = TunedMode {
            mode: mode.name(),
            games: all.iter().filter(|g| !g.examples.is_empty()).count(),
            left_out,
            positions: positions(&all),
            towards: prior.name,
            strength: None,
            tried: vec![],
            tied: vec![],
            dropped: vec![],
            scale: prior.weights.scale,
            measured: vec![],
            fitted: prior.weights.clone(),
            undivided: false,
        };
        if tuned.positions > 0 {
            let best = self.best(&all, priors)?;
            tuned.towards = best.towards;
            tuned.strength = Some(best.tuned.strength);
            tuned.tried = best.tuned.tried;
            tuned.tied = best.tuned.tied;
            tuned.dropped = best.tuned.dropped;
            tuned.scale = best.tuned.fitted.scale;
            tuned.fitted = best.tuned.fitted;
        }
        if let Some(share) = self.hold_out {
            match self.measured(mode, priors, share)? {
                Some(measured) => tuned.measured = measured,
                None => tuned.undivided = self.recorded.iter().any(|game| is_of(game, mode)),
            }
        }
        Ok(tuned)
    }

    /// The weights tuned towards the prior with which they predict best, the first of equals.
    fn best(
        &self,
        games: &[Taken<'_>],
        priors: &[NamedPrior<'_>],
    ) -> Result<BestTuned, LearnError> {
        let mut best: Option<BestTuned> = None;
        for prior in priors {
            let tuned = self.tuning.run(games, prior.weights)?.ok_or(LearnError::Scale)?;
            if best.as_ref().is_none_or(|best| tuned.loss() < best.tuned.loss()) {
                best = Some(BestTuned { towards: prior.name, tuned });
            }
        }
        Ok(best.expect("one prior or more"))
    }

    /// The quality of some weights on held-out games, among them those tuned to the other games; `None` if no
    /// game is held out or no position is left to learn from.
    fn measured(
        &self,
        mode: Mode,
        priors: &[NamedPrior<'_>],
        share: f64,
    ) -> Result<Option<Vec<MeasuredWeights>>, LearnError> {
        let Division { kept, recorded, engine_games } = self.divided(mode, share);
        let (kept, _) = self.sampling.take(kept, mode)?;
        if positions(&kept) == 0 || recorded.is_empty() && engine_games.is_empty() {
            return Ok(None);
        }
        let tuned = self.best(&kept, priors)?.tuned.fitted;
        let hand = data::hand_weights();
        let material = in_scale(&kept, &material_alone(hand.of(mode))?)?;
        let hand = in_scale(&kept, hand.of(mode))?;
        let built_in = data::weights();
        let rows = [
            ("material by hand", &material),
            ("all weights by hand", &hand),
            ("tuned to the others", &tuned),
            ("built in", built_in.of(mode)),
        ];
        let results_alone = Sampling { blend: 0.0, ..self.sampling.clone() };
        let mut measured = vec![];
        for (whose, games) in [("", recorded), ("engine games: ", engine_games)] {
            let (held, _) = results_alone.take(games, mode)?;
            let mut add = |with: &str, odds: &[Vec<(f64, f64)>]| {
                let with = format!("{whose}{with}");
                measured.extend(Quality::of(odds).map(|quality| MeasuredWeights { with, quality }));
            };
            add("even chances", &even_odds(&held));
            for (with, weights) in rows {
                add(with, &log_odds(&held, weights)?);
            }
        }
        Ok(Some(measured))
    }

    /// Divides the games of a mode; recorded games and those of engines together, so that no deployment is in both
    /// parts.
    fn divided(&self, mode: Mode, share: f64) -> Division<'_> {
        let mut all: Vec<&OpenGame> = self.recorded.iter().filter(|g| is_of(g, mode)).collect();
        let recorded = all.len();
        all.extend(self.engine_games.iter().filter(|g| is_of(g, mode)));
        let held_out = set_aside(&all, share, self.sampling.seed);
        let mut division = Division::default();
        for (number, (game, held_out)) in all.into_iter().zip(held_out).enumerate() {
            let part = match held_out {
                false => &mut division.kept,
                true if number < recorded => &mut division.recorded,
                true => &mut division.engine_games,
            };
            part.push(game);
        }
        division
    }
}

fn is_of(game: &OpenGame, mode: Mode) -> bool {
    game.start.rules().mode == mode
}

fn positions(games: &[Taken<'_>]) -> usize {
    games.iter().map(|g| g.examples.len()).sum()
}

/// Log-odds of 0 with the results, by game.
fn even_odds(games: &[Taken<'_>]) -> Vec<Vec<(f64, f64)>> {
    games.iter().map(|game| game.examples.iter().map(|e| (0.0, e.result)).collect()).collect()
}

/// Of weights only those of the pieces, without their tasks.
fn material_alone(fitted: &ModeWeights) -> Result<ModeWeights, WeightsError> {
    let mut weights: EvalFeatures = fitted.features()?;
    for (number, (feature, weight)) in features().zip(&mut weights).enumerate() {
        if feature.term != "material" || number > Kind::Mine.index() {
            *weight = 0.0;
        }
    }
    Ok(ModeWeights::new(fitted.scale, &weights))
}

/// Weights with the scale that suits games best.
fn in_scale(games: &[Taken<'_>], fitted: &ModeWeights) -> Result<ModeWeights, WeightsError> {
    let odds = log_odds(games, fitted)?.into_iter().flatten();
    let values: Vec<_> = odds.map(|(odds, result)| (odds * fitted.scale, result)).collect();
    let scale = fit_scale(&values).unwrap_or(fitted.scale);
    Ok(ModeWeights { scale, ..fitted.clone() })
}
