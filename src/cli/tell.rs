//! What came of a job, told line by line: the same for a job that one machine did and for one whose
//! shards were put together.

use super::{contest, ladder, selfplay};
use crate::game::format::Record;
use crate::research::positions;
use crate::shards::Job;
use crate::tournament::{Games, Summary};
use anyhow::Result;
use serde_json::{Value as Json, json};
use std::ops::ControlFlow;

/// Hears of the lines of a job in order, and sums them up.
pub(super) trait Tell {
    /// The next line; a break says that no more are needed.
    fn line(&mut self, line: &str) -> Result<ControlFlow<()>>;
    /// For people.
    fn text(&self) -> Result<String>;
    /// For programs.
    fn json(&self) -> Result<Json>;
}

/// The teller of a job.
pub(super) fn teller(job: &Job) -> Box<dyn Tell + '_> {
    match job {
        Job::Selfplay(games) => Box::new(Selfplay::new(games)),
        Job::Match { sides, games, sprt } => Box::new(contest::Teller::new(sides, games, *sprt)),
        Job::Ladder(plan) => Box::new(ladder::Teller::new(plan)),
        Job::Experiment(ready) => Box::new(Experiment { ready, runs: 0 }),
    }
}

/// Sums self-play up.
pub(super) struct Selfplay<'a> {
    games: &'a Games,
    summary: Summary,
}

impl<'a> Selfplay<'a> {
    pub(super) fn new(games: &'a Games) -> Self {
        Self { games, summary: Summary::default() }
    }
}

impl Tell for Selfplay<'_> {
    fn line(&mut self, line: &str) -> Result<ControlFlow<()>> {
        let record: Record = serde_json::from_str(line)?;
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
struct Experiment<'a> {
    ready: &'a positions::Ready,
    runs: u64,
}

impl Tell for Experiment<'_> {
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
