#![doc = include_str!("../README.md")]

#[cfg(doctest)]
#[doc = include_str!("../docs/SEARCH.md")]
mod search_page {}
#[cfg(doctest)]
#[doc = include_str!("../docs/BELIEFS.md")]
mod beliefs_page {}
#[cfg(doctest)]
#[doc = include_str!("../docs/EVALUATION.md")]
mod evaluation_page {}

pub mod belief;
pub mod board;
#[cfg(feature = "cli")]
pub mod cli;
pub mod clock;
pub mod data;
pub mod deploy;
pub mod dialogue;
pub mod draw;
pub mod endgame;
pub mod engine;
pub mod eval;
pub mod experiment;
pub mod farm;
pub mod format;
pub mod job;
pub mod lab;
pub mod ladder;
pub mod learn;
pub mod measure;
pub mod play;
pub mod position;
pub mod protocol;
pub mod random;
pub mod rating;
pub mod rules;
pub mod score;
pub mod search;
#[cfg(feature = "serve")]
pub mod server;
pub mod study;
pub mod table;
pub mod text;
pub mod tree;
pub mod trial;
pub mod verify;
pub mod worlds;
