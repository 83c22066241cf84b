//! Priors: distributions over deployments before the first move.
//!
//! A prior is a mixture of *formations* (阵型). A formation has a weight for every kind at every
//! station of a deployment; the probability of a deployment is the product of its weights, normalized over
//! all legal deployments. So stations are not independent: every army has exactly its 25 pieces. The
//! uniform prior is one formation whose weights are all 1.

use super::count::{AssignmentSums, Lattice};
use super::error::{MAX_WEIGHT, MIN_WEIGHT, MOST_FORMATIONS, ModelError};
use crate::game::board::ArmShape;
use crate::game::rules::{ARMY, Army, Deployment, Kind, KindSet};
use serde::{Deserialize, Serialize};
use std::sync::{Arc, OnceLock};

/// A component of a prior: a typical way of deploying.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Formation {
    /// The share of all deployments; only ratios between formations matter.
    pub share: f64,
    /// Weights by post of the standard arm, in reading order, and by kind, strongest first. Only ratios within a post
    /// matter; the weight is 0 where the rules of deployment forbid the kind.
    pub weights: [[f64; 12]; ARMY],
}

/// A distribution over deployments: a mixture of formations.
#[derive(Debug, Clone, PartialEq)]
pub struct Prior {
    formations: Vec<Formation>,
    /// By formation, its share divided by its total weight over all legal deployments.
    normalized_shares: Vec<f64>,
}

impl Prior {
    /// The uniform prior of the standard arm: every legal deployment is equally likely.
    pub fn uniform() -> Self {
        Self::uniform_on(ArmShape::standard())
    }

    /// The uniform prior of an arm: every legal deployment is equally likely.
    pub fn uniform_on(shape: &ArmShape) -> Self {
        let weights =
            posts(shape).map(|may| Kind::ALL.map(|k| f64::from(u8::from(may.contains(k)))));
        let formations = vec![Formation { share: 1.0, weights }];
        Self { formations, normalized_shares: vec![1.0 / shape.deployments() as f64] }
    }

    /// Creates a mixture of formations; shares are scaled to sum 1.
    ///
    /// # Errors
    ///
    /// If there are too few or too many formations, or a number is out of range. No legal
    /// deployment may have probability 0.
    pub fn new(mut formations: Vec<Formation>) -> Result<Self, ModelError> {
        if !(1..=MOST_FORMATIONS).contains(&formations.len()) {
            return Err(ModelError::Formations(formations.len()));
        }
        for (number, formation) in (1..).zip(&formations) {
            formation.check(number)?;
        }
        let all: f64 = formations.iter().map(|f| f.share).sum();
        for formation in &mut formations {
            formation.share /= all;
        }
        let normalized_shares = formations.iter().map(|f| f.share / f.total()).collect();
        Ok(Self { formations, normalized_shares })
    }

    /// Creates a mixture of formations and their mirror images, each with half of the share.
    ///
    /// # Errors
    ///
    /// As for [`new`](Self::new), with at most half as many formations.
    pub fn mirrored(formations: Vec<Formation>) -> Result<Self, ModelError> {
        let mut all = formations.clone();
        for Formation { share, weights } in formations {
            all.push(Formation { share, weights: mirrored(&weights) });
        }
        Self::new(all)
    }

    /// The formations; their shares sum to 1.
    pub fn formations(&self) -> &[Formation] {
        &self.formations
    }

    /// By formation, its share divided by its total weight over all legal deployments.
    pub fn normalized_shares(&self) -> &[f64] {
        &self.normalized_shares
    }

    /// Surprise of a deployment: -log2 of its probability, in bits.
    pub fn bits(&self, deployment: &Deployment) -> f64 {
        let parts = self.formations.iter().zip(&self.normalized_shares);
        -parts.map(|(formation, share)| share * formation.weight(deployment)).sum::<f64>().log2()
    }
}

impl Formation {
    /// The product of the weights of a deployment.
    pub fn weight(&self, deployment: &Deployment) -> f64 {
        let pieces = deployment.pieces().zip(&self.weights);
        pieces.map(|((_, kind), weights)| weights[kind.index()]).product()
    }

    /// The sum of the weights of all legal deployments.
    pub fn total(&self) -> f64 {
        let weights = self.weights.iter().map(|row| row.map(|w| [w])).collect();
        AssignmentSums::new(deployments(), weights).total(&Army::full())[0]
    }

    fn check(&self, number: usize) -> Result<(), ModelError> {
        let range = MIN_WEIGHT..=MAX_WEIGHT;
        if !range.contains(&self.share) {
            return Err(ModelError::Share(number, self.share));
        }
        for (point, weights) in ArmShape::standard().posts().zip(&self.weights) {
            for (kind, &weight) in Kind::ALL.into_iter().zip(weights) {
                let is_valid =
                    if point.allows(kind) { range.contains(&weight) } else { weight == 0.0 };
                if !is_valid {
                    return Err(ModelError::KindWeight(number, point, kind, weight));
                }
            }
        }
        Ok(())
    }
}

/// Exchanges left and right of the posts of the standard arm.
pub fn mirrored<T: Copy>(by_post: &[T; ARMY]) -> [T; ARMY] {
    let shape = ArmShape::standard();
    let mut mirrored = *by_post;
    for (place, post) in shape.posts().enumerate() {
        let twin = shape.mirrored(post).post();
        mirrored[place] = by_post[twin.expect("the mirror image of a post is a post")];
    }
    mirrored
}

/// The kinds that each post of an arm allows; none beyond the last.
fn posts(shape: &ArmShape) -> [KindSet; ARMY] {
    let mut kinds = [KindSet::NONE; ARMY];
    // A loop: LLVM needs minutes for the same thing written with `array::from_fn`.
    for (kinds, point) in kinds.iter_mut().zip(shape.posts()) {
        *kinds = point.allowed();
    }
    kinds
}

/// The lattice of full deployments of the standard army.
pub fn deployments() -> Arc<Lattice> {
    static LATTICE: OnceLock<Arc<Lattice>> = OnceLock::new();
    let lattice = || Lattice::new(&posts(ArmShape::standard()), &[], Army::full()).into();
    LATTICE.get_or_init(lattice).clone()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_published_number_of_deployments() {
        let posts = posts(ArmShape::standard());
        let lattice = Arc::new(Lattice::new(&posts, &[], Army::full()));
        assert_eq!(lattice.len(), 74_804);
        let count = AssignmentSums::uniform(lattice, &posts);
        let [total] = count.total(&Army::full());
        assert!((total / ArmShape::standard().deployments() as f64 - 1.0).abs() < 1e-12);
    }
}
