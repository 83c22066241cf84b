//! What a seat knows.
//!
//! An [`Observation`] is all that a seat's code ever gets of a [`World`](crate::rules::World);
//! [`Information`] gives the same from public events alone; [`Evidence`] is what can be concluded
//! from it, [`Belief`] how likely the rest is, [`BeliefPosition`] what a search walks.

#[allow(clippy::module_inception, reason = "the type is what the module is about")]
mod belief;
mod bonds;
mod count;
mod evidence;
mod field;
mod hand;
mod information;
mod joint;
mod model;
mod observation;
mod position;
mod posterior;
mod prior;

pub use belief::Belief;
pub use count::{Count, Lattice, Weights};
pub use evidence::{Evidence, Relation};
pub use field::Field;
pub use information::{ApplyError, Information, InformationError};
pub use model::Model;
pub use observation::{Observation, Seen, View, Visibility};
pub use position::{BeliefPosition, BeliefUndo, ENGINEER_FROM, Fate, MOBILE_FROM};
pub use posterior::{Posterior, entropy};
pub use prior::{Formation, MOST_FORMATIONS, Prior, PriorError};
pub(crate) use prior::{deployments, mirrored, posts as layout};
