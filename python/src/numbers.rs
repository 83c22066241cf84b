//! Lists of Python numbers, equal ones being one object.

use junqi::env::{KINDS, MOVE_ACTIONS};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyFloat, PyInt, PyList};

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

/// A list of values most of which are 0. Making each number would take longer than all the rest.
pub fn mostly_zeros<'py>(py: Python<'py>, values: &[f32]) -> PyResult<Bound<'py, PyList>> {
    let zeros = PyList::new(py, [0.0])?.as_sequence().repeat(values.len())?;
    let list = zeros.cast_into::<PyList>()?;
    let (mut last, mut number) = (1.0, PyFloat::new(py, 1.0));
    for (index, &value) in values.iter().enumerate().filter(|(_, value)| **value != 0.0) {
        if value.to_bits() != f32::to_bits(last) {
            (last, number) = (value, PyFloat::new(py, value.into()));
        }
        list.set_item(index, &number)?;
    }
    Ok(list)
}
