//! What a seat knows and believes.
//!
//! An [`Observation`] is all that a seat's code ever gets of a [`World`](crate::game::rules::World);
//! [`Information`] gives the same from public events alone. [`Evidence`] is what the events prove
//! about hidden pieces; a [`Posterior`] is how likely every hidden piece is of every kind, given
//! the evidence, a [`Prior`] over deployments and [`Habits`] of conduct; a [`Belief`] keeps all of
//! it up to date, and a [`BeliefPosition`] is what a search walks. `docs/BELIEFS.md` tells how.

#[allow(clippy::module_inception, reason = "the type is what the module is about")]
mod belief;
mod bonds;
mod conduct;
mod count;
mod effort;
mod evidence;
mod field;
mod habits;
mod hand;
mod information;
mod joint;
mod model;
mod observation;
mod position;
mod posterior;
mod prior;

pub use belief::Belief;
pub use conduct::{Conduct, FEATURES, Feature};
pub use count::{Count, Lattice, Weights};
pub use effort::Effort;
pub use evidence::{Evidence, Relation};
pub use field::Field;
pub use habits::{Habit, HabitError, Habits};
pub(crate) use hand::Plan;
pub use information::{ApplyError, Information, InformationError};
pub use model::Model;
pub use observation::{Observation, Seen, View, Visibility};
pub use position::{
    BeliefPosition, BeliefUndo, ENGINEER_FROM, Fate, Gains, MOBILE_FROM, Stake, Stakes,
};
pub use posterior::{Posterior, entropy};
pub use prior::{Formation, MOST_FORMATIONS, Prior, PriorError};
pub(crate) use prior::{deployments, mirrored};
