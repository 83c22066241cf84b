//! Long jobs divided: a manifest says what is to be done, shards of it are done anywhere, and put
//! together they are the file that one machine would have written.

mod manifest;
mod shard;

pub use manifest::{BENCH, JobSpec, Manifest, ManifestError};
pub use shard::{ParseShardError, Shard, ShardError, Shards};
