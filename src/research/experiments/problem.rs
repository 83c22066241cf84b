//! What the algorithms of an experiment are run on, whatever it is.
//!
//! An experiment knows no game: it asks a [`Ground`], a kind of tree or of position, for one
//! [`Subject`] after the other and has every algorithm search it.

use super::counts::{Reference, RunCounts};
use super::variant::{ProblemFacts, Variant};
use super::{ExperimentError, Fields};
use crate::base::options::OptionValues;
use std::fmt::Debug;
use std::sync::atomic::AtomicBool;

/// A kind of tree or position: a point of an experiment.
pub trait ProblemSet: Debug + Send + Sync {
    /// What it is beside the others of a figure, for axes and tables.
    fn label(&self) -> String;

    /// What it is beside all others of its experiment, for lists of comparisons.
    fn title(&self) -> String;

    /// The fields of a run that tell this kind from others of its experiment.
    fn kind(&self) -> Fields;

    /// The fields that tell one subject from others of its kind.
    fn subject_fields(&self, seed: u64, trial: u64) -> Fields {
        let _ = seed;
        Fields::default().with("trial", trial)
    }

    /// One of its subjects in words, for messages.
    fn describe(&self, seed: u64, trial: u64) -> String;

    /// Plies from the root to the leaves. Where it falls from one kind to the next, a line of a
    /// figure is broken.
    fn depth(&self) -> u32;

    /// How many different values a leaf may have, R: losses of value are told as parts of it.
    fn range(&self) -> u64;

    /// How many subjects there are, if not as many as are asked for.
    fn subjects(&self) -> Option<u64> {
        None
    }

    /// Whether an algorithm is run here. The first of an experiment is run everywhere.
    fn runs(&self, arm: &Variant) -> bool {
        let _ = arm;
        true
    }

    /// One of its subjects, the same for the same seed and trial.
    ///
    /// # Errors
    ///
    /// If it cannot be made.
    fn subject(&self, seed: u64, trial: u64) -> Result<Box<dyn Problem + '_>, ExperimentError>;
}

/// One tree or position, which every algorithm of an experiment searches.
pub trait Problem {
    /// What settings may depend on before anything is searched.
    fn known(&self) -> ProblemFacts;

    /// What chosen moves are compared with; by default the choice of the first algorithm.
    fn reference(&self) -> Option<Reference> {
        None
    }

    /// The parameters of an algorithm here; by default those of the laboratory's.
    ///
    /// # Errors
    ///
    /// If there is no such algorithm or parameter.
    fn params(&self, arm: &Variant, known: &ProblemFacts) -> Result<OptionValues, ExperimentError> {
        arm.params(known)
    }

    /// Runs an algorithm. A run that hits a cap gives what it counted so far, and says so.
    ///
    /// # Errors
    ///
    /// If the algorithm cannot run, or [`ExperimentError::Stopped`] if the flag is set meanwhile.
    fn search(
        &self,
        arm: &Variant,
        params: &OptionValues,
        stop: &AtomicBool,
    ) -> Result<RunCounts, ExperimentError>;

    /// The same without keeping anything, for a measurement of time or heap.
    ///
    /// # Errors
    ///
    /// If the algorithm cannot run.
    fn spend(&self, arm: &Variant, params: &OptionValues) -> Result<(), ExperimentError>;
}
