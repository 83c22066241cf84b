//! Lists of Python numbers, equal ones being one object.

use junqi::env::KINDS;
use junqi::game::board::CAPACITY;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyFloat, PyInt, PyList};

/// The integers of all actions on any board: lists of them are made for every state.
static ACTIONS: PyOnceLock<Vec<Py<PyInt>>> = PyOnceLock::new();

/// A list of actions.
pub fn list<'py>(py: Python<'py>, actions: &[u32]) -> PyResult<Bound<'py, PyList>> {
    let made = ACTIONS.get_or_try_init(py, || {
        let all = 0..(CAPACITY * CAPACITY + KINDS) as u32;
        all.map(|action| Ok(action.into_pyobject(py)?.unbind())).collect::<PyResult<_>>()
    })?;
    PyList::new(py, actions.iter().map(|&action| made[action as usize].bind(py)))
}

/// A list of values that are mostly 0, and often the same for long. Making each number, or setting each place, would
/// take longer than all the rest.
pub fn mostly_zeros<'py>(py: Python<'py>, values: &[f32]) -> PyResult<Bound<'py, PyList>> {
    let list = PyList::new(py, [0.0])?.as_sequence().repeat(values.len())?;
    let list = list.cast_into::<PyList>()?;
    let mut at = 0;
    for run in values.chunk_by(|a, b| a.to_bits() == b.to_bits()) {
        let (begin, value) = (at, run[0]);
        at += run.len();
        if value == 0.0 {
            continue;
        }
        let number = PyFloat::new(py, value.into());
        if run.len() == 1 {
            list.set_item(begin, number)?;
        } else {
            let same = PyList::new(py, [number])?.as_sequence().repeat(run.len())?;
            list.set_slice(begin, at, &same)?;
        }
    }
    Ok(list)
}
