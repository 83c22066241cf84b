//! Problems of experiments: trees, positions or matches.
//!
//! An experiment takes one [`Problem`] after the other from a [`ProblemSet`] and runs every variant on
//! it.

use super::counts::{Reference, RunCounts};
use super::variant::{ProblemFacts, Variant};
use super::{ExperimentError, Fields};
use crate::base::options::OptionValues;
use std::fmt::Debug;
use std::sync::atomic::AtomicBool;

/// A kind of tree or position, of which an experiment takes problems.
pub trait ProblemSet: Debug + Send + Sync {
    /// Short name within a figure, for axes and tables.
    fn label(&self) -> String;

    /// Title of the panel of a figure that the set is drawn in; sets of other panels are not joined by lines.
    fn panel(&self) -> Option<String> {
        None
    }

    /// Short name within its panel.
    fn tick(&self) -> String {
        self.label()
    }

    /// Full name within the experiment, for lists of comparisons.
    fn title(&self) -> String;

    /// The fields of a run that identify this set within the experiment.
    fn kind(&self) -> Fields;

    /// The fields that identify a problem within the set.
    fn subject_fields(&self, seed: u64, trial: u64) -> Fields {
        let _ = seed;
        Fields::default().with("trial", trial)
    }

    /// Description of a problem, for messages.
    fn describe(&self, seed: u64, trial: u64) -> String;

    /// Plies from the root to the leaves. The lines of a figure break where it decreases from one set
    /// to the next.
    fn depth(&self) -> u32;

    /// The number of different leaf values, R. Losses of value are fractions of it.
    fn range(&self) -> u64;

    /// What a value is worth, on the scale of the losses by chosen moves: by default a fraction of R.
    fn worth(&self, value: f64) -> f64 {
        value / self.range() as f64
    }

    /// The games of a problem; 0 if it is not a unit of a match.
    fn games(&self) -> u64 {
        0
    }

    /// Whether results depend on the speed of the machine.
    fn is_timed(&self) -> bool {
        false
    }

    /// The number of problems; None if there is no limit.
    fn subjects(&self) -> Option<u64> {
        None
    }

    /// Whether a variant is run here. The first variant of an experiment is run everywhere.
    fn runs(&self, variant: &Variant) -> bool {
        let _ = variant;
        true
    }

    /// A problem, the same for the same seed and trial.
    ///
    /// # Errors
    ///
    /// If the problem cannot be built.
    fn subject(&self, seed: u64, trial: u64) -> Result<Box<dyn Problem + '_>, ExperimentError>;
}

/// One tree, position or match unit, on which every variant is run.
pub trait Problem {
    /// The facts that are known before any search.
    fn known(&self) -> ProblemFacts;

    /// The reference for chosen moves; by default the choice of the first variant.
    fn reference(&self) -> Option<Reference> {
        None
    }

    /// The options of a variant on this problem.
    ///
    /// # Errors
    ///
    /// If the algorithm or an option does not exist.
    fn params(
        &self,
        variant: &Variant,
        known: &ProblemFacts,
    ) -> Result<OptionValues, ExperimentError> {
        variant.params(known)
    }

    /// Runs a variant. A run that hits a cap returns its counts so far, marked as capped.
    ///
    /// # Errors
    ///
    /// If the algorithm cannot run, or [`ExperimentError::Stopped`] if the flag is set.
    fn search(
        &self,
        variant: &Variant,
        params: &OptionValues,
        stop: &AtomicBool,
    ) -> Result<RunCounts, ExperimentError>;

    /// Runs a variant without recording, for measurements of time and heap.
    ///
    /// # Errors
    ///
    /// If the algorithm cannot run.
    fn spend(&self, variant: &Variant, params: &OptionValues) -> Result<(), ExperimentError>;
}
