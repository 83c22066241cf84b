//! Synthetic trees as the problems of experiments.

use super::{ExperimentError, Fields, Problem, ProblemFacts, ProblemSet, RunCounts, Variant};
use crate::base::options::OptionValues;
use crate::base::random::{self, derive};
use crate::gametree::search::Limit;
use crate::gametree::tree::{Generated, LOG2_12, Recipe, Shape};
use crate::gametree::tree_runs;
use rand::RngExt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Separates the random numbers for guesses from the random numbers for trees.
const GUESSES: u64 = 0x6775_6573;

/// A kind of synthetic tree.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TreeKind {
    /// Name of the generator.
    pub generator: &'static str,
    /// Range of values R.
    pub values: u64,
    /// Children of every inner node.
    pub branching: u32,
    /// Plies from the root to the leaves.
    pub depth: u32,
}

/// One synthetic tree.
struct RootedTree {
    root: Generated<Recipe>,
    known: ProblemFacts,
}

impl TreeKind {
    /// The kind with that generator, range and shape (branching factor, depth).
    pub const fn new(generator: &'static str, values: u64, shape: (u32, u32)) -> Self {
        Self { generator, values, branching: shape.0, depth: shape.1 }
    }

    /// The seed of one of its trees: the same in every experiment.
    pub fn tree_seed(&self, seed: u64, trial: u64) -> u64 {
        derive(seed, &[self.branching.into(), self.depth.into(), trial])
    }

    fn lowest(&self) -> i64 {
        if matches!(self.generator, "uniform" | "distinct") { 0 } else { -(self.values as i64) }
    }

    /// A value drawn uniformly from the range.
    fn guess(&self, seed: u64, trial: u64) -> i64 {
        let part = [GUESSES, self.branching.into(), self.depth.into(), trial];
        let above = random::stream(seed, &part).random_range(0..self.range());
        self.lowest() + above as i64
    }
}

impl From<TreeKind> for Arc<dyn ProblemSet> {
    fn from(point: TreeKind) -> Self {
        Arc::new(point)
    }
}

impl ProblemSet for TreeKind {
    fn label(&self) -> String {
        format!("{} \u{d7} {}", self.branching, self.depth)
    }

    fn title(&self) -> String {
        format!("{} {}", self.label(), self.generator)
    }

    fn kind(&self) -> Fields {
        Fields::default()
            .with("generator", self.generator)
            .with("values", self.values)
            .with("branching", self.branching)
            .with("depth", self.depth)
    }

    fn subject_fields(&self, seed: u64, trial: u64) -> Fields {
        Fields::default().with("trial", trial).with("tree_seed", self.tree_seed(seed, trial))
    }

    fn describe(&self, seed: u64, trial: u64) -> String {
        let Self { generator, branching, depth, .. } = self;
        let seed = self.tree_seed(seed, trial);
        format!("the {generator} tree {branching} x {depth} of seed {seed}")
    }

    fn depth(&self) -> u32 {
        self.depth
    }

    fn range(&self) -> u64 {
        match self.generator {
            "uniform" => self.values,
            "distinct" => u64::from(self.branching).pow(self.depth),
            _ => 2 * self.values + 1,
        }
    }

    fn subject(&self, seed: u64, trial: u64) -> Result<Box<dyn Problem + '_>, ExperimentError> {
        let shape = Shape::new(self.branching, self.depth)?;
        let recipe = Recipe::new(self.generator, self.values, shape, self.tree_seed(seed, trial))?;
        let known = ProblemFacts {
            guess: self.guess(seed, trial),
            range: self.range(),
            depth: self.depth,
            ply_bits: LOG2_12,
            value: None,
            nodes: 0,
        };
        Ok(Box::new(RootedTree { root: Generated::new(recipe), known }))
    }
}

impl Problem for RootedTree {
    fn known(&self) -> ProblemFacts {
        self.known
    }

    fn search(
        &self,
        variant: &Variant,
        params: &OptionValues,
        stop: &AtomicBool,
    ) -> Result<RunCounts, ExperimentError> {
        let over = || stop.load(Ordering::Relaxed);
        let limit = Limit { nodes: None, over: Some(&over) };
        let run = tree_runs::run(variant.algo, params, &self.root, limit)?;
        if !run.outcome.complete {
            return Err(ExperimentError::Stopped);
        }
        Ok(RunCounts::of(&run.outcome, &run.params))
    }

    fn spend(&self, variant: &Variant, params: &OptionValues) -> Result<(), ExperimentError> {
        tree_runs::run_unrecorded(variant.algo, params, &self.root, Limit::default())?;
        Ok(())
    }
}
