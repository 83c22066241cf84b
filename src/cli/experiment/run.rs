//! `junqi experiment run`

use super::folder::Chosen;
use crate::cli::env::{Env, Usage, print, print_json};
use crate::cli::job::{bar, threads};
use crate::cli::load;
use crate::cli::note::note;
use crate::cli::signals::interrupt;
use anyhow::{Context, Result, anyhow, ensure};
use junqi_core::base::job::Completion;
use junqi_core::game::board::Board;
use junqi_core::game::format::files_below;
use junqi_lab::research::experiments::{
    Experiment, ExperimentRun, ExperimentSpec, Heap, PositionSet, Sizes,
};
use junqi_lab::shards::JobSpec;
use serde_json::json;
use std::fs;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::atomic::AtomicBool;

#[derive(Debug, clap::Args)]
pub(in crate::cli) struct RunArgs {
    #[command(flatten)]
    chosen: Chosen,
    /// Run 200 trees and 20 positions of each kind, and all games that are planned: 2000 of each player at equal
    /// nodes, 600 by the clock. Matches take a day of two cores; without them it is an hour. Without --full all
    /// experiments take a few minutes.
    #[arg(long)]
    full: bool,
    /// Maximum number of trees, positions or game units of each kind [default: 40 trees, 2 positions, 1 game unit].
    #[arg(long, conflicts_with = "full", value_parser = clap::value_parser!(u64).range(1..))]
    seeds: Option<u64>,
    /// Go on with more problems, up to all positions there are or 20000 trees, until half the width of the 95 %
    /// interval of each claimed ratio, on a logarithmic scale, is at most this (0.03: 3 %). Not for matches.
    #[arg(long, value_name = "HALF", conflicts_with = "times", value_parser = half)]
    until: Option<f64>,
    /// Random seed of the trees and of randomized algorithms.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Positions to search instead of the built-in ones: a file or folder written by `experiment positions`.
    #[arg(long, value_name = "PATH")]
    positions: Option<PathBuf>,
    /// Number of problems run in parallel [default: number of CPU threads]. Does not affect the results, unless
    /// a player plays by the clock: then use 1.
    #[arg(long)]
    jobs: Option<NonZeroUsize>,
    /// Afterwards measure the time of every search, one at a time, and write it to NAME.times.jsonl.
    #[arg(long)]
    times: bool,
}

impl RunArgs {
    /// Whether positions of files are searched.
    pub(super) fn has_positions(&self) -> bool {
        self.positions.is_some()
    }

