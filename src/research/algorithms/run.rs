//! Running an algorithm by name.

use super::catalogue::{Algorithm, Runner};
use super::tree_run::run_setup;
use super::{AlgorithmError, AlgorithmRun, AlgorithmTask};
use crate::base::options::OptionValues;
use crate::gametree::search::Limit;
use crate::gametree::tree::Tree;

/// Runs an algorithm on a tree.
///
/// # Errors
///
/// If no algorithm has that name, or the tree lacks payoffs, entropies or intervals that it needs.
pub fn run<T: Tree>(
    name: &str,
    params: &OptionValues,
    root: &T,
    limit: Limit<'_>,
) -> Result<AlgorithmRun, AlgorithmError> {
    start(name, params, root, limit, true)
}

/// Runs an algorithm without recording the leaves, for measurements of time and heap:
/// `unique_leaves` is 0.
///
/// # Errors
///
/// As [`run`].
pub fn run_unrecorded<T: Tree>(
    name: &str,
    params: &OptionValues,
    root: &T,
    limit: Limit<'_>,
) -> Result<AlgorithmRun, AlgorithmError> {
    start(name, params, root, limit, false)
}

fn start<T: Tree>(
    name: &str,
    params: &OptionValues,
    root: &T,
    limit: Limit<'_>,
    recorded: bool,
) -> Result<AlgorithmRun, AlgorithmError> {
    let Algorithm { info, run } = Algorithm::<T>::find(name)?;
    let task = AlgorithmTask { root, limit, known: info.params, params, recorded };
    let outcome = match run {
        Runner::DepthFirst(setup) => run_setup(setup(&task.settings())?, &task)?,
        Runner::Own(run) => run(&task)?,
    };
    Ok(AlgorithmRun { algo: info.name, params: params.clone(), outcome, leaf_order: None })
}
