//! The statistics of games between two or more sides; no board game is known here.
//!
//! A *unit* is a group of k games that cancel luck: a single game (k = 1), a pair with the sides
//! exchanged (k = 2), four rotations of the same deployments (k = 4). Units are independent, the
//! games within one are not, so nothing here takes games for observations. [`Units`] counts what
//! the units of two sides came to, [`Sprt`] says whether they are enough, [`rate`] puts many sides
//! on one scale.

mod bayes;
mod bradley_terry;
mod equilibrium;
mod error;
mod graph;
mod ladder;
mod matrix;
mod paired;
mod sprt;
mod student;
mod tilt;
mod units;

pub use bayes::bayes_elo_llr;
pub use equilibrium::{Equilibrium, equilibrium};
pub use error::{LadderError, SprtError};
pub use ladder::{Ladder, Meeting, Rating, rate};
pub use paired::paired;
pub use sprt::{EloScale, Hypothesis, Sprt};
pub use student::student_t;
pub use units::{ConfidenceInterval, Units, elo_of, score_of};
