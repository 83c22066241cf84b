//! `junqi eval score`

use super::measure::{calibration, series, table};
use crate::cli::env::Env;
use crate::cli::load;
use anyhow::{Result, ensure};
use junqi_core::engine::data;
use junqi_core::game::draw::{self, DotSeries};
use junqi_core::game::rules::Mode;
use junqi_lab::research::learn::{MeasuredWeights, Omitted, Quality, Sampling, log_odds};
use serde::Serialize;
use std::path::PathBuf;
use std::process::ExitCode;

#[derive(Debug, clap::Args)]
pub(in crate::cli) struct Args {
    /// Recorded games: .jgs replays, records (.jsonl), or folders of them.
    #[arg(required = true)]
    paths: Vec<PathBuf>,
    /// Weights file to score instead of the built-in `tuned` weights (core/data/weights/evaluation.json).
    #[arg(long, value_name = "FILE")]
    weights: Option<PathBuf>,
    /// Write a calibration plot (predicted against observed score) to this SVG file.
    #[arg(long, value_name = "FILE")]
    svg: Option<load::Output>,
    #[command(flatten)]
    choose: Sampling,
}

#[derive(Debug, Serialize)]
struct Report {
    games: usize,
    left_out: Omitted,
    /// By number of players.
    modes: Vec<MeasuredWeights>,
}

impl Args {
    pub(in crate::cli) fn run(self, env: Env) -> Result<ExitCode> {
        let report = self.report(env)?;
        if let Some(path) = &self.svg {
            let all: Vec<DotSeries> = report.modes.iter().map(series).collect();
            load::write_picture(path, &draw::calibration("winning", &all))?;
        }
        env.show(&report, || report.text())?;
        Ok(ExitCode::SUCCESS)
    }

    fn report(&self, env: Env) -> Result<Report> {
        let games = load::whole_games(&self.paths, env)?;
        ensure!(!games.is_empty(), "no games in the given files");
        let weights = load::weights(self.weights.as_deref(), data::weights)?;
        let mut left_out = Omitted::default();
        let mut modes = vec![];
        for mode in Mode::ALL {
            let (taken, omitted) = self.choose.take(&games, mode)?;
            left_out += omitted;
            if let Some(quality) = Quality::of(&log_odds(&taken, weights.of(mode))?) {
                modes.push(MeasuredWeights { with: mode.name().into(), quality });
            }
        }
        ensure!(!modes.is_empty(), "no positions to score in these games");
        Ok(Report { games: games.len(), left_out, modes })
    }
}

impl Report {
    fn text(&self) -> String {
        let Omitted { unfinished, abandoned } = self.left_out;
        let mut text = format!(
            "{} games; excluded: {unfinished} unfinished, {abandoned} abandoned early\n\n",
            self.games
        );
        text += &table(&self.modes);
        for MeasuredWeights { with, quality } in &self.modes {
            let Quality { games, positions, calibration: bins, .. } = quality;
            text += &format!("\n{with}: {positions} positions of {games} games\n");
            text += &calibration(bins);
        }
        text
    }
}
