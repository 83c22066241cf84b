//! Long jobs divided among machines. A [`Manifest`] holds a job and its division into shards;
//! [`run()`] makes shards of it on any machine; [`merge()`] concatenates them into the same file that
//! one machine would have written.

mod error;
mod manifest;
mod merge;
mod run;

pub use error::ShardsError;
pub use junqi_core::base::job::{ParseShardError, Shard, ShardError, Shards};
pub use manifest::{BENCH, JobSpec, Manifest};
pub use merge::{DamagedShard, ShardGaps, merge, merge_job};
pub use run::{RunEvent, RunOptions, ShardOutcome, ShardState, StopTest, run};
