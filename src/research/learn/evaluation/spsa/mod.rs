//! Tuning of evaluation weights by matches: simultaneous perturbation.
//!
//! Both sides of a match are the same engine. In every unit of games all [groups](WeightGroup) of weights are
//! multiplied by a factor (or an amount is added) for one side and divided by it (subtracted) for the other, at random,
//! and a linear regression of the scores on the signs says how much each group gains. Source: J. C. Spall,
//! "Multivariate stochastic approximation using a simultaneous perturbation gradient approximation", 1992 (SPSA), which
//! chess engines are tuned with. That all units are played around the same weights and regressed at once, and that
//! effects are shrunk by their errors before a step, is our own design: the effects can be read with their errors, and
//! the games divided among machines.

mod effects;
mod groups;
mod plan;

pub use effects::{GroupEffect, SpsaTally};
pub use groups::{Perturbation, WeightGroup};
pub use plan::{SpsaError, SpsaPlan};
