//! The searches of the catalogue on synthetic trees, by name: values, visits, memory and leaf orders.
//!
//! ```
//! use junqi_core::base::options::OptionValues;
//! use junqi_core::gametree::search::Limit;
//! use junqi_core::gametree::tree::{Generated, Recipe, Shape};
//! use junqi_core::gametree::tree_runs::run;
//!
//! let tree = Generated::new(Recipe::new("uniform", 1000, Shape::new(8, 4)?, 1)?);
//! let nodes = |search: &str| {
//!     run(search, &OptionValues::default(), &tree, Limit::default()).map(|run| run.outcome.nodes_visited)
//! };
//! assert!(nodes("alphabeta")? < nodes("minimax")?);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod bench;
mod depth_first;
mod run;
mod special;
mod task;

pub use bench::{BENCH, bench};
pub use run::{run, run_unrecorded};
pub use task::{MemoryUse, RunOutcome, TreeRun};
