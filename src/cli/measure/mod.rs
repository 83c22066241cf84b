//! `junqi measure`

mod columns;
mod table;

use super::job::{interrupt, threads};
use super::series::mode;
use super::{Env, Usage, load, print, print_json};
use crate::base::job::{Completion, ordered};
use crate::engine::data;
use crate::game::belief::Visibility;
use crate::game::format::mode_text;
use crate::game::rules::{Mode, Rules};
use crate::play::SeatSpec;
use crate::research::measure::{Bucket, GameMeasures, MeasureReport, Measuring, PhaseMeasures};
use anyhow::{Result, bail};
use columns::MeasureColumn;
use indicatif::{ProgressBar, ProgressStyle};
use serde::Serialize;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Recorded games: .jgs replays, records (.jsonl), or folders of them.
    paths: Vec<PathBuf>,
    /// Play games between copies of a seat (name, name:key=value,key=value or FILE.toml:NAME) and
    /// measure them; may be given several times.
    #[arg(long, value_name = "SEAT", value_parser = load::seat)]
    play: Vec<SeatSpec>,
    /// Games to play for each --play and mode.
    #[arg(long, default_value_t = 20, value_parser = clap::value_parser!(u64).range(1..))]
    games: u64,
    /// Recorded games to draw of each mode; all of them if not given.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    sample: Option<u64>,
    /// 2v2, 1v1 or both with a comma between.
    #[arg(long, value_parser = mode, value_delimiter = ',', default_value = "2v2,1v1")]
    mode: Vec<Mode>,
    /// Whose pieces a seat knows, in games that are played and in what is measured.
    #[arg(long, value_enum, default_value = "four-dark")]
    visibility: Visibility,
    /// What deployments a seat expects: `uniform`, `human` (with what conduct says), or a file that
    /// `belief fit` wrote.
    #[arg(long, default_value = "uniform")]
    prior: String,
    /// The rules of games that are played.
    #[arg(long, default_value = "default")]
    rules: Rules,
    /// Deployments of games that are played: a file or folder, `book`, or `sample`.
    #[arg(long, default_value = "book")]
    deployments: String,
    /// Of so many plies in a row one is looked at closely.
    #[arg(long, default_value_t = 20, value_parser = clap::value_parser!(u32).range(1..))]
    every: u32,
    /// Worlds to sample at such a position.
    #[arg(long, default_value_t = 4, value_parser = clap::value_parser!(u32).range(1..=1000))]
    worlds: u32,
    /// Random moves from there to the leaves.
    #[arg(long, default_value_t = 4, value_parser = clap::value_parser!(u32).range(..=1000))]
    walk: u32,
    /// Plies of the search for the best move in each world.
    #[arg(long, default_value_t = 2, value_parser = clap::value_parser!(u32).range(1..=8))]
    depth: u32,
    /// Plies of quiescence at most.
    #[arg(long, default_value_t = 4, value_parser = clap::value_parser!(u32).range(..=16))]
    quiet: u32,
    /// Leaves are drawn while 2 p - 1 of winning is within this of 0.
    #[arg(long, default_value_t = 0.1)]
    margin: f64,
    /// The seed of everything: games, positions, worlds, walks.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Games at the same time; all cores if not given. The results do not depend on it.
    #[arg(long)]
    jobs: Option<usize>,
}

/// What is printed as JSON.
#[derive(Debug, Serialize)]
struct MeasureOutput<'a> {
    seed: u64,
    visibility: Visibility,
    prior: &'a str,
    every: u32,
    worlds: u32,
    walk: u32,
    depth: u32,
    quiet: u32,
    margin: f64,
    reports: Vec<Shown>,
}

/// One source of games in one mode.
#[derive(Debug, Serialize)]
struct Shown {
    source: String,
    mode: &'static str,
    games: usize,
    positions: u64,
    length: Option<crate::research::experiments::Estimate>,
    phases: Vec<PhaseMeasures>,
    plies: Vec<Bucket>,
}

impl Shown {
    fn new(column: &MeasureColumn, report: &MeasureReport) -> Self {
        Self {
            source: column.source.clone(),
            mode: mode_text(column.mode),
            games: report.games(),
            positions: report.positions(),
            length: report.length(),
            phases: report.parts(),
            plies: report.plies(),
        }
    }
}

impl Args {
    pub(super) fn run(self, env: Env) -> Result<ExitCode> {
        if !(0.0..1.0).contains(&self.margin) {
            bail!(Usage(format!("--margin: found {}, expected 0 to less than 1", self.margin)));
        }
        let measuring = self.measuring()?;
        let columns = self.columns(env)?;
        let (reports, stopped) = self.measure(&measuring, &columns)?;
        let shown = columns.iter().zip(&reports).map(|(c, report)| Shown::new(c, report)).collect();
        if env.json {
            print_json(&self.told(shown))?;
        } else {
            print(&table::text(&self.told(shown)))?;
        }
        Ok(if stopped == Completion::Asked { ExitCode::FAILURE } else { ExitCode::SUCCESS })
    }

    fn told(&self, reports: Vec<Shown>) -> MeasureOutput<'_> {
        let Self { seed, visibility, every, worlds, walk, depth, quiet, margin, .. } = *self;
        let prior = &self.prior;
        MeasureOutput {
            seed,
            visibility,
            prior,
            every,
            worlds,
            walk,
            depth,
            quiet,
            margin,
            reports,
        }
    }

    fn measuring(&self) -> Result<Measuring> {
        let name = if self.prior == "human" { "learned" } else { &self.prior };
        let (prior, habits) = load::expectation(name, true)?;
        let Self { seed, visibility, every, worlds, walk, depth, quiet, margin, .. } = *self;
        let weights = Arc::new(data::weights());
        Ok(Measuring {
            visibility,
            prior,
            habits,
            every,
            worlds,
            walk,
            depth,
            quiet,
            margin,
            weights,
            seed,
        })
    }

    /// Measures all games of all columns, in their order for any number of threads.
    fn measure(
        &self,
        measuring: &Measuring,
        columns: &[MeasureColumn],
    ) -> Result<(Vec<MeasureReport>, Completion)> {
        let all: Vec<(usize, u64)> = (0..)
            .zip(columns)
            .flat_map(|(at, column)| (0..column.games()).map(move |number| (at, number)))
            .collect();
        let mut reports = vec![MeasureReport::default(); columns.len()];
        let style = ProgressStyle::with_template("{bar:30} {human_pos}/{human_len} games, {eta}")?;
        let bar = ProgressBar::new(all.len() as u64).with_style(style);
        let stop = interrupt()?;
        let work = |job: u64| -> Result<GameMeasures> {
            let (at, number) = all[job as usize];
            columns[at].measure(measuring, number, &stop)
        };
        let jobs = threads(self.jobs);
        let stopped = ordered(jobs, 0..all.len() as u64, &stop, work, |job, measured| {
            reports[all[job as usize].0].add(measured?);
            bar.inc(1);
            Ok::<_, anyhow::Error>(())
        })?;
        bar.finish_and_clear();
        if stopped == Completion::Asked {
            eprintln!("stopped before all games were measured");
        }
        Ok((reports, stopped))
    }
}
