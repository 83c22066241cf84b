//! The catalogue of experiments: the one list, and choosing from it by name.

mod positions;
mod trees;
mod variants;

pub(super) use variants::AWT_BUDGET;

use super::{Experiment, ExperimentError, PositionSet};
use junqi_core::base::text::expected_name;

/// All experiments: first those on synthetic trees, then those on game positions and matches.
pub fn experiments(positions: &PositionSet) -> Vec<Experiment> {
    [trees::experiments(), positions::experiments(positions)].concat()
}

/// Keeps the experiment of that name; with the name `all`, every one that is not run only by its name.
///
/// # Errors
///
/// If no experiment has that name.
pub fn named(name: &str, all: Vec<Experiment>) -> Result<Vec<Experiment>, ExperimentError> {
    let names: Vec<&str> = all.iter().map(|experiment| experiment.name).collect();
    let names = expected_name(name, &names);
    let chosen: Vec<_> = all.into_iter().filter(|experiment| experiment.is_called(name)).collect();
    if chosen.is_empty() {
        return Err(ExperimentError::NoSuchExperiment { found: name.into(), names });
    }
    Ok(chosen)
}
