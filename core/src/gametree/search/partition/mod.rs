//! Partition search: alpha-beta whose table stores sets of positions.

mod features;
mod search;
mod table;

pub use features::{Features, Partition, TreePartition};
pub use search::partition;
pub use table::PartitionTable;
