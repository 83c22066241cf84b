//! Experiments: plans as data, runs that can be stopped and gone on with, figures, verdicts.
//!
//! An [`Experiment`] runs a list of algorithms on the same trees; a [`Job`] is one with a seed and a
//! number of trees, and leaves a line of JSON for every tree, the same bytes for any number of
//! threads. [`Results`] reads them, [`figures`] says what is drawn and claimed, [`Claim::judge`]
//! what the numbers say of it.

mod catalogue;
mod error;
mod figure;
mod plan;
mod record;
mod results;
mod run;
mod stats;
mod table;
mod times;
mod verdict;

#[cfg(feature = "plot")]
mod plot;
#[cfg(feature = "plot")]
mod report;

pub use catalogue::{all, figures, named};
pub use error::ExperimentError;
pub use figure::{Axis, Claim, Figure, Measure, Relation, Results, Test};
pub use plan::{Arm, Check, Experiment, Point, Root, Setting};
#[cfg(feature = "plot")]
pub use plot::{png, svg};
pub use record::{Counts, Head, Record};
#[cfg(feature = "plot")]
pub use report::{Chapter, Shown, chapter, html, markdown};
pub use run::Job;
pub use stats::{Estimate, student_t};
pub use table::{Cell, Row, Table};
pub use times::{Heap, Spent, Times};
pub use verdict::{Finding, Judged, Verdict};

use catalogue::names;
