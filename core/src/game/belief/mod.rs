//! Knowledge and beliefs of a seat under imperfect information.
//!
//! * [`Observation`]: a [`World`](crate::game::rules::World) as one seat sees it;
//! * [`Information`]: the same, kept up to date from public events alone;
//! * [`Evidence`]: what the public events prove about hidden pieces;
//! * [`Prior`]: a distribution over deployments; [`BehaviourModel`]: what a piece's behaviour says
//!   about its kind; [`ChoiceModel`]: which moves each kind makes; [`Mixture`]: the players that a seat may be, each with
//!   a prior and a behaviour model;
//! * [`Posterior`]: the distribution of all hidden pieces, given evidence and a mixture;
//! * [`Belief`]: evidence and behaviour, updated event by event, from which posteriors are computed;
//! * [`BeliefPosition`]: a position under uncertainty that a search can walk.
//!
//! Counting: [`Belief::posterior_with`] groups the hidden seats by their links (`constraints`); each seat is a
//! `SeatProblem`, whose assignments a lattice of the kinds left counts and sums (`count`); assignments of linked pieces
//! are enumerated or sampled by Gibbs chains (`joint`); together they give marginals and samples.
//!
//! `docs/BELIEFS.md` explains the method.

mod behaviour;
#[allow(clippy::module_inception, reason = "the type is what the module is about")]
mod belief;
mod constraints;
mod count;
mod error;
mod evidence;
mod information;
mod joint;
mod mixture;
mod model;
mod observation;
mod position;
mod posterior;
mod posterior_request;
mod prior;
mod probabilities;
mod seat_posterior;

pub use behaviour::{
    BehaviourFeature, BehaviourStats, ChoiceEvidence, ChoiceModel, ChoiceStats, ChoiceWeights,
    DESCRIPTOR_COUNT, DESCRIPTORS, DescriptorGroup, FEATURES, KIND_FEATURES,
};
pub use behaviour::{PieceMoves, TurnOptions};
pub use belief::Belief;
pub use count::{AssignmentSums, Lattice, SlotWeights};
pub use error::{MOST_FORMATIONS, ModelError};
pub use evidence::{Evidence, HiddenFight};
pub use information::{ApplyError, Information, InformationError};
pub use mixture::{MOST_MEMBERS, Member, Mixture};
pub use model::{BehaviourModel, BeliefModel, FeatureWeights};
pub use observation::{Observation, SeenPiece, View, Visibility};
pub use position::{
    BeliefPosition, BeliefUndo, ENGINEER_FROM, FightOutcome, Gains, MOBILE_FROM, OutcomeGain,
    OutcomeGains,
};
pub use posterior::Posterior;
pub use posterior_request::{PosteriorRequest, SamplingBudget};
pub use prior::{Formation, Prior, deployments, mirrored};
pub use probabilities::{entropy, mean_entropy};
pub use seat_posterior::SeatProblem;
