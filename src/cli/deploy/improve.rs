//! `junqi deploy improve`

use super::evaluate::MeasureTerms;
use super::rounds::{Played, Rounds};
use crate::cli::{Env, Usage, job, load, print, print_json};
use crate::game::draw::KindNames;
use crate::game::format::draw_deployment;
use crate::game::rules::Deployment;
use crate::tournament::deployments::{
    Halving, Improve, ImproveStep, MeasurementPlan, gain, is_enough, winner,
};
use crate::tournament::rating::{ConfidenceInterval, elo_of};
use anyhow::{Result, bail};
use serde_json::{Value as Json, json};
use std::path::PathBuf;
use std::process::ExitCode;

/// Look for exchanges of two pieces that make a deployment win more, and measure the gain.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// A file with the deployment.
    file: String,
    /// Which of several it is.
    #[arg(long)]
    name: Option<String>,
    #[command(flatten)]
    terms: MeasureTerms,
    /// Steps; each takes one exchange at most.
    #[arg(long, default_value_t = 8)]
    steps: u64,
    /// Exchanges that race at a step, of about 250 that are lawful.
    #[arg(long, default_value_t = 31)]
    tries: usize,
    /// Games of each of them, on average; the winner of a step plays twice as many again.
    #[arg(long, default_value_t = 40)]
    games: u64,
    /// Games of the deployment before and after, at the end: what the gain is measured on.
    #[arg(long, default_value_t = 1000)]
    check: u64,
    /// Write the games and improved.txt to this folder; the same command goes on where it stopped.
    #[arg(long, value_name = "FOLDER")]
    out: Option<PathBuf>,
    /// Games at the same time; all cores if not given. The results do not depend on it.
    #[arg(long)]
    jobs: Option<usize>,
}

/// What came of it.
struct ImproveOutcome {
    name: String,
    before: Deployment,
    after: Deployment,
    steps: Vec<ImproveStep>,
    rates: [Option<f64>; 2],
    gain: Option<ConfidenceInterval>,
    games: u64,
}

impl Args {
    pub(super) fn run(self, env: Env) -> Result<ExitCode> {
        let (name, before) = self.deployment()?;
        let improve = Improve {
            series: self.terms.series(env)?,
            tries: self.tries.max(1),
            games: self.games,
            check: self.check,
        };
        let usage = |error| Usage(format!("--games or --check: {error}"));
        improve.race(&before, 1).1.check().map_err(usage)?;
        improve.check(&before, &before).check().map_err(usage)?;
        let rounds = Rounds::new(self.out.as_deref(), self.jobs, None)?;
        let outcome = self.climb(&improve, &rounds, (name, before));
        rounds.bar.finish_and_clear();
        let Some(outcome) = outcome? else {
            return Ok(job::stopped(self.out.as_deref()));
        };
        if let Some(folder) = &self.out {
            load::write(&folder.join("improved.txt"), outcome.drawing().as_bytes())?;
        }
        if env.json {
            print_json(&outcome.json())?;
        } else {
            print(&outcome.text())?;
        }
        Ok(ExitCode::SUCCESS)
    }

    fn deployment(&self) -> Result<(String, Deployment)> {
        let mut all = load::lawful_deployments(&self.file)?;
        if let Some(name) = &self.name {
            all.retain(|(named, _)| named.name.contains(name.as_str()));
        }
        match &all[..] {
            [(named, deployment)] => Ok((named.name.clone(), *deployment)),
            [] => bail!("{}: found no deployment of that name, expected one", self.file),
            several => {
                let names: Vec<&str> = several.iter().map(|(named, _)| &named.name[..]).collect();
                let names = names.join(", ");
                bail!(Usage(format!("{}: found {names}; choose one with --name", self.file)))
            }
        }
    }

    /// All steps and the last measurement; none if somebody asked to stop.
    fn climb(
        &self,
        improve: &Improve,
        rounds: &Rounds,
        (name, before): (String, Deployment),
    ) -> Result<Option<ImproveOutcome>> {
        let (mut after, mut steps) = (before, vec![]);
        for step in 1..=self.steps {
            let (exchanges, race) = improve.race(&after, step);
            let Some(raced) = played(&race, rounds, &format!("step-{step}-"))? else {
                return Ok(None);
            };
            let mut told = ImproveStep { step, exchange: None, gain: None, taken: false };
            let first = winner(&raced);
            if first > 0 {
                let better = race.candidates[first].deployment;
                let again = improve.again(&after, &better, step);
                let Some(two) = played(&again, rounds, &format!("step-{step}-again-"))? else {
                    return Ok(None);
                };
                told.exchange = Some(exchanges[first - 1].map(|p| [p.row(), p.col()]));
                told.gain = gain(&two);
                told.taken = is_enough(told.gain);
                after = if told.taken { better } else { after };
            }
            rounds.bar.println(sentence(&told));
            steps.push(told);
        }
        let check = improve.check(&before, &after);
        let Some(two) = played(&check, rounds, "check-")? else { return Ok(None) };
        let rates = [0, 1].map(|i| two.fields()[i].tally.units.mean());
        let games = two.fields()[1].tally.games;
        Ok(Some(ImproveOutcome { name, before, after, steps, rates, gain: gain(&two), games }))
    }
}

/// A measurement that was played; none if somebody asked to stop.
fn played<'a>(
    plan: &'a MeasurementPlan,
    rounds: &Rounds,
    name: &str,
) -> Result<Option<Halving<'a>>> {
    let mut halving = Halving::new(plan);
    let all = rounds.play(&mut halving, name)? == Played::All;
    Ok(all.then_some(halving))
}

fn sentence(step: &ImproveStep) -> String {
    let number = step.step;
    let Some([[a, b], [c, d]]) = step.exchange else {
        return format!("step {number}: no exchange won the race");
    };
    let gain = step.gain.map_or_else(String::new, told);
    let taken = if step.taken { "taken" } else { "not taken" };
    format!("step {number}: ({a},{b}) with ({c},{d}) {gain}, {taken}")
}

/// A difference of win rates.
fn told(gain: ConfidenceInterval) -> String {
    let percent = |value: f64| 100.0 * value;
    let (value, low, high) = (percent(gain.value), percent(gain.low), percent(gain.high));
    format!("{value:+.1} % ({low:+.1} to {high:+.1})")
}

impl ImproveOutcome {
    fn is_shown(&self) -> bool {
        self.gain.is_some_and(|gain| gain.low > 0.0)
    }

    fn about(&self) -> String {
        let gain = self.gain.map_or_else(|| "not measured".into(), told);
        let verdict = match self.is_shown() {
            _ if self.after == self.before => "nothing better was found",
            true => "better",
            false => "not shown to be better",
        };
        format!("{verdict}: win rate {gain} in {} games each", self.games)
    }

    fn drawing(&self) -> String {
        let (name, about) = (format!("{} improved", self.name), self.about());
        draw_deployment(&name, &about, &self.after, KindNames::Letters)
    }

    fn json(&self) -> Json {
        let elo = self.rates.map(|rate| rate.map(elo_of));
        json!({
            "name": self.name,
            "before": self.before.to_string(),
            "after": self.after.to_string(),
            "win_rates": self.rates,
            "elo": elo,
            "gain": self.gain,
            "better": self.is_shown(),
            "games": self.games,
            "steps": self.steps,
        })
    }

    fn text(&self) -> String {
        let steps: Vec<String> = self.steps.iter().map(sentence).collect();
        let rates = self.rates.map(|rate| format!("{:.1} %", 100.0 * rate.unwrap_or(0.5)));
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
