//! Experiments: plans as data, runs that can be stopped and gone on with, figures, verdicts.
//!
//! An [`Experiment`] runs a list of algorithms on the same trees; a [`ExperimentRun`] is one with a seed and a
//! number of trees, and leaves a line of JSON for every tree, the same bytes for any number of
//! threads. [`ExperimentResults`] reads them, [`Experiment::figures`] says what is drawn and claimed,
//! [`Claim::judge`] what the numbers say of it. What is searched is a [`ProblemSet`]: synthetic trees
//! here, anything else in modules above this one.

mod catalogue;
mod error;
mod fields;
mod figure;
mod plan;
mod position_collector;
mod problem;
mod record;
mod results;
mod run;
mod sample;
mod stats;
mod table;
mod times;
mod tree_problems;
mod verdict;

#[cfg(feature = "plot")]
mod plot;
#[cfg(feature = "plot")]
mod report;

pub use catalogue::{named, synthetic};
pub use error::ExperimentError;
pub use fields::Fields;
pub use figure::{Axis, Claim, ClaimRelation, Figure, Measure, Test};
pub use plan::{Check, Experiment, Variant, VariantSetting};
#[cfg(feature = "plot")]
pub use plot::{png, svg};
pub use position_collector::PositionCollector;
pub use problem::{Problem, ProblemFacts, ProblemSet};
pub use record::{Cap, Reference, RunCounts, RunHead, RunRecord};
#[cfg(feature = "plot")]
pub use report::{Chapter, Shown, chapter, html, markdown};
pub use run::ExperimentRun;
pub use sample::{ExperimentResults, Observed, Pairs};
pub use stats::{Estimate, student_t};
pub use table::{FigureTable, TableCell, TableRow};
pub use times::{Heap, TimeSpent, Times};
pub use tree_problems::TreeKind;
pub use verdict::{Finding, Judged, Verdict};
