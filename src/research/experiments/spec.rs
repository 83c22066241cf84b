//! An experiment as a self-contained job: its name, seed, sizes and positions in one file.

use super::{Experiment, ExperimentRun, PositionSet, ROUND, experiments, named};
use crate::base::job::{Job, WorkError};
use crate::game::board::Board;
use serde::{Deserialize, Serialize};
use std::sync::atomic::AtomicBool;

/// The file form of an experiment to run.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ExperimentSpec {
    /// Name of the experiment.
    pub name: String,
    /// Seed of trees, guesses and deals.
    pub seed: u64,
    /// Maximum number of trees, positions or match units of each set (default: those of a quick run).
    pub seeds: Option<u64>,
    /// Pairs of name and file text of the positions (default: the embedded positions).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub positions: Option<Vec<(String, String)>>,
}

/// An experiment that is ready to run.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(try_from = "ExperimentSpec", into = "ExperimentSpec")]
pub struct ReadyExperiment {
    order: ExperimentSpec,
    plan: Experiment,
}

impl TryFrom<ExperimentSpec> for ReadyExperiment {
    type Error = String;

    fn try_from(order: ExperimentSpec) -> Result<Self, String> {
        let scenes = match &order.positions {
            None => PositionSet::embedded(),
            Some(texts) => PositionSet::of_texts(texts, Board::siguo())?,
        };
        let mut plans =
            named(&order.name, experiments(&scenes)).map_err(|error| error.to_string())?;
        if plans.len() > 1 {
            let many = plans.len();
            return Err(format!("found `{}`, {many} experiments, expected one", order.name));
        }
        let ready = Self { order, plan: plans.remove(0) };
        let units = ready.job().seeds;
        if ready.plan.play.is_some() && units > ROUND {
            return Err(format!(
                "found {units} units of `{}`, expected at most {ROUND}: after so many sequential tests begin \
                 to end its matches; run more without shards, by `junqi experiment run`",
                ready.plan.name
            ));
        }
        Ok(ready)
    }
}

impl From<ReadyExperiment> for ExperimentSpec {
    fn from(ready: ReadyExperiment) -> Self {
        ready.order
    }
}

impl ReadyExperiment {
    /// The experiment.
    pub fn plan(&self) -> &Experiment {
        &self.plan
    }

    /// Whether engines play by the clock, so that runs cannot be repeated exactly.
    pub fn is_timed(&self) -> bool {
        self.plan.points.iter().any(|set| set.is_timed())
    }

    fn job(&self) -> ExperimentRun<'_> {
        let seeds = self.order.seeds.unwrap_or(self.plan.seeds.quick);
        ExperimentRun::new(&self.plan, self.order.seed, seeds)
    }
}

impl Job for ReadyExperiment {
    fn lines(&self) -> u64 {
        self.job().lines()
    }

    fn beginning(&self) -> &'static [u8] {
        self.job().beginning()
    }

    fn line(&self, number: u64, stop: &AtomicBool) -> Result<String, WorkError> {
        self.job().line(number, stop)
    }

    fn check(&self, number: u64, line: &str) -> Result<(), String> {
        self.job().check(number, line)
    }
}
