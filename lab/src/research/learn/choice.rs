//! Fitting the model of move choices to games by stochastic gradients.
//!
//! The objective is the log-probability of the recorded moves among the legal ones, given the true kinds
//! of the player's pieces and public estimates of all others, minus a penalty on large weights. The
//! weight of a kind is the sum of a part that all kinds share and its own part, and the penalty is on the
//! parts, so that rare kinds lean on the others.
//!
//! The estimates use the model itself. So it is fitted twice: first with estimates without a model, then
//! with those of the first fit. Each fit is convex.

use super::OpenGame;
use super::adam::{Adam, Pace};
use junqi_core::base::random;
use junqi_core::game::belief::{
    BehaviourStats, ChoiceModel, ChoiceStats, DESCRIPTOR_COUNT, Evidence, Observation, PieceMoves,
    Visibility,
};
use junqi_core::game::board::Seat;
use junqi_core::game::rules::{Act, Kind, Move, PieceId};
use rand::seq::SliceRandom;
use rayon::prelude::*;
use std::sync::Arc;

/// The settings of fitting the model of move choices.
#[derive(Debug, Clone, PartialEq)]
pub struct FitChoices {
    /// Passes over all games, for each of the two fits.
    pub rounds: usize,
    /// Games per step.
    pub batch: usize,
    /// Learning rate of the first step; it falls to a tenth.
    pub step: f64,
    /// L2 penalty: half of it times the sum of squared parts of weights.
    pub penalty: f64,
    /// Seed of the order of games.
    pub seed: u64,
}

impl Default for FitChoices {
    fn default() -> Self {
        Self { rounds: 10, batch: 4, step: 0.05, penalty: 3.0, seed: 1 }
    }
}

/// By descriptor, the parts of the weights: of each kind, and the part that all share.
type Parts = Vec<[f64; 13]>;

type Weights = Vec<[f64; 12]>;

/// The gradient of the log-likelihood of some moves, and their number.
struct Slope {
    gradient: Weights,
    moves: usize,
}

impl FitChoices {
    /// Fits a model of move choices.
    pub fn run(&self, games: &[&OpenGame]) -> ChoiceModel {
        let first = self.pass(games, ChoiceModel::default());
        self.pass(games, first)
    }

    /// One fit, with the estimates of a model.
    fn pass(&self, games: &[&OpenGame], estimates: ChoiceModel) -> ChoiceModel {
        let estimates = Arc::new(estimates);
        let mut order = games.to_vec();
        let events: usize = games.iter().map(|game| game.events.len()).sum();
        let shrink = self.penalty / events.max(1) as f64;
        let steps = self.rounds * order.len().div_ceil(self.batch);
        let mut rng = random::stream(self.seed, &[]);
        let mut parts: Parts = vec![[0.0; 13]; DESCRIPTOR_COUNT];
        let mut adam = Adam::new(parts.as_flattened().len());
        let mut step = 0;
        for _ in 0..self.rounds {
            order.shuffle(&mut rng);
            for batch in order.chunks(self.batch) {
                step += 1;
                let weights = weights(&parts);
                let slope = |game: &&OpenGame| Slope::of(game, &weights, &estimates);
                let slopes: Vec<Slope> = batch.par_iter().map(slope).collect();
                let down = descent(&parts, shrink, &slopes);
                let rate = self.step * (1.0 - 0.9 * f64::from(step) / steps as f64);
                let pace = Pace { rate, decay: 0.0, step };
                adam.step(parts.as_flattened_mut(), down.as_flattened(), pace);
            }
        }
        ChoiceModel::from_weights(weights(&parts))
    }
}

fn weights(parts: &Parts) -> Weights {
    parts.iter().map(|part| std::array::from_fn(|kind| part[kind] + part[12])).collect()
}

/// The gradient of the loss per move, summed in the order of games, so that it does not depend on threads.
fn descent(parts: &Parts, shrink: f64, slopes: &[Slope]) -> Parts {
    let moves = slopes.iter().map(|slope| slope.moves).sum::<usize>().max(1) as f64;
    let mut down: Parts = parts.iter().map(|part| part.map(|w| shrink * w)).collect();
    for slope in slopes {
        for (down, gradient) in down.iter_mut().zip(&slope.gradient) {
            down.iter_mut().zip(gradient).for_each(|(down, g)| *down -= g / moves);
            down[12] -= gradient.iter().sum::<f64>() / moves;
        }
    }
    down
}

impl Slope {
    fn of(game: &OpenGame, weights: &Weights, estimates: &Arc<ChoiceModel>) -> Self {
        let view = Observation::new(&game.start, Seat::South, Visibility::AllOpen).view();
        let mut evidence = Evidence::new(&view).expect("a sound world gives a sound view");
        let mut behaviour = BehaviourStats::new(evidence.public_state());
        let mut choices = ChoiceStats::new(&behaviour, estimates.clone());
        let mut slope = Self { gradient: vec![[0.0; 12]; DESCRIPTOR_COUNT], moves: 0 };
        for event in &game.events {
            let state = evidence.public_state();
            if let Act::Move(mv, _) = event.act {
                let options = choices.moves(&behaviour, state, event.seat);
                let mover = state.piece_at(mv.from);
                slope.add(&options, (mover, mv), weights, |piece| game.start.kind(piece));
            }
            choices.learn(&behaviour, state, event);
            behaviour.learn(state, event);
            evidence.learn(event);
        }
        slope
    }

    /// Adds the gradient of a move; nothing if it is not among `options` (an engineer round a corner).
    fn add(
        &mut self,
        options: &[PieceMoves],
        (mover, mv): (Option<PieceId>, Move),
        weights: &Weights,
        kind: impl Fn(PieceId) -> Kind,
    ) {
        let mobile = options.iter().filter(|m| kind(m.piece).is_mobile());
        let of_piece = |m: &'_ PieceMoves| {
            let kind = kind(m.piece).index();
            let sum = |values: &mut dyn Iterator<Item = (usize, f64)>| -> f64 {
                values.map(|(number, value)| value * weights[number][kind]).sum()
            };
            let common = sum(&mut m.common.iter());
            let masses = m.targets.iter().map(|t| (common + sum(&mut t.1.iter())).exp());
            masses.collect::<Vec<f64>>()
        };
        let masses: Vec<(&PieceMoves, Vec<f64>)> = mobile.map(|m| (m, of_piece(m))).collect();
        let is_chosen = |m: &PieceMoves, to| Some(m.piece) == mover && to == mv.to;
        if !masses.iter().any(|(m, _)| m.targets.iter().any(|t| is_chosen(m, t.0))) {
            return;
        }
        self.moves += 1;
        let all: f64 = masses.iter().flat_map(|m| &m.1).sum();
        for (m, masses) in &masses {
            let kind = kind(m.piece).index();
            let mut of_common = 0.0;
            for ((to, descriptors), mass) in m.targets.iter().zip(masses) {
                let by = f64::from(u8::from(is_chosen(m, *to))) - mass / all;
                of_common += by;
                descriptors.iter().for_each(|(d, value)| self.gradient[d][kind] += by * value);
            }
            m.common.iter().for_each(|(d, value)| self.gradient[d][kind] += of_common * value);
        }
    }
}
