//! `junqi experiment`

use super::env::{Env, Usage, print, print_json};
use super::job::{interrupt, threads};
use super::load;
use super::reporter::Reporter;
use crate::base::job::Completion;
use crate::game::board::Board;
use crate::game::format::SavedPosition;
use crate::research::experiments::{
    self, Chapter, Experiment, ExperimentResults, Heap, Times, chapter, html, markdown, named, png,
    svg,
};
use crate::research::positions::{ExperimentSpec, PositionSet, ReadyExperiment, all};
use crate::research::verify::files_below;
use crate::shards::JobSpec;
use anyhow::{Context, Result, ensure};
use indicatif::{ProgressBar, ProgressStyle};
use serde_json::{Value as Json, json};
use std::fs;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::atomic::AtomicBool;

#[derive(Debug, clap::Subcommand)]
pub(super) enum Command {
    /// List the experiments: name, figures of the thesis, kinds of tree x trees of each kind, claim.
    List,
    /// Run an experiment: every algorithm on the same random trees, positions or game units.
    Run(RunArgs),
    /// Draw the figures of an experiment from its results, as SVG and PNG.
    Plot(Chosen),
    /// Judge every claim by the results: write report.html, report.md and report.json.
    Report(Folder),
    /// Extract test positions of every game phase from self-play or recorded games.
    Positions(super::positions::Args),
}

#[derive(Debug, clap::Args)]
pub(super) struct Folder {
    /// Folder of the result files.
    #[arg(long, value_name = "DIR", default_value = "results")]
    out: PathBuf,
}

#[derive(Debug, clap::Args)]
pub(super) struct Chosen {
    /// Name of the experiment (see `junqi experiment list`), or `all`.
    name: String,
    #[command(flatten)]
    folder: Folder,
}

#[derive(Debug, clap::Args)]
pub(super) struct RunArgs {
    #[command(flatten)]
    chosen: Chosen,
    /// Maximum number of trees, positions or game units of each kind [default: that of the experiment].
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..))]
    seeds: Option<u64>,
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

impl Command {
    pub(super) fn run(self, env: Env) -> Result<ExitCode> {
        match self {
            Self::List => list(env)?,
            Self::Run(args) => return args.run(env),
            Self::Plot(chosen) => chosen.plot(env)?,
            Self::Report(folder) => folder.report(env)?,
            Self::Positions(args) => args.run(env)?,
        }
        Ok(ExitCode::SUCCESS)
    }
}

/// The positions in the files below a folder, in the order of their names.
fn scenes(folder: &Path, board: &'static Board) -> Result<PositionSet> {
    let mut scenes = vec![];
    for file in files_below(folder, &["txt"])? {
        let scene = SavedPosition::parse(&load::text(&file)?, board);
        let name = file.file_stem().map(|stem| stem.to_string_lossy().into_owned());
        scenes.push((name.unwrap_or_default(), scene.with_context(|| file.display().to_string())?));
    }
    ensure!(!scenes.is_empty(), "{}: found no positions, expected some", folder.display());
    Ok(PositionSet::new(scenes))
}

fn list(env: Env) -> Result<()> {
    let plans = all(&PositionSet::embedded());
    if env.json {
        let told = |plan: &Experiment| {
            let arms: Vec<_> = plan.arms.iter().map(|arm| &arm.id).collect();
            json!({
                "name": plan.name, "figure": plan.figure, "claim": plan.claim,
                "points": plan.points.len(), "seeds": plan.seeds, "algorithms": arms,
            })
        };
        return print_json(&plans.iter().map(told).collect::<Vec<_>>());
    }
    let row = |plan: &Experiment| {
        let size = format!("{} x {}", plan.points.len(), plan.seeds);
        format!("{:<16} {:<25} {size:<8} {}\n", plan.name, plan.figure, plan.claim)
    };
    let head = format!("{:<16} {:<25} {:<8} claim\n", "name", "figures of the thesis", "kinds");
    print(&(head + &plans.iter().map(row).collect::<String>()))
}

impl Folder {
    /// The file of an experiment in the folder.
    fn file(&self, name: &str, end: &str) -> PathBuf {
        self.out.join(format!("{name}.{end}"))
    }

    fn read<'a>(&self, plan: &'a Experiment) -> Result<ExperimentResults<'a>> {
        let path = self.file(plan.name, "jsonl");
        ExperimentResults::read(plan, &path).with_context(|| path.display().to_string())
    }

    /// Writes a result file atomically.
    fn write(&self, name: &str, end: &str, bytes: impl AsRef<[u8]>) -> Result<()> {
        let path = self.file(name, end);
        load::write(&path, bytes.as_ref())
    }

    fn report(&self, env: Env) -> Result<()> {
        let plans = all(&PositionSet::embedded());
        let there = |plan: &&Experiment| self.file(plan.name, "jsonl").exists();
        let mut chosen: Vec<&Experiment> = plans.iter().filter(there).collect();
        if chosen.is_empty() {
            chosen.push(&plans[0]); // says which file is missing
        }
        let mut chapters = vec![];
        for plan in chosen {
            let path = self.file(plan.name, "times.jsonl");
            let times = Times::read(plan, &path).with_context(|| path.display().to_string())?;
            chapters.push(chapter(plan, &self.read(plan)?, &times)?);
        }
        self.write("report", "html", html(&chapters))?;
        self.write("report", "md", markdown(&chapters))?;
        self.write("report", "json", serde_json::to_string(&chapters)? + "\n")?;
        for shown in chapters.iter().flat_map(|chapter| &chapter.figures) {
            self.write(&shown.name, "svg", &shown.svg)?;
        }
        if env.json { print_json(&verdicts(&chapters)) } else { print(&summary(&chapters)) }
    }
}

