//! Experiments: plans as data, runs that can be stopped and gone on with, figures, verdicts.
//!
//! An [`Experiment`] runs a list of algorithms on the same trees; a [`Job`] is one with a seed and a
//! number of trees, and leaves a line of JSON for every tree, the same bytes for any number of
//! threads. [`Results`] reads them, [`Experiment::figures`] says what is drawn and claimed,
//! [`Claim::judge`] what the numbers say of it. What is searched is a [`Ground`]: synthetic trees
//! here, anything else in modules above this one.

mod catalogue;
mod error;
mod fields;
mod figure;
mod ground;
mod plan;
mod record;
mod results;
mod run;
mod sample;
mod scenes;
mod stats;
mod table;
mod times;
mod trees;
mod verdict;

#[cfg(feature = "plot")]
mod plot;
#[cfg(feature = "plot")]
mod report;

pub use catalogue::{named, synthetic};
pub use error::ExperimentError;
pub use fields::Fields;
pub use figure::{Axis, Claim, Figure, Measure, Relation, Test};
pub use ground::{Ground, Known, Subject};
pub use plan::{Arm, Check, Experiment, Setting};
#[cfg(feature = "plot")]
pub use plot::{png, svg};
pub use record::{Cap, Counts, Head, Record, Reference};
#[cfg(feature = "plot")]
pub use report::{Chapter, Shown, chapter, html, markdown};
pub use run::Job;
pub use sample::{Observed, Pairs, Results};
pub use scenes::SceneCollector;
pub use stats::{Estimate, student_t};
pub use table::{Cell, Row, Table};
pub use times::{Heap, Spent, Times};
pub use trees::Point;
pub use verdict::{Finding, Judged, Verdict};
