//! An algorithm with its settings, as one experiment compares it with others.

use super::ExperimentError;
use super::counts::RunCounts;
use crate::base::options::{OptionSpec, OptionValues};
use crate::research::algorithms;

/// An algorithm with its parameters.
#[derive(Debug, Clone)]
pub struct Variant {
    /// Its name in the experiment's file.
    pub id: String,
    /// The line of a figure it is on.
    pub series: &'static str,
    /// The algorithm, by its name, mostly in the laboratory.
    pub algo: &'static str,
    /// Its parameters.
    pub settings: Vec<(&'static str, VariantSetting)>,
    /// Where it is on the x axis of a figure over a parameter.
    pub x: Option<f64>,
    /// What its value must be.
    pub check: Check,
}

/// A parameter, which may depend on the tree.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum VariantSetting {
    /// As it is written.
    Is(&'static str),
    /// A fraction of 0.8 · depth · the most entropy of a ply, on synthetic trees log2 12 bits.
    OfEntropy(f64),
    /// A fraction of the nodes that alpha-beta enters on this very tree.
    OfNodes(f64),
    /// A fraction of the range of values.
    OfRange(f64),
    /// A guess, the same for every algorithm on a tree; on synthetic ones uniform in the range.
    Guess,
    /// The value of the tree.
    True,
}

/// What the value of an algorithm must be; anything else is an error of the program.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Check {
    /// Alpha-beta's.
    Equal,
    /// Alpha-beta's, or less by M + N at most.
    Within,
    /// That of another arm before it.
    As(String),
    /// Nothing is known of it: it searches another tree.
    Free,
}

impl Variant {
    /// An algorithm under its own name.
    pub fn of(algo: &'static str) -> Self {
        Self::named(algo, algo)
    }

    /// An algorithm under another name.
    pub fn named(series: &'static str, algo: &'static str) -> Self {
        let (id, settings, check) = (series.into(), vec![], Check::Equal);
        Self { id, series, algo, settings, x: None, check }
    }

    /// The same with a parameter.
    #[must_use]
    pub fn with(mut self, name: &'static str, setting: VariantSetting) -> Self {
        self.settings.push((name, setting));
        self
    }

    /// The same with a place on the x axis, which becomes part of its name.
    #[must_use]
    pub fn at(mut self, parameter: &str, x: f64) -> Self {
        self.id = format!("{} {parameter}={x}", self.series);
        self.x = Some(x);
        self
    }

    /// The same with another check of its value.
    #[must_use]
    pub fn checked(self, check: Check) -> Self {
        Self { check, ..self }
    }

    /// Its parameters on a tree, among those of the laboratory's algorithm.
    ///
    /// # Errors
    ///
    /// If there is no such algorithm or parameter, or it cannot be this.
    pub fn params(&self, known: &ProblemFacts) -> Result<OptionValues, ExperimentError> {
        self.params_among(algorithms::info(self.algo)?.params, known)
    }

    /// The same among other parameters, for algorithms from elsewhere.
    ///
    /// # Errors
    ///
    /// If there is no such parameter or it cannot be this.
    pub fn params_among(
        &self,
        may: &[OptionSpec],
        known: &ProblemFacts,
    ) -> Result<OptionValues, ExperimentError> {
        let mut params = OptionValues::default();
        for (name, setting) in &self.settings {
            params.set(may, name, &setting.text(known))?;
        }
        Ok(params)
    }

    /// Whether it must be told the value of the tree.
    pub(super) fn needs_value(&self) -> bool {
        self.settings.iter().any(|(_, setting)| *setting == VariantSetting::True)
    }
}

impl VariantSetting {
    /// As it is written; the value of the tree as 0 while nobody knows it.
    pub fn text(self, known: &ProblemFacts) -> String {
        let part = |fraction: f64, whole: u64| (fraction * whole as f64).round().to_string();
        match self {
            Self::Is(text) => text.into(),
            Self::OfEntropy(f) => (f * 0.8 * f64::from(known.depth) * known.ply_bits).to_string(),
            Self::OfNodes(f) => part(f, known.nodes),
            Self::OfRange(f) => part(f, known.range),
            Self::Guess => known.guess.to_string(),
            Self::True => known.value.unwrap_or(0).to_string(),
        }
    }
}

/// What the settings of an algorithm may depend on.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ProblemFacts {
    /// A guess at the value, the same for every algorithm.
    pub guess: i64,
    /// How many different values a leaf may have, R.
    pub range: u64,
    /// Plies from the root to the leaves.
    pub depth: u32,
    /// The most entropy of a ply, bits.
    pub ply_bits: f64,
    /// The value that the first algorithm found; none before, and none if it hit a cap.
    pub value: Option<i64>,
    /// The nodes that the first algorithm entered; 0 before.
    pub nodes: u64,
}

impl ProblemFacts {
    /// Learns what the first algorithm found.
    pub(super) fn learn(&mut self, first: &RunCounts) {
        self.value = first.finished_value().map(|value| value as i64);
        self.nodes = first.nodes;
    }
}
