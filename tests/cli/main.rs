//! The program as people use it.

mod belief;
mod commands;
#[path = "../support/mod.rs"]
mod support;
mod tree;
