//! The experiments on game positions and on matches.

mod awt;
mod factorial;
mod frontier;
mod kinds;
mod mt;
mod play;
mod practice;
mod star;
mod threshold;

use crate::research::experiments::{Experiment, PositionSet};

/// The experiments on game positions, then those on matches.
pub(super) fn experiments(positions: &PositionSet) -> Vec<Experiment> {
    let searched = [
        awt::experiment(positions),
        threshold::experiment(positions),
        mt::experiment(positions),
        star::experiment(positions),
        practice::experiment(positions),
        frontier::experiment(positions),
        factorial::experiment(positions),
    ];
    searched.into_iter().chain(play::experiments()).collect()
}
