//! What a run leaves behind: a line of a file.

use super::plan::Experiment;
use super::{Fields, ProblemSet, Reference, RunCounts};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// What a line begins with, whichever run it is of.
pub(super) const BEGINNING: &[u8] = b"{\"version\":\"";

/// Which run it is: known before it begins.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RunHead {
    /// Of the program.
    pub version: String,
    /// The experiment.
    pub experiment: String,
    /// The seed of everything.
    pub seed: u64,
    /// What is searched: its kind, and which one of it.
    #[serde(flatten)]
    pub subject: Fields,
}

/// A run: all algorithms of an experiment on one tree.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct RunRecord {
    /// Which one.
    #[serde(flatten)]
    pub head: RunHead,
    /// What chosen moves are compared with, if not with that of the first algorithm.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reference: Option<Reference>,
    /// By the name of the arm, what came of it.
    pub arms: BTreeMap<String, RunCounts>,
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

    /// Whether the tree is of this kind.
    pub(super) fn is_of(&self, kind: &dyn ProblemSet) -> bool {
        self.subject.agrees(&kind.kind())
    }

    /// What is different in another head: its name, what is there, what is here.
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
