//! The task of an algorithm: a tree, a limit, and the options that were given.

use super::setup::AlgorithmOptions;
use super::{MemoryUse, RunOutcome};
use crate::base::number::Number;
use crate::base::options::{OptionReader, OptionSpec, OptionValues};
use crate::gametree::position::Side;
use crate::gametree::score::Value;
use crate::gametree::search::{Limit, Meter, SearchResult, for_max};
use crate::gametree::tree::Tree;
use serde_json::{Map, Value as Json};

/// A tree to search, with a limit and options.
pub struct AlgorithmTask<'a, T> {
    /// The root.
    pub root: &'a T,
    /// When the search has to end.
    pub limit: Limit<'a>,
    pub(super) known: &'static [OptionSpec],
    pub(super) params: &'a OptionValues,
    /// Whether the order of the leaves is kept.
    pub(super) recorded: bool,
}

impl<T: Tree> AlgorithmTask<'_, T> {
    pub(super) fn options(&self) -> OptionReader<'_> {
        self.params.reader(self.known)
    }

    /// The options as a depth-first search reads them; values are given as Max sees them.
    pub(super) fn settings(&self) -> AlgorithmOptions<'_> {
        AlgorithmOptions { options: self.options(), mover: self.root.side(), view: Side::Max }
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

/// What an algorithm counted beside its visits.
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

    /// Adds a named value that only this algorithm reports.
    pub(super) fn tell(mut self, name: &str, value: impl Into<Json>) -> Self {
        self.extra.insert(name.into(), value.into());
        self
    }
}
