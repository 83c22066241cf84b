//! Mixtures: what a seat expects of another, who may be one of several players.
//!
//! A mixture says nothing of which player it is: a world is drawn from one *member* with its weight, and all
//! probabilities are means over the members. So the surprise of a seat's pieces, -log2 of the probability of all of them
//! together, is at most log2(1 / w) bits above that of a member of weight w, however wrong the other members are.
//!
//! The likelihood of behaviour is not normalized, so members are not compared by it. Weights move only by *forecasts*: what
//! a member says of the outcome of a fight or of a flag that is shown before it happens. Bayes' rule then gives the
//! same law for the sequence of outcomes. A share [`RETURN`] of the weight goes back to the start after every
//! forecast, because a player changes in the course of a game; so no weight falls below that share of its start.
//!
//! Source: the mixture of experts with a fixed share is that of Herbster & Warmuth, "Tracking the best expert", Machine
//! Learning 32 (1998); the members and what counts as a forecast are *our reading*.

use super::{BehaviourModel, Formation, MOST_FORMATIONS, Prior};
use crate::game::board::ArmShape;
use crate::game::rules::Deployment;
use arrayvec::ArrayVec;
use std::borrow::Cow;
use std::sync::Arc;

/// The most members of a mixture.
pub const MOST_MEMBERS: usize = 4;

/// The share of the weights that returns to those of the start after every forecast.
const RETURN: f64 = 0.02;

/// The weights of the members for one seat; they sum to 1.
pub(super) type MemberWeights = ArrayVec<f64, MOST_MEMBERS>;

/// A player that a seat may be: how it deploys and how it behaves.
#[derive(Debug, Clone)]
pub struct Member {
    /// The name shown to users.
    pub name: String,
    /// The expected deployments.
    pub prior: Arc<Prior>,
    /// The expected behaviour; without one, behaviour is no evidence.
    pub behaviour: Option<Arc<BehaviourModel>>,
    /// The probability of the member before the first move; only ratios between members matter.
    pub weight: f64,
}

/// What a seat expects of another: the players that it may be.
///
/// ```
/// use junqi_core::engine::data;
/// use junqi_core::game::belief::{Member, Mixture};
///
/// let people = Mixture::only("people", data::human_prior(), None).members()[0].clone();
/// let counting = Mixture::counting().members()[0].clone();
/// let mixture = Mixture::new(vec![Member { weight: 3.0, ..people }, counting]);
/// assert_eq!(mixture.members()[0].weight, 0.75);
/// ```
#[derive(Debug, Clone)]
pub struct Mixture {
    members: Vec<Member>,
}

/// A formation of a member.
#[derive(Debug, Clone, Copy)]
pub(super) struct MemberFormation<'a> {
    pub(super) member: usize,
    pub(super) formation: &'a Formation,
    /// Its share among the member's, divided by its total weight over all legal deployments.
    pub(super) share: f64,
}

impl Mixture {
    /// Creates a mixture; the weights are scaled to sum 1.
    ///
    /// # Panics
    ///
    /// If there is no member, or there are more than [`MOST_MEMBERS`] or [`MOST_FORMATIONS`] together, or a weight is
    /// not above 0.
    pub fn new(mut members: Vec<Member>) -> Self {
        assert!((1..=MOST_MEMBERS).contains(&members.len()), "1 to {MOST_MEMBERS} members");
        let formations: usize = members.iter().map(|member| member.prior.formations().len()).sum();
        assert!(formations <= MOST_FORMATIONS, "at most {MOST_FORMATIONS} formations");
        assert!(members.iter().all(|member| member.weight > 0.0), "weights above 0");
        let all: f64 = members.iter().map(|member| member.weight).sum();
        for member in &mut members {
            member.weight /= all;
        }
        Self { members }
    }

    /// The player of whom nothing is known: every deployment that the events allow is equally likely.
    pub fn counting() -> Self {
        Self::only("counting", Prior::uniform(), None)
    }

