//! Fitting the weights of the evaluation to the results of games, and measuring them.
//!
//! The model is a logistic regression: the log-odds that the first team wins are the weighted sum of the
//! features of a position with all pieces visible. Source: regression of results on features is Buro's ("From simple features to sophisticated evaluation
//! functions", Computers and Games 1998), a draw as half a win is *our reading*.

mod logistic;
mod modes;
mod positions;
mod quality;
mod shape;
mod spsa;
mod tuning;

pub use logistic::{FeatureGroups, Pull, fit_scale, fit_weights};
pub use modes::{ModeTuning, TunedMode};
pub(super) use positions::target;
pub use positions::{Example, LeftOut, Omitted, Sampling, Taken, UnusableGame};
pub use quality::{MeasuredWeights, Quality, RELIABILITY_BINS, Reliability};
pub(super) use quality::{nats, sigmoid};
pub use spsa::{GroupEffect, Perturbation, SpsaPlan, SpsaTally, WeightGroup};
pub use tuning::{Tried, Tuned, Tuning, army_value, log_odds};
