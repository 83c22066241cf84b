//! `junqi ladder`

mod page;
mod show;

use super::job::Work;
use super::reporter::{Reporter, teller};
use super::series::{GAMES, SeriesOptions};
use super::{Env, Usage, load};
use crate::game::format::GameRecord;
use crate::shards::JobSpec;
use crate::tournament::Lineup;
use crate::tournament::ladder::{Entrant, LadderPlan, LadderResults, Pairing, SeatNames};
use anyhow::Result;
use serde_json::Value as Json;
use std::ops::ControlFlow;
use std::process::ExitCode;

#[derive(Debug, clap::Subcommand)]
pub(super) enum Command {
    /// Play matches between many seats and rate them all: everyone against everyone, or some
    /// against all others.
    Run(RunArgs),
    /// Rate the seats in records of matches and ladders: a table, a page, a picture.
    Show(show::Args),
}

#[derive(Debug, clap::Args)]
pub(super) struct RunArgs {
    /// Seats: name or name:key=value,key=value; FILE.toml:NAME, or FILE.toml for all of its seats.
    #[arg(required = true, num_args = 1..)]
    seats: Vec<String>,
    /// The first so many seats meet all others, and not each other; without it everyone meets
    /// everyone.
    #[arg(long, value_name = "CHALLENGERS")]
    gauntlet: Option<usize>,
    #[command(flatten)]
    options: SeriesOptions,
    #[command(flatten)]
    work: Work,
}

impl Command {
    pub(super) fn run(self, env: Env) -> Result<ExitCode> {
        match self {
            Self::Run(args) => {
                let job = args.job(env)?;
                args.work.run(env, job.task(), &mut *teller(&job))
            }
            Self::Show(args) => args.run(env),
        }
    }
}

impl RunArgs {
    /// What is to be done; `--games` are those of every pair.
    pub(super) fn job(&self, env: Env) -> Result<JobSpec> {
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
        Ok(JobSpec::Ladder(plan))
    }
}

/// Rates the seats of a ladder.
pub(super) struct LadderReporter {
    names: SeatNames,
    results: LadderResults,
}

impl LadderReporter {
    pub(super) fn new(plan: &LadderPlan) -> Self {
        Self { names: plan.names(), results: LadderResults::default() }
    }
}

impl Reporter for LadderReporter {
    fn line(&mut self, line: &str) -> Result<ControlFlow<()>> {
        let record: GameRecord = serde_json::from_str(line)?;
        self.results.add(&record)?;
        Ok(ControlFlow::Continue(()))
    }

    fn text(&self) -> Result<String> {
        Ok(match self.results.standing(None) {
            Ok(standing) => page::table(&standing, &self.names),
            Err(error) => format!("no ratings yet: {error}\n"),
        })
    }

    fn json(&self) -> Result<Json> {
        Ok(serde_json::to_value(self.results.standing(None).ok())?)
    }
}
