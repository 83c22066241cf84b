//! Many games: series, matches, ladders, measured deployments, and the statistics of results.

mod board_text;
mod contest;
mod games;
mod series;
mod summary;

pub mod deployments;
pub mod ladder;
pub mod rating;

pub use contest::{MatchReport, SprtReport, Tally};
pub use games::Games;
pub use series::{Lineup, Series, is_exchanged, unit_of_match};
pub use summary::Summary;
