//! The game: rules, beliefs, text formats, and what a seat may learn.

mod belief;
mod belief_position;
mod belief_recount;
mod formats;
mod information;
mod rules;
#[path = "../support/mod.rs"]
mod support;
