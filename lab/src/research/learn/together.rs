//! Fitting move choices and behaviour together, to the kinds of hidden pieces.
//!
//! [`FitChoices`](super::FitChoices) fits the choices to the recorded moves, and
//! [`FitBehaviour`](super::FitBehaviour) weighs what they say about kinds. Here the weights of both
//! climb the objective of the latter, the log-probability of the true kinds: the choices may foretell
//! moves less well where that tells kinds apart better. The public estimates of kinds follow the
//! weights, but count as constants in the gradient.
//!
//! Source: the idea of fitting a model of inputs to what it is used for is that of Lasserre et al.,
//! "Principled hybrids of generative and discriminative models", CVPR 2006; *our reading* throughout.

use super::OpenGame;
use super::adam::{Adam, Pace};
use super::behaviour::{Position, Weights, add, observers, of_deployments};
use junqi_core::base::random;
use junqi_core::game::belief::{
    BehaviourModel, BehaviourStats, ChoiceModel, ChoiceStats, DESCRIPTOR_COUNT, Evidence, FEATURES,
    Mixture, Observation, Prior, TurnOptions, Visibility,
};
use junqi_core::game::board::Seat;
use junqi_core::game::rules::{ARMY, Act};
use rand::seq::SliceRandom;
use rayon::prelude::*;
use std::sync::Arc;

/// The settings of fitting move choices and behaviour together.
#[derive(Debug, Clone, PartialEq)]
pub struct FitTogether {
    /// Numbers of moves after which positions are taken.
    pub at: Vec<u32>,
    /// Passes over all games.
    pub rounds: usize,
    /// Games per step.
    pub batch: usize,
    /// Learning rate of the first step; it falls to a tenth.
    pub step: f64,
    /// L2 penalty: half of it times the sum of squared changes of weights.
    pub penalty: f64,
    /// Seed of the order of games.
    pub seed: u64,
}

impl Default for FitTogether {
    fn default() -> Self {
        let at = (1..=10).map(|n| 20 * n).collect();
        Self { at, rounds: 8, batch: 4, step: 0.01, penalty: 60.0, seed: 1 }
    }
}

impl FitTogether {
    /// Fits a model that has move choices, from its weights on; others stay as they are.
    pub fn run(
        &self,
        games: &[&OpenGame],
        prior: &Prior,
        model: &BehaviourModel,
    ) -> BehaviourModel {
        let Some(choices) = model.choices() else { return model.clone() };
        let start = [model.weights(), choices.weights()].concat();
        let seats: usize = games.iter().map(|game| game.start.rules().seats().len()).sum();
        let shrink = self.penalty / (seats * self.at.len()).max(1) as f64;
        let mixture = of_deployments(prior);
        let mut weights = start.clone();
        let mut adam = Adam::new(weights.as_flattened().len());
        let mut order = games.to_vec();
        let mut rng = random::stream(self.seed, &[]);
        let in_a_round = order.len().div_ceil(self.batch);
        let steps = self.rounds * in_a_round;
        let last = (self.rounds.max(1) - 1) * in_a_round;
        let mut last_mean = vec![[0.0; 12]; weights.len()];
        for step in 0..steps {
            if step % in_a_round == 0 {
                order.shuffle(&mut rng);
            }
            let batch =
                order.chunks(self.batch).nth(step % in_a_round).expect("a batch of the round");
            let mut loss_slopes = self.descent(batch, &mixture, &model_of(&weights));
            let changes = weights.as_flattened().iter().zip(start.as_flattened());
            let slopes = loss_slopes.as_flattened_mut().iter_mut().zip(changes);
            slopes.for_each(|(slope, (w, start))| *slope += shrink * (w - start));
            let rate = self.step * (1.0 - 0.9 * step as f64 / steps as f64);
            let pace = Pace { rate, decay: 0.0, step: step as i32 + 1 };
            adam.step(weights.as_flattened_mut(), loss_slopes.as_flattened(), pace);
            if step >= last {
                add(&mut last_mean, &weights);
            }
        }
        // The mean over the last pass has less noise than the last weights.
        last_mean.iter_mut().flatten().for_each(|w| *w /= in_a_round.max(1) as f64);
        if steps == 0 { model.clone() } else { model_of(&last_mean) }
    }

    /// The gradient of the loss per position, summed in the order of games, so that it does not depend
    /// on threads.
    fn descent(&self, batch: &[&OpenGame], mixture: &Mixture, model: &BehaviourModel) -> Weights {
        let gradients: Vec<Gradient> =
            batch.par_iter().map(|game| Gradient::of(game, &self.at, mixture, model)).collect();
        let mut loss_slopes = vec![[0.0; 12]; BehaviourModel::WEIGHTS + DESCRIPTOR_COUNT];
        for gradient in &gradients {
            add(&mut loss_slopes, &gradient.weights);
        }
        let positions: usize = gradients.iter().map(|gradient| gradient.positions).sum();
        loss_slopes.iter_mut().flatten().for_each(|slope| *slope /= -(positions.max(1) as f64));
        loss_slopes
    }
}

