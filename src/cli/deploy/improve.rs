//! `junqi deploy improve`

use super::evaluate::MeasureTerms;
use super::rounds::with_bar;
use crate::cli::env::{Env, Usage};
use crate::cli::note::note;
use crate::cli::{job, load};
use anyhow::{Result, bail};
use junqi_core::game::draw::KindNames;
use junqi_core::game::format::draw_deployment;
use junqi_core::game::rules::Deployment;
use junqi_lab::tournament::deployments::{ClimbStep, HillClimb, Improvement};
use junqi_lab::tournament::rating::{ConfidenceInterval, elo_of};
use serde_json::{Value as Json, json};
use std::num::NonZeroUsize;
use std::process::ExitCode;

/// The file in the output folder.
const IMPROVED: &str = "improved.txt";

/// Improve a deployment by hill climbing over exchanges of two pieces, and measure the gain.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// File with the deployment to improve.
    file: load::Source,
    /// Part of the deployment's name, for a file with several deployments.
    #[arg(long)]
    name: Option<String>,
    #[command(flatten)]
    terms: MeasureTerms,
    /// Number of hill-climbing steps; each step accepts at most one exchange.
    #[arg(long, default_value_t = 8)]
    steps: u64,
    /// Exchanges tried per step, drawn at random from about 250 lawful ones.
    #[arg(long, default_value_t = 31)]
    tries: usize,
    /// Mean number of games per exchange tried; the best exchange of a step is then confirmed on
    /// twice as many new games.
    #[arg(long, default_value_t = 40)]
    games: u64,
    /// Games of the original and of the improved deployment at the end, from which the gain is
    /// estimated.
    #[arg(long, value_name = "GAMES", default_value_t = 1000)]
    check: u64,
    /// Write the games and improved.txt to this folder; the same command resumes an interrupted run.
    #[arg(long, value_name = "FOLDER")]
    out: Option<load::Output>,
    /// Number of games played in parallel [default: number of CPU threads]. Does not affect the results, unless
    /// a player plays by the clock: then use 1.
    #[arg(long)]
    jobs: Option<NonZeroUsize>,
}

impl Args {
    pub(super) fn run(self, env: Env) -> Result<ExitCode> {
        if let Some(folder) = &self.out {
            env.files.check_output(&folder.join(IMPROVED))?;
        }
        let (name, before) = self.deployment(env)?;
        let climb = HillClimb {
            series: self.terms.series(env)?,
            steps: self.steps,
            tries: self.tries.max(1),
            games: self.games,
            check: self.check,
        };
        let usage = |error| Usage(format!("--games or --check: {error}"));
        climb.race(&before, 1).1.check().map_err(usage)?;
        climb.check(&before, &before).check().map_err(usage)?;
        let improvement = with_bar(self.out.as_deref(), self.jobs, None, |player, bar| {
            climb.run(&before, player, &mut |step| bar.println(sentence(step)))
        })??;
        let Some(improvement) = improvement else {
            return Ok(job::stopped(self.out.as_deref()));
        };
        let outcome = NamedImprovement { name, improvement };
        if let Some(folder) = &self.out {
            load::write(&folder.join(IMPROVED), outcome.drawing().as_bytes())?;
        }
        env.show(&outcome.json(), || outcome.text())?;
        let failures = &outcome.improvement.failures;
        note(failures);
        Ok(ExitCode::from(u8::from(failures.is_every_game())))
    }

    fn deployment(&self, env: Env) -> Result<(String, Deployment)> {
        let mut all = load::lawful_deployments(&self.file, env.board.shape())?;
        if let Some(name) = &self.name {
            all.retain(|(named, _)| named.name.contains(name.as_str()));
        }
        match &all[..] {
            [(named, deployment)] => Ok((named.name.clone(), *deployment)),
            [] => bail!("{}: no deployment with that name", self.file),
            several => {
                let names: Vec<&str> = several.iter().map(|(named, _)| &named.name[..]).collect();
                let names = names.join(", ");
                bail!(Usage(format!(
                    "{}: several deployments ({names}); choose one with --name",
                    self.file
                )))
            }
        }
    }
}

/// A step in words.
fn sentence(step: &ClimbStep) -> String {
    let number = step.step;
    let Some([[a, b], [c, d]]) = step.exchange else {
        return format!("step {number}: no exchange won the race");
    };
    let gain = step.gain.map_or_else(String::new, percent);
    let taken = if step.taken { "taken" } else { "not taken" };
    format!("step {number}: ({a},{b}) with ({c},{d}) {gain}, {taken}")
}

/// A difference of win rates, in percentage points with its confidence interval.
fn percent(gain: ConfidenceInterval) -> String {
    let [value, low, high] = [gain.value, gain.low, gain.high].map(|rate| 100.0 * rate);
    format!("{value:+.1} points ({low:+.1} to {high:+.1})")
}

/// An improvement of a deployment with a name.
struct NamedImprovement {
    name: String,
    improvement: Improvement,
}

impl NamedImprovement {
    fn about(&self) -> String {
        let Improvement { before, after, gain, games, .. } = &self.improvement;
        let gain = gain.map_or_else(|| "not measured".into(), percent);
        let verdict = match self.improvement.is_shown() {
            _ if after == before => "nothing better was found",
            true => "better",
            false => "not shown to be better",
        };
        format!("{verdict}: win rate {gain} in {games} games each")
    }

    fn drawing(&self) -> String {
        let name = format!("{} improved", self.name);
        let about = self.about();
        draw_deployment(&name, &about, None, &self.improvement.after, KindNames::Letters)
    }

    fn json(&self) -> Json {
        let Improvement { before, after, steps, rates, gain, games, .. } = &self.improvement;
        let elo = rates.map(|rate| rate.map(elo_of));
        json!({
            "name": self.name,
            "before": before.to_string(),
            "after": after.to_string(),
            "win_rates": rates,
            "elo": elo,
            "gain": gain,
            "better": self.improvement.is_shown(),
            "games": games,
            "steps": steps,
        })
    }

    fn text(&self) -> String {
        let Improvement { steps, rates, .. } = &self.improvement;
        let steps: Vec<String> = steps.iter().map(sentence).collect();
        let rates = rates.map(|rate| format!("{:.1} %", 100.0 * rate.unwrap_or(0.5)));
        format!(
            "{}\n{}\nbefore {}, after {}\n\n{}",
            steps.join("\n"),
            self.about(),
            rates[0],
            rates[1],
            self.drawing()
        )
    }
}
