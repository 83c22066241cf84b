//! What a seat knows.
//!
//! An [`Observation`] is all that a seat's code ever gets of a [`World`](crate::rules::World);
//! [`Bounds`] are the simplest conclusions from it.

mod bounds;
mod observation;

pub use bounds::Bounds;
pub use observation::{Observation, Seen, View, Visibility};
