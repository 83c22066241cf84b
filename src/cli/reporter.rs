//! What came of a job, told line by line: the same for a job that one machine did and for one whose
//! shards were put together.

use super::{ladder, matches, selfplay};
use crate::game::format::GameRecord;
use crate::research::experiments;
use crate::shards::JobSpec;
use crate::tournament::{Games, SeriesSummary};
use anyhow::Result;
use serde_json::{Value as Json, json};
use std::ops::ControlFlow;

/// Hears of the lines of a job in order, and sums them up.
pub(super) trait Reporter {
    /// The next line; a break says that no more are needed.
    fn line(&mut self, line: &str) -> Result<ControlFlow<()>>;
    /// For people.
    fn text(&self) -> Result<String>;
    /// For programs.
    fn json(&self) -> Result<Json>;
}

/// The teller of a job.
pub(super) fn teller(job: &JobSpec) -> Box<dyn Reporter + '_> {
    match job {
        JobSpec::Selfplay(games) => Box::new(SelfplayReporter::new(games)),
        JobSpec::Match { sides, games, sprt } => {
            Box::new(matches::MatchReporter::new(sides, games, *sprt))
        }
        JobSpec::Ladder(plan) => Box::new(ladder::LadderReporter::new(plan)),
        JobSpec::Experiment(ready) => Box::new(ExperimentReporter { ready, runs: 0 }),
    }
}

/// Sums self-play up.
pub(super) struct SelfplayReporter<'a> {
    games: &'a Games,
    summary: SeriesSummary,
}

impl<'a> SelfplayReporter<'a> {
    pub(super) fn new(games: &'a Games) -> Self {
        Self { games, summary: SeriesSummary::default() }
    }
}

impl Reporter for SelfplayReporter<'_> {
    fn line(&mut self, line: &str) -> Result<ControlFlow<()>> {
        let record: GameRecord = serde_json::from_str(line)?;
        self.summary.add(&record);
        Ok(ControlFlow::Continue(()))
    }

    fn text(&self) -> Result<String> {
        let (seats, _) = self.games.series.plan(0);
        Ok(selfplay::table(&seats, &self.summary, &self.games.series.rules))
    }

    fn json(&self) -> Result<Json> {
        let (seats, _) = self.games.series.plan(0);
        let seats = seats.map(|s| s.map(|s| s.to_string()));
        Ok(json!({ "seats": seats, "summary": self.summary }))
    }
}

/// Counts the runs of an experiment.
struct ExperimentReporter<'a> {
    ready: &'a experiments::ReadyExperiment,
    runs: u64,
}

impl Reporter for ExperimentReporter<'_> {
    fn line(&mut self, _line: &str) -> Result<ControlFlow<()>> {
        self.runs += 1;
        Ok(ControlFlow::Continue(()))
    }

    fn text(&self) -> Result<String> {
        let name = self.ready.plan().name;
        let report = format!("as {name}.jsonl in a folder, `junqi experiment report --out FOLDER`");
        Ok(format!("{name}: {} runs; {report} judges them\n", self.runs))
    }

    fn json(&self) -> Result<Json> {
        Ok(json!({ "experiment": self.ready.plan().name, "runs": self.runs }))
    }
}
