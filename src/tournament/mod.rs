//! Many games: series, matches, ladders, measured deployments, and the statistics of results.

mod board_text;
mod games;
mod match_report;
mod series;
mod summary;

pub mod deployments;
pub mod ladder;
pub mod rating;

pub use games::Games;
pub use match_report::{MatchReport, MatchTally, SprtReport};
pub use series::{Lineup, Series, is_exchanged, unit_of_match};
pub use summary::SeriesSummary;
