//! Python bindings of junqi.
//!
//! They convert arguments and results, and release the interpreter's lock while the library works. The
//! functions are documented for their users in `junqi/_junqi.pyi`.

mod arrays;
mod batch;
mod belief;
mod board;
mod classes;
mod deployment;
mod errors;
mod evaluation;
mod game;
mod interrupt;
mod job;
mod numbers;
mod observer;
mod player;
mod program;
mod record;
mod response;
mod series;
mod state;

/// The compiled part of the package `junqi`.
#[pyo3::pymodule]
mod _junqi {
    use junqi::game::rules::{Kind, Rules};
    use pyo3::prelude::*;
    use pyo3::types::PyTuple;
    use std::collections::BTreeMap;

    #[pymodule_export]
    use crate::batch::Batch;
    #[pymodule_export]
    use crate::belief::{Belief, Posterior};
    #[pymodule_export]
    use crate::classes::{Game, State};
    #[pymodule_export]
    use crate::deployment::Deployment;
    #[pymodule_export]
    use crate::errors::JunqiError;
    #[pymodule_export]
    use crate::evaluation::Evaluation;
    #[pymodule_export]
    use crate::job::{Job, StopTest};
    #[pymodule_export]
    use crate::player::Player;
    #[pymodule_export]
    use crate::program::main;
    #[pymodule_export]
    use crate::record::Record;
    #[pymodule_export]
    use crate::response::best_response;
    #[pymodule_export]
    use crate::series::{evaluate_deployments, play_match};
    #[pymodule_export]
    const CHANNELS: usize = junqi::env::CHANNELS;
    #[pymodule_export]
    const STATIONS: usize = junqi::env::STATIONS;
    #[pymodule_export]
    const MOVE_ACTIONS: u32 = junqi::env::MOVE_ACTIONS;

    /// Adds the names of the kinds, and the rule options of a game that names none.
    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        let names = Kind::ALL.map(Kind::english);
        module.add("KINDS", PyTuple::new(module.py(), names)?)?;
        let rules = BTreeMap::from(Rules::default().options());
        module.add("RULES", crate::errors::dictionary(module.py(), &rules)?)
    }
}
