//! Fitting the behaviour model to games by stochastic gradients that are exact for every position.
//!
//! The objective is the log-probability of the true kinds of all hidden pieces of a seat, given the
//! evidence, minus a penalty on large weights. The gradient of a weight is the sum of the feature over
//! the pieces of that kind minus its expectation, which the marginals of the posterior give exactly. The
//! problem is convex.
//!
//! Source: Lafferty et al., ICML 2001, for the model; Kingma & Ba, "Adam", ICLR 2015, for the steps.

use super::OpenGame;
use super::adam::{Adam, Pace};
use junqi_core::base::random;
use junqi_core::game::belief::{
    BehaviourModel, BehaviourStats, ChoiceModel, ChoiceStats, Evidence, FEATURES, KIND_FEATURES,
    Mixture, Observation, Prior, SeatProblem, Visibility,
};
use junqi_core::game::board::Seat;
use junqi_core::game::rules::{ARMY, Act, Kind, PieceId, Rules, Team};
use rand::seq::SliceRandom;
use rayon::prelude::*;
use std::sync::Arc;

/// The settings of fitting the behaviour model.
#[derive(Debug, Clone, PartialEq)]
pub struct FitBehaviour {
    /// Numbers of moves after which positions are taken.
    pub at: Vec<u32>,
    /// Passes over all positions.
    pub rounds: usize,
    /// Positions per step.
    pub batch: usize,
    /// Learning rate of the first step; it falls to a tenth.
    pub step: f64,
    /// L2 penalty: half of it times the sum of squared weights.
    pub penalty: f64,
    /// Seed of the order of positions.
    pub seed: u64,
}

impl Default for FitBehaviour {
    fn default() -> Self {
        Self {
            at: vec![40, 80, 120, 160],
            rounds: 3,
            batch: 128,
            step: 0.05,
            penalty: 60.0,
            seed: 1,
        }
    }
}

/// The hidden pieces of a seat in one position of a game.
pub(super) struct Position {
    plan: SeatProblem,
    truth: [Option<Kind>; ARMY],
    features: Vec<Vec<f64>>,
    /// By piece, the values of [`KIND_FEATURES`]; empty without a model of move choices.
    pub(super) by_kind: Vec<[[f64; 12]; KIND_FEATURES.len()]>,
}

pub(super) type Weights = Vec<[f64; 12]>;

impl FitBehaviour {
    /// Fits a behaviour model, given a prior and a model of move choices. The observer sees both seats of
    /// its team, so that the seats of the other team are independent.
    pub fn run(
        &self,
        games: &[&OpenGame],
        prior: &Prior,
        choices: Option<&Arc<ChoiceModel>>,
    ) -> BehaviourModel {
        let mut positions: Vec<Position> =
            games.par_iter().flat_map_iter(|game| self.positions(game, choices)).collect();
        let mixture = of_deployments(prior);
        let steps = self.rounds * positions.len().div_ceil(self.batch);
        let shrink = self.penalty / positions.len().max(1) as f64;
        let mut rng = random::stream(self.seed, &[]);
        let mut ascent = Ascent::new();
        let mut late = ascent.weights.clone();
        let mut latest = 0.0;
        for round in 1..=self.rounds {
            positions.shuffle(&mut rng);
            for batch in positions.chunks(self.batch) {
                let gradient = gradient(batch, &ascent.weights, &mixture);
                let done = f64::from(ascent.steps) / steps as f64;
                ascent.step(&gradient, shrink, self.step * (1.0 - 0.9 * done));
                if round == self.rounds {
                    latest += 1.0;
                    add(&mut late, &ascent.weights);
                }
            }
        }
        // The mean over the last epoch has less noise than the last weights.
        late.iter_mut().flatten().for_each(|w| *w /= f64::max(latest, 1.0));
        BehaviourModel::from_weights(late).with_choices(choices.cloned())
    }

    fn positions(&self, game: &OpenGame, model: Option<&Arc<ChoiceModel>>) -> Vec<Position> {
        let rules = game.start.rules();
        let mut positions = vec![];
        for observer in observers(rules) {
            let view = Observation::new(&game.start, observer, Visibility::DoubleOpen).view();
            let mut evidence = Evidence::new(&view).expect("a sound world gives a sound view");
            let mut behaviour_stats = BehaviourStats::new(evidence.public_state());
            let mut choices = model.map(|model| ChoiceStats::new(&behaviour_stats, model.clone()));
            for event in &game.events {
                if let Some(choices) = &mut choices {
                    choices.learn(&behaviour_stats, evidence.public_state(), event);
                }
                behaviour_stats.learn(evidence.public_state(), event);
                evidence.learn(event);
                let state = evidence.public_state();
                if matches!(event.act, Act::Move(..)) && self.at.contains(&state.ply()) {
                    let living = evidence.hidden().iter().filter(|s| state.alive().contains(*s));
                    let behaviour = (&behaviour_stats, choices.as_ref());
                    positions.extend(living.map(|s| Position::new(game, &evidence, behaviour, s)));
                }
            }
        }
        positions
    }
}

