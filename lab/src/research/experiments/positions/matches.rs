//! Match units as problems: every seat against the first, on the same deals.

use crate::research::experiments::{
    ExperimentError, Fields, Problem, ProblemFacts, ProblemSet, RunCounts, Variant, VariantSetting,
};
use crate::tournament::{Lineup, MatchTally, Series, unit_of_match};
use junqi_core::base::options::OptionValues;
use junqi_core::engine::data;
use junqi_core::game::belief::Visibility;
use junqi_core::game::board::{Board, Seat};
use junqi_core::game::rules::{Deployment, Mode, Rules};
use junqi_core::play::{DeploymentSource, PlayerSpec, SpecError};
use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};

/// The seat that all others play against.
const BASE: &str = "alphabeta";

/// What a seat may spend on a move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MoveBudget {
    /// Nodes.
    Nodes(u64),
    /// Time, in milliseconds.
    Time(u64),
}

/// Matches of one mode with a fixed budget per move.
#[derive(Debug, Clone)]
pub struct Matches {
    mode: Mode,
    budget: MoveBudget,
    deployments: Vec<Deployment>,
}

/// A unit of a match.
struct Unit<'a> {
    matches: &'a Matches,
    seed: u64,
    number: u64,
}

impl Matches {
    /// Matches of a mode with the embedded deployments.
    pub fn new(mode: Mode, budget: MoveBudget) -> Self {
        let lawful = data::deployments().into_iter().filter_map(|named| named.deployment.ok());
        Self { mode, budget, deployments: lawful.collect() }
    }

    /// The seat of an algorithm with its options.
    fn seat(
        &self,
        algo: &str,
        options: &[(&'static str, VariantSetting)],
    ) -> Result<PlayerSpec, ExperimentError> {
        let (name, amount) = self.budget.option();
        let mut seat = format!("{algo}:{name}={amount}");
        for (name, setting) in options {
            seat += &format!(",{name}={}", setting.text(&ProblemFacts::NONE));
        }
        seat.parse().map_err(|error: SpecError| ExperimentError::Problem(error.to_string()))
    }

    /// The series in which a variant meets the base: the same deals for every variant.
    fn series(&self, variant: &Variant, seed: u64) -> Result<Series, ExperimentError> {
        Ok(Series {
            board: Board::siguo(),
            rules: Rules::default().with_mode(self.mode),
            visibility: Visibility::FourDark,
            first: Seat::South,
            seed,
            deal: DeploymentSource::Pool(self.deployments.clone()),
            lineup: Lineup::Match([
                self.seat(variant.algo, &variant.settings)?,
                self.seat(BASE, &[])?,
            ]),
        })
    }
}

impl MoveBudget {
    /// The option of a seat that sets it, and the amount.
    fn option(self) -> (&'static str, u64) {
        match self {
            Self::Nodes(nodes) => ("nodes", nodes),
            Self::Time(time) => ("movetime", time),
        }
    }
}

/// For titles: `1000 nodes a move`.
impl fmt::Display for MoveBudget {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Nodes(nodes) => write!(f, "{nodes} nodes a move"),
            Self::Time(time) => write!(f, "{time} ms a move"),
        }
    }
}

impl ProblemSet for Matches {
    fn label(&self) -> String {
        self.mode.name().into()
    }

    fn panel(&self) -> Option<String> {
        Some(self.title())
    }

    fn tick(&self) -> String {
        String::new()
    }

    fn title(&self) -> String {
        format!("{}, {}", self.label(), self.budget)
    }

    fn kind(&self) -> Fields {
        let (name, amount) = self.budget.option();
        Fields::default().with("mode", self.mode.name()).with(name, amount)
    }

    fn describe(&self, seed: u64, trial: u64) -> String {
        format!("unit {trial} of seed {seed}, {}", self.title())
    }

    fn depth(&self) -> u32 {
        0
    }

    fn range(&self) -> u64 {
        1
    }

    fn is_timed(&self) -> bool {
        matches!(self.budget, MoveBudget::Time(_))
    }

    fn games(&self) -> u64 {
        unit_of_match(self.mode)
    }

    fn problem(&self, seed: u64, trial: u64) -> Result<Box<dyn Problem + '_>, ExperimentError> {
        Ok(Box::new(Unit { matches: self, seed, number: trial }))
    }
}

impl Unit<'_> {
    /// The share of a variant in the points of the unit; of the base by definition a half.
    fn points(&self, variant: &Variant, stop: &AtomicBool) -> Result<f64, ExperimentError> {
        if variant.algo == BASE {
            return Ok(0.5);
        }
        let series = self.matches.series(variant, self.seed)?;
        let mut tally = MatchTally::new(&series, None);
        for game in self.number * series.unit()..(self.number + 1) * series.unit() {
            let record =
                series.play(game, stop).map_err(|e| ExperimentError::Problem(e.to_string()))?;
            if stop.load(Ordering::Relaxed) {
                return Err(ExperimentError::Stopped);
            }
            let _ =
                tally.add(&series, &record).map_err(|e| ExperimentError::Problem(e.to_string()))?;
        }
        tally.units().mean().ok_or(ExperimentError::Stopped)
    }
}

impl Problem for Unit<'_> {
    fn known(&self) -> ProblemFacts {
        ProblemFacts::NONE
    }

    fn options(
        &self,
        _variant: &Variant,
        _known: &ProblemFacts,
    ) -> Result<OptionValues, ExperimentError> {
        Ok(OptionValues::default())
    }

    fn search(
        &self,
        variant: &Variant,
        _options: &OptionValues,
        stop: &AtomicBool,
    ) -> Result<RunCounts, ExperimentError> {
        Ok(RunCounts { value: Some(self.points(variant, stop)?), ..RunCounts::default() })
    }

    fn spend(&self, variant: &Variant, _options: &OptionValues) -> Result<(), ExperimentError> {
        self.points(variant, &AtomicBool::new(false))?;
        Ok(())
    }
}
