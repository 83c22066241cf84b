//! `junqi eval label`

use crate::cli::env::{Env, Usage};
use crate::cli::job::JobOptions;
use crate::cli::reporter::Reporter;
use crate::cli::values::mode;
use anyhow::Result;
use junqi_core::engine::eval::is_decided;
use junqi_core::game::format::GameRecord;
use junqi_core::game::rules::Mode;
use junqi_lab::research::learn::{LabelPlan, LabelSettings};
use junqi_lab::shards::JobSpec;
use serde::Serialize;
use serde_json::{Value as Json, json};
use std::ops::ControlFlow;
use std::process::ExitCode;

#[derive(Debug, clap::Args)]
pub(in crate::cli) struct Args {
    /// Game mode: 2v2 or 1v1.
    #[arg(long, value_parser = mode)]
    mode: Mode,
    /// End after the game that reaches this number of labelled positions.
    #[arg(long, value_name = "N")]
    positions: Option<u64>,
    /// Number of games [default: 100; with --positions, as many as it takes].
    #[arg(long)]
    games: Option<u64>,
    /// Number of the first game. Ranges of games can be made on different machines and used together.
    #[arg(long, default_value_t = 0)]
    first: u64,
    /// Random seed; with the number of a game it determines the game and its labels.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Depth of the search whose value is the label, in plies.
    #[arg(long, default_value_t = LabelSettings::default().depth)]
    depth: u32,
    /// Limit of the quiescence search beyond that depth, in plies.
    #[arg(long, default_value_t = LabelSettings::default().quiescence)]
    quiescence: u32,
    /// Label only positions whose static value changes by at most this in quiescence search, in
    /// centi-pieces.
    #[arg(long, default_value_t = LabelSettings::default().margin)]
    margin: u32,
    #[command(flatten)]
    work: JobOptions,
}

/// The default number of games.
const GAMES: u64 = 100;

impl Args {
    pub(in crate::cli) fn run(self, env: Env) -> Result<ExitCode> {
        let plan = self.plan();
        plan.check().map_err(|error| Usage(error.to_string()))?;
        self.work.run(env, &plan, &mut LabelReporter::new(self.positions))
    }

    /// The job that the arguments describe.
    pub(in crate::cli) fn job(&self) -> Result<JobSpec> {
        anyhow::ensure!(
            self.positions.is_none(),
            "positions: a job in shards has a number of `games` instead"
        );
        Ok(JobSpec::Labels(self.plan()))
    }

    fn plan(&self) -> LabelPlan {
        let Self { mode, seed, first, depth, quiescence, margin, .. } = *self;
        let games = self.games.or(self.positions.map(LabelPlan::games_for)).unwrap_or(GAMES);
        LabelPlan {
            mode,
            seed,
            first,
            games,
            settings: LabelSettings { depth, quiescence, margin },
        }
    }
}

/// Counts labelled positions.
#[derive(Debug, Default, Serialize)]
pub(in crate::cli) struct LabelReporter {
    games: u64,
    positions: u64,
    /// Positions whose search sees the end of the game.
    decided: u64,
    plies: u64,
    /// Sum of the absolute labels of the others, in centi-pieces.
    #[serde(skip)]
    sum: u64,
    #[serde(skip)]
    enough: Option<u64>,
}

impl LabelReporter {
    /// A reporter that ends the job after so many positions.
    pub(in crate::cli) fn new(enough: Option<u64>) -> Self {
        Self { enough, ..Self::default() }
    }

    /// Mean absolute label, in centi-pieces.
    fn mean(&self) -> f64 {
        self.sum as f64 / (self.positions - self.decided).max(1) as f64
    }
}

impl Reporter for LabelReporter {
    fn line(&mut self, line: &str) -> Result<ControlFlow<()>> {
        let record = GameRecord::read(line)?;
        self.games += 1;
        self.plies += u64::from(record.plies);
        for label in record.read_values()?.into_iter().flatten().flatten() {
            self.positions += 1;
            if is_decided(label) {
                self.decided += 1;
            } else {
                self.sum += label.unsigned_abs();
            }
        }
        let enough = self.enough.is_some_and(|enough| self.positions >= enough);
        Ok(if enough { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
    }

    fn text(&self) -> Result<String> {
        let Self { games, positions, decided, plies, .. } = self;
        let mean = self.mean();
        Ok(format!(
            "{positions} labelled positions of {games} games of {plies} plies\n\
             {decided} of them decided; the others have labels of {mean:.0} centi-pieces on average\n"
        ))
    }

    fn json(&self) -> Result<Json> {
        Ok(json!({ "summary": self, "mean": self.mean() }))
    }
}
