//! Long jobs: parallel, with ordered results, resumable, and divisible among machines.

mod checksum;
mod lines;
mod ordered;
mod shard;
mod task;
mod whole;

pub use checksum::sha256_hex;
pub use lines::{LinesError, append_line, open_lines, read_lines};
pub use ordered::{Completion, ordered};
pub use shard::{FinishedShard, ParseShardError, Shard, ShardError, Shards};
pub use task::{DoneLine, Job, JobError, JobPart, JobRun, OnLine, WorkError};
pub use whole::{
    AtomicFile, private_options, without_temporary_files, write_atomic, write_private,
};
