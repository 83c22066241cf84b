//! The trees that commands search: generated ones and those of files.

use crate::cli::env::Usage;
use crate::cli::load;
use anyhow::{Context, Result, bail};
use junqi_core::base::options::OptionValues;
use junqi_core::gametree::search::Limit;
use junqi_core::gametree::search::catalogue::SearchError;
use junqi_core::gametree::tree::{Explicit, Generated, Recipe, Shape, Tree, Uniform};
use junqi_core::gametree::tree_runs::{self, TreeRun};
use std::path::Path;
use std::thread;

/// A generated tree.
#[derive(Debug, Clone, clap::Args)]
pub(super) struct Spec {
    /// Branching factor: children per inner node.
    #[arg(long, short, value_name = "B")]
    branching: Option<u32>,
    /// Depth of the tree: plies from the root to the leaves.
    #[arg(long, short, value_name = "D", requires = "branching")]
    depth: Option<u32>,
    /// Random seed of the tree.
    #[arg(long, short, default_value_t = 1)]
    seed: u64,
    /// Size of the range of leaf values, or `distinct` for leaf values that all differ.
    #[arg(long, value_name = "R|distinct", default_value = "1000")]
    values: String,
    /// Tree generator: uniform, centred, distinct, ordered, incremental, certain or sparse (see
    /// `junqi tree list`).
    #[arg(long, default_value = "uniform")]
    generator: String,
}

impl Spec {
    pub(super) fn tree(&self) -> Result<Generated<Recipe>> {
        let (Some(branching), Some(depth)) = (self.branching, self.depth) else {
            bail!(Usage("no tree given: name a FILE, or give --branching and --depth".into()));
        };
        let (generator, values) = match (self.values.as_str(), self.generator.as_str()) {
            ("distinct", "uniform" | "distinct") => ("distinct", Uniform::DEFAULT_VALUES),
            ("distinct", other) => {
                let conflict = format!("--values distinct does not work with --generator {other}");
                bail!(Usage(format!("{conflict}: only uniform trees can have distinct values")))
            }
            (range, generator) => {
                let Ok(values) = range.parse() else {
                    let found = format!("--values: found `{range}`, expected");
                    bail!(Usage(format!("{found} a whole number from 1, or distinct")))
                };
                (generator, values)
            }
        };
        let recipe = Shape::new(branching, depth)
            .and_then(|shape| Recipe::new(generator, values, shape, self.seed));
        Ok(Generated::new(recipe.map_err(|e| Usage(e.to_string()))?))
    }

    /// The options that make this tree again.
    pub(super) fn name(&self) -> String {
        let (b, d) = (self.branching.unwrap_or_default(), self.depth.unwrap_or_default());
        let Self { seed, values, generator, .. } = self;
        format!("{generator} b={b} d={d} values={values} seed={seed}")
    }
}

/// Reads a tree file.
pub(super) fn read(path: &Path) -> Result<Explicit> {
    Explicit::parse(&load::text_or_input(path)?).with_context(|| path.display().to_string())
}

/// A tree from a generator or a file.
pub(super) enum Source {
    Generated(Generated<Recipe>),
    Explicit(Explicit),
}

impl Source {
    pub(super) fn run(
        &self,
        algo: &str,
        params: &OptionValues,
        nodes: Option<u64>,
    ) -> Result<TreeRun, SearchError> {
        let limit = Limit { nodes, over: None };
        match self {
            Self::Generated(root) => tree_runs::run(algo, params, root, limit),
            Self::Explicit(tree) => tree_runs::run(algo, params, &tree.root(), limit),
        }
    }

    /// Stack size for any search of this tree, in bytes: the tree of a file may be one long chain.
    pub(super) fn stack(&self) -> usize {
        let height = match self {
            Self::Generated(root) => root.height(),
            Self::Explicit(tree) => tree.root().height(),
        };
        (8 << 20) + height as usize * 2048
    }
}

/// Runs `work` on a thread with a stack of the given size.
pub(super) fn with_stack<T: Send>(bytes: usize, work: impl FnOnce() -> T + Send) -> Result<T> {
    thread::scope(|scope| {
        let thread = thread::Builder::new().stack_size(bytes).spawn_scoped(scope, work)?;
        Ok(thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
    })
}
