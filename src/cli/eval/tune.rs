//! `junqi eval tune`

use super::measure::MeasuredWeights;
use super::sampled::{Omitted, take};
use super::tuned::{OfMode, TuneReport};
use crate::base::text::pretty_json;
use crate::cli::env::{Env, print};
use crate::cli::load;
use crate::cli::note::note;
use crate::cli::values::{fraction, fraction_below_one, positive_number};
use crate::engine::data;
use crate::engine::eval::{EvalFeatures, ModeWeights, Weights, features};
use crate::game::rules::Mode;
use crate::research::learn::{OpenGame, Quality, Sampling, Taken, Tuned, Tuning, log_odds, split};
use anyhow::{Context, Result, ensure};
use std::path::PathBuf;
use std::process::ExitCode;

#[derive(Debug, clap::Args)]
pub(in crate::cli) struct Args {
    /// Recorded games: .jgs replays, records or labelled games (.jsonl), or folders of them.
    #[arg(required = true)]
    paths: Vec<PathBuf>,
    /// Engine games (files of `selfplay`) to fit to in addition.
    #[arg(long, value_name = "FILE", num_args = 1..)]
    selfplay: Vec<PathBuf>,
    /// Write the weights fitted to all games to this file [default: print them, unless --measure is
    /// given].
    #[arg(long, short, value_name = "FILE")]
    out: Option<load::Output>,
    /// Measure the fit on held-out games, beside a constant, material only, and the built-in weights.
    #[arg(long)]
    measure: bool,
    /// Fraction of the games held out for --measure.
    #[arg(long, default_value_t = 0.2, value_parser = fraction_below_one)]
    hold_out: f64,
    /// Regularization strength towards the prior weights [default: the strongest whose cross-validation
    /// loss is within one standard error of the lowest].
    #[arg(long, value_name = "N", value_parser = positive_number)]
    strength: Option<f64>,
    /// Weights file to use as the prior instead of the hand-set weights. The 1v1 weights are fitted towards those of
    /// this file, or without --strength towards the tuned 2v2 weights if these predict better.
    #[arg(long, value_name = "FILE")]
    prior: Option<PathBuf>,
    /// Weight of recorded search values (`selfplay --values`, `eval label`) in the training target, 0 to 1;
    /// the game result has the rest. --measure compares with results alone.
    #[arg(long, default_value_t = 0.0, value_parser = fraction)]
    blend: f64,
    #[command(flatten)]
    choose: Sampling,
    /// Description of the games, stored in the weights file.
    #[arg(long, default_value = "recorded games")]
    source: String,
}

/// The games to learn from.
struct Games {
    recorded: Vec<OpenGame>,
    programs: Vec<OpenGame>,
}

impl Args {
    /// What to fit to.
    fn learned(&self) -> Sampling {
        Sampling { blend: self.blend, ..self.choose.clone() }
    }

    /// How to fit.
    fn tuning(&self) -> Tuning {
        let tuning = Tuning { seed: self.choose.seed, ..Tuning::default() };
        match self.strength {
            Some(strength) => Tuning { strengths: vec![strength], ..tuning },
            None => tuning,
        }
    }

    pub(in crate::cli) fn run(self, env: Env) -> Result<ExitCode> {
        load::writable(self.out.as_ref())?;
        let recorded = load::whole_games(&self.paths, env)?;
        ensure!(!recorded.is_empty(), "no games in the given files");
        let programs = load::whole_games(&self.selfplay, env)?;
        let games = Games { recorded, programs };
        let prior = load::weights(self.prior.as_deref(), data::hand_weights)?;
        let towards = |mode| ("the prior", prior.of(mode));
        let (four, of_four) = self.mode(&games, Mode::FourPlayer, &[towards(Mode::FourPlayer)])?;
        // 1v1 games are few: without --strength the tuned 2v2 weights are the prior where they predict better.
        let priors = [towards(Mode::TwoPlayer), ("the tuned 2v2 weights", &four)];
        let (two, of_two) = self.mode(&games, Mode::TwoPlayer, &priors)?;
        ensure!(
            of_four.positions + of_two.positions > 0,
            "no positions to learn from: none from ply {} on in finished games",
            self.choose.from
        );
        let report = TuneReport {
            games: games.recorded.len(),
            selfplay: games.programs.len(),
            modes: vec![of_four, of_two],
        };
        let weights =
            Weights { source: self.source.clone(), method: self.method(&report), four, two };
        let file = pretty_json(&weights)?;
        match &self.out {
            None if !self.measure => print(&file)?,
            None => env.show(&report, || report.text())?,
            Some(out) => {
                env.show(&report, || report.text())?;
                load::write(out, file.as_bytes())?;
            }
        }
        Ok(ExitCode::SUCCESS)
    }