fn verdicts(chapters: &[Chapter]) -> serde_json::Value {
    let all = chapters.iter().flat_map(|chapter| &chapter.figures);
    all.flat_map(|shown| {
        shown.claims.iter().map(|judged| json!({ "figure": shown.name, "judged": judged }))
    })
    .collect()
}

fn summary(chapters: &[Chapter]) -> String {
    let mut text = String::new();
    for shown in chapters.iter().flat_map(|chapter| &chapter.figures) {
        for judged in &shown.claims {
            let [agree, undecided, differ] = judged.counts();
            let counts = format!("{agree}/{undecided}/{differ}");
            text += &format!("{:<10} {counts:<8} ", judged.verdict.word());
            text += &format!("{}: {}\n", shown.name, judged.claim);
        }
    }
    text
}

impl Chosen {
    fn plans(&self, scenes: &PositionSet) -> Result<Vec<Experiment>> {
        Ok(named(&self.name, all(scenes)).map_err(|error| Usage(error.to_string()))?)
    }

    fn plot(&self, env: Env) -> Result<()> {
        let mut drawn = vec![];
        for plan in &self.plans(&PositionSet::embedded())? {
            let results = self.folder.read(plan)?;
            for figure in &plan.figures {
                let table = figure.table(&results);
                self.folder.write(&figure.name, "svg", svg(figure, &table)?)?;
                self.folder.write(&figure.name, "png", png(figure, &table)?)?;
                drawn.push(self.folder.file(&figure.name, "svg").display().to_string());
            }
        }
        if env.json { print_json(&drawn) } else { print(&(drawn.join("\n") + "\n")) }
    }
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
    pub(super) fn job(&self, env: Env) -> Result<JobSpec> {
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

    fn run(self, env: Env) -> Result<ExitCode> {
        let positions = match &self.positions {
            Some(folder) => scenes(folder, env.board)?,
            None => PositionSet::embedded(),
        };
        let plans = self.chosen.plans(&positions)?;
        self.check(plans.iter().map(|plan| plan.name))?;
        let folder = &self.chosen.folder;
        fs::create_dir_all(&folder.out).with_context(|| folder.out.display().to_string())?;
        let stop = interrupt()?;
        let mut told = vec![];
        for plan in &plans {
            let job = experiments::ExperimentRun {
                plan,
                seed: self.seed,
                seeds: self.seeds.unwrap_or(plan.seeds),
            };
            told.push((plan.name, job.runs()));
            let path = folder.file(plan.name, "jsonl");
            let jobs = threads(self.jobs);
            if with_bar(&job, plan.name, &path, |each| job.run(&path, jobs, &stop, each))? {
                return Ok(stopped());
            }
            if self.times && self.time(&job, &stop)? {
                return Ok(stopped());
            }
        }
        if env.json {
            let told = told.iter().map(|(name, runs)| json!({ "experiment": name, "runs": runs }));
            print_json(&told.collect::<Vec<_>>())?;
        } else {
            let line = |(name, runs): &(&str, u64)| format!("{name}: {runs} runs\n");
            print(&told.iter().map(line).collect::<String>())?;
        }
        Ok(ExitCode::SUCCESS)
    }

    fn time(&self, job: &experiments::ExperimentRun<'_>, stop: &AtomicBool) -> Result<bool> {
        let path = self.chosen.folder.file(job.plan.name, "times.jsonl");
        let name = format!("{}, times", job.plan.name);
        with_bar(job, &name, &path, |each| job.time(&path, HEAP, stop, each))
    }
}

/// Runs `work` with a progress bar; returns whether it was interrupted.
fn with_bar<E: Into<anyhow::Error>>(
    job: &experiments::ExperimentRun<'_>,
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

/// Counts the runs of an experiment.
pub(super) struct ExperimentReporter<'a> {
    ready: &'a ReadyExperiment,
    runs: u64,
}

impl<'a> ExperimentReporter<'a> {
    pub(super) fn new(ready: &'a ReadyExperiment) -> Self {
        Self { ready, runs: 0 }
    }
}

impl Reporter for ExperimentReporter<'_> {
    fn line(&mut self, _line: &str) -> Result<ControlFlow<()>> {
        self.runs += 1;
        Ok(ControlFlow::Continue(()))
    }

    fn text(&self) -> Result<String> {
        let name = self.ready.plan().name;
        let report = format!("as {name}.jsonl in a folder, `junqi experiment report --out FOLDER`");
        Ok(format!("{name}: {} runs; {report} judges them\n", self.runs))
    }

    fn json(&self) -> Result<Json> {
        Ok(json!({ "experiment": self.ready.plan().name, "runs": self.runs }))
    }
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
