#![doc = include_str!("../README.md")]

pub mod belief;
pub mod board;
#[cfg(feature = "cli")]
pub mod cli;
pub mod data;
pub mod draw;
pub mod format;
pub mod play;
pub mod position;
pub mod random;
pub mod rules;
pub mod score;
pub mod text;
pub mod tree;
pub mod verify;