    /// What can be expected on arms of a shape: this mixture on standard ones. Priors and behaviour are learned on the
    /// standard army, so that on others every deployment is equally likely and behaviour is no evidence.
    pub fn on<'a>(&'a self, shape: &ArmShape) -> Cow<'a, Self> {
        if shape.is_standard() {
            return Cow::Borrowed(self);
        }
        Cow::Owned(Self::only("counting", Prior::uniform_on(shape), None))
    }

    /// A mixture of one member.
    pub fn only(
        name: impl Into<String>,
        prior: impl Into<Arc<Prior>>,
        behaviour: Option<Arc<BehaviourModel>>,
    ) -> Self {
        let member = Member { name: name.into(), prior: prior.into(), behaviour, weight: 1.0 };
        Self::new(vec![member])
    }

    /// The members; their weights sum to 1.
    pub fn members(&self) -> &[Member] {
        &self.members
    }

    /// The same mixture with behaviour as no evidence.
    #[must_use]
    pub fn without_behaviour(mut self) -> Self {
        for member in &mut self.members {
            member.behaviour = None;
        }
        self
    }

    /// Whether every assignment of kinds that the events allow is equally likely, so that sums count assignments.
    pub fn is_counting(&self) -> bool {
        let [only] = &self.members[..] else { return false };
        only.behaviour.is_none() && *only.prior == Prior::uniform()
    }

    /// Surprise of a deployment before the first move: -log2 of its probability, in bits.
    pub fn bits(&self, deployment: &Deployment) -> f64 {
        let terms = self.members.iter().map(|m| m.weight * (-m.prior.bits(deployment)).exp2());
        -terms.sum::<f64>().log2()
    }

    /// The formations of all members, member by member.
    pub(super) fn formations(&self) -> impl Iterator<Item = MemberFormation<'_>> {
        self.members.iter().enumerate().flat_map(|(member, Member { prior, .. })| {
            let formations = prior.formations().iter().zip(prior.normalized_shares());
            formations.map(move |(formation, &share)| MemberFormation { member, formation, share })
        })
    }

    /// The weights before the first move.
    pub(super) fn weights(&self) -> MemberWeights {
        self.members.iter().map(|member| member.weight).collect()
    }

    /// Moves the weights by the probability that each member gave to an outcome before it happened.
    pub(super) fn learn(&self, weights: &mut MemberWeights, forecasts: &[f64]) {
        let mean: f64 = weights.iter().zip(forecasts).map(|(weight, p)| weight * p).sum();
        // Impossible for every member: the events do not belong to the start or to the rules.
        if mean <= 0.0 {
            return;
        }
        for ((weight, p), member) in weights.iter_mut().zip(forecasts).zip(&self.members) {
            *weight = (1.0 - RETURN) * *weight * p / mean + RETURN * member.weight;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::random;
    use rand::RngExt;

    /// The sum of the surprises at outcomes is at most that of any member, plus what its start weight and the returns cost.
    #[test]
    fn forecasts_cost_no_more_than_the_start_weight_says() {
        for seed in 0..200 {
            let mut rng = random::stream(seed, &[]);
            let count = rng.random_range(2..=MOST_MEMBERS);
            let one = Mixture::counting().members()[0].clone();
            let members =
                (0..count).map(|_| Member { weight: rng.random_range(0.05..1.0), ..one.clone() });
            let mixture = Mixture::new(members.collect());
            let mut weights = mixture.weights();
            let mut surprises = vec![0.0; count];
            let mut surprise = 0.0;
            let outcomes = rng.random_range(1..60);
            for _ in 0..outcomes {
                let forecasts: Vec<f64> = (0..count).map(|_| rng.random_range(0.01..1.0)).collect();
                let mean: f64 = weights.iter().zip(&forecasts).map(|(w, p)| w * p).sum();
                surprise -= mean.log2();
                for (sum, p) in surprises.iter_mut().zip(&forecasts) {
                    *sum -= p.log2();
                }
                mixture.learn(&mut weights, &forecasts);
                assert!((weights.iter().sum::<f64>() - 1.0).abs() < 1e-9, "seed {seed}");
            }
            let returns = f64::from(outcomes) * -(1.0 - RETURN).log2();
            for (member, of_member) in mixture.members().iter().zip(surprises) {
                let most = of_member - member.weight.log2() + returns;
                assert!(surprise <= most + 1e-9, "seed {seed}: {surprise}, at most {most}");
            }
        }
    }
}
