//! `junqi experiment run`

use super::folder::Chosen;
use crate::base::job::Completion;
use crate::cli::env::{Env, Usage, print, print_json};
use crate::cli::job::{interrupt, threads};
use crate::cli::load;
use crate::game::board::Board;
use crate::game::format::SavedPosition;
use crate::research::experiments::{ExperimentRun, Heap};
use crate::research::experiments::{ExperimentSpec, PositionSet};
use crate::research::verify::files_below;
use crate::shards::JobSpec;
use anyhow::{Context, Result, ensure};
use indicatif::{ProgressBar, ProgressStyle};
use serde_json::json;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::atomic::AtomicBool;

#[derive(Debug, clap::Args)]
pub(in crate::cli) struct RunArgs {
    #[command(flatten)]
    chosen: Chosen,
    /// Maximum number of trees, positions or game units of each kind [default: that of the experiment].
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..))]
    seeds: Option<u64>,
    /// Go on with more problems, up to all positions there are or 20000 trees, until each claimed ratio is
    /// decided or its 95 % interval reaches at most so far to either side, as a logarithm: 0.03 is 3 %.
    #[arg(long, value_name = "HALF", conflicts_with = "times", value_parser = half)]
    until: Option<f64>,
    /// Random seed of the trees and of randomized algorithms.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Folder of positions (written by `experiment positions`) to search instead of the built-in ones.
    #[arg(long, value_name = "DIR")]
    positions: Option<PathBuf>,
    /// Number of trees searched in parallel [default: number of CPU threads]. Does not affect the results.
    #[arg(long)]
    jobs: Option<usize>,
    /// Afterwards measure the time of every search, one at a time, and write it to NAME.times.jsonl.
    #[arg(long)]
    times: bool,
}

impl RunArgs {
    /// Refuses positions for experiments that have none.
    fn check<'a>(&self, mut names: impl Iterator<Item = &'a str>) -> Result<()> {
        let searched = |name: &str| name.starts_with("game-") && name != "game-play";
        if self.positions.is_some() && !names.any(searched) {
            let name = &self.chosen.name;
            let fault = format!("--positions: the experiment {name} searches no positions");
            return Err(Usage(fault + "; only those that begin with game- do").into());
        }
        Ok(())
    }

    /// The job that the arguments describe, for a single experiment.
    pub(in crate::cli) fn job(&self, env: Env) -> Result<JobSpec> {
        self.check([self.chosen.name.as_str()].into_iter())?;
        let read = |file: &PathBuf| -> Result<(String, String)> {
            let name = file.file_stem().map(|stem| stem.to_string_lossy().into_owned());
            Ok((name.unwrap_or_default(), load::text(file)?))
        };
        let positions = match &self.positions {
            None => None,
            Some(folder) => {
                // The manifest has no place for a board.
                if env.board.text() != Board::siguo().text() {
                    let fault = "--board: a job with --positions needs the standard board";
                    return Err(Usage(fault.into()).into());
                }
                scenes(folder, env.board)?;
                Some(files_below(folder, &["txt"])?.iter().map(read).collect::<Result<Vec<_>>>()?)
            }
        };
        let Self { seed, seeds, .. } = *self;
        let order = ExperimentSpec { name: self.chosen.name.clone(), seed, seeds, positions };
        Ok(JobSpec::Experiment(order.try_into().map_err(Usage)?))
    }

    pub(super) fn run(self, env: Env) -> Result<ExitCode> {
        let positions = match &self.positions {
            Some(folder) => scenes(folder, env.board)?,
            None => PositionSet::embedded(),
        };
        let plans = self.chosen.plans(&positions)?;
        self.check(plans.iter().map(|plan| plan.name))?;
        let folder = &self.chosen.folder;
        fs::create_dir_all(&folder.out).with_context(|| folder.out.display().to_string())?;
        let stop = interrupt()?;
        let mut finished = vec![];
        for plan in &plans {
            let seeds = self.seeds.unwrap_or(plan.seeds);
            let mut job = ExperimentRun { plan, seed: self.seed, seeds };
            let path = folder.file(plan.name, "jsonl");
            let jobs = threads(self.jobs);
            loop {
                if with_bar(&job, plan.name, &path, |each| job.run(&path, jobs, &stop, each))? {
                    return Ok(stopped());
                }
                match self.more(&job)? {
                    Some(seeds) => job.seeds = seeds,
                    None => break,
                }
            }
            finished.push((plan.name, job.runs()));
            if self.times && self.time(&job, &stop)? {
                return Ok(stopped());
            }
        }
        if env.json {
            let json =
                finished.iter().map(|(name, runs)| json!({ "experiment": name, "runs": runs }));
            print_json(&json.collect::<Vec<_>>())?;
        } else {
            let line = |(name, runs): &(&str, u64)| format!("{name}: {runs} runs\n");
            print(&finished.iter().map(line).collect::<String>())?;
        }
        Ok(ExitCode::SUCCESS)
    }

    /// The number of problems of each kind to go on to, with `--until`; none if there are enough.
    fn more(&self, job: &ExperimentRun<'_>) -> Result<Option<u64>> {
        let Some(half) = self.until else { return Ok(None) };
        let results = self.chosen.folder.read(job.plan)?;
        let judged = job.plan.figures.iter().flat_map(|figure| figure.judge(&results));
        let open = judged.flat_map(|judged| judged.findings);
        let needed = open.filter_map(|finding| finding.pairs_needed(half)).max();
        let most = job.plan.points.iter().map(|point| point.subjects().unwrap_or(MOST_TREES)).max();
        let most = most.unwrap_or(0);
        Ok(needed.filter(|_| job.seeds < most).map(|needed| {
            let name = job.plan.name;
            eprintln!(
                "{name}: {} problems of each kind leave a claim open; {needed} may decide it",
                job.seeds
            );
            needed.clamp(job.seeds + 1, 2 * job.seeds).min(most)
        }))
    }

    fn time(&self, job: &ExperimentRun<'_>, stop: &AtomicBool) -> Result<bool> {
        let path = self.chosen.folder.file(job.plan.name, "times.jsonl");
        let name = format!("{}, times", job.plan.name);
        with_bar(job, &name, &path, |each| job.time(&path, HEAP, stop, each))
    }
}

