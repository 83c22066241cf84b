//! The algorithms by name, with their options, on synthetic trees: visits, memory and answers.

mod bench;
mod best_first;
mod catalogue;
mod error;
mod mtd_bi;
mod outcome;
mod proofs;
mod run;
mod setup;
mod task;
mod tree_run;

pub use bench::{BENCH, bench};
pub use catalogue::{Algorithm, AlgorithmInfo, Status, info, infos};
pub use error::AlgorithmError;
pub use outcome::{AlgorithmRun, MemoryUse, RunOutcome};
pub use run::{run, run_unrecorded};
pub use task::AlgorithmTask;

pub(in crate::research) use catalogue::depth_first;
pub(in crate::research) use setup::{AlgorithmOptions, PartialEvaluation, Testbed, frame};