/// A seat of each team: together they do not know the pieces of anybody.
pub(super) fn observers(rules: &Rules) -> impl Iterator<Item = Seat> {
    let first = |team| rules.seats().iter().find(|&seat| rules.team(seat) == team);
    Team::ALL.into_iter().filter_map(first)
}

/// Gradient ascent on the penalised log-likelihood.
struct Ascent {
    weights: Weights,
    adam: Adam<f64>,
    steps: i32,
}

impl Ascent {
    fn new() -> Self {
        let weights = vec![[0.0; 12]; BehaviourModel::WEIGHTS];
        Self { adam: Adam::new(weights.as_flattened().len()), weights, steps: 0 }
    }

    /// One step up a gradient of the log-likelihood, less `penalty` times the weights.
    fn step(&mut self, gradient: &Weights, penalty: f64, rate: f64) {
        self.steps += 1;
        let weights = self.weights.as_flattened_mut();
        let slopes = gradient.as_flattened().iter().zip(&*weights);
        let down: Vec<f64> = slopes.map(|(g, w)| penalty * w - g).collect();
        self.adam.step(weights, &down, Pace { rate, decay: 0.0, step: self.steps });
    }
}

impl Position {
    pub(super) fn new(
        game: &OpenGame,
        evidence: &Evidence,
        (behaviour_stats, choices): (&BehaviourStats, Option<&ChoiceStats>),
        seat: Seat,
    ) -> Self {
        let pieces: [PieceId; ARMY] = std::array::from_fn(|n| PieceId::new(seat, n));
        let named = |p: PieceId| !evidence.may_be(p).is_empty();
        let features =
            |&p: &PieceId| behaviour_stats.features(evidence.public_state(), p).unwrap_or_default();
        Self {
            plan: SeatProblem::of_one_player(evidence, seat),
            truth: pieces.map(|p| named(p).then(|| game.start.kind(p))),
            features: pieces.iter().map(features).collect(),
            by_kind: choices.map_or(vec![], |c| pieces.map(|p| c.features(p)).into()),
        }
    }

    /// By piece and kind, 1 for the true kind less the probability of the kind; 0 for unnamed pieces.
    pub(super) fn residuals(&self, model: &BehaviourModel, mixture: &Mixture) -> Vec<[f64; 12]> {
        let factors = |number: usize| {
            [model.of(&self.features[number], self.by_kind(number))].into_iter().collect()
        };
        let plan = self.plan.with_factors(factors);
        let marginals = plan.posterior(mixture, None).marginals(&[(&[], 1.0)]);
        let residual = |(truth, marginals): (&Option<Kind>, [f64; 12])| {
            truth.map_or([0.0; 12], |truth| {
                std::array::from_fn(|k| f64::from(u8::from(k == truth.index())) - marginals[k])
            })
        };
        self.truth.iter().zip(marginals).map(residual).collect()
    }

    /// The gradient by feature and kind: observed minus expected.
    pub(super) fn gradient(&self, residuals: &[[f64; 12]]) -> Weights {
        let mut gradient = vec![[0.0; 12]; BehaviourModel::WEIGHTS];
        for (number, residual) in residuals.iter().enumerate() {
            for (row, &value) in gradient.iter_mut().zip(&self.features[number]) {
                row.iter_mut().zip(residual).for_each(|(g, r)| *g += value * r);
            }
            for (row, values) in gradient[FEATURES.len()..].iter_mut().zip(self.by_kind(number)) {
                let parts = values.iter().zip(residual).map(|(v, r)| v * r);
                row.iter_mut().zip(parts).for_each(|(g, part)| *g += part);
            }
        }
        gradient
    }

    fn by_kind(&self, number: usize) -> &[[f64; 12]] {
        self.by_kind.get(number).map_or(&[], |values| values)
    }
}

/// The mean gradient over positions, summed in their order, so that it does not depend on threads.
fn gradient(batch: &[Position], weights: &Weights, mixture: &Mixture) -> Weights {
    let model = BehaviourModel::from_weights(weights.clone());
    let parts: Vec<Weights> =
        batch.par_iter().map(|p| p.gradient(&p.residuals(&model, mixture))).collect();
    let mut sum = vec![[0.0; 12]; BehaviourModel::WEIGHTS];
    for part in &parts {
        add(&mut sum, part);
    }
    sum.iter_mut().flatten().for_each(|g| *g /= batch.len() as f64);
    sum
}

/// The player of whom only the deployments are known; the behaviour that is fitted is in the problems.
pub(super) fn of_deployments(prior: &Prior) -> Mixture {
    Mixture::only("deployments", prior.clone(), None)
}

pub(super) fn add(to: &mut [[f64; 12]], what: &[[f64; 12]]) {
    for (to, what) in to.iter_mut().zip(what) {
        to.iter_mut().zip(what).for_each(|(t, w)| *t += w);
    }
}
