//! Batches.

use crate::arrays::{Observations, format, numbering, read, write};
use crate::classes::{Game, State};
use crate::errors::refused;
use junqi::env::{BatchArrays, BatchOptions, Element, EnvError};
use numpy::PyReadwriteArrayDyn;
use pyo3::prelude::*;
use std::process;

#[pyclass(module = "junqi")]
pub struct Batch {
    games: junqi::env::Batch,
    threads: usize,
    /// The process that began the batch; the threads are its own.
    process: u32,
}

/// The arrays of a step beside the observations.
struct Rest<'py> {
    mask: PyReadwriteArrayDyn<'py, bool>,
    rewards: PyReadwriteArrayDyn<'py, f32>,
    done: PyReadwriteArrayDyn<'py, bool>,
    players: PyReadwriteArrayDyn<'py, i32>,
}

#[pymethods]
impl Batch {
    #[new]
    #[pyo3(signature = (game, n, *, seed=0, threads=1, layout="planes", beliefs="may-be", actions="pairs"))]
    fn new(
        game: &Game,
        n: usize,
        seed: u64,
        threads: usize,
        layout: &str,
        beliefs: &str,
        actions: &str,
    ) -> PyResult<Self> {
        let (format, numbering) = (format(layout, beliefs, true)?, numbering(actions)?);
        let options = BatchOptions { games: n, seed, threads, format, numbering };
        let batch = junqi::env::Batch::new(game.0.clone(), options);
        Ok(Self { games: batch.map_err(refused)?, threads, process: process::id() })
    }

    fn __len__(&self) -> usize {
        self.games.len()
    }

    fn game(&self) -> Game {
        Game(self.games.game().clone())
    }

    #[getter]
    fn num_actions(&self) -> usize {
        self.games.actions()
    }

    #[getter]
    fn observation_shape(&self) -> Vec<usize> {
        self.games.format().shape(self.games.game())
    }

    fn state(&self, number: usize) -> PyResult<State> {
        let state = self.games.state(number).cloned().map(State);
        let games = self.games.len();
        state.ok_or_else(|| {
            refused(format!("found game {number}, expected a number from 0 to {}", games - 1))
        })
    }

    fn observe(
        &mut self,
        py: Python<'_>,
        observations: Bound<'_, PyAny>,
        mask: Bound<'_, PyAny>,
        rewards: Bound<'_, PyAny>,
        done: Bound<'_, PyAny>,
        players: Bound<'_, PyAny>,
    ) -> PyResult<()> {
        let rest = self.rest([&mask, &rewards, &done, &players])?;
        self.run(py, &observations, rest, None)
    }

    fn step(
        &mut self,
        py: Python<'_>,
        actions: Bound<'_, PyAny>,
        observations: Bound<'_, PyAny>,
        mask: Bound<'_, PyAny>,
        rewards: Bound<'_, PyAny>,
        done: Bound<'_, PyAny>,
        players: Bound<'_, PyAny>,
    ) -> PyResult<()> {
        let actions = read(&actions, "actions", &[self.games.len()])?;
        let rest = self.rest([&mask, &rewards, &done, &players])?;
        self.run(py, &observations, rest, Some(actions.as_slice()?))
    }
}

impl Batch {
    fn rest<'py>(
        &self,
        [mask, rewards, done, players]: [&Bound<'py, PyAny>; 4],
    ) -> PyResult<Rest<'py>> {
        let (n, game) = (self.games.len(), self.games.game());
        Ok(Rest {
            mask: write(mask, "mask", &[n, self.games.actions()])?,
            rewards: write(rewards, "rewards", &[n, game.players()])?,
            done: write(done, "done", &[n])?,
            players: write(players, "players", &[n])?,
        })
    }

    /// Steps the games, or only looks at them, with the interpreter's lock released.
    fn run(
        &mut self,
        py: Python<'_>,
        observations: &Bound<'_, PyAny>,
        mut rest: Rest<'_>,
        actions: Option<&[i64]>,
    ) -> PyResult<()> {
        if self.threads > 1 && process::id() != self.process {
            return Err(refused(
                "found a batch with threads of another process: after a fork its threads are gone; \
                 make a new batch",
            ));
        }
        let shape = [vec![self.games.len()], self.games.format().shape(self.games.game())].concat();
        let done = match Observations::of(observations, "observations", &shape)? {
            Observations::Float(mut array) => {
                let arrays = rest.arrays(array.as_slice_mut()?)?;
                py.detach(|| step(&mut self.games, actions, arrays))
            }
            Observations::Byte(mut array) => {
                let arrays = rest.arrays(array.as_slice_mut()?)?;
                py.detach(|| step(&mut self.games, actions, arrays))
            }
        };
        done.map_err(refused)
    }
}

impl Rest<'_> {
    fn arrays<'a, T>(&'a mut self, observations: &'a mut [T]) -> PyResult<BatchArrays<'a, T>> {
        Ok(BatchArrays {
            observations,
            mask: self.mask.as_slice_mut()?,
            rewards: self.rewards.as_slice_mut()?,
            done: self.done.as_slice_mut()?,
            players: self.players.as_slice_mut()?,
        })
    }
}

fn step<T: Element>(
    batch: &mut junqi::env::Batch,
    actions: Option<&[i64]>,
    arrays: BatchArrays<'_, T>,
) -> Result<(), EnvError> {
    match actions {
        Some(actions) => batch.step(actions, arrays),
        None => batch.observe(arrays),
    }
}