    /// Tunes the weights of a mode towards the prior with which they predict best, the first of equals;
    /// without positions the first prior stays.
    fn mode(
        &self,
        games: &Games,
        mode: Mode,
        priors: &[(&'static str, &ModeWeights)],
    ) -> Result<(ModeWeights, OfMode)> {
        let (mut all, mut left_out) = take(&self.learned(), &games.recorded, mode)?;
        let (programs, others) = take(&self.learned(), &games.programs, mode)?;
        all.extend(programs);
        left_out += others;
        let found = (positions(&all) > 0).then(|| self.best(&all, priors)).transpose()?;
        let ((towards, prior), tuned) =
            found.map_or((priors[0], None), |(prior, tuned)| (prior, Some(tuned)));
        let measured = if self.measure { self.measured(games, mode, priors)? } else { vec![] };
        let fitted = tuned.as_ref().map_or(prior, |t| &t.fitted).clone();
        let of_mode = OfMode {
            mode: mode.name(),
            games: all.iter().filter(|g| !g.examples.is_empty()).count(),
            left_out,
            positions: positions(&all),
            towards,
            strength: tuned.as_ref().map(|t| t.strength),
            scale: fitted.scale,
            tried: tuned.as_ref().map_or(vec![], |t| t.tried.clone()),
            dropped: tuned.as_ref().map_or(vec![], |t| t.dropped.clone()),
            tied: tuned.map_or(vec![], |t| t.tied),
            measured,
        };
        Ok((fitted, of_mode))
    }

    /// The prior towards which the weights predict best, the first of equals, and these weights.
    fn best<'a>(
        &self,
        games: &[Taken<'_>],
        priors: &[(&'static str, &'a ModeWeights)],
    ) -> Result<((&'static str, &'a ModeWeights), Tuned)> {
        let mut best = (priors[0], self.tuned(games, priors[0].1)?);
        for &prior in &priors[1..] {
            let tuned = self.tuned(games, prior.1)?;
            if tuned.loss() < best.1.loss() {
                best = (prior, tuned);
            }
        }
        Ok(best)
    }

    fn tuned(&self, games: &[Taken<'_>], prior: &ModeWeights) -> Result<Tuned> {
        let tuning = self.tuning();
        tuning.run(games, prior)?.context(
            "these games cannot fix the scale: the side with the better evaluation does not win more often",
        )
    }

    /// What weights fitted to some games are worth on the others.
    fn measured(
        &self,
        games: &Games,
        mode: Mode,
        priors: &[(&'static str, &ModeWeights)],
    ) -> Result<Vec<MeasuredWeights>> {
        let is_of_mode = |game: &&OpenGame| game.start.rules().mode == mode;
        let recorded = games.recorded.iter().filter(is_of_mode).count();
        let both = games.recorded.iter().chain(&games.programs);
        // Together, so that no deployment is in both parts.
        let all: Vec<OpenGame> = both.filter(is_of_mode).cloned().collect();
        let (kept, others) = split(&all, self.hold_out, self.choose.seed);
        let range = all[..recorded].as_ptr_range();
        let is_recorded = |game: &&OpenGame| range.contains(&std::ptr::from_ref(*game));
        let (first, second): (Vec<_>, Vec<_>) = others.into_iter().partition(is_recorded);
        let held = [("", first), ("engine games: ", second)];
        let (kept, _) = take(&self.learned(), kept, mode)?;
        if positions(&kept) == 0 || held.iter().all(|(_, games)| games.is_empty()) {
            if recorded > 0 {
                let mode = mode.name();
                note(format_args!(
                    "{mode}: nothing is measured: games that share a deployment stay together, and no such group \
                     is a part of the games as small as --hold-out"
                ));
            }
            return Ok(vec![]);
        }
        let tuned = self.best(&kept, priors)?.1.fitted;
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
        let mut measured = vec![];
        for (whose, games) in held {
            let (held, _) = take(&self.choose, games, mode)?;
            let constant = log_odds(&held, &hand)?.into_iter();
            let constant = constant.map(|game| game.iter().map(|&(_, y)| (0.0, y)).collect());
            let even = Quality::of(&constant.collect::<Vec<_>>());
            measured.extend(
                even.map(|q| MeasuredWeights { with: format!("{whose}even chances"), quality: q }),
            );
            for (with, fitted) in rows {
                let quality = Quality::of(&log_odds(&held, fitted)?);
                measured.extend(
                    quality.map(|q| MeasuredWeights { with: format!("{whose}{with}"), quality: q }),
                );
            }
        }
        Ok(measured)
    }

    fn method(&self, report: &TuneReport) -> String {
        let tuning = self.tuning();
        let mut text = format!("{:?}; {tuning:?}", self.learned());
        for OfMode { mode, games, positions, strength, left_out, towards, .. } in &report.modes {
            let Omitted { unfinished, abandoned } = left_out;
            text += &strength.map_or_else(
                || format!("; {mode}: no games, the prior is kept"),
                |s| {
                    format!(
                        "; {mode}: {positions} positions of {games} games, strength {s} towards {towards}, left out: \
                     {unfinished} unfinished games, {abandoned} abandoned early"
                    )
                },
            );
        }
        let programs = if self.selfplay.is_empty() { "" } else { " --selfplay FILES" };
        let prior = if self.prior.is_none() { "" } else { " --prior FILE" };
        let strength = self.strength.map_or_else(String::new, |n| format!(" --strength {n}"));
        let blend =
            if self.blend > 0.0 { format!(" --blend {}", self.blend) } else { String::new() };
        let seed = self.choose.seed;
        text + &format!("; junqi eval tune DIR{programs}{prior}{strength}{blend} --seed {seed}")
    }
}

fn positions(games: &[Taken<'_>]) -> usize {
    games.iter().map(|g| g.examples.len()).sum()
}

/// Of weights only those of the pieces, without their tasks.
fn material_alone(fitted: &ModeWeights) -> Result<ModeWeights> {
    let mut weights: EvalFeatures = fitted.features()?;
    for (number, (feature, weight)) in features().zip(&mut weights).enumerate() {
        if feature.term != "material" || number > crate::game::rules::Kind::Mine.index() {
            *weight = 0.0;
        }
    }
    Ok(ModeWeights::new(fitted.scale, &weights))
}

/// Weights with the scale that suits games best.
fn in_scale(games: &[Taken<'_>], fitted: &ModeWeights) -> Result<ModeWeights> {
    let odds = log_odds(games, fitted)?.into_iter().flatten();
    let values: Vec<_> = odds.map(|(odds, result)| (odds * fitted.scale, result)).collect();
    let scale = crate::research::learn::fit_scale(&values).unwrap_or(fitted.scale);
    Ok(ModeWeights { scale, ..fitted.clone() })
}
