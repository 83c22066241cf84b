//! Ladders: matches between many players, and ratings of all of them on one Elo scale.
//!
//! ```
//! use junqi_core::base::job::Job;
//! use junqi_core::game::belief::Visibility;
//! use junqi_core::game::board::{Board, Seat};
//! use junqi_core::play::DeploymentSource;
//! use junqi_lab::tournament::ladder::{Entrant, LadderPlan, LadderResults, Pairing};
//! use junqi_lab::tournament::{Lineup, Series};
//! use std::sync::atomic::AtomicBool;
//!
//! let entrant = |name: &str| -> Result<Entrant, Box<dyn std::error::Error>> {
//!     Ok(Entrant { name: name.into(), seat: name.parse()? })
//! };
//! let entrants = vec![entrant("random")?, entrant("greedy")?, entrant("greedy:nodes=5")?];
//! let series = Series {
//!     board: Board::siguo(),
//!     rules: "mode=1v1".parse()?,
//!     visibility: Visibility::FourDark,
//!     first: Seat::South,
//!     seed: 1,
//!     deal: DeploymentSource::Sample,
//!     // Each pair of the ladder gets its own lineup.
//!     lineup: Lineup::Match([entrants[0].seat.clone(), entrants[1].seat.clone()]),
//! };
//! let plan = LadderPlan { entrants, pairing: Pairing::RoundRobin, series, games: 8 };
//! let mut results = LadderResults::default();
//! for line in 0..plan.lines() {
//!     let record = plan.line(line, &AtomicBool::new(false)).map_err(|error| error.to_string())?;
//!     results.add(&serde_json::from_str(&record)?)?;
//! }
//! let standing = results.standing(Some("random"))?;
//! assert_eq!(standing.places.len(), 3);
//! assert_eq!(standing.places.last().map(|place| place.seat.as_str()), Some("random"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod error;
mod plan;
mod standing;

pub use error::LadderError;
pub use plan::{Entrant, LadderPlan, Pairing, SeatNames};
pub use standing::{LadderResults, Pair, RankedSeat, Standing};
