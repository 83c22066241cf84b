//! Plans: what is compared on which trees, as data.

use super::ExperimentError;
use crate::lab::{Algorithm, Param, Params};
use crate::random::derive;
use crate::tree::{Generated, LOG2_12, Recipe, Shape};

/// The tree of a run.
pub type Root = Generated<Recipe>;

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
    pub points: Vec<Point>,
    /// What is run on every tree; the first is plain alpha-beta.
    pub arms: Vec<Arm>,
    /// Trees of each kind if nothing else is asked for.
    pub seeds: u64,
}

/// A kind of tree.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Point {
    /// The generator, by its name.
    pub generator: &'static str,
    /// Its range of values R.
    pub values: u64,
    /// Children of every inner node.
    pub branching: u32,
    /// Plies from the root to the leaves.
    pub depth: u32,
}

/// An algorithm with its parameters.
#[derive(Debug, Clone)]
pub struct Arm {
    /// Its name in the experiment's file.
    pub id: String,
    /// The line of a figure it is on.
    pub series: &'static str,
    /// The algorithm, by its name in the laboratory.
    pub algo: &'static str,
    /// Its parameters.
    pub settings: Vec<(&'static str, Setting)>,
    /// Where it is on the x axis of a figure over a parameter.
    pub x: Option<f64>,
    /// What its value must be.
    pub check: Check,
}

/// A parameter, which may depend on the tree.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Setting {
    /// As it is written.
    Is(&'static str),
    /// A fraction of 0.8 · depth · log2 12 bits of path entropy.
    OfEntropy(f64),
    /// A fraction of the nodes that alpha-beta enters on this very tree.
    OfNodes(f64),
    /// A fraction of the range of values.
    OfRange(f64),
    /// A value drawn uniformly from the range, the same for every algorithm on a tree.
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

/// What the settings of an arm may depend on.
#[derive(Debug, Clone, Copy)]
pub(super) struct Known {
    pub(super) point: Point,
    pub(super) guess: i64,
    pub(super) value: i64,
    pub(super) nodes: u64,
}

impl Experiment {
    /// Runs if every kind of tree is drawn `seeds` times.
    pub fn runs(&self, seeds: u64) -> u64 {
        seeds.saturating_mul(self.points.len() as u64)
    }

    /// The arm with a name.
    pub fn arm(&self, id: &str) -> Option<&Arm> {
        self.arms.iter().find(|arm| arm.id == id)
    }
}

impl Point {
    /// A kind of tree.
    pub const fn new(generator: &'static str, values: u64, shape: (u32, u32)) -> Self {
        Self { generator, values, branching: shape.0, depth: shape.1 }
    }

    /// Its branching and depth, for axes and tables.
    pub fn shape_label(&self) -> String {
        format!("{} \u{d7} {}", self.branching, self.depth)
    }

    /// The seed of one of its trees: the same in every experiment.
    pub fn tree_seed(&self, seed: u64, trial: u64) -> u64 {
        derive(seed, &[self.branching.into(), self.depth.into(), trial])
    }

    /// One of its trees.
    pub(super) fn root(&self, seed: u64, trial: u64) -> Result<Root, ExperimentError> {
        let shape = Shape::new(self.branching, self.depth)?;
        let seed = self.tree_seed(seed, trial);
        Ok(Generated::new(Recipe::new(self.generator, self.values, shape, seed)?))
    }

    /// The smallest leaf value and how many values there are.
    pub(super) fn range(&self) -> (i64, u64) {
        let whole = self.values as i64;
        match self.generator {
            "uniform" => (0, self.values),
            "distinct" => (0, u64::from(self.branching).pow(self.depth)),
            _ => (-whole, 2 * self.values + 1),
        }
    }
}

impl Arm {
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
    pub fn with(mut self, name: &'static str, setting: Setting) -> Self {
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

    /// Its parameters on a tree.
    pub(super) fn params(&self, known: &Known) -> Result<Params, ExperimentError> {
        let algorithm = Algorithm::<Root>::find(self.algo)?;
        let mut params = Params::default();
        for (name, setting) in &self.settings {
            set(&mut params, algorithm.info.params, name, &setting.text(known))?;
        }
        Ok(params)
    }
}

fn set(
    params: &mut Params,
    known: &[Param],
    name: &str,
    text: &str,
) -> Result<(), ExperimentError> {
    Ok(params.set(known, name, text)?)
}

impl Setting {
    fn text(self, known: &Known) -> String {
        let (_, count) = known.point.range();
        let part = |fraction: f64, whole: u64| (fraction * whole as f64).round().to_string();
        match self {
            Self::Is(text) => text.into(),
            Self::OfEntropy(f) => (f * 0.8 * f64::from(known.point.depth) * LOG2_12).to_string(),
            Self::OfNodes(f) => part(f, known.nodes),
            Self::OfRange(f) => part(f, count),
            Self::Guess => known.guess.to_string(),
            Self::True => known.value.to_string(),
        }
    }
}
