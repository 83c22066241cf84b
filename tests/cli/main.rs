//! The program as people use it.

mod belief;
mod commands;
mod suite;
#[path = "../support/mod.rs"]
mod support;
mod tree;
