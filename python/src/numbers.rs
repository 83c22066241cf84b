//! Python integers that are made once.

use junqi::env::{KINDS, MOVE_ACTIONS};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyInt, PyList};

/// The integers of all actions: lists of them are made for every state.
static ACTIONS: PyOnceLock<Vec<Py<PyInt>>> = PyOnceLock::new();

/// A list of actions.
pub fn list<'py>(py: Python<'py>, actions: &[u32]) -> PyResult<Bound<'py, PyList>> {
    let made = ACTIONS.get_or_try_init(py, || {
        let all = 0..MOVE_ACTIONS + KINDS as u32;
        all.map(|action| Ok(action.into_pyobject(py)?.unbind())).collect::<PyResult<_>>()
    })?;
    PyList::new(py, actions.iter().map(|&action| made[action as usize].bind(py)))
}
