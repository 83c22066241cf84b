//! An algorithm at work on a tree.

use super::{Algorithm, Bytes, LabError, Outcome, Run};
use crate::base::options::{Asked, Number, Param, Params};
use crate::gametree::score::Value;
use crate::gametree::search::{Answer, Limit, Meter, for_max};
use crate::gametree::tree::Tree;
use serde_json::{Map, Value as Json};

/// What an algorithm is given.
pub struct Task<'a, T> {
    /// The root.
    pub root: &'a T,
    /// When it has to end.
    pub limit: Limit<'a>,
    pub(super) known: &'static [Param],
    pub(super) params: &'a Params,
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
    params: &Params,
    root: &T,
    limit: Limit<'_>,
) -> Result<Run, LabError> {
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
    params: &Params,
    root: &T,
    limit: Limit<'_>,
) -> Result<Run, LabError> {
    start(name, params, root, limit, false)
}

fn start<T: Tree>(
    name: &str,
    params: &Params,
    root: &T,
    limit: Limit<'_>,
    recorded: bool,
) -> Result<Run, LabError> {
    let Algorithm { info, run } = Algorithm::<T>::find(name)?;
    let outcome = run(&Task { root, limit, known: info.params, params, recorded })?;
    Ok(Run { algo: info.name, params: params.clone(), outcome, leaf_order: None })
}

impl<T: Tree> Task<'_, T> {
    pub(super) fn asked(&self) -> Asked<'_> {
        self.params.asked(self.known)
    }

    /// A meter that records every leaf, if that is asked for.
    pub(super) fn meter<V: Value>(&self) -> Meter<'_, u32, V> {
        if self.recorded { Meter::recording(self.limit) } else { Meter::new(self.limit) }
    }

    /// Puts an outcome together from an answer, for the side to move, and what was counted.
    pub(super) fn outcome<V: Value>(
        &self,
        answer: Answer<u32, V>,
        meter: Meter<'_, u32, V>,
        measured: Measured,
    ) -> Outcome
    where
        Number: From<V>,
    {
        let leaf_order = meter.leaf_order.unwrap_or_default();
        let mut unique = leaf_order.clone();
        unique.sort_unstable();
        unique.dedup();
        Outcome {
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
pub(super) struct Measured {
    pub(super) look_ups: u64,
    pub(super) passes: u64,
    pub(super) memory: Bytes,
    pub(super) extra: Map<String, Json>,
}

impl Measured {
    /// One search that held so much.
    pub(super) fn holding(memory: Bytes) -> Self {
        Self { look_ups: 0, passes: 1, memory, extra: Map::new() }
    }

    /// Tells one thing more.
    pub(super) fn tell(mut self, name: &str, value: impl Into<Json>) -> Self {
        self.extra.insert(name.into(), value.into());
        self
    }
}
