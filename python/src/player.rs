//! Players of the library.

use crate::classes::State;
use crate::errors::refused;
use crate::interrupt::interruptible;
use junqi::env::Opponent;
use junqi::play::PlayerSpec;
use pyo3::prelude::*;
use std::sync::Mutex;
use std::sync::atomic::AtomicBool;

#[pyclass(module = "junqi", frozen)]
pub struct Player {
    spec: String,
    seed: u64,
    opponent: Mutex<Opponent>,
}

#[pymethods]
impl Player {
    #[new]
    #[pyo3(signature = (spec, *, seed=0))]
    fn new(spec: &str, seed: u64) -> PyResult<Self> {
        let seat: PlayerSpec = spec.parse().map_err(refused)?;
        let (spec, opponent) = (seat.to_string(), Opponent::new(seat, seed).into());
        Ok(Self { spec, seed, opponent })
    }

    fn act(&self, py: Python<'_>, state: &State) -> PyResult<u32> {
        let act = |stop: &AtomicBool| {
            let mut opponent = self.opponent.lock().map_err(refused)?;
            opponent.act(&state.0, stop).map_err(refused)
        };
        interruptible(py, act)
    }

    fn __repr__(&self) -> String {
        format!("Player({:?}, seed={})", self.spec, self.seed)
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, (String,))> {
        let player = slf.get();
        let partial = slf.py().import("functools")?.getattr("partial")?;
        let options = pyo3::types::PyDict::new(slf.py());
        options.set_item("seed", player.seed)?;
        let make = partial.call((slf.get_type(),), Some(&options))?;
        Ok((make, (player.spec.clone(),)))
    }
}
