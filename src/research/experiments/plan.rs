//! Plans: what is compared on which trees, as data.

use super::{ExperimentError, Figure, ProblemFacts, ProblemSet};
use crate::base::options::{OptionSpec, OptionValues};
use crate::research::algorithms;
use std::sync::Arc;

/// An experiment: every algorithm on the same trees, at several points.
#[derive(Debug, Clone)]
pub struct Experiment {
    /// Its name on the command line and of its files.
    pub name: &'static str,
    /// The figures of the thesis it answers.
    pub figure: &'static str,
    /// What is claimed, in a sentence.
    pub claim: &'static str,
    /// The kinds of tree.
    pub points: Vec<Arc<dyn ProblemSet>>,
    /// What is run on every tree; the first is plain alpha-beta.
    pub arms: Vec<Variant>,
    /// Trees of each kind if nothing else is asked for.
    pub seeds: u64,
    /// What is drawn and claimed.
    pub figures: Vec<Figure>,
}

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

impl Experiment {
    /// Where runs are, if every kind of tree is drawn `seeds` times: a place in the list of points
    /// and which of its trees. One of every kind, then the next of every kind, so that a file can
    /// be gone on with for more trees.
    pub fn places(&self, seeds: u64) -> impl Iterator<Item = (usize, u64)> {
        let many = |point: &Arc<dyn ProblemSet>| point.subjects().unwrap_or(u64::MAX).min(seeds);
        let many: Vec<u64> = self.points.iter().map(many).collect();
        let most = many.iter().copied().max().unwrap_or(0);
        let points = move |trial| {
            let there = many.clone().into_iter().enumerate().filter(move |&(_, n)| trial < n);
            there.map(move |(point, _)| (point, trial))
        };
        (0..most).flat_map(points)
    }

    /// Runs if every kind of tree is drawn `seeds` times.
    pub fn runs(&self, seeds: u64) -> u64 {
        let many = |point: &Arc<dyn ProblemSet>| point.subjects().unwrap_or(u64::MAX).min(seeds);
        self.points.iter().map(many).fold(0, u64::saturating_add)
    }

    /// The algorithms that are run on a kind of tree.
    pub fn arms_at(&self, point: usize) -> impl Iterator<Item = &Variant> {
        let ground = &self.points[point];
        self.arms.iter().enumerate().filter(|&(i, arm)| i == 0 || ground.runs(arm)).map(|(_, a)| a)
    }

    /// The arm with a name.
    pub fn arm(&self, id: &str) -> Option<&Variant> {
        self.arms.iter().find(|arm| arm.id == id)
    }
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
