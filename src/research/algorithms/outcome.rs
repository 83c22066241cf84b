//! What a run of an algorithm on a tree gives.

use crate::base::number::Number;
use crate::base::options::OptionValues;
use serde::{Serialize, Serializer};
use serde_json::{Map, Value as Json};

/// Bytes a search held at its peak, by the sizes of its own structures; the tree itself is left
/// out, as in the thesis.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
pub struct MemoryUse {
    /// Live frames of the recursion.
    pub frames: usize,
    /// States of OPEN, or generated nodes.
    pub nodes: usize,
    /// Entries of tables.
    pub table: usize,
    /// Moves and keys that are being sorted.
    pub buffers: usize,
}

impl MemoryUse {
    /// All of them.
    pub fn total(&self) -> usize {
        self.frames + self.nodes + self.table + self.buffers
    }
}

/// What a run gave. Values are as Max sees them, counts follow `docs/SEARCH.md`.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct RunOutcome {
    /// The value of the root, if the algorithm finds it out.
    pub value: Option<Number>,
    /// The best move, as a place in the root's list of children.
    #[serde(rename = "move")]
    pub best: Option<u32>,
    /// The principal variation as far as it is known, in places.
    pub principal_variation: Vec<u32>,
    /// Static evaluations of leaves, repeats included.
    pub leaf_visits: u64,
    /// Different leaves among them.
    pub unique_leaves: u64,
    /// Nodes entered, the root and repeats included.
    pub nodes_visited: u64,
    /// Children looked at for ordering.
    pub look_ups: u64,
    /// Searches of the whole tree.
    pub passes: u64,
    /// Peak structural bytes.
    pub memory: MemoryUse,
    /// Whether the search came to its end.
    pub complete: bool,
    /// What only this algorithm tells.
    pub extra: Map<String, Json>,
    /// Node numbers in the order of their evaluation.
    #[serde(skip)]
    pub leaf_order: Vec<u64>,
}

/// A run with its algorithm and parameters, as it is printed.
#[derive(Debug, Clone, Serialize)]
pub struct AlgorithmRun {
    /// The algorithm.
    pub algo: &'static str,
    /// Its parameters, those that were given.
    #[serde(serialize_with = "as_json")]
    pub params: OptionValues,
    /// What came of it.
    #[serde(flatten)]
    pub outcome: RunOutcome,
    /// Node numbers in the order of their evaluation, if asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub leaf_order: Option<Vec<u64>>,
}

fn as_json<S: Serializer>(params: &OptionValues, serializer: S) -> Result<S::Ok, S::Error> {
    params.to_json().serialize(serializer)
}