/// The most trees of each kind that `--until` goes on to.
const MOST_TREES: u64 = 20_000;

fn half(text: &str) -> Result<f64, String> {
    let half = text.parse().ok().filter(|half| (0.001..1.0).contains(half));
    half.ok_or_else(|| "expected a number from 0.001 to 1".into())
}

/// Runs `work` with a progress bar; returns whether it was interrupted.
fn with_bar<E: Into<anyhow::Error>>(
    job: &ExperimentRun<'_>,
    name: &str,
    path: &Path,
    work: impl FnOnce(&mut dyn FnMut(u64)) -> Result<Completion, E>,
) -> Result<bool> {
    let template = "{bar:30} {human_pos}/{human_len} trees, {msg}, {eta} left";
    let bar = ProgressBar::new(job.runs()).with_style(ProgressStyle::with_template(template)?);
    bar.set_message(name.to_owned());
    let mut first = true;
    let stopped = work(&mut |done| {
        bar.set_position(done);
        if std::mem::take(&mut first) {
            bar.reset_eta();
        }
    });
    bar.finish_and_clear();
    let stopped = stopped.map_err(Into::into).with_context(|| path.display().to_string())?;
    Ok(stopped == Completion::Asked)
}

fn stopped() -> ExitCode {
    eprintln!("interrupted before all trees were searched; run the same command again to resume");
    ExitCode::FAILURE
}

/// The positions in the files below a folder, in the order of their names.
fn scenes(folder: &Path, board: &'static Board) -> Result<PositionSet> {
    let mut scenes = vec![];
    for file in files_below(folder, &["txt"])? {
        let scene = SavedPosition::parse(&load::text(&file)?, board);
        let name = file.file_stem().map(|stem| stem.to_string_lossy().into_owned());
        scenes.push((name.unwrap_or_default(), scene.with_context(|| file.display().to_string())?));
    }
    ensure!(!scenes.is_empty(), "{}: no positions in this folder", folder.display());
    Ok(PositionSet::new(scenes))
}

/// The counting allocator, if there is one.
#[cfg(feature = "heap")]
const HEAP: Option<Heap> = Some(Heap {
    reset: || peak_alloc::PeakAlloc.reset_peak_usage(),
    held: || peak_alloc::PeakAlloc.current_usage(),
    peak: || peak_alloc::PeakAlloc.peak_usage(),
});
#[cfg(not(feature = "heap"))]
const HEAP: Option<Heap> = None;
