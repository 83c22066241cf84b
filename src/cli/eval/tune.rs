//! `junqi eval tune`

use super::measure::{calibration, table};
use crate::cli::env::{Env, print};
use crate::cli::load;
use crate::cli::note::note;
use crate::cli::values::{fraction, fraction_below_one, positive_number};
use anyhow::{Result, ensure};
use junqi_core::base::text::pretty_json;
use junqi_core::engine::data;
use junqi_core::engine::eval::Weights;
use junqi_lab::research::learn::{ModeTuning, Omitted, Sampling, Tried, TunedMode, Tuning};
use serde::Serialize;
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

/// The printed results.
#[derive(Debug, Serialize)]
struct Report {
    games: usize,
    selfplay: usize,
    modes: [TunedMode; 2],
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
        let engine_games = load::whole_games(&self.selfplay, env)?;
        let prior = load::weights(self.prior.as_deref(), data::hand_weights)?;
        let tuning = ModeTuning {
            recorded: &recorded,
            engine_games: &engine_games,
            prior: &prior,
            sampling: self.learned(),
            tuning: self.tuning(),
            hold_out: self.measure.then_some(self.hold_out),
        };
        let modes = tuning.run()?;
        for TunedMode { mode, .. } in modes.iter().filter(|of| of.undivided) {
            note(format_args!(
                "{mode}: nothing is measured: games that share a deployment stay together, and no such group \
                 is a part of the games as small as --hold-out"
            ));
        }
        ensure!(
            modes.iter().any(|of| of.positions > 0),
            "no positions to learn from: none from ply {} on in finished games",
            self.choose.from
        );
        let [four, two] = modes.each_ref().map(|of| of.fitted.clone());
        let report = Report { games: recorded.len(), selfplay: engine_games.len(), modes };
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

    fn method(&self, report: &Report) -> String {
        let tuning = self.tuning();
        let mut text = format!("{:?}; {tuning:?}", self.learned());
        for TunedMode { mode, games, positions, strength, left_out, towards, .. } in &report.modes {
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
        let engine_games = if self.selfplay.is_empty() { "" } else { " --selfplay FILES" };
        let prior = if self.prior.is_none() { "" } else { " --prior FILE" };
        let strength = self.strength.map_or_else(String::new, |n| format!(" --strength {n}"));
        let blend =
            if self.blend > 0.0 { format!(" --blend {}", self.blend) } else { String::new() };
        let seed = self.choose.seed;
        text + &format!("; junqi eval tune DIR{engine_games}{prior}{strength}{blend} --seed {seed}")
    }
}

impl Report {
    fn text(&self) -> String {
        let mut text = format!("{} recorded games, {} engine games\n", self.games, self.selfplay);
        for of in &self.modes {
            text += &mode_text(of);
        }
        text
    }
}

fn mode_text(of: &TunedMode) -> String {
    let TunedMode { mode, games, positions, scale, left_out, .. } = of;
    let Omitted { unfinished, abandoned } = left_out;
    let mut text = format!(
        "\n{mode}: {positions} positions of {games} games; excluded: {unfinished} unfinished, \
         {abandoned} abandoned early\n"
    );
    for Tried { strength, log_loss, worse, error } in &of.tried {
        text += &format!(
            "  strength {strength:>6}: {log_loss:.4} bits in cross-validation, \
             {worse:.4} ± {error:.4} above the best\n"
        );
    }
    if let Some(strength) = of.strength {
        let towards = of.towards;
        text += &format!("  chosen {strength} towards {towards}, scale {scale}\n");
    }
    for names in &of.tied {
        text += &format!("  tied: {}\n", names.join(", "));
    }
    if !of.dropped.is_empty() {
        text += &format!(
            "  dropped, because of their sign or because they weigh nothing in the prior: {}\n",
            of.dropped.join(", ")
        );
    }
    if !of.measured.is_empty() {
        text += &format!("held out:\n{}", table(&of.measured));
    }
    let tuned = of.measured.iter().find(|m| m.with == "tuned to the others");
    text + &tuned.map_or_else(String::new, |m| calibration(&m.quality.calibration))
}
