//! Tests of the game: rules, beliefs, text formats, information safety.

mod belief;
mod belief_position;
mod belief_recount;
mod formats;
mod information;
mod mixture;
mod rules;
mod small_boards;
