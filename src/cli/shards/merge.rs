//! `junqi merge`

use super::source::{ManifestSource, beside};
use crate::cli::env::{Env, print_json};
use crate::cli::eval::LabelReporter;
use crate::cli::experiment::ExperimentReporter;
use crate::cli::ladder::LadderReporter;
use crate::cli::load::Output;
use crate::cli::matches::MatchReporter;
use crate::cli::reporter::{Reporter, print_summary};
use crate::cli::selfplay::SelfplayReporter;
use anyhow::{Result, bail};
use junqi_lab::research::learn::SpsaTally;
use junqi_lab::shards::{JobSpec, merge};
use junqi_lab::tournament::Failures;
use std::path::Path;
use std::process::ExitCode;

#[derive(Debug, clap::Args)]
pub(crate) struct MergeArgs {
    #[command(flatten)]
    source: ManifestSource,
    /// Output file [default: JOB.jsonl in the folder of JOB.manifest.json].
    #[arg(long, value_name = "FILE")]
    out: Option<Output>,
}

impl MergeArgs {
    pub(crate) fn run(self, env: Env) -> Result<ExitCode> {
        let manifest = self.source.read()?;
        let shards = self.source.shards(&manifest);
        let beside = || beside(&self.source.manifest, ".jsonl");
        let out = self.out.as_deref().map_or_else(beside, Path::to_owned);
        let mut reporter = reporter(manifest.job());
        let gaps = merge(&shards, &out, &mut |line| Ok(reporter.line(line)?))?;
        if gaps.is_empty() {
            print_summary(env, &*reporter)?;
            let failed = reporter.failures().is_some_and(Failures::is_every_game);
            return Ok(if failed { ExitCode::FAILURE } else { ExitCode::SUCCESS });
        }
        if env.json {
            print_json(&gaps)?;
            return Ok(ExitCode::FAILURE);
        }
        bail!("{}: not all of the {} shards are there{gaps}", shards.folder.display(), shards.of);
    }
}

/// The reporter of a job: the summary that its own command prints.
fn reporter(job: &JobSpec) -> Box<dyn Reporter + '_> {
    match job {
        JobSpec::Selfplay(games) => Box::new(SelfplayReporter::new(games)),
        JobSpec::Match { sides, games, sprt } => Box::new(MatchReporter::new(sides, games, *sprt)),
        JobSpec::Ladder(plan) => Box::new(LadderReporter::new(plan)),
        JobSpec::Experiment(ready) => Box::new(ExperimentReporter::new(ready)),
        JobSpec::Labels(_) => Box::new(LabelReporter::new(None)),
        JobSpec::Spsa(plan) => Box::new(SpsaTally::new(plan)),
    }
}
