//! What a seat knows and believes.
//!
//! An [`Observation`] is all that a seat's code ever gets of a [`World`](crate::game::rules::World);
//! [`Information`] gives the same from public events alone. [`Evidence`] is what the events prove
//! about hidden pieces; a [`Posterior`] is how likely every hidden piece is of every kind, given
//! the evidence, a [`Prior`] over deployments and [`BehaviourModel`] of conduct; a [`Belief`] keeps all of
//! it up to date, and a [`BeliefPosition`] is what a search walks. `docs/BELIEFS.md` tells how.

mod behaviour;
mod behaviour_model;
#[allow(clippy::module_inception, reason = "the type is what the module is about")]
mod belief;
mod constraints;
mod count;
mod evidence;
mod information;
mod joint;
mod model;
mod observation;
mod position;
mod posterior;
mod prior;
mod sampling_budget;
mod seat_posterior;
mod view;

pub use behaviour::{BehaviourFeature, BehaviourStats, FEATURES};
pub use behaviour_model::{BehaviourError, BehaviourModel, FeatureWeights};
pub use belief::Belief;
pub use count::{AssignmentSums, Lattice, SlotWeights};
pub use evidence::{Evidence, HiddenFight};
pub use information::{ApplyError, Information, InformationError};
pub use model::BeliefModel;
pub use observation::{Observation, Visibility};
pub use position::{
    BeliefPosition, BeliefUndo, ENGINEER_FROM, FightOutcome, Gains, MOBILE_FROM, OutcomeGain,
    OutcomeGains,
};
pub use posterior::{Posterior, entropy, mean_entropy};
pub use prior::{Formation, MOST_FORMATIONS, Prior, PriorError};
pub(crate) use prior::{deployments, mirrored};
pub use sampling_budget::SamplingBudget;
pub(crate) use seat_posterior::SeatProblem;
pub use view::{SeenPiece, View};
