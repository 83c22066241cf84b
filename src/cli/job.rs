//! Long jobs on this machine: threads, progress, files that are gone on with, Ctrl-C.

use super::reporter::Reporter;
use super::{Env, print, print_json};
use crate::base::job::{Completion, Job, JobRun};
use anyhow::{Context, Result};
use indicatif::{ProgressBar, ProgressState, ProgressStyle};
use std::fmt::Write;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::available_parallelism;

#[derive(Debug, clap::Args)]
pub(super) struct Work {
    /// Games at the same time; all cores if not given. The results do not depend on it.
    #[arg(long)]
    jobs: Option<usize>,
    /// Write records to this file, one game a line, as they finish; the same command goes on where
    /// it stopped.
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

impl Work {
    /// Does what is missing of a job, in order, and tells what came of all of it.
    pub(super) fn run(
        &self,
        env: Env,
        task: &dyn Job,
        teller: &mut dyn Reporter,
    ) -> Result<ExitCode> {
        let bar = bar("games", task.lines())?;
        let stop = interrupt()?;
        let mut fault = None;
        let mut each = |_, line: &str| {
            bar.inc(1);
            teller.line(line).unwrap_or_else(|error| {
                fault = Some(error);
                ControlFlow::Break(())
            })
        };
        let stopped = JobRun::open(task, self.out.as_deref(), &mut each).and_then(|mut run| {
            bar.reset_eta();
            run.go_on(threads(self.jobs), &stop, &mut each)
        });
        bar.finish_and_clear();
        let stopped = fault.map_or_else(|| stopped.map_err(Into::into), Err);
        let stopped = match &self.out {
            Some(path) => stopped.with_context(|| path.display().to_string())?,
            None => stopped?,
        };
        let code = match stopped {
            Completion::Asked => self::stopped(self.out.as_deref()),
            Completion::Finished => ExitCode::SUCCESS,
        };
        conclude(env, teller)?;
        Ok(code)
    }
}

/// Says that not all was played, and whether files are there to go on with.
pub(super) fn stopped(files: Option<&Path>) -> ExitCode {
    let goes_on = if files.is_some() { "; the same command goes on from here" } else { "" };
    eprintln!("stopped before all games were played{goes_on}");
    ExitCode::FAILURE
}

/// Prints what a teller has to say.
pub(super) fn conclude(env: Env, teller: &dyn Reporter) -> Result<()> {
    if env.json { print_json(&teller.json()?) } else { print(&teller.text()?) }
}

/// A bar that shows how far something is, and how fast.
pub(super) fn bar(what: &str, length: u64) -> Result<ProgressBar> {
    let template = "{bar:30} {human_pos}/{human_len} {msg}, {rate} a second, {eta} left";
    let rate = |state: &ProgressState, out: &mut dyn Write| {
        let _ = write!(out, "{:.1}", state.per_sec());
    };
    let style = ProgressStyle::with_template(template)?.with_key("rate", rate);
    Ok(ProgressBar::new(length).with_style(style).with_message(what.to_owned()))
}

/// How many threads: all cores if nobody says.
pub(super) fn threads(jobs: Option<usize>) -> usize {
    jobs.or_else(|| available_parallelism().ok().map(Into::into)).unwrap_or(1)
}

/// A flag that Ctrl-C sets; a second one ends the program at once.
pub(super) fn interrupt() -> Result<Arc<AtomicBool>> {
    let stop = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&stop);
    ctrlc::set_handler(move || {
        if flag.swap(true, Ordering::Relaxed) {
            std::process::exit(130);
        }
    })?;
    Ok(stop)
}
