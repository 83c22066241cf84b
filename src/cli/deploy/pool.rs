//! `junqi deploy pool`

use super::evaluate::{MeasureArgs, candidates};
use super::rounds::{self, Parts, Played, Rounds};
use crate::cli::{Env, Usage, job, load, print, print_json};
use crate::game::format::mode_text;
use crate::play::DeploymentSource;
use crate::tournament::Lineup;
use crate::tournament::deployments::{Halving, Matrix, report};
use anyhow::{Result, bail};
use serde_json::{Value as Json, json};
use std::path::PathBuf;
use std::process::ExitCode;

/// Play every deployment against every other and mix them so that none of them beats the mixture.
#[derive(Debug, clap::Args)]
pub(crate) struct PoolArgs {
    /// Files or folders (.txt, .jql; .jgs and .jsonl for the deployments in them), or `book`.
    #[arg(required = true)]
    sources: Vec<String>,
    #[command(flatten)]
    measure: MeasureArgs,
    /// Games of every two.
    #[arg(long, default_value_t = 40)]
    games: u64,
    /// Write games, matrix.html, matrix.json and the mixture as book.txt to this folder; the same
    /// command goes on where it stopped.
    #[arg(long, value_name = "FOLDER")]
    out: Option<PathBuf>,
    #[command(flatten)]
    parts: Parts,
}

impl PoolArgs {
    pub(super) fn run(self, env: Env) -> Result<ExitCode> {
        self.parts.check(self.out.as_deref())?;
        let (all, unlawful) = candidates(&self.sources)?;
        if all.len() < 2 {
            bail!("found {} lawful deployments, expected two at least", all.len());
        }
        let lineup = Lineup::Deployments {
            seat: self.measure.seat.clone(),
            against: DeploymentSource::Sample,
        };
        let series = self.measure.ground.series(|| Ok(DeploymentSource::Sample), lineup, env)?;
        let plan = Matrix::plan(&all, series, self.games);
        plan.check().map_err(|error| Usage(format!("--games: {error}")))?;
        let mut halving = Halving::new(&plan);
        let rounds = Rounds::new(self.out.as_deref(), self.parts.jobs, self.parts.shard)?;
        let played = rounds.play(&mut halving, "");
        rounds.bar.finish_and_clear();
        match played? {
            Played::All => {}
            Played::Shard(round, missing) => return rounds::tell(env, round, missing),
            Played::Stopped => return Ok(job::stopped(self.out.as_deref())),
        }
        let matrix = Matrix::new(all, &halving);
        let what = format!(
            "{} games of every two, {}, {}, all seats played by {}, seed {}",
            halving.fields()[0].tally.games,
            mode_text(plan.series.rules.mode),
            plan.series.visibility,
            self.measure.seat,
            plan.series.seed
        );
        let json = as_json(&matrix, &what, &unlawful);
        if let Some(folder) = &self.out {
            load::write(&folder.join("book.txt"), report::book(&matrix, &what).as_bytes())?;
            load::write(&folder.join("matrix.html"), report::matrix(&matrix, &what).as_bytes())?;
            load::write(&folder.join("matrix.json"), load::json_lines(&json)?.as_bytes())?;
        }
        if env.json {
            print_json(&json)?;
        } else {
            print(&report::mixture(&matrix, &what))?;
        }
        Ok(ExitCode::SUCCESS)
    }
}

fn as_json(matrix: &Matrix, what: &str, unlawful: &[Json]) -> Json {
    json!({
        "what": what,
        "deployments": matrix.rows(),
        "exploitability": matrix.mixed.exploitability,
        "pairs": matrix.pairs,
        "unlawful": unlawful,
    })
}
