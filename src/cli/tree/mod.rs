//! `junqi tree`: synthetic trees and the algorithms on them.

mod batch;
mod list;
mod search;

use super::{Env, Usage, load, print};
use crate::base::options::OptionValues;
use crate::gametree::search::Limit;
use crate::gametree::tree::{Explicit, Generated, Recipe, Shape, Tree, Uniform};
use crate::research::algorithms::{self, AlgorithmRun};
use anyhow::{Context, Result, bail};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::thread;

#[derive(Debug, clap::Subcommand)]
pub(super) enum Command {
    /// Write a generated tree to a file.
    Gen(Gen),
    /// Search trees with any of the algorithms and compare what they visit.
    Search(search::Args),
    /// Describe the algorithms and their parameters, and the generators.
    List,
}

impl Command {
    pub(super) fn run(self, env: Env) -> Result<ExitCode> {
        match self {
            Self::Gen(args) => args.run(),
            Self::Search(args) => args.run(env),
            Self::List => list::run(env),
        }
    }
}

/// A generated tree.
#[derive(Debug, Clone, clap::Args)]
struct Spec {
    /// Children of every inner node.
    #[arg(long, short, value_name = "B")]
    branching: Option<u32>,
    /// Plies from the root to the leaves.
    #[arg(long, short, value_name = "D", requires = "branching")]
    depth: Option<u32>,
    /// The seed that the tree is a function of.
    #[arg(long, short, default_value_t = 1)]
    seed: u64,
    /// The range of the values, or `distinct` for leaves that all differ.
    #[arg(long, value_name = "R|distinct", default_value = "1000")]
    values: String,
    /// uniform, centred, distinct, ordered, incremental or certain; see `junqi tree list`.
    #[arg(long, default_value = "uniform")]
    generator: String,
}

impl Spec {
    fn tree(&self) -> Result<Generated<Recipe>> {
        let (Some(branching), Some(depth)) = (self.branching, self.depth) else {
            bail!(Usage("found no tree, expected a FILE, or --branching and --depth".into()));
        };
        let (generator, values) = match (self.values.as_str(), self.generator.as_str()) {
            ("distinct", "uniform" | "distinct") => ("distinct", Uniform::DEFAULT_VALUES),
            ("distinct", other) => {
                let found = format!("--values: found distinct with --generator {other}");
                bail!(Usage(format!(
                    "{found}, expected a range; only uniform trees can be distinct"
                )))
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
    fn name(&self) -> String {
        let (b, d) = (self.branching.unwrap_or_default(), self.depth.unwrap_or_default());
        let Self { seed, values, generator, .. } = self;
        format!("{generator} b={b} d={d} values={values} seed={seed}")
    }
}

#[derive(Debug, clap::Args)]
pub(super) struct Gen {
    #[command(flatten)]
    spec: Spec,
    /// Where to write it; to standard output if not given.
    #[arg(long, short, value_name = "FILE")]
    out: Option<PathBuf>,
}

impl Gen {
    fn run(self) -> Result<ExitCode> {
        let tree = self.spec.tree()?;
        let nodes = tree.shape().nodes();
        if nodes > MOST_NODES {
            let found = format!("found a tree of {nodes} nodes, expected at most {MOST_NODES}");
            bail!(Usage(format!("{found}; `junqi tree search` needs no file for it")));
        }
        let text = Explicit::from_tree(&tree)?.to_json() + "\n";
        match &self.out {
            Some(path) => load::write(path, text.as_bytes())?,
            None => print(&text)?,
        }
        Ok(ExitCode::SUCCESS)
    }
}

/// The largest tree that is written to a file.
const MOST_NODES: u64 = 50_000_000;

/// Reads a tree file.
fn read(path: &Path) -> Result<Explicit> {
    Explicit::parse(&load::text_or_input(path)?).with_context(|| path.display().to_string())
}

/// A tree and how deep the stack must be to search it.
enum Source {
    Generated(Generated<Recipe>),
    Explicit(Explicit),
}

impl Source {
    fn run(
        &self,
        algo: &str,
        params: &OptionValues,
        nodes: Option<u64>,
    ) -> Result<AlgorithmRun, algorithms::AlgorithmError> {
        let limit = Limit { nodes, over: None };
        match self {
            Self::Generated(root) => algorithms::run(algo, params, root, limit),
            Self::Explicit(tree) => algorithms::run(algo, params, &tree.root(), limit),
        }
    }

    /// Bytes of stack that any search of this tree fits in: a file may be one long chain.
    fn stack(&self) -> usize {
        let height = match self {
            Self::Generated(root) => root.height(),
            Self::Explicit(tree) => tree.root().height(),
        };
        (8 << 20) + height as usize * 2048
    }
}

/// Does something on a thread with so much stack.
fn with_stack<T: Send>(bytes: usize, work: impl FnOnce() -> T + Send) -> Result<T> {
    thread::scope(|scope| {
        let thread = thread::Builder::new().stack_size(bytes).spawn_scoped(scope, work)?;
        Ok(thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
    })
}
