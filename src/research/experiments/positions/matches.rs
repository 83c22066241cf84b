//! Match units as problems: every seat against the first, on the same deals.

use crate::base::options::OptionValues;
use crate::engine::data;
use crate::game::belief::Visibility;
use crate::game::board::{Board, Seat};
use crate::game::format::mode_text;
use crate::game::rules::{Deployment, Mode, Rules};
use crate::play::{DeploymentSource, SeatSpec};
use crate::research::experiments::{
    ExperimentError, Fields, Problem, ProblemFacts, ProblemSet, RunCounts, Variant,
};
use crate::tournament::{Lineup, MatchTally, Series};
use std::sync::atomic::{AtomicBool, Ordering};

/// The seat that all others play against.
const BASE: &str = "alphabeta";

/// What the threshold searches are set to: about the entropy of one ply in the middle game. With a few
/// thousand nodes a search sees two plies, so any threshold that lets two plies pass would change nothing.
const THRESHOLD: &str = ",threshold=2.7";

/// Matches of one mode with a fixed number of nodes per move.
#[derive(Debug, Clone)]
pub struct Matches {
    mode: Mode,
    nodes: u64,
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
    pub fn new(mode: Mode, nodes: u64) -> Self {
        let lawful = data::deployments().into_iter().filter_map(|named| named.deployment.ok());
        Self { mode, nodes, deployments: lawful.collect() }
    }

    fn seat(&self, name: &str) -> Result<SeatSpec, ExperimentError> {
        let threshold = match name {
            "abt" | "ct" | "bct" => THRESHOLD,
            _ => "",
        };
        let seat = format!("{name}:nodes={}{threshold}", self.nodes).parse();
        seat.map_err(|error: crate::play::SpecError| ExperimentError::Ground(error.to_string()))
    }

    /// The series in which a seat meets the base: the same deals for every seat.
    fn series(&self, seat: &str, seed: u64) -> Result<Series, ExperimentError> {
        Ok(Series {
            board: Board::siguo(),
            rules: Rules::default().with_mode(self.mode),
            visibility: Visibility::FourDark,
            first: Seat::South,
            seed,
            deal: DeploymentSource::Pool(self.deployments.clone()),
            lineup: Lineup::Match([self.seat(seat)?, self.seat(BASE)?]),
        })
    }
}

impl ProblemSet for Matches {
    fn label(&self) -> String {
        mode_text(self.mode).into()
    }

    fn title(&self) -> String {
        format!("{}, {} nodes a move", self.label(), self.nodes)
    }

    fn kind(&self) -> Fields {
        Fields::default().with("mode", mode_text(self.mode)).with("nodes", self.nodes)
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

    fn subject(&self, seed: u64, trial: u64) -> Result<Box<dyn Problem + '_>, ExperimentError> {
        Ok(Box::new(Unit { matches: self, seed, number: trial }))
    }
}

impl Unit<'_> {
    /// The share of a seat in the points of the unit; of the base by definition a half.
    fn points(&self, seat: &str, stop: &AtomicBool) -> Result<f64, ExperimentError> {
        if seat == BASE {
            return Ok(0.5);
        }
        let series = self.matches.series(seat, self.seed)?;
        let mut tally = MatchTally::new(&series, None);
        for game in self.number * series.unit()..(self.number + 1) * series.unit() {
            let record = series.play(game, stop);
            let record = record.map_err(|e| ExperimentError::Ground(e.to_string()))?;
            if stop.load(Ordering::Relaxed) {
                return Err(ExperimentError::Stopped);
            }
            let _ =
                tally.add(&series, &record).map_err(|e| ExperimentError::Ground(e.to_string()))?;
        }
        tally.units().mean().ok_or(ExperimentError::Stopped)
    }
}

impl Problem for Unit<'_> {
    fn known(&self) -> ProblemFacts {
        ProblemFacts { guess: 0, range: 1, depth: 0, ply_bits: 0.0, value: None, nodes: 0 }
    }

    fn params(
        &self,
        _arm: &Variant,
        _known: &ProblemFacts,
    ) -> Result<OptionValues, ExperimentError> {
        Ok(OptionValues::default())
    }

    fn search(
        &self,
        arm: &Variant,
        _params: &OptionValues,
        stop: &AtomicBool,
    ) -> Result<RunCounts, ExperimentError> {
        Ok(RunCounts { value: Some(self.points(arm.algo, stop)?), ..RunCounts::default() })
    }

    fn spend(&self, arm: &Variant, _params: &OptionValues) -> Result<(), ExperimentError> {
        self.points(arm.algo, &AtomicBool::new(false))?;
        Ok(())
    }
}
