//! What a seat knows.
//!
//! An [`Observation`] is all that a seat's code ever gets of a [`World`](crate::rules::World);
//! [`Information`] gives the same from public events alone; [`Bounds`] are the simplest
//! conclusions from it.

mod bounds;
mod information;
mod observation;

pub use bounds::Bounds;
pub use information::{ApplyError, Information, InformationError};
pub use observation::{Observation, Seen, View, Visibility};
