//! Match statistics and ratings, independent of the game played.
//!
//! A *unit* is a group of k games that balances the advantage of sides and deployments: a single game
//! (k = 1), a pair with exchanged sides (k = 2), four rotations of the same deployments (k = 4). Units
//! are independent, the games within one are not, so the observations are units, not games.
//! [`Units`] counts the scores of a match, [`Sprt`] is a sequential test, [`rate`] computes ratings of
//! many players on one scale.

mod bradley_terry;
mod equilibrium;
mod error;
mod ladder;
mod sprt;
mod tilt;
mod units;

pub use equilibrium::{Equilibrium, equilibrium};
pub use error::RatingError;
pub use ladder::{Ladder, Meeting, Rating, rate};
pub use sprt::{EloScale, Hypothesis, Sprt};
pub use units::{ConfidenceInterval, Units, elo_of, paired, score_of, student_t};
pub use units::{normal_cdf, student_cdf};
