//! Best responses.

use crate::classes::{Game, State};
use crate::errors::refused;
use crate::interrupt::interruptible;
use junqi::env::{EnvError, best_response as respond, seat_strategy};
use junqi::play::PlayerSpec;
use pyo3::prelude::*;
use std::sync::atomic::AtomicBool;

#[pyfunction]
#[pyo3(signature = (game, player, strategy, *, seed=1, samples=1))]
pub fn best_response(
    py: Python<'_>,
    game: &Game,
    player: usize,
    strategy: &Bound<'_, PyAny>,
    seed: u64,
    samples: u64,
) -> PyResult<f64> {
    if let Ok(seat) = strategy.extract::<String>() {
        let seat: PlayerSpec = seat.parse().map_err(refused)?;
        let mut strategy = seat_strategy(seat, seed, samples.max(1));
        let response = interruptible(py, |stop| {
            respond(&game.0, player, &mut strategy, stop).map_err(refused)
        })?;
        return response.map(|found| found.value).ok_or_else(|| refused("interrupted"));
    }
    let mut raised = None;
    let mut ask = |state: &junqi::env::State| {
        let answer = strategy.call1((State(state.clone()),));
        let actions = answer.and_then(|answer| answer.extract::<Vec<(u32, f64)>>());
        actions.map_err(|error| {
            let text = error.to_string();
            raised = Some(error);
            EnvError::Strategy(text)
        })
    };
    let found = respond(&game.0, player, &mut ask, &AtomicBool::new(false));
    if let Some(error) = raised {
        return Err(error);
    }
    let found = found.map_err(refused)?;
    found.map(|found| found.value).ok_or_else(|| refused("interrupted"))
}
