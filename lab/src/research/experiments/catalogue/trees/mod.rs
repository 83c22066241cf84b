//! The experiments on synthetic trees.

mod awt;
mod frontier;
mod kinds;
mod readings;
mod searches;
mod sss;
mod threshold;
mod windows;

use crate::research::experiments::Experiment;

/// The experiments on synthetic trees, in the order of the thesis.
pub(super) fn experiments() -> Vec<Experiment> {
    let mut all = windows::experiments();
    all.push(sss::experiment());
    all.extend(awt::experiments());
    all.extend(threshold::experiments());
    all.push(frontier::experiment());
    all.push(readings::experiment());
    all.push(searches::experiment());
    all
}
