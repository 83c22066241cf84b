//! `junqi plan`

use super::source::ENDING;
use crate::cli::env::Env;
use crate::cli::load;
use crate::cli::note::note;
use anyhow::{Context, Result, anyhow, bail};
use junqi_core::base::text::{parse_toml, toml_kind, toml_word};
use junqi_lab::shards::{JobSpec, Manifest};
use serde_json::json;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use toml::de::{DeTable, DeValue};

#[derive(Debug, clap::Args)]
pub(crate) struct PlanArgs {
    /// Job file (TOML). `job` names the kind: selfplay, match, ladder, experiment, deployments (match
    /// --compare deployments), training (selfplay --values), labels (eval label) or spsa (eval spsa);
    /// `shards` is the number of shards; every other key is an argument or long option of that command.
    #[arg(value_name = "JOB.toml")]
    job: PathBuf,
    /// Output file for the manifest [default: JOB.manifest.json in the folder of the job file].
    #[arg(long, value_name = "FILE")]
    out: Option<load::Output>,
}

/// Parses the words of a command line, the program's name first, into a job.
pub(crate) type ParseJob = fn(Vec<String>, Env) -> Result<JobSpec>;

/// The kinds of job: name, command, and keys of its positional arguments.
const JOBS: [(&str, &[&str], &[&str]); 8] = [
    ("selfplay", &["selfplay"], &[]),
    ("training", &["selfplay", "--values"], &[]),
    ("match", &["match"], &["a", "b"]),
    ("deployments", &["match", "--compare", "deployments"], &["a", "b"]),
    ("ladder", &["ladder", "run"], &["seats"]),
    ("experiment", &["experiment", "run"], &["name"]),
    ("labels", &["eval", "label"], &[]),
    ("spsa", &["eval", "spsa"], &[]),
];

/// Options that change how a job is run but not its results.
const RUN_OPTIONS: [&str; 6] = ["out", "jobs", "json", "times", "help", "version"];

impl PlanArgs {
    pub(crate) fn run(self, env: Env, parse: ParseJob) -> Result<ExitCode> {
        let named = || self.job.display().to_string();
        let read = read(&load::text(&self.job)?, env, parse);
        // The fault is in the file: this is no wrong usage of this command.
        let (job, shards) = read.map_err(|error| anyhow!("{error:#}")).with_context(named)?;
        if job.is_timed() {
            note(
                "note: a player plays by the clock, so its games and shards differ from run to run",
            );
        }
        let manifest = Manifest::new(job, shards).with_context(named)?;
        let beside = || self.job.with_extension(&ENDING[1..]);
        let out = self.out.as_deref().map_or_else(beside, Path::to_owned);
        manifest.save(&out).with_context(|| out.display().to_string())?;
        let path = out.display().to_string();
        let of = manifest.shards();
        let lines = manifest.job().task().lines();
        let json = json!({ "manifest": path, "id": manifest.id(), "shards": of, "lines": lines });
        env.show(&json, || instructions(&path, of, lines))?;
        Ok(ExitCode::SUCCESS)
    }
}

/// The size of the job, and command lines that run it on one or many machines.
fn instructions(path: &str, of: u64, lines: u64) -> String {
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

/// Parses a job file: the job and the number of its shards.
fn read(text: &str, env: Env, parse: ParseJob) -> Result<(JobSpec, u64)> {
    let mut table = parse_toml(text)?.into_inner();
    let shards =
        table.remove("shards").context("`shards` is missing: expected the number of shards")?;
    let shards = match shards.get_ref() {
        DeValue::Integer(shards) => u64::from_str_radix(shards.as_str(), shards.radix()).ok(),
        _ => None,
    };
    let shards = shards.context("shards: expected a whole number from 1")?;
    // The command line's own parser: the same names, checks and messages.
    Ok((parse(command_line(table)?, env)?, shards))
}

/// The command line that a job file stands for, options first.
fn command_line(mut table: DeTable<'_>) -> Result<Vec<String>> {
    let names = || JOBS.map(|job| job.0).join(", ");
    let job = table.remove("job");
    let job = job.with_context(|| format!("`job` is missing: expected {}", names()))?;
    let job = job.get_ref();
    let known = JOBS.iter().find(|(name, ..)| job.as_str() == Some(name));
    let Some((_, command, arguments)) = known else {
        let found = job.as_str().map_or(toml_kind(job).into(), |name| format!("`{name}`"));
        bail!("job: found {found}, expected {}", names());
    };
    let mut last = vec!["--".to_owned()];
    for &argument in *arguments {
        let value = table.remove(argument);
        let value = value.with_context(|| format!("`{argument}` is missing"))?;
        last.extend(words(argument, value.get_ref())?);
    }
    let mut line: Vec<String> = ["junqi"].iter().chain(*command).map(ToString::to_string).collect();
    for (key, value) in &table {
        let key = key.get_ref();
        let value = value.get_ref();
        if RUN_OPTIONS.contains(&key.as_ref()) {
            let to = if key == "times" {
                "`junqi experiment run`"
            } else {
                "`junqi run` or `junqi merge`"
            };
            bail!("{key}: this option does not belong in a job file; give it to {to}");
        }
        line.push(format!("--{}", key.replace('_', "-")));
        if !matches!(value, DeValue::Boolean(true)) {
            line.extend(words(key, value)?);
        }
    }
    line.extend(last);
    Ok(line)
}

/// A value as words of a command line.
fn words(key: &str, value: &DeValue<'_>) -> Result<Vec<String>> {
    if let DeValue::Array(values) = value {
        let words: Result<Vec<_>> = values.iter().map(|v| words(key, v.get_ref())).collect();
        return Ok(words?.concat());
    }
    let word = toml_word(value).filter(|_| !matches!(value, DeValue::Boolean(_)));
    let expected = || {
        let found = toml_kind(value);
        format!("{key}: found {found}, expected text, a number, a list of them, or true")
    };
    Ok(vec![word.with_context(expected)?])
}
