//! `junqi eval spsa`

use crate::cli::env::{Env, Usage};
use crate::cli::job::JobOptions;
use crate::cli::load;
use crate::cli::reporter::Reporter;
use crate::cli::series::{GAMES, SeriesOptions};
use crate::cli::values::positive_number;
use anyhow::{Result, ensure};
use junqi_core::base::text::pretty_json;
use junqi_core::engine::data;
use junqi_core::engine::eval::Weights;
use junqi_core::play::PlayerSpec;
use junqi_lab::research::learn::{GroupEffect, Perturbation, SpsaPlan, SpsaTally};
use junqi_lab::shards::JobSpec;
use junqi_lab::tournament::Lineup;
use serde_json::{Value as Json, json};
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::process::ExitCode;

#[derive(Debug, clap::Args)]
pub(in crate::cli) struct Args {
    /// Player that plays itself, with perturbed weights.
    #[arg(long, default_value = "pimc:nodes=4000,opponent=counting", value_parser = load::seat)]
    seat: PlayerSpec,
    /// Weights file to perturb instead of the built-in weights that are tuned by matches.
    #[arg(long, value_name = "FILE")]
    weights: Option<PathBuf>,
    /// Length of the step of --weights-out: how many times its perturbation is applied to the group with the largest
    /// expected effect; to the others in proportion.
    #[arg(long, default_value_t = 1.0, value_parser = positive_number)]
    step: f64,
    /// Write the weights after a step along the expected effects to this file.
    #[arg(long, value_name = "FILE")]
    weights_out: Option<load::Output>,
    #[command(flatten)]
    options: SeriesOptions,
    #[command(flatten)]
    work: JobOptions,
}

impl Args {
    pub(in crate::cli) fn run(self, env: Env) -> Result<ExitCode> {
        load::writable(self.weights_out.as_ref())?;
        let plan = self.plan(env)?;
        plan.check().map_err(|error| Usage(format!("--seat: {error}")))?;
        let mut reporter = SpsaTally::new(&plan);
        let code = self.work.run(env, &plan, &mut reporter)?;
        if let Some(out) = self.weights_out.as_ref().filter(|_| code == ExitCode::SUCCESS) {
            ensure!(
                !reporter.effects().is_empty(),
                "--weights-out: too few games to estimate effects"
            );
            load::write(out, pretty_json(&self.stepped(&plan, &reporter)?)?.as_bytes())?;
        }
        Ok(code)
    }

    /// The job that the arguments describe.
    pub(in crate::cli) fn job(&self, env: Env) -> Result<JobSpec> {
        ensure!(
            self.weights_out.is_none(),
            "weights-out: a job in shards plays games; `junqi eval spsa` with the merged file as --out writes the weights"
        );
        Ok(JobSpec::Spsa(self.plan(env)?.into()))
    }

    fn plan(&self, env: Env) -> Result<SpsaPlan> {
        let lineup = Lineup::Match([self.seat.clone(), self.seat.clone()]);
        let weights = load::weights(self.weights.as_deref(), data::match_weights)?;
        let series = self.options.series(lineup, env)?;
        let games = self.options.games_or(GAMES);
        Ok(SpsaPlan { series, games, weights })
    }

    /// The weights after the step, with a description of how they were made.
    fn stepped(&self, plan: &SpsaPlan, tally: &SpsaTally<'_>) -> Result<Weights> {
        let weights = tally.step(self.step)?;
        let mode = plan.mode().name();
        let seat = &self.seat;
        let games = tally.games();
        let seed = plan.series.seed;
        let step = self.step;
        let method = format!(
            "{}; {mode}: {games} games of junqi eval spsa --seat {seat} --seed {seed} --step {step}",
            weights.method
        );
        Ok(Weights { method, ..weights })
    }
}

impl Reporter for SpsaTally<'_> {
    fn line(&mut self, line: &str) -> Result<ControlFlow<()>> {
        self.add_line(line)?;
        Ok(ControlFlow::Continue(()))
    }

    fn text(&self) -> Result<String> {
        let games = self.games();
        let plies = self.plies();
        let mut effects = self.effects();
        let mut text = format!("{games} games of {plies} plies\n");
        if effects.is_empty() {
            return Ok(text + "too few games to estimate effects\n");
        }
        effects.sort_by(|a, b| b.elo.abs().total_cmp(&a.elo.abs()));
        text += "\nElo of weights changed one way (times a factor, or plus centi-pieces) against weights changed the other way, \
                 95 % interval, and expected effect\n";
        for GroupEffect { group, change, elo, error, expected } in effects {
            let change = match change {
                Perturbation::Factor(log) => format!("x {:.2}", log.exp()),
                Perturbation::Amount(amount) => format!("+ {amount:.0}"),
            };
            text +=
                &format!("{group:<24}{change:>7} {elo:>+8.1} +- {error:<5.1} {expected:>+7.1}\n");
        }
        Ok(text)
    }

    fn json(&self) -> Result<Json> {
        let games = self.games();
        let plies = self.plies();
        Ok(json!({ "games": games, "plies": plies, "effects": self.effects() }))
    }
}
