//! Experiments as data, their resumable runs, and their figures, verdicts and reports.
//!
//! An [`Experiment`] compares a list of [`Variant`]s of algorithms on the same problems. A
//! [`ProblemSet`] is a kind of problem: synthetic trees of one shape ([`TreeKind`]), game positions of
//! one phase ([`Positions`]), or matches ([`Matches`]). An [`ExperimentRun`] adds a seed and a number of
//! problems of each kind; it writes one JSON line per problem, the same bytes for any number of
//! threads. [`ExperimentResults`] reads the lines, [`Experiment::figures`] states what is drawn and
//! claimed, and [`Figure::judge`] decides whether the numbers agree. [`experiments`] lists all.

mod answer;
mod catalogue;
mod counts;
mod error;
mod experiment;
mod factorial;
mod figure;
mod positions;
mod problem;
mod results;
mod run;
mod statistics;
mod table;
mod variant;
mod verdict;

mod names;
mod plot;
mod report;

pub use answer::{
    Answer, Comparison, Cost, FrontierCount, Gain, Strength, StrengthChange, answers,
};
pub use catalogue::{experiments, named};
pub use counts::{Cap, Reference, RunCounts};
pub use error::ExperimentError;
pub use experiment::{Experiment, Sizes};
pub use factorial::{FactorialRow, factorial};
pub use figure::{Axis, Claim, ClaimRelation, CostAxis, Figure, Measure, Test};
pub use plot::{png, svg};
pub use positions::{
    CAP, Matches, MoveBudget, NamedPosition, PLIES, PositionCollector, PositionSet, Positions,
    RANGE,
};
pub use problem::{Fields, Problem, ProblemSet, TreeKind};
pub use report::{Chapter, Report, ShownFigure, chapter, csv, html, markdown};
pub use results::{ExperimentResults, Observed, Pairs, RunHead, RunRecord, TimeSpent, Times};
pub use run::{ExperimentRun, ExperimentSpec, Heap, ReadyExperiment};
pub use statistics::{Estimate, RatioEstimate};
pub use table::{BeatenPoints, FigureTable, FrontierPoint, TableCell, TableRow};
use variant::OF_MOST;
pub use variant::{Additions, Check, ProblemFacts, Variant, VariantSetting};
pub use verdict::{Finding, Judged, Verdict};
