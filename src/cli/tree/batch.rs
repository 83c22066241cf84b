//! `junqi tree search --runs`: a batch of searches from a file, run in parallel.

use super::super::env::print;
use super::super::load;
use super::super::note::note;
use super::source::{Source, read};
use anyhow::{Context, Result, anyhow, bail};
use junqi_core::base::options::OptionValues;
use junqi_core::base::text::read_json;
use junqi_core::gametree::search::catalogue;
use rayon::ThreadPoolBuilder;
use rayon::prelude::*;
use serde_json::{Value, json};
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// The number of lines that are run before their results are printed.
const AT_ONCE: usize = 512;

/// The trees of a batch, each read once, or the error of reading it.
type Trees = HashMap<PathBuf, Result<Source, String>>;

/// Runs every line in parallel and prints the results in the order of the lines.
pub(super) fn run(path: &Path, trace: bool, nodes: Option<u64>) -> Result<ExitCode> {
    let text = load::text_or_input(path)?;
    let lines: Vec<_> = text.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    let jobs: Vec<_> = lines.iter().map(|line| Job::parse(line, path)).collect();
    let trees = trees(&jobs);
    let sources = trees.values().flatten();
    let stack = sources.map(Source::stack).max().unwrap_or(8 << 20);
    let pool = ThreadPoolBuilder::new().stack_size(stack).build()?;
    let mut failed = 0;
    for jobs in jobs.chunks(AT_ONCE) {
        let answers: Vec<_> = pool.install(|| {
            let answer = |job: &Result<Job>| match job {
                Ok(job) => job.run(&trees, trace, nodes).map_err(|e| format!("{e:#}")),
                Err(error) => Err(format!("{error:#}")),
            };
            jobs.par_iter().map(answer).collect()
        });
        let mut text = String::new();
        for answer in answers {
            failed += usize::from(answer.is_err());
            text += &answer.unwrap_or_else(|error| json!({ "error": error })).to_string();
            text.push('\n');
        }
        print(&text)?;
    }
    if failed > 0 {
        note(format_args!("{failed} of {} runs failed", lines.len()));
        return Ok(ExitCode::FAILURE);
    }
    Ok(ExitCode::SUCCESS)
}

/// One line of the file.
struct Job {
    tree: PathBuf,
    algo: String,
    params: Value,
    trace: bool,
}

impl Job {
    /// Parses a line; unknown keys are ignored.
    fn parse(line: &str, runs: &Path) -> Result<Self> {
        let json: Value = read_json(line).context("no JSON")?;
        if !json.is_object() {
            bail!("found {json}, expected an object");
        }
        let text = |key: &str| match &json[key] {
            Value::String(text) => Ok(text.clone()),
            Value::Null => Err(anyhow!("{key}: found nothing, expected text")),
            other => Err(anyhow!("{key}: found {other}, expected text")),
        };
        let tree = beside(runs, text("tree")?.into());
        let trace = match &json["trace"] {
            Value::Null => false,
            Value::Bool(trace) => *trace,
            other => bail!("trace: found {other}, expected true or false"),
        };
        Ok(Self { tree, algo: text("algo")?, params: json["params"].clone(), trace })
    }

    fn run(&self, trees: &Trees, trace: bool, nodes: Option<u64>) -> Result<Value> {
        let source = trees[&self.tree].as_ref().map_err(|error| anyhow!("{error}"))?;
        let known = catalogue::find(&self.algo)?.options;
        let params = OptionValues::from_json(known, &self.params)?;
        let outcome = source.run(&self.algo, &params, nodes)?.outcome;
        let mut answer = json!({
            "value": outcome.value,
            "move": outcome.best,
            "leaf_visits": outcome.leaf_visits,
            "unique_leaves": outcome.unique_leaves,
            "nodes_visited": outcome.nodes_visited,
        });
        if !outcome.complete {
            answer["complete"] = false.into();
        }
        if trace || self.trace {
            answer["leaf_order"] = outcome.leaf_order.into();
        }
        Ok(answer)
    }
}

/// The path itself if it exists, else the path relative to the folder of the batch file.
fn beside(runs: &Path, tree: PathBuf) -> PathBuf {
    let there = runs.parent().map(|folder| folder.join(&tree));
    there.filter(|there| !tree.exists() && there.exists()).unwrap_or(tree)
}

fn trees(jobs: &[Result<Job>]) -> Trees {
    let mut paths: Vec<_> = jobs.iter().flatten().map(|job| &job.tree).collect();
    paths.sort_unstable();
    paths.dedup();
    let source = |path: &&PathBuf| {
        let tree = read(path).map(Source::Explicit).map_err(|error| format!("{error:#}"));
        ((*path).clone(), tree)
    };
    paths.par_iter().map(source).collect()
}
