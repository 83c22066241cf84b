//! Measures of the game that predict how well determinization works.
//!
//! [`Measuring`] replays a recorded game and returns [`PhaseSums`] by phase. A [`MeasureReport`] combines
//! games, with 95 % intervals over games. Each [`Quantity`] is defined at its variant; sources and
//! readings are in `docs/MEASURES.md`.
//!
//! Source: Long, Sturtevant, Buro & Furtak, "Understanding the success of perfect information Monte
//! Carlo sampling in game tree search", AAAI 2010, for leaf correlation, bias and disambiguation. How
//! they are read on this game is *our reading*.

mod branching;
mod choices;
mod knowledge;
mod leaves;
mod measuring;
mod quantity;
mod report;
mod sums;
mod walk;

pub use choices::{Choices, agreement, value_of_knowing};
pub use knowledge::UnknownBits;
pub use leaves::Leaves;
pub use measuring::{MeasureError, Measuring};
pub use quantity::Quantity;
pub use report::{Bucket, MeasureReport, MoveCounts, PhaseMeasures};
pub use sums::{Families, GameMeasures, PhaseSums, Ratio};
