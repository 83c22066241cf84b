//! Experiments: plans as data, resumable runs, figures, verdicts and reports.
//!
//! An [`Experiment`] compares a list of [`Variant`]s of algorithms on the same problems. A
//! [`ProblemSet`] is a kind of problem: synthetic trees of one shape ([`TreeKind`]), game positions of
//! one phase ([`Positions`]), or matches ([`Matches`]). An [`ExperimentRun`] adds a seed and a number of
//! problems of each kind; it writes one JSON line per problem, the same bytes for any number of
//! threads. [`ExperimentResults`] reads the lines, [`Experiment::figures`] states what is drawn and
//! claimed, and [`Figure::judge`] decides whether the numbers agree. [`experiments`] lists all.

mod answer;
mod catalogue;
mod comparison;
mod counts;
mod ended;
mod error;
mod fields;
mod figure;
mod inference;
mod numbers;
mod plan;
mod positions;
mod problem;
mod record;
mod results;
mod run;
mod sample;
mod sequential;
mod spec;
mod stats;
mod table;
mod times;
mod tree_problems;
mod variant;
mod verdict;

#[cfg(feature = "plot")]
mod names;
#[cfg(feature = "plot")]
mod plot;
#[cfg(feature = "plot")]
mod report;

pub use answer::{Answer, Comparison, Cost, Strength, answers};
pub use catalogue::{experiments, named};
pub use comparison::Verdict;
pub use counts::{Cap, Reference, RunCounts};
pub use ended::Ended;
pub use error::ExperimentError;
pub use fields::Fields;
pub use figure::{Axis, Claim, ClaimRelation, Figure, Measure, Test};
pub use plan::{Experiment, PlayTerms, Sizes};
#[cfg(feature = "plot")]
pub use plot::{png, svg};
pub use positions::{
    CAP, Matches, MoveBudget, NamedPosition, PLIES, PositionCollector, PositionSet, Positions,
    RANGE,
};
pub use problem::{Problem, ProblemSet};
pub use record::{RunHead, RunRecord};
#[cfg(feature = "plot")]
pub use report::{Chapter, Report, ShownFigure, chapter, csv, html, markdown};
pub use run::ExperimentRun;
pub use sample::{ExperimentResults, Observed, Pairs};
pub use sequential::{ROUND, ended, next_round};
pub use spec::{ExperimentSpec, ReadyExperiment};
pub use stats::{Estimate, RatioEstimate};
pub use table::{FigureTable, TableCell, TableRow};
pub use times::{Heap, TimeSpent, Times};
pub use tree_problems::TreeKind;
use variant::OF_MOST;
pub use variant::{Additions, Check, ProblemFacts, Variant, VariantSetting};
pub use verdict::{Finding, Judged};
