//! Long jobs on this machine: threads, progress bar, resumable output files.

use super::env::Env;
use super::load;
use super::note::note;
use super::reporter::{Reporter, print_summary};
use super::signals::interrupt;
use anyhow::{Context, Result};
use indicatif::{ProgressBar, ProgressState, ProgressStyle};
use junqi_core::base::job::{Completion, DoneLine, Job, JobRun};
use junqi_lab::tournament::Failures;
use std::fmt::Write;
use std::num::NonZeroUsize;
use std::path::Path;
use std::process::ExitCode;
use std::thread::available_parallelism;

#[derive(Debug, clap::Args)]
pub(super) struct JobOptions {
    /// Number of games played in parallel [default: number of CPU threads]. Does not affect the results, unless an
    /// player plays by the clock: then use 1.
    #[arg(long)]
    jobs: Option<NonZeroUsize>,
    /// Write the record of each finished game to this JSON Lines file; the same command resumes an
    /// interrupted file.
    #[arg(long, value_name = "FILE")]
    out: Option<load::Output>,
}

impl JobOptions {
    /// Whether the games are written to a file.
    pub(super) fn is_recorded(&self) -> bool {
        self.out.is_some()
    }

    /// Runs the missing part of a job in order, then prints the summary of the whole job. Stops after failures
    /// in a row.
    pub(super) fn run(
        &self,
        env: Env,
        job: &dyn Job,
        reporter: &mut dyn Reporter,
    ) -> Result<ExitCode> {
        let left = if reporter.ends_by_itself() { "" } else { REMAINING };
        let bar = bar_with("games", job.lines(), left)?;
        let stop = interrupt();
        let mut each = |line: DoneLine<'_>| {
            let next = reporter.line(line.text)?;
            if !bar.is_hidden() {
                bar.set_message(format!("games{}", reporter.progress()));
            }
            bar.inc(1);
            reporter.failures().map_or(Ok(()), |failures| failures.check_after(line))?;
            Ok(next)
        };
        let stopped = JobRun::open(job, self.out.as_deref(), &mut each).and_then(|mut run| {
            bar.reset_eta();
            run.go_on(threads(self.jobs), stop, &mut each)
        });
        bar.finish_and_clear();
        let stopped = match &self.out {
            Some(path) => stopped.with_context(|| path.display().to_string())?,
            None => stopped?,
        };
        let code = match stopped {
            Completion::Stopped => self::stopped(self.out.as_deref()),
            Completion::Finished => ExitCode::SUCCESS,
        };
        print_summary(env, reporter)?;
        let failed = reporter.failures().is_some_and(Failures::is_every_game);
        Ok(if failed { ExitCode::FAILURE } else { code })
    }
}

/// Reports an interrupted run and whether the same command can resume it.
pub(super) fn stopped(files: Option<&Path>) -> ExitCode {
    let resume = if files.is_some() { "; run the same command again to resume" } else { "" };
    note(format_args!("interrupted before all games were played{resume}"));
    ExitCode::FAILURE
}

/// The remaining time in a progress bar.
const REMAINING: &str = ", {eta} left";

/// A progress bar with count, rate per second and remaining time.
pub(super) fn bar(unit: &str, length: u64) -> Result<ProgressBar> {
    bar_with(unit, length, REMAINING)
}

fn bar_with(unit: &str, length: u64, left: &str) -> Result<ProgressBar> {
    let template =
        format!("{{bar:30}} {{human_pos}}/{{human_len}} {{msg}}, {{rate}} per second{left}");
    let rate = |state: &ProgressState, out: &mut dyn Write| {
        let _ = write!(out, "{:.1}", state.per_sec());
    };
    let style = ProgressStyle::with_template(&template)?.with_key("rate", rate);
    Ok(ProgressBar::new(length).with_style(style).with_message(unit.to_owned()))
}

/// The number of threads: as given, or that of the machine.
pub(super) fn threads(jobs: Option<NonZeroUsize>) -> usize {
    jobs.or_else(|| available_parallelism().ok()).map_or(1, Into::into)
}
