//! Learning from recorded games: priors, behaviour models, evaluation weights and networks, and
//! their scores.

mod adam;
mod attacks;
mod behaviour;
mod choice;
mod evaluation;
mod formations;
mod game;
mod labels;
mod network;
mod score;
mod split;
mod summary;
mod together;

pub use attacks::AttackTally;
pub use behaviour::FitBehaviour;
pub use choice::FitChoices;
pub use evaluation::{
    Example, FeatureGroups, GroupEffect, LeftOut, Perturbation, Pull, Quality, RELIABILITY_BINS,
    Reliability, Sampling, SpsaError, SpsaPlan, SpsaTally, Taken, Tried, Tuned, Tuning,
    WeightGroup, army_value, fit_scale, fit_weights, log_odds,
};
pub use formations::{FittedFormations, FormationFit};
pub use game::{GameError, OpenGame};
pub use labels::{LabelPlan, LabelPlanError, LabelSearch, LabelSettings};
pub use network::{
    Draw, Epoch, NetworkModel, TargetFit, Trained, Training, TrainingPosition, TrainingPositions,
    foretold, target_fit, whole,
};
pub use score::{BINS, Bin, GameScore, Impossible, ScoreTally, Scoring};
pub use split::{fewest_held_out, split};
pub use summary::{MomentScore, ScoreSummary};
pub use together::FitTogether;
