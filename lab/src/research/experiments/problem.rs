//! Problems of experiments: trees, positions or matches; and synthetic trees as such.
//!
//! An experiment takes one [`Problem`] after the other from a [`ProblemSet`] and runs every variant on
//! it.

use super::ExperimentError;
use super::counts::{Reference, RunCounts};
use super::variant::{ProblemFacts, Variant};
use junqi_core::base::number::Number;
use junqi_core::base::options::OptionValues;
use junqi_core::base::random::{self, derive};
use junqi_core::gametree::position::{Node, Position};
use junqi_core::gametree::search::Limit;
use junqi_core::gametree::tree::{Generated, LOG2_12, Recipe, Shape};
use junqi_core::gametree::tree_runs;
use rand::RngExt;
use serde::de::{MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::Value as Json;
use std::cell::OnceCell;
use std::fmt::{self, Debug};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

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
    fn problem_fields(&self, seed: u64, trial: u64) -> Fields {
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
    fn problems(&self) -> Option<u64> {
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
    fn problem(&self, seed: u64, trial: u64) -> Result<Box<dyn Problem + '_>, ExperimentError>;
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
    fn options(
        &self,
        variant: &Variant,
        known: &ProblemFacts,
    ) -> Result<OptionValues, ExperimentError> {
        variant.options(known)
    }

    /// Runs a variant. A run that hits a cap returns its counts so far, marked as capped.
    ///
    /// # Errors
    ///
    /// If the algorithm cannot run, or [`ExperimentError::Stopped`] if the flag is set.
    fn search(
        &self,
        variant: &Variant,
        options: &OptionValues,
        stop: &AtomicBool,
    ) -> Result<RunCounts, ExperimentError>;

    /// Runs a variant without recording, for measurements of time and heap.
    ///
    /// # Errors
    ///
    /// If the algorithm cannot run.
    fn spend(&self, variant: &Variant, options: &OptionValues) -> Result<(), ExperimentError>;
}

/// Named values in order: the fields of a record that differ between problem sets.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Fields(Vec<(String, Json)>);

impl Fields {
    /// Appends a value.
    #[must_use]
    pub fn with(mut self, name: &str, value: impl Into<Json>) -> Self {
        self.0.push((name.into(), value.into()));
        self
    }

    /// Appends other fields.
    #[must_use]
    pub fn and(mut self, others: Self) -> Self {
        self.0.extend(others.0);
        self
    }

    /// The value with that name.
    pub fn get(&self, name: &str) -> Option<&Json> {
        self.0.iter().find(|(known, _)| known == name).map(|(_, value)| value)
    }

    /// Whether every value of `others` is also here.
    pub fn agrees(&self, others: &Self) -> bool {
        others.0.iter().all(|(name, value)| self.get(name) == Some(value))
    }
}

/// For messages: `branching 6, depth 6`.
impl fmt::Display for Fields {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let texts: Vec<String> = self.0.iter().map(|(name, v)| format!("{name} {v}")).collect();
        f.write_str(&texts.join(", "))
    }
}

impl Serialize for Fields {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(name, value)| (name, value)))
    }
}

impl<'de> Deserialize<'de> for Fields {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct InOrder;
        impl<'de> Visitor<'de> for InOrder {
            type Value = Fields;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Fields, A::Error> {
                let mut fields = vec![];
                while let Some(entry) = map.next_entry()? {
                    fields.push(entry);
                }
                Ok(Fields(fields))
            }
        }
        deserializer.deserialize_map(InOrder)
    }
}

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
    /// The values of all moves of the root, for Max, who moves there; found when first asked for.
    values: OnceCell<Vec<f64>>,
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

    /// The lowest value.
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
    fn from(kind: TreeKind) -> Self {
        Arc::new(kind)
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

    fn problem_fields(&self, seed: u64, trial: u64) -> Fields {
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

    fn runs(&self, variant: &Variant) -> bool {
        variant.less < self.depth
    }

    fn problem(&self, seed: u64, trial: u64) -> Result<Box<dyn Problem + '_>, ExperimentError> {
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
        let root = Generated::new(recipe);
        Ok(Box::new(RootedTree { root, known, values: OnceCell::new() }))
    }
}

impl RootedTree {
    /// The tree that a variant searches.
    fn root(&self, variant: &Variant) -> Generated<Recipe> {
        self.root.to_depth(self.known.depth - variant.less)
    }

    /// The values of all moves of the root.
    fn values(&self) -> Result<&[f64], ExperimentError> {
        if let Some(values) = self.values.get() {
            return Ok(values);
        }
        let mut values = vec![];
        for m in self.root.moves() {
            let mut child = self.root;
            child.make(m);
            let run = tree_runs::run_unrecorded(
                "alphabeta",
                &OptionValues::default(),
                &child,
                Limit::default(),
            )?;
            values.push(run.outcome.value.map_or(f64::NAN, Number::to_f64));
        }
        Ok(self.values.get_or_init(|| values))
    }
}

/// The greatest of some values, and the first place that has it.
fn greatest(values: &[f64]) -> (usize, f64) {
    let mut best = (0, f64::NEG_INFINITY);
    for (place, &value) in values.iter().enumerate() {
        if value > best.1 {
            best = (place, value);
        }
    }
    best
}

impl Problem for RootedTree {
    fn known(&self) -> ProblemFacts {
        self.known
    }

    fn reference(&self) -> Option<Reference> {
        let values = self.values().ok()?;
        let (best, value) = greatest(values);
        let mean = values.iter().sum::<f64>() / values.len() as f64;
        let random_loss = Some(value - mean);
        Some(Reference { best: best.to_string(), value, depth: self.known.depth, random_loss })
    }

    fn search(
        &self,
        variant: &Variant,
        options: &OptionValues,
        stop: &AtomicBool,
    ) -> Result<RunCounts, ExperimentError> {
        let over = || stop.load(Ordering::Relaxed);
        let limit = Limit { nodes: None, over: Some(&over) };
        let run = tree_runs::run(variant.algo, options, &self.root(variant), limit)?;
        if !run.outcome.complete {
            return Err(ExperimentError::Stopped);
        }
        let mut counts = RunCounts::of(&run.outcome, &run.params);
        if let Some(best) = run.outcome.best {
            let values = self.values()?;
            counts.best = Some(best.to_string());
            counts.loss = Some(greatest(values).1 - values[best as usize]);
        }
        Ok(counts)
    }

    fn spend(&self, variant: &Variant, options: &OptionValues) -> Result<(), ExperimentError> {
        tree_runs::run_unrecorded(variant.algo, options, &self.root(variant), Limit::default())?;
        Ok(())
    }
}
