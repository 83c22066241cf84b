//! Measures of the game that predict how well determinization works.
//!
//! [`Measuring`] replays a recorded game and returns [`PhaseSums`] by phase. A [`MeasureReport`] combines
//! games, with 95 % intervals over games. Each [`Quantity`] is defined at its variant; sources and
//! readings are in `docs/MEASURES.md`.
//!
//! Source: Long, Sturtevant, Buro & Furtak, "Understanding the success of perfect information Monte
//! Carlo sampling in game tree search", AAAI 2010, for leaf correlation, bias and disambiguation. How
//! they are read on this game is *our reading*.

mod measuring;
mod quantities;
mod report;

pub use measuring::{MeasureError, Measuring};
pub use quantities::{Choices, Leaves, UnknownBits, agreement, value_of_knowing};
pub use report::{
    Bucket, Families, GameMeasures, MeasureReport, MoveCounts, PhaseMeasures, PhaseSums, Quantity,
    Ratio,
};
