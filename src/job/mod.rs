//! Long work: on many threads, in order, gone on with where it was left, divided among machines.

mod lines;
mod ordered;
mod shard;
mod task;
mod whole;

pub use lines::{LinesError, append_line, lines};
pub use ordered::{Stop, ordered};
pub use shard::{NoShard, Shard, ShardError, Shards, sum};
pub use task::{Each, Failure, JobError, Part, Run, Task};
pub use whole::{Whole, write_whole};
