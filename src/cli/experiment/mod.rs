//! `junqi experiment`

mod folder;
mod positions;
mod report;
mod reporter;
mod run;

pub(super) use reporter::ExperimentReporter;

use super::env::{Env, print, print_json};
use anyhow::Result;
use folder::{Chosen, Folder};
use junqi_lab::research::experiments::Experiment;
use junqi_lab::research::experiments::{PositionSet, experiments};
use run::RunArgs;
use serde_json::json;
use std::process::ExitCode;

#[derive(Debug, clap::Subcommand)]
pub(super) enum Command {
    /// List the experiments: name, figures of the thesis, kinds of problem x problems of each, claim.
    List,
    /// Run an experiment: every algorithm on the same random trees, positions or game units.
    Run(RunArgs),
    /// Draw the figures of an experiment from its results, as SVG and PNG.
    Plot(Chosen),
    /// Judge every claim by the results: write report.html, .md, .json and .csv, and all figures as SVG.
    Report(Folder),
    /// Extract test positions of every game phase from self-play or recorded games.
    Positions(positions::Args),
}

impl Command {
    /// Whether the command does something else on another board.
    pub(super) fn reads_board(&self) -> bool {
        match self {
            Self::Run(args) => args.has_positions(),
            Self::Positions(_) => true,
            Self::List | Self::Plot(_) | Self::Report(_) => false,
        }
    }

    pub(super) fn run(self, env: Env) -> Result<ExitCode> {
        match self {
            Self::List => list(env)?,
            Self::Run(args) => return args.run(env),
            Self::Plot(chosen) => report::plot(&chosen, env)?,
            Self::Report(folder) => report::report(&folder, env)?,
            Self::Positions(args) => args.run(env)?,
        }
        Ok(ExitCode::SUCCESS)
    }
}

/// Prints the experiments.
fn list(env: Env) -> Result<()> {
    let plans = experiments(&PositionSet::embedded());
    if env.json {
        let json = |plan: &Experiment| {
            let algorithms: Vec<_> = plan.variants.iter().map(|variant| &variant.id).collect();
            json!({
                "name": plan.name, "figure": plan.figure, "claim": plan.claim,
                "points": plan.points.len(), "seeds": plan.seeds, "algorithms": algorithms,
            })
        };
        return print_json(&plans.iter().map(json).collect::<Vec<_>>());
    }
    let row = |plan: &Experiment| {
        let size = format!("{} x {}", plan.points.len(), plan.seeds.quick);
        format!("{:<23} {:<25} {size:<8} {}\n", plan.name, plan.figure, plan.claim)
    };
    let head = format!("{:<23} {:<25} {:<8} claim\n", "name", "figures of the thesis", "kinds");
    print(&(head + &plans.iter().map(row).collect::<String>()))
}
