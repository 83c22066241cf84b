//! An algorithm at work on a tree.

use super::{Algorithm, AlgorithmError, AlgorithmRun, MemoryUse, RunOutcome};
use crate::base::number::Number;
use crate::base::options::{OptionReader, OptionSpec, OptionValues};
use crate::gametree::score::Value;
use crate::gametree::search::{Limit, Meter, SearchResult, for_max};
use crate::gametree::tree::Tree;
use serde_json::{Map, Value as Json};

/// What an algorithm is given.
pub struct AlgorithmTask<'a, T> {
    /// The root.
    pub root: &'a T,
    /// When it has to end.
    pub limit: Limit<'a>,
    pub(super) known: &'static [OptionSpec],
    pub(super) params: &'a OptionValues,
    /// Whether the order of the leaves is kept.
    recorded: bool,
}

/// Runs an algorithm on a tree.
///
/// # Errors
///
/// If there is no such algorithm, or the tree lacks what it needs.
pub fn run<T: Tree>(
    name: &str,
    params: &OptionValues,
    root: &T,
    limit: Limit<'_>,
) -> Result<AlgorithmRun, AlgorithmError> {
    start(name, params, root, limit, true)
}

/// The same without the order of the leaves, whose list and whose count of different ones would
/// spoil a measurement of time or heap: `unique_leaves` is 0.
///
/// # Errors
///
/// As of [`run`].
pub fn run_unrecorded<T: Tree>(
    name: &str,
    params: &OptionValues,
    root: &T,
    limit: Limit<'_>,
) -> Result<AlgorithmRun, AlgorithmError> {
    start(name, params, root, limit, false)
}

fn start<T: Tree>(
    name: &str,
    params: &OptionValues,
    root: &T,
    limit: Limit<'_>,
    recorded: bool,
) -> Result<AlgorithmRun, AlgorithmError> {
    let Algorithm { info, run } = Algorithm::<T>::find(name)?;
    let outcome = run(&AlgorithmTask { root, limit, known: info.params, params, recorded })?;
    Ok(AlgorithmRun { algo: info.name, params: params.clone(), outcome, leaf_order: None })
}

impl<T: Tree> AlgorithmTask<'_, T> {
    pub(super) fn asked(&self) -> OptionReader<'_> {
        self.params.asked(self.known)
    }

    /// A meter that records every leaf, if that is asked for.
    pub(super) fn meter<V: Value>(&self) -> Meter<'_, u32, V> {
        if self.recorded { Meter::recording(self.limit) } else { Meter::new(self.limit) }
    }

    /// Puts an outcome together from an answer, for the side to move, and what was counted.
    pub(super) fn outcome<V: Value>(
        &self,
        answer: SearchResult<u32, V>,
        meter: Meter<'_, u32, V>,
        measured: RunExtras,
    ) -> RunOutcome
    where
        Number: From<V>,
    {
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

/// What an algorithm measured beside its visits.
pub(super) struct RunExtras {
    pub(super) look_ups: u64,
    pub(super) passes: u64,
    pub(super) memory: MemoryUse,
    pub(super) extra: Map<String, Json>,
}

impl RunExtras {
    /// One search that held so much.
    pub(super) fn holding(memory: MemoryUse) -> Self {
        Self { look_ups: 0, passes: 1, memory, extra: Map::new() }
    }

    /// Tells one thing more.
    pub(super) fn tell(mut self, name: &str, value: impl Into<Json>) -> Self {
        self.extra.insert(name.into(), value.into());
        self
    }
}
