//! `junqi run`

use super::source::ManifestSource;
use crate::cli::env::{Env, print, print_json};
use crate::cli::job::{bar, threads};
use crate::cli::signals::interrupt;
use anyhow::Result;
use junqi_lab::shards::{RunEvent, RunOptions, Shard, run};
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::process::ExitCode;

#[derive(Debug, clap::Args)]
pub(crate) struct RunArgs {
    #[command(flatten)]
    source: ManifestSource,
    /// Run only this shard, i of N, counted from 0 (0/8 to 7/8 of eight); may be repeated [default: all
    /// missing shards; of a match with --sprt, only until the test is decided].
    #[arg(long, value_name = "i/N")]
    shard: Vec<Shard>,
    /// Number of games or trees run in parallel [default: number of CPU threads]. Does not affect the
    /// results, unless a player plays by the clock: then use 1.
    #[arg(long)]
    jobs: Option<NonZeroUsize>,
    /// Recompute the existing shards and compare them byte by byte.
    #[arg(long)]
    verify: bool,
}

impl RunArgs {
    pub(crate) fn run(self, env: Env) -> Result<ExitCode> {
        let manifest = self.source.read()?;
        let shards = self.source.shards(&manifest);
        let stop = interrupt();
        let options = RunOptions {
            chosen: &self.shard,
            verify: self.verify,
            threads: threads(self.jobs),
            stop,
        };
        let mut report = Report { env, bar: None, fault: None };
        let outcomes = run(&manifest, &shards, &options, &mut |event| report.event(&event))?;
        if let Some(error) = report.fault {
            return Err(error);
        }
        if env.json {
            print_json(&outcomes)?;
        }
        let fine = outcomes.iter().all(|outcome| outcome.state.is_fine());
        Ok(if fine { ExitCode::SUCCESS } else { ExitCode::FAILURE })
    }
}

/// Shows the progress of a run: a bar per shard, and a line of text per outcome.
struct Report {
    env: Env,
    bar: Option<indicatif::ProgressBar>,
    /// Why nothing more can be shown.
    fault: Option<anyhow::Error>,
}

impl Report {
    fn event(&mut self, event: &RunEvent<'_>) -> ControlFlow<()> {
        match self.show(event) {
            Ok(()) => ControlFlow::Continue(()),
            Err(error) => {
                self.fault = Some(error);
                ControlFlow::Break(())
            }
        }
    }

    fn show(&mut self, event: &RunEvent<'_>) -> Result<()> {
        match event {
            RunEvent::Begin(shard, lines) => {
                self.bar = Some(bar(&format!("lines of shard {shard}"), *lines)?);
            }
            RunEvent::Line => {
                if let Some(bar) = &self.bar {
                    bar.inc(1);
                }
            }
            RunEvent::End => {
                if let Some(bar) = self.bar.take() {
                    bar.finish_and_clear();
                }
            }
            RunEvent::Outcome(outcome) if !self.env.json => {
                let detail = outcome.detail.as_ref().map_or(String::new(), |d| format!(": {d}"));
                print(&format!("shard {}: {}{detail}\n", outcome.shard, outcome.state))?;
            }
            RunEvent::Decided if !self.env.json => {
                print("the sequential test is decided; no other shard is needed\n")?;
            }
            RunEvent::Outcome(_) | RunEvent::Decided => {}
        }
        Ok(())
    }
}
