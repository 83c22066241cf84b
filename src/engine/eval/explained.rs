//! An evaluation as a list of what it is the sum of.

use super::terms::{EvalFeature, EvalFeatures, features};
use serde::Serialize;

/// A feature of an evaluated position: the team's amount less the other's.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct EvaluationTerm {
    /// The term it belongs to.
    pub term: &'static str,
    /// Its name.
    pub name: &'static str,
    /// The feature's amount.
    pub amount: f32,
    /// Centi-pieces for each.
    pub weight: f32,
    /// Amount times weight.
    pub product: f32,
}

impl EvaluationTerm {
    /// All features, so much of each, with their weights.
    pub fn list(amounts: &EvalFeatures, weights: &EvalFeatures) -> Vec<Self> {
        let entry = |((feature, &amount), &weight): ((EvalFeature, &f32), &f32)| {
            // Adding nothing turns -0 into 0.
            let (amount, product) = (amount + 0.0, amount * weight + 0.0);
            Self { term: feature.term, name: feature.name, amount, weight, product }
        };
        features().zip(amounts).zip(weights).map(entry).collect()
    }
}