/// The model of weights of features, then of descriptors.
fn model_of(weights: &[[f64; 12]]) -> BehaviourModel {
    let (own, of_choices) = weights.split_at(BehaviourModel::WEIGHTS);
    let choices = Arc::new(ChoiceModel::from_weights(of_choices.to_vec()));
    BehaviourModel::from_weights(own.to_vec()).with_choices(Some(choices))
}

/// The gradient of the log-probability of the true kinds in some positions, by weights of features, then
/// of descriptors.
struct Gradient {
    weights: Weights,
    positions: usize,
}

/// What an observer saw of a game.
struct ObservedGame {
    /// The turns of hidden seats.
    turns: Vec<TurnOptions>,
    /// Positions of hidden seats, each with the number of turns before it.
    positions: Vec<(usize, Seat, Position)>,
}

impl Gradient {
    fn of(game: &OpenGame, at: &[u32], mixture: &Mixture, model: &BehaviourModel) -> Self {
        let weights = vec![[0.0; 12]; BehaviourModel::WEIGHTS + DESCRIPTOR_COUNT];
        let mut gradient = Self { weights, positions: 0 };
        for observer in observers(game.start.rules()) {
            gradient.add(ObservedGame::new(game, observer, at, model), mixture, model);
        }
        gradient
    }

    /// Goes back through the turns, with the slopes of all later positions by the sums of log-likelihoods.
    fn add(&mut self, seen: ObservedGame, mixture: &Mixture, model: &BehaviourModel) {
        let Some(choices) = model.choices() else { return };
        let ObservedGame { turns, mut positions } = seen;
        let (own, of_choices) = self.weights.split_at_mut(BehaviourModel::WEIGHTS);
        let mut slopes = Seat::ALL.map(|_| [[[0.0; 12]; ChoiceStats::SUMS]; ARMY]);
        for number in (0..=turns.len()).rev() {
            while let Some((_, seat, position)) = positions.pop_if(|p| p.0 == number) {
                let residuals = position.residuals(model, mixture);
                add(own, &position.gradient(&residuals));
                position.add_slopes(&residuals, model.weights(), &mut slopes[seat.index()]);
                self.positions += 1;
            }
            if let Some(turn) = number.checked_sub(1).map(|before| &turns[before]) {
                turn.add_gradient(choices, &slopes[turn.seat().index()], of_choices);
            }
        }
    }
}

impl ObservedGame {
    fn new(game: &OpenGame, observer: Seat, at: &[u32], model: &BehaviourModel) -> Self {
        let view = Observation::new(&game.start, observer, Visibility::DoubleOpen).view();
        let mut evidence = Evidence::new(&view).expect("a sound world gives a sound view");
        let mut behaviour_stats = BehaviourStats::new(evidence.public_state());
        let mut choices =
            ChoiceStats::new(&behaviour_stats, model.choices().cloned().unwrap_or_default());
        let mut seen = Self { turns: vec![], positions: vec![] };
        for event in &game.events {
            let state = evidence.public_state();
            if evidence.hidden().contains(event.seat) {
                seen.turns.extend(choices.turn(&behaviour_stats, state, event));
            }
            choices.learn(&behaviour_stats, state, event);
            behaviour_stats.learn(state, event);
            evidence.learn(event);
            let state = evidence.public_state();
            if matches!(event.act, Act::Move(..)) && at.contains(&state.ply()) {
                let turns = seen.turns.len();
                let behaviour = (&behaviour_stats, Some(&choices));
                let living = evidence.hidden().iter().filter(|s| state.alive().contains(*s));
                let position = |s| (turns, s, Position::new(game, &evidence, behaviour, s));
                seen.positions.extend(living.map(position));
            }
        }
        seen
    }
}

impl Position {
    /// Adds how the log-probability of the true kinds depends on the sums of log-likelihoods; each is a
    /// feature by itself and by its signed logarithm.
    fn add_slopes(
        &self,
        residuals: &[[f64; 12]],
        weights: &[[f64; 12]],
        slopes: &mut [[[f64; 12]; ChoiceStats::SUMS]; ARMY],
    ) {
        let of_sums = &weights[FEATURES.len()..];
        for ((slopes, values), residual) in slopes.iter_mut().zip(&self.by_kind).zip(residuals) {
            for (class, slopes) in slopes.iter_mut().enumerate() {
                let sums = &values[2 * class];
                let plain = &of_sums[2 * class];
                let log = &of_sums[2 * class + 1];
                for (kind, slope) in slopes.iter_mut().enumerate() {
                    let by_sum = plain[kind] + log[kind] / (1.0 + sums[kind].abs());
                    *slope += residual[kind] * by_sum;
                }
            }
        }
    }
}
