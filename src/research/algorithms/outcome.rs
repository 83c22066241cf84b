//! The outcome of running an algorithm on a tree.

use crate::base::number::Number;
use crate::base::options::OptionValues;
use serde::{Serialize, Serializer};
use serde_json::{Map, Value as Json};

/// Peak memory of a search, in bytes, by the sizes of its structures. The tree itself is not counted, as
/// in the thesis.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
pub struct MemoryUse {
    /// Frames of the recursion.
    pub frames: usize,
    /// States of OPEN, or generated nodes.
    pub nodes: usize,
    /// Entries of tables.
    pub table: usize,
    /// Lists of moves being sorted.
    pub buffers: usize,
}

impl MemoryUse {
    /// The sum.
    pub fn total(&self) -> usize {
        self.frames + self.nodes + self.table + self.buffers
    }
}

/// The answer and the counts of a run. Values are as Max sees them; counts follow `docs/SEARCH.md`.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct RunOutcome {
    /// The value of the root, if known.
    pub value: Option<Number>,
    /// The best move, as an index into the children of the root.
    #[serde(rename = "move")]
    pub best: Option<u32>,
    /// The principal variation as far as it is known, as indices.
    pub principal_variation: Vec<u32>,
    /// Evaluations of leaves, including repeated ones.
    pub leaf_visits: u64,
    /// Number of different leaves.
    pub unique_leaves: u64,
    /// Entered nodes, including the root and repeated ones.
    pub nodes_visited: u64,
    /// Children looked at for ordering.
    pub look_ups: u64,
    /// Searches from the root.
    pub passes: u64,
    /// Peak memory.
    pub memory: MemoryUse,
    /// Whether the search was complete.
    pub complete: bool,
    /// Values that only this algorithm reports.
    pub extra: Map<String, Json>,
    /// Leaf numbers in order of evaluation.
    #[serde(skip)]
    pub leaf_order: Vec<u64>,
}

/// A run with its algorithm and parameters, as it is printed.
#[derive(Debug, Clone, Serialize)]
pub struct AlgorithmRun {
    /// The algorithm.
    pub algo: &'static str,
    /// The options that were given.
    #[serde(serialize_with = "as_json")]
    pub params: OptionValues,
    /// The outcome.
    #[serde(flatten)]
    pub outcome: RunOutcome,
    /// Leaf numbers in order of evaluation, if requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub leaf_order: Option<Vec<u64>>,
}

fn as_json<S: Serializer>(params: &OptionValues, serializer: S) -> Result<S::Ok, S::Error> {
    params.to_json().serialize(serializer)
}
