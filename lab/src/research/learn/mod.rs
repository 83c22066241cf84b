//! Learning from recorded games: priors, behaviour models, evaluation weights and networks, and
//! their scores.

mod adam;
mod behaviour;
mod belief_fit;
mod choice;
mod error;
mod evaluation;
mod formations;
mod game;
mod labels;
mod network;
mod score;
mod together;

pub use behaviour::FitBehaviour;
pub use belief_fit::{BeliefFit, ComparedFormations, MeasuredBeliefs, StartModel};
pub use choice::FitChoices;
pub use error::LearnError;
pub use evaluation::{
    Example, FeatureGroups, GroupEffect, LeftOut, MeasuredWeights, ModeTuning, Omitted,
    Perturbation, Pull, Quality, RELIABILITY_BINS, Reliability, Sampling, SpsaPlan, SpsaTally,
    Taken, Tried, Tuned, TunedMode, Tuning, UnusableGame, WeightGroup, army_value, fit_scale,
    fit_weights, log_odds,
};
pub use formations::{FittedFormations, FormationFit};
pub use game::{GameError, OpenGame, fewest_held_out, split};
pub use labels::{LabelPlan, LabelSearch, LabelSettings};
pub use network::{
    DividedGames, Draw, Epoch, NetworkModel, NetworkQuality, TargetFit, Trained, Training,
    TrainingPosition, TrainingPositions, whole,
};
pub use score::{
    AttackTally, BINS, Bin, GameScore, Impossible, PlyScore, ScoreSummary, ScoreTally, Scoring,
};
pub use together::FitTogether;
