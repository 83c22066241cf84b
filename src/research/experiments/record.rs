//! The record of a run: one line of a file of results.

use super::plan::Experiment;
use super::{Fields, ProblemSet, Reference, RunCounts};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The first bytes of every line.
pub(super) const BEGINNING: &[u8] = b"{\"version\":\"";

/// The identity of a run, known before it starts.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RunHead {
    /// Version of the program.
    pub version: String,
    /// Name of the experiment.
    pub experiment: String,
    /// The seed of everything.
    pub seed: u64,
    /// The fields of the problem set and of the problem.
    #[serde(flatten)]
    pub subject: Fields,
}

/// A run: all variants of an experiment on one problem.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct RunRecord {
    /// The identity.
    #[serde(flatten)]
    pub head: RunHead,
    /// The reference for chosen moves, if not the first variant.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reference: Option<Reference>,
    /// The counts by variant name.
    #[serde(rename = "arms")]
    pub variants: BTreeMap<String, RunCounts>,
}

impl RunHead {
    /// The head of a run.
    pub fn new(plan: &Experiment, point: &dyn ProblemSet, seed: u64, trial: u64) -> Self {
        Self {
            version: env!("CARGO_PKG_VERSION").into(),
            experiment: plan.name.into(),
            seed,
            subject: point.kind().and(point.subject_fields(seed, trial)),
        }
    }

    /// Whether the problem belongs to this set.
    pub(super) fn is_of(&self, kind: &dyn ProblemSet) -> bool {
        self.subject.agrees(&kind.kind())
    }

    /// Describes the first field that differs from the expected head.
    pub(super) fn difference(&self, expected: &Self) -> Option<String> {
        let json = |head: &Self| serde_json::to_value(head).expect("heads are plain data");
        let (found, expected) = (json(self), json(expected));
        let fields = expected.as_object().expect("a struct").iter();
        let mut other = fields.filter(|(name, value)| found[name.as_str()] != **value);
        other.next().map(|(name, value)| format!("a run with {name} {}, not {value}", found[name]))
    }
}

impl RunRecord {
    /// The line, without its end.
    pub fn line(&self) -> String {
        serde_json::to_string(self).expect("records are plain data")
    }
}
