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

pub mod base;
#[cfg(feature = "cli")]
pub mod cli;
pub mod engine;
pub mod game;
pub mod gametree;
pub mod play;
pub mod research;
#[cfg(feature = "serve")]
pub mod server;
pub mod shards;
pub mod tournament;