    /// Refuses positions for experiments that have none.
    fn check<'a>(&self, mut names: impl Iterator<Item = &'a str>) -> Result<()> {
        if self.until.is_some() && self.chosen.name.starts_with("game-play") {
            let fault = "--until: the number of games of a match is planned; --seeds is the number of its units";
            return Err(Usage(fault.into()).into());
        }
        let searched = |name: &str| name.starts_with("game-") && !name.starts_with("game-play");
        if self.positions.is_some() && !names.any(searched) {
            let name = &self.chosen.name;
            let fault = format!("--positions: the experiment {name} searches no positions");
            return Err(Usage(fault + "; only those that begin with game- do").into());
        }
        Ok(())
    }

    /// The number of problems of each kind.
    fn size(&self, plan: &Experiment) -> u64 {
        let Sizes { quick, full } = plan.seeds;
        self.seeds.unwrap_or(if self.full { full } else { quick })
    }

    /// The job that the arguments describe, for a single experiment.
    pub(in crate::cli) fn job(&self, env: Env) -> Result<JobSpec> {
        self.check([self.chosen.name.as_str()].into_iter())?;
        if self.until.is_some() {
            let fault = "until: how long it takes is not known before; give the number of problems, `seeds`";
            return Err(Usage(fault.into()).into());
        }
        let positions = match &self.positions {
            None => None,
            Some(folder) => {
                // The manifest has no place for a board.
                if env.board.text() != Board::siguo().text() {
                    let fault = "--board: a job with --positions needs the standard board";
                    return Err(Usage(fault.into()).into());
                }
                let texts = texts(folder)?;
                position_set(folder, &texts, env.board)?;
                Some(texts)
            }
        };
        let plans = self.chosen.plans(&PositionSet::default())?;
        let seeds = plans.first().map(|plan| self.size(plan));
        let (name, seed) = (self.chosen.name.clone(), self.seed);
        let order = ExperimentSpec { name, seed, seeds, positions };
        Ok(JobSpec::Experiment(order.try_into().map_err(Usage)?))
    }

    pub(super) fn run(self, env: Env) -> Result<ExitCode> {
        let positions = match &self.positions {
            Some(folder) => position_set(folder, &texts(folder)?, env.board)?,
            None => PositionSet::embedded(),
        };
        let plans = self.chosen.plans(&positions)?;
        self.check(plans.iter().map(|plan| plan.name))?;
        let folder = &self.chosen.folder;
        fs::create_dir_all(&*folder.out).with_context(|| folder.out.display().to_string())?;
        let stop = interrupt();
        let mut finished = vec![];
        for plan in &plans {
            let path = folder.file(plan.name, "jsonl");
            let jobs = threads(self.jobs);
            let mut job = self.part(plan, self.size(plan))?;
            loop {
                if with_bar(&job, plan.name, &path, |each| job.run(&path, jobs, stop, each))? {
                    return Ok(stopped());
                }
                let Some(seeds) = self.more(&job)? else { break };
                job = self.part(plan, seeds)?;
            }
            finished.push((plan.name, job.runs()));
            if self.times && self.time(&job, stop)? {
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

    /// An experiment with that many problems of each kind, or with those that an earlier `--until` has gone on to.
    fn part<'a>(&self, plan: &'a Experiment, mut seeds: u64) -> Result<ExperimentRun<'a>> {
        let of = |seeds| ExperimentRun::new(plan, self.seed, seeds);
        // What `--until` has asked for before is asked for again, so that an interruption changes nothing.
        let reached = self.reached(plan);
        while seeds < reached
            && let Some(more) = self.more(&of(seeds))?
        {
            seeds = more;
        }
        Ok(of(seeds.max(reached)))
    }

    /// The number of problems of each kind that an earlier `--until` has gone on to; 0 without `--until`.
    fn reached(&self, plan: &Experiment) -> u64 {
        if self.until.is_none() {
            return 0;
        }
        let file = fs::read(self.chosen.folder.file(plan.name, "jsonl")).unwrap_or_default();
        let lines = file.split(|byte| *byte == b'\n').count() as u64 - 1;
        let runs = |seeds: u64| ExperimentRun::new(plan, self.seed, seeds).runs();
        (1..most(plan)).find(|&seeds| runs(seeds) >= lines).unwrap_or(most(plan))
    }

    /// The number of problems of each kind to go on to, with `--until`; none if there are enough.
    fn more(&self, job: &ExperimentRun<'_>) -> Result<Option<u64>> {
        let Some(half) = self.until else { return Ok(None) };
        let results = self.chosen.folder.read(job.experiment)?.first(job.seeds);
        let judged = job.experiment.figures.iter().flat_map(|figure| figure.judge(&results));
        let open = judged.flat_map(|judged| judged.overall);
        let times = open.filter_map(|finding| finding.pairs_needed(half)).max_by(f64::total_cmp);
        let needed = times.map(|times| ((times * job.seeds as f64).ceil() as i64).unsigned_abs());
        let most = most(job.experiment);
        Ok(needed.filter(|_| job.seeds < most).map(|needed| {
            let name = job.experiment.name;
            note(format_args!(
                "{name}: {} problems of each kind leave a ratio less precise than asked; {needed} may do",
                job.seeds
            ));
            needed.clamp(job.seeds + 1, 2 * job.seeds).min(most)
        }))
    }

    fn time(&self, job: &ExperimentRun<'_>, stop: &AtomicBool) -> Result<bool> {
        let path = self.chosen.folder.file(job.experiment.name, "times.jsonl");
        let name = format!("{}, times", job.experiment.name);
        with_bar(job, &name, &path, |each| job.time(&path, HEAP, stop, each))
    }
}

/// The most trees of each kind that `--until` goes on to.
const MOST_TREES: u64 = 20_000;

/// The most problems of each kind that `--until` goes on to.
fn most(plan: &Experiment) -> u64 {
    plan.points.iter().map(|point| point.problems().unwrap_or(MOST_TREES)).max().unwrap_or(0)
}

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
    let bar = bar(&format!("problems of {name}"), job.runs())?;
    let mut first = true;
    let stopped = work(&mut |done| {
        bar.set_position(done);
        if std::mem::take(&mut first) {
            bar.reset_eta();
        }
    });
    bar.finish_and_clear();
    let stopped = stopped.map_err(Into::into).with_context(|| path.display().to_string())?;
    Ok(stopped == Completion::Stopped)
}

fn stopped() -> ExitCode {
    note("interrupted before all problems were run; run the same command again to resume");
    ExitCode::FAILURE
}

/// The positions in the texts of a file or of the files below a folder, in the order of their names.
fn position_set(
    folder: &Path,
    texts: &[(String, String)],
    board: &'static Board,
) -> Result<PositionSet> {
    let set = PositionSet::of_texts(texts, board).map_err(|error| anyhow!(error))?;
    ensure!(!set.is_empty(), "{}: no positions there", folder.display());
    Ok(set)
}

/// The files of positions with their names, without the ending.
fn texts(folder: &Path) -> Result<Vec<(String, String)>> {
    let read = |file: PathBuf| -> Result<(String, String)> {
        let name = file.file_stem().map(|stem| stem.to_string_lossy().into_owned());
        Ok((name.unwrap_or_default(), load::text(&file)?))
    };
    files_below(folder, &["txt"])?.files.into_iter().map(read).collect()
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
