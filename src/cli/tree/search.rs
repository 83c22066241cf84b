//! `junqi tree search`

use super::super::env::{Env, Usage, print, print_json};
use super::batch;
use super::source::{Source, Spec, read, with_stack};
use anyhow::{Result, bail};
use junqi_core::base::options::{OptionSpec, OptionValues};
use junqi_core::gametree::search::catalogue::{self, SEARCHES, SearchError};
use junqi_core::gametree::tree_runs::TreeRun;
use serde_json::json;
use std::path::PathBuf;
use std::process::ExitCode;

#[derive(Debug, clap::Args)]
pub(in crate::cli) struct Args {
    /// Tree file (JSON), or - for standard input [default: a tree generated from --branching and --depth].
    #[arg(conflicts_with_all = ["branching", "depth", "seed", "values", "generator"])]
    file: Option<PathBuf>,
    #[command(flatten)]
    spec: Spec,
    /// Algorithms to run, separated by commas, or `all` (see `junqi tree list`).
    #[arg(long, short, value_delimiter = ',', value_name = "NAME")]
    algo: Vec<String>,
    /// Option of the algorithms; each algorithm takes those that it knows. May be repeated.
    #[arg(long, short, value_name = "NAME=VALUE")]
    param: Vec<String>,
    /// Print the evaluated leaves in order of evaluation.
    #[arg(long)]
    trace: bool,
    /// Node limit per search; a stopped search returns its best result so far.
    #[arg(long, value_name = "N")]
    nodes: Option<u64>,
    /// Batch mode: run every line {"tree": PATH, "algo": NAME, "params": {..}} of a JSON Lines file, or of
    /// standard input with -, and print one JSON object per line, in the same order.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["file", "branching", "depth", "seed", "values", "generator", "algo", "param"])]
    runs: Option<PathBuf>,
}

impl Args {
    pub(in crate::cli) fn run(self, env: Env) -> Result<ExitCode> {
        if let Some(runs) = &self.runs {
            return batch::run(runs, self.trace, self.nodes);
        }
        let algorithms = self.algorithms()?;
        let (source, name) = match &self.file {
            Some(path) => (Source::Explicit(read(path)?), path.display().to_string()),
            None => (Source::Generated(self.spec.tree()?), self.spec.name()),
        };
        let run = |(algo, params): &(&'static str, OptionValues)| {
            let mut run = source.run(algo, params, self.nodes).map_err(|error| (*algo, error))?;
            run.leaf_order = self.trace.then(|| std::mem::take(&mut run.outcome.leaf_order));
            Ok(run)
        };
        let runs: Vec<_> = with_stack(source.stack(), || algorithms.iter().map(run).collect())?;
        if env.json {
            let json = |run: &Result<TreeRun, (&str, SearchError)>| match run {
                Ok(run) => json!(run),
                Err((algo, error)) => json!({ "algo": algo, "error": error.to_string() }),
            };
            let runs: Vec<_> = runs.iter().map(json).collect();
            print_json(&json!({ "tree": name, "runs": runs }))?;
        } else {
            print(&table(&name, &runs))?;
        }
        // Not every tree has what every algorithm needs: `all` means those that can.
        let named = !self.algo.iter().any(|name| name == "all");
        let failed = named && runs.iter().any(Result::is_err);
        Ok(if failed { ExitCode::FAILURE } else { ExitCode::SUCCESS })
    }

    /// The named algorithms, each with the options that it has.
    fn algorithms(&self) -> Result<Vec<(&'static str, OptionValues)>> {
        let mut infos = Vec::new();
        for name in &self.algo {
            if name == "all" {
                infos.extend(&SEARCHES);
            } else {
                infos.push(catalogue::find(name).map_err(|e| Usage(e.to_string()))?);
            }
        }
        if infos.is_empty() {
            bail!(Usage("no algorithm given: name one with --algo (see `junqi tree list`)".into()));
        }
        let mut runs: Vec<_> = infos.iter().map(|i| (i.name, OptionValues::default())).collect();
        for text in &self.param {
            let Some((name, value)) = text.split_once('=') else {
                bail!(Usage(format!("--param: found `{text}`, expected NAME=VALUE")));
            };
            let has = |params: &[OptionSpec]| OptionSpec::find(params, name).is_some();
            if !infos.iter().any(|info| has(info.options)) {
                let all: Vec<OptionSpec> = infos.iter().flat_map(|i| i.options).copied().collect();
                let unknown = OptionValues::default().set(&all, name, value);
                unknown.map_err(|e| Usage(format!("--param: {e}")))?;
            }
            for (info, (_, params)) in infos.iter().zip(&mut runs) {
                if has(info.options) {
                    let set = params.set(info.options, name, value);
                    set.map_err(|e| Usage(format!("--param: {e}")))?;
                }
            }
        }
        Ok(runs)
    }
}

fn table(name: &str, runs: &[Result<TreeRun, (&str, SearchError)>]) -> String {
    let mut text = format!(
        "{name}\n{:<14}{:>12}{:>6}{:>12}{:>12}{:>12}{:>8}{:>12}  principal variation\n",
        "algorithm", "value", "move", "leaves", "unique", "nodes", "passes", "memory, B"
    );
    for run in runs {
        let TreeRun { algo, outcome, leaf_order, .. } = match run {
            Ok(run) => run,
            Err((algo, error)) => {
                text += &format!("{algo:<14}error: {error}\n");
                continue;
            }
        };
        let unknown = || "-".to_owned();
        let value = outcome.value.map_or_else(unknown, |value| value.to_string());
        let best = outcome.best.map_or_else(unknown, |best| best.to_string());
        let line: Vec<_> = outcome.principal_variation.iter().map(u32::to_string).collect();
        text += &format!(
            "{algo:<14}{value:>12}{best:>6}{:>12}{:>12}{:>12}{:>8}{:>12}  {}{}\n",
            outcome.leaf_visits,
            outcome.unique_leaves,
            outcome.nodes_visited,
            outcome.passes,
            outcome.memory.total(),
            line.join(" "),
            if outcome.complete { "" } else { " (stopped)" },
        );
        if let Some(order) = leaf_order {
            let order: Vec<_> = order.iter().map(u64::to_string).collect();
            text += &format!("  leaves: {}\n", order.join(" "));
        }
    }
    text
}
