//! The program as people use it.

mod belief;
mod commands;
mod content;
mod defects;
mod forms;
mod links;
mod named_files;
mod output;
mod setup;
mod signals;
#[path = "../support/mod.rs"]
mod support;
mod tree;
