//! `junqi plan`

use super::ENDING;
use crate::cli::{Cli, Command, Env, experiment, ladder, load, print, print_json};
use crate::play::SeatSpec;
use crate::shards::{JobSpec, Manifest};
use anyhow::{Context, Result, anyhow, bail};
use serde_json::json;
use std::fs;
use std::path::PathBuf;
use std::process::ExitCode;
use toml::{Table, Value};

#[derive(Debug, clap::Args)]
pub(crate) struct PlanArgs {
    /// The job: `job` says which (selfplay, match, ladder, experiment; deployments is a match that
    /// compares them, training is selfplay with values), `shards` into how many parts; the other
    /// keys are the arguments and long options of that command.
    #[arg(value_name = "JOB.toml")]
    job: PathBuf,
    /// The manifest; JOB.manifest.json beside the job if not given.
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

/// What a job file may be, the command it means, and the keys of its arguments.
const JOBS: [(&str, &[&str], &[&str]); 6] = [
    ("selfplay", &["selfplay"], &[]),
    ("training", &["selfplay", "--values"], &[]),
    ("match", &["match"], &["a", "b"]),
    ("deployments", &["match", "--compare", "deployments"], &["a", "b"]),
    ("ladder", &["ladder", "run"], &["seats"]),
    ("experiment", &["experiment", "run"], &["name"]),
];

/// Options that say how a job is done, not what it is.
const OURS: [&str; 6] = ["out", "jobs", "json", "times", "help", "version"];

impl PlanArgs {
    pub(crate) fn run(self, env: Env) -> Result<ExitCode> {
        let named = || self.job.display().to_string();
        let read = read(&load::text(&self.job)?, env);
        // Wrong usage of the file, not of this command.
        let (job, shards) = read.map_err(|error| anyhow!("{error:#}")).with_context(named)?;
        if timed(&job) {
            eprintln!(
                "note: a seat goes by the clock; its games differ from run to run, and so do shards"
            );
        }
        let manifest = Manifest::new(job, shards).with_context(named)?;
        let out = self.out.unwrap_or_else(|| self.job.with_extension(&ENDING[1..]));
        let text = load::json_lines(&manifest)?;
        if fs::read(&out).is_ok_and(|old| old != text.as_bytes()) {
            let path = out.display();
            bail!(
                "{path}: found another file, expected none or the same; remove it or choose another with --out"
            );
        }
        load::write(&out, text.as_bytes())?;
        let (path, of) = (out.display().to_string(), manifest.shards());
        let lines = manifest.job().task().lines();
        if env.json {
            print_json(&json!({
                "manifest": path, "id": manifest.id(), "shards": of, "lines": lines,
            }))?;
        } else {
            print(&told(&path, of, lines))?;
        }
        Ok(ExitCode::SUCCESS)
    }
}

/// Whether a seat goes by the clock.
fn timed(job: &JobSpec) -> bool {
    let by_clock = SeatSpec::is_timed;
    match job {
        JobSpec::Selfplay(games) | JobSpec::Match { games, .. } => {
            games.series.plan(0).0.iter().flatten().any(by_clock)
        }
        JobSpec::Ladder(plan) => plan.entrants.iter().any(|entrant| by_clock(&entrant.seat)),
        JobSpec::Experiment(_) => false,
    }
}

/// What was written, and how to have it done.
fn told(path: &str, of: u64, lines: u64) -> String {
    let last = of - 1;
    let plain = |c: char| c.is_alphanumeric() || "._-/".contains(c);
    let path = if path.chars().all(plain) { path.to_owned() } else { format!("\"{path}\"") };
    format!(
        "{path}: {lines} lines in {of} shards. All of them here:
  junqi run {path}
With GNU parallel, two at a time:
  seq 0 {last} | parallel -j 2 junqi run {path} --jobs 1 --shard {{}}/{of}
As a Slurm array:
  sbatch --array=0-{last} --wrap 'junqi run {path} --jobs 1 --shard $SLURM_ARRAY_TASK_ID/{of}'
With HyperQueue:
  hq submit --array 0-{last} -- bash -c 'junqi run {path} --jobs 1 --shard $HQ_TASK_ID/{of}'
Then:
  junqi merge {path}
"
    )
}

/// The job of a file and the number of its shards.
fn read(text: &str, env: Env) -> Result<(JobSpec, u64)> {
    let mut table: Table = text.parse().map_err(|e| anyhow!("{e}"))?;
    let shards = table.remove("shards").context("found no `shards`, expected how many")?;
    let shards = shards.as_integer().and_then(|shards| u64::try_from(shards).ok());
    let shards = shards.context("shards: found no whole number from 1, expected one")?;
    // The command's own reader: the same names, checks and messages.
    let cli = Cli::try_read(command_line(table)?).map_err(|error| {
        let text = error.to_string();
        let told = text.split("\n\nUsage:").next().unwrap_or_default();
        anyhow!("{}", told.trim_start_matches("error: ").trim_end())
    })?;
    let board = if cli.board.is_some() { cli.board()? } else { env.board };
    Ok((job_of(&cli.command, Env { board, ..env })?, shards))
}

/// The command that a job means, options first.
fn command_line(mut table: Table) -> Result<Vec<String>> {
    let names = || JOBS.map(|job| job.0).join(", ");
    let job = table.remove("job");
    let job = job.with_context(|| format!("found no `job`, expected {}", names()))?;
    let meant = JOBS.iter().find(|(name, ..)| job.as_str() == Some(name));
    let Some((_, command, arguments)) = meant else {
        let found = job.as_str().unwrap_or(job.type_str());
        bail!("job: found `{found}`, expected {}", names());
    };
    let mut last = vec!["--".to_owned()];
    for &argument in *arguments {
        let value = table.remove(argument);
        let value = value.with_context(|| format!("found no `{argument}`, expected it"))?;
        last.extend(words(argument, value)?);
    }
    let mut line: Vec<String> = ["junqi"].iter().chain(*command).map(ToString::to_string).collect();
    for (key, value) in table {
        if OURS.contains(&key.as_str()) {
            bail!("{key}: found it in a job, expected only what says what the job is");
        }
        line.push(format!("--{}", key.replace('_', "-")));
        if value != Value::Boolean(true) {
            line.extend(words(&key, value)?);
        }
    }
    line.extend(last);
    Ok(line)
}

/// A value as words of a command line.
fn words(key: &str, value: Value) -> Result<Vec<String>> {
    Ok(match value {
        Value::String(text) => vec![text],
        Value::Integer(number) => vec![number.to_string()],
        Value::Float(number) => vec![number.to_string()],
        Value::Array(values) => {
            let words: Result<Vec<_>> = values.into_iter().map(|value| words(key, value)).collect();
            words?.concat()
        }
        other => {
            let found = other.type_str();
            bail!("{key}: found a {found}, expected text, a number, a list of them, or true")
        }
    })
}

fn job_of(command: &Command, env: Env) -> Result<JobSpec> {
    match command {
        Command::Selfplay(args) => args.job(env),
        Command::Match(args) => args.job(env),
        Command::Ladder(ladder::Command::Run(args)) => args.job(env),
        Command::Experiment(experiment::Command::Run(args)) => args.job(env),
        _ => bail!("found another command, expected one that is a long job"),
    }
}
