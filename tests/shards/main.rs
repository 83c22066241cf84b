//! Long jobs in shards.

mod jobs;
#[path = "../support/mod.rs"]
mod support;
