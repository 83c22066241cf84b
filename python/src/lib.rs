//! Python bindings of junqi.
//!
//! They convert arguments and results, and release the interpreter's lock while the library works. The
//! functions are documented for their users in `junqi/_junqi.pyi`.

mod arrays;
mod batch;
mod errors;
mod game;
mod interrupt;
mod job;
mod player;
mod state;

/// The compiled part of the package `junqi`.
#[pyo3::pymodule]
mod _junqi {
    #[pymodule_export]
    use crate::batch::Batch;
    #[pymodule_export]
    use crate::errors::JunqiError;
    #[pymodule_export]
    use crate::game::Game;
    #[pymodule_export]
    use crate::job::{Job, StopTest};
    #[pymodule_export]
    use crate::player::Player;
    #[pymodule_export]
    use crate::state::State;
    #[pymodule_export]
    const CHANNELS: usize = junqi::env::CHANNELS;
    #[pymodule_export]
    const STATIONS: usize = junqi::env::STATIONS;
    #[pymodule_export]
    const MOVE_ACTIONS: u32 = junqi::env::MOVE_ACTIONS;
}
