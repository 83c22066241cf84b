//! Many games: series, matches, ladders, measurements of deployments, and the statistics of results.
//!
//! A match between two players, in units of two games with the sides exchanged:
//!
//! ```
//! use junqi_core::game::belief::Visibility;
//! use junqi_core::game::board::{Board, Seat};
//! use junqi_core::play::DeploymentSource;
//! use junqi_lab::tournament::{Lineup, MatchTally, Series};
//! use std::sync::atomic::AtomicBool;
//!
//! let series = Series {
//!     board: Board::siguo(),
//!     rules: "mode=1v1".parse()?,
//!     visibility: Visibility::FourDark,
//!     first: Seat::South,
//!     seed: 1,
//!     deal: DeploymentSource::Sample,
//!     lineup: Lineup::Match(["greedy".parse()?, "random".parse()?]),
//! };
//! let mut tally = MatchTally::new(&series, None);
//! for game in 0..series.whole_units(10) {
//!     let record = series.play(game, &AtomicBool::new(false))?;
//!     tally.add(&series, &record)?;
//! }
//! let report = tally.report();
//! assert_eq!((report.units, report.wins + report.draws + report.losses), (5, 10));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod games;
mod match_report;
mod series;

pub mod deployments;
pub mod ladder;
pub mod rating;

pub use games::{Failures, Games, TooManyFailures};
pub use match_report::{MatchReport, MatchTally, SeriesSummary, SprtReport};
pub use series::{Lineup, Series, is_exchanged, unit_of_match};
