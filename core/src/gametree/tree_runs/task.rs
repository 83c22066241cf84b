//! A tree to search, and the outcome.

use crate::base::number::Number;
use crate::base::options::OptionValues;
use crate::gametree::position::Side;
use crate::gametree::score::Value;
use crate::gametree::search::catalogue::RootSides;
use crate::gametree::search::{Limit, Meter, SearchResult, for_max};
use crate::gametree::tree::Tree;
use serde::{Serialize, Serializer};
use serde_json::{Map, Value as Json};

/// A tree to search, with a limit and options.
pub(super) struct TreeTask<'a, T> {
    pub(super) root: &'a T,
    pub(super) limit: Limit<'a>,
    pub(super) options: &'a OptionValues,
    /// Whether the order of the leaves is kept.
    pub(super) recorded: bool,
}

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

/// A run with its search and options, as it is printed.
#[derive(Debug, Clone, Serialize)]
pub struct TreeRun {
    /// Name of the search.
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

impl<T: Tree> TreeTask<'_, T> {
    /// Values among the options are given as Max sees them.
    pub(super) fn root_sides(&self) -> RootSides {
        RootSides { mover: self.root.side(), view: Side::Max }
    }

    /// A meter; it records every leaf if the task asks for it.
    pub(super) fn meter<V: Value>(&self) -> Meter<'_, u32, V> {
        if self.recorded { Meter::recording(self.limit) } else { Meter::new(self.limit) }
    }

    /// Combines the answer of a search with its counts. Values become those that Max sees.
    pub(super) fn outcome<V: Value + Into<Number>>(
        &self,
        answer: SearchResult<u32, V>,
        meter: Meter<'_, u32, V>,
        measured: RunExtras,
    ) -> RunOutcome {
        let leaf_order = meter.leaf_order.unwrap_or_default();
        let mut unique = leaf_order.clone();
        unique.sort_unstable();
        unique.dedup();
        RunOutcome {
            value: answer.value.map(|value| for_max(self.root.side(), value).into()),
            best: answer.line.first().copied(),
            principal_variation: answer.line,
            leaf_visits: meter.visits.leaves,
            unique_leaves: unique.len() as u64,
            nodes_visited: meter.visits.nodes,
            look_ups: measured.look_ups,
            passes: measured.passes,
            memory: measured.memory,
            complete: answer.complete,
            extra: measured.extra,
            leaf_order,
        }
    }
}

/// What a search counted beside its visits.
pub(super) struct RunExtras {
    pub(super) look_ups: u64,
    pub(super) passes: u64,
    pub(super) memory: MemoryUse,
    pub(super) extra: Map<String, Json>,
}

impl RunExtras {
    /// One pass with this peak memory.
    pub(super) fn holding(memory: MemoryUse) -> Self {
        Self { look_ups: 0, passes: 1, memory, extra: Map::new() }
    }

    /// Adds a named value that only this search reports.
    pub(super) fn tell(mut self, name: &str, value: impl Into<Json>) -> Self {
        self.extra.insert(name.into(), value.into());
        self
    }
}
