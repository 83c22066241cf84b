//! `junqi ladder`

mod page;
mod show;

use super::env::{Env, Usage};
use super::job::JobOptions;
use super::load;
use super::reporter::Reporter;
use super::series::{GAMES, SeriesOptions};
use anyhow::Result;
use junqi_core::game::format::GameRecord;
use junqi_lab::shards::JobSpec;
use junqi_lab::tournament::ladder::{Entrant, LadderPlan, LadderResults, Pairing, SeatNames};
use junqi_lab::tournament::{Failures, Lineup};
use serde_json::Value as Json;
use std::ops::ControlFlow;
use std::process::ExitCode;

#[derive(Debug, clap::Subcommand)]
pub(super) enum Command {
    /// Play matches between many players, round robin or gauntlet, and rate them all.
    Run(RunArgs),
    /// Rate the players in records of matches and ladders: table, Markdown page, SVG picture.
    Show(show::Args),
}

#[derive(Debug, clap::Args)]
#[command(mut_arg("games", |games| games.help(
    "Number of games per pair of players, rounded up to whole units (docs/MATCHES.md) [default: 100]"
)))]
pub(super) struct RunArgs {
    /// Players, each as NAME, NAME:key=value,key=value or FILE.toml:NAME (see `junqi seats`);
    /// FILE.toml means all players of the file.
    #[arg(required = true, num_args = 1..)]
    seats: Vec<String>,
    /// Gauntlet: the first CHALLENGERS players play all others but not each other [default: round
    /// robin, every player plays every other].
    #[arg(long, value_name = "CHALLENGERS")]
    gauntlet: Option<usize>,
    #[command(flatten)]
    options: SeriesOptions,
    #[command(flatten)]
    work: JobOptions,
}

impl Command {
    pub(super) fn run(self, env: Env) -> Result<ExitCode> {
        match self {
            Self::Run(args) => {
                let plan = args.plan(env)?;
                args.work.run(env, &plan, &mut LadderReporter::new(&plan))
            }
            Self::Show(args) => args.run(env),
        }
    }
}

impl RunArgs {
    /// The job that the arguments describe.
    pub(super) fn job(&self, env: Env) -> Result<JobSpec> {
        Ok(JobSpec::Ladder(self.plan(env)?))
    }

    /// The plan of the ladder; `--games` counts the games of each pair.
    fn plan(&self, env: Env) -> Result<LadderPlan> {
        let mut entrants = vec![];
        for text in &self.seats {
            let seats = load::seats(text).map_err(|error| Usage(format!("{error:#}")))?;
            entrants.extend(seats.into_iter().map(|(name, seat)| Entrant { name, seat }));
        }
        let any = Lineup::Match([entrants[0].seat.clone(), entrants[0].seat.clone()]);
        let series = self.options.series(any, env)?;
        let pairing = self.gauntlet.map_or(Pairing::RoundRobin, Pairing::Gauntlet);
        let plan = LadderPlan { entrants, pairing, series, games: self.options.games_or(GAMES) };
        plan.check().map_err(|error| Usage(error.to_string()))?;
        Ok(plan)
    }
}

/// Rates the players of a ladder.
pub(super) struct LadderReporter {
    names: SeatNames,
    results: LadderResults,
    failures: Failures,
}

impl LadderReporter {
    pub(super) fn new(plan: &LadderPlan) -> Self {
        let results = LadderResults::default();
        let failures = Failures::default();
        Self { names: plan.names(), results, failures }
    }
}

impl Reporter for LadderReporter {
    fn line(&mut self, line: &str) -> Result<ControlFlow<()>> {
        let record = GameRecord::read(line)?;
        self.results.add(&record)?;
        self.failures.add(&record.result);
        Ok(ControlFlow::Continue(()))
    }

    fn failures(&self) -> Option<&Failures> {
        Some(&self.failures)
    }

    fn text(&self) -> Result<String> {
        Ok(match self.results.standing(None) {
            Ok(standing) => page::table(&standing, &self.names),
            Err(error) => format!("no ratings yet: {error}\n"),
        })
    }

    fn json(&self) -> Result<Json> {
        let mut json = serde_json::to_value(self.results.standing(None).ok())?;
        if json.is_object() && !self.failures.is_empty() {
            json["failures"] = serde_json::to_value(&self.failures)?;
        }
        Ok(json)
    }
}
