//! The program `junqi`, which the package brings along.

use junqi::cli::Cli;
use pyo3::prelude::*;
use std::ffi::OsString;
use std::process::ExitCode;

#[pyfunction]
pub fn main(py: Python<'_>, words: Vec<OsString>) -> u8 {
    let code = py.detach(|| Cli::read(words).map_or_else(|code| code, Cli::run));
    // An exit code does not tell its number.
    (0..u8::MAX).find(|&number| ExitCode::from(number) == code).unwrap_or(u8::MAX)
}
