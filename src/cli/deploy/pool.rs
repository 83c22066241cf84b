//! `junqi deploy pool`

use super::evaluate::{MeasureArgs, candidates};
use super::rounds::{ShardOptions, print_shard};
use crate::cli::env::{Env, Usage};
use crate::cli::note::note;
use crate::cli::{job, load};
use anyhow::{Result, bail};
use junqi_core::base::text::pretty_json;
use junqi_core::play::DeploymentSource;
use junqi_lab::tournament::Lineup;
use junqi_lab::tournament::deployments::report::UnlawfulDeployment;
use junqi_lab::tournament::deployments::{Halving, Matrix, RoundsOutcome};
use serde_json::{Value as Json, json};
use std::process::ExitCode;

/// The file of the mixture.
const BOOK: &str = "book.txt";

/// Play every deployment against every other and compute the mixture that none of them beats.
#[derive(Debug, clap::Args)]
pub(crate) struct PoolArgs {
    /// Deployments: files or folders (.txt, .jql; .jgs and .jsonl for the deployments in them), or
    /// the built-in `book`, `strong`, `mixed-1v1` or `mixed-2v2`.
    #[arg(required = true)]
    sources: Vec<load::Source>,
    #[command(flatten)]
    measure: MeasureArgs,
    /// Number of games per pair of deployments.
    #[arg(long, default_value_t = 40)]
    games: u64,
    /// Write the games, matrix.html, matrix.json and the mixture as book.txt to this folder; the same
    /// command resumes an interrupted run.
    #[arg(long, value_name = "FOLDER")]
    out: Option<load::Output>,
    #[command(flatten)]
    parts: ShardOptions,
}

impl PoolArgs {
    pub(super) fn run(self, env: Env) -> Result<ExitCode> {
        self.parts.check(self.out.as_deref())?;
        if let Some(folder) = &self.out {
            env.files.check_output(&folder.join(BOOK))?;
        }
        let (all, unlawful) = candidates(&self.sources, env)?;
        if all.len() < 2 {
            bail!("{} lawful deployments are too few: a pool needs at least two", all.len());
        }
        let lineup = Lineup::Deployments {
            seat: self.measure.seat.clone(),
            against: DeploymentSource::Sample,
        };
        let series = self.measure.terms.series(|| Ok(DeploymentSource::Sample), lineup, env)?;
        let plan = Matrix::plan(&all, series, self.games);
        plan.check().map_err(|error| Usage(format!("--games: {error}")))?;
        let mut halving = Halving::new(&plan);
        let outcome = self.parts.play(self.out.as_deref(), |player| player.play(&mut halving, ""));
        match outcome?? {
            RoundsOutcome::Finished => {}
            RoundsOutcome::Shard { round, missing } => return print_shard(env, round, missing),
            RoundsOutcome::Stopped => return Ok(job::stopped(self.out.as_deref())),
        }
        let matrix = Matrix::new(all, &halving);
        let conditions = format!(
            "{} games of every two, {}, {}, all seats played by {}, seed {}",
            halving.fields()[0].tally.games,
            plan.series.rules.mode.name(),
            plan.series.visibility,
            self.measure.seat,
            plan.series.seed
        );
        let json = as_json(&matrix, &conditions, &unlawful);
        if let Some(folder) = &self.out {
            let files = [
                (BOOK, matrix.book(&conditions)),
                ("matrix.html", matrix.html(&conditions)),
                ("matrix.json", pretty_json(&json)?),
            ];
            load::write_all(env, folder, &files)?;
        }
        env.show(&json, || matrix.table(&conditions))?;
        for unlawful in &unlawful {
            note(unlawful);
        }
        note(halving.failures());
        let failed = !unlawful.is_empty() || halving.failures().is_every_game();
        Ok(ExitCode::from(u8::from(failed)))
    }
}

fn as_json(matrix: &Matrix, conditions: &str, unlawful: &[UnlawfulDeployment]) -> Json {
    json!({
        "what": conditions,
        "deployments": matrix.rows(),
        "exploitability": matrix.mixed.exploitability,
        "pairs": matrix.pairs,
        "unlawful": unlawful,
    })
}
