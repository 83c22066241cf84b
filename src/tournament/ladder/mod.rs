//! Ladders: every seat against every other, and what their games say of all of them on one scale.

mod plan;
mod results;
mod standing;

pub use plan::{Entrant, Names, Pairing, Plan, PlanError};
pub use results::{Results, StandingError};
pub use standing::{Pair, Place, Standing};
