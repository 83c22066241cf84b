//! The classes whose methods make each other: a game makes states, and a state knows its game.

use pyo3::prelude::*;
use std::sync::Arc;

#[pyclass(module = "junqi", frozen, eq)]
#[derive(PartialEq)]
pub struct Game(pub(crate) Arc<junqi::env::Game>);

#[pyclass(module = "junqi")]
#[derive(Clone)]
pub struct State(pub(crate) junqi::env::State);
