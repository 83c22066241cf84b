//! Ladders: every seat against every other, and what their games say of all of them on one scale.

mod plan;
mod results;
mod standing;

pub use plan::{Entrant, LadderPlan, LadderPlanError, Pairing, SeatNames};
pub use results::{LadderResults, StandingError};
pub use standing::{Pair, RankedSeat, Standing};
