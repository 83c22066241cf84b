//! A search of the catalogue, by its name, on a tree.

use super::depth_first::run_plan;
use super::special::run_special;
use super::task::{TreeRun, TreeTask};
use crate::base::options::OptionValues;
use crate::gametree::search::Limit;
use crate::gametree::search::catalogue::{AwtOptions, Build, SearchError, awt_plan, find};
use crate::gametree::tree::Tree;

/// Runs a search on a tree.
///
/// # Errors
///
/// If no search has that name, or the tree lacks payoffs, entropies, intervals or chance nodes that it needs.
pub fn run<T: Tree>(
    name: &str,
    options: &OptionValues,
    root: &T,
    limit: Limit<'_>,
) -> Result<TreeRun, SearchError> {
    run_task(name, &TreeTask { root, limit, options, recorded: true })
}

/// Runs a search without recording the leaves, for measurements of time and heap: `unique_leaves` is 0.
///
/// # Errors
///
/// As [`run`].
pub fn run_unrecorded<T: Tree>(
    name: &str,
    options: &OptionValues,
    root: &T,
    limit: Limit<'_>,
) -> Result<TreeRun, SearchError> {
    run_task(name, &TreeTask { root, limit, options, recorded: false })
}

fn run_task<T: Tree>(name: &str, task: &TreeTask<'_, T>) -> Result<TreeRun, SearchError> {
    let info = find(name)?;
    let sides = task.root_sides();
    let outcome = match info.build {
        Build::DepthFirst(build) => run_plan(&build(task.options, sides)?, task)?,
        Build::Awt => {
            let options = AwtOptions::read(task.options);
            run_plan(&awt_plan(&options, sides, None, task.limit.nodes)?, task)?
        }
        Build::Special(search) => run_special(info, search, task)?,
    };
    let params = task.options.clone();
    Ok(TreeRun { algo: info.name, params, outcome, leaf_order: None })
}
