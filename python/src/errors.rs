//! Errors of the library as Python exceptions, and reports as Python dictionaries.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::{PyErr, create_exception};
use serde::Serialize;
use std::fmt::Display;
use std::path::Path;

create_exception!(
    junqi,
    JunqiError,
    PyValueError,
    "A value that the library refuses; the text says what was found and what was expected."
);

/// An error of the library as an exception.
pub fn refused(error: impl Display) -> PyErr {
    JunqiError::new_err(error.to_string())
}

/// An error about a file as an exception.
pub fn in_file(path: &Path, error: impl Display) -> PyErr {
    refused(format!("{}: {error}", path.display()))
}

/// The one of some values that is written like this.
pub fn named<T: Display + Copy>(what: &str, text: &str, values: &[T]) -> Result<T, PyErr> {
    let found = values.iter().copied().find(|value| value.to_string() == text);
    found.ok_or_else(|| {
        let names: Vec<String> = values.iter().map(|value| format!("`{value}`")).collect();
        refused(format!("{what}: found `{text}`, expected {}", names.join(", ")))
    })
}

/// A report as Python dictionaries and lists, with the names of its JSON form.
pub fn dictionary<'py>(py: Python<'py>, report: &impl Serialize) -> PyResult<Bound<'py, PyAny>> {
    let json = serde_json::to_string(report).map_err(refused)?;
    py.import("json")?.call_method1("loads", (json,))
}
