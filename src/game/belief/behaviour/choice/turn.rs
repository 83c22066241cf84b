//! What a turn says as a function of the weights: its gradient, for learning.

use super::model::{ChoiceModel, LEAST, MOBILE, SUMS, centred_slopes, class};
use super::moves::PieceMoves;
use crate::game::board::{Seat, Station};
use crate::game::rules::{ARMY, PieceId};

/// A turn of a seat: its moves with their descriptors, the estimates of its pieces, and its choice.
#[derive(Debug, Clone)]
pub(crate) struct TurnOptions {
    pub(super) options: Vec<PieceMoves>,
    /// By option, the estimate of the piece.
    pub(super) estimates: Vec<[f64; 12]>,
    pub(super) mover: PieceId,
    pub(super) to: Station,
    pub(super) fights: bool,
}

/// The moves of a piece under the weights.
struct Part {
    /// By target and kind, the exponential utility.
    targets: Vec<[f64; 12]>,
    /// Their sums by kind.
    sums: [f64; 12],
    /// The expected sum.
    expected: f64,
    /// How the objective depends on the log-likelihoods of its kinds.
    slopes: [f64; 12],
}

impl TurnOptions {
    /// The seat that moved.
    pub(crate) fn seat(&self) -> Seat {
        self.mover.seat()
    }

    /// Adds the gradient of an objective by the weights of descriptors. `slopes` are those of the
    /// objective by the sums of log-likelihoods of the seat's pieces: by piece, class of turns and kind.
    /// The estimates count as constants.
    pub(crate) fn add_gradient(
        &self,
        model: &ChoiceModel,
        slopes: &[[[f64; 12]; SUMS]],
        gradient: &mut [[f64; 12]],
    ) {
        let is_chosen = |m: &&PieceMoves| m.piece == self.mover;
        let chosen = self.options.iter().find(is_chosen);
        let Some(chosen) = chosen.and_then(|m| model.of_target(m, self.to)) else { return };
        let mut parts: Vec<Part> = self.parts(model);
        let all: f64 = parts.iter().map(|part| part.expected).sum();
        let mut by_masses = vec![];
        for ((part, moves), estimate) in parts.iter_mut().zip(&self.options).zip(&self.estimates) {
            let is_mover = moves.piece == self.mover;
            let utilities = if is_mover { chosen } else { [0.0; 12] };
            let others = (all - part.expected).max(LEAST);
            let by_kind = std::array::from_fn(|k| utilities[k] - (others + part.sums[k]).ln());
            let class = class(is_mover, self.fights, moves.attacks);
            let slopes = &slopes[moves.piece.index() % ARMY][class];
            part.slopes = centred_slopes(&by_kind, estimate, is_mover, slopes);
            let by_mass = |k: usize| part.slopes[k] / (others + part.sums[k]);
            by_masses.push(std::array::from_fn::<f64, 12, _>(by_mass));
        }
        let total: f64 = by_masses.iter().flatten().sum();
        for (number, part) in parts.iter().enumerate() {
            let (own, estimate) = (&by_masses[number], &self.estimates[number]);
            let rest = total - own.iter().sum::<f64>();
            let by_mass = std::array::from_fn(|k| -own[k] - estimate[k] * rest);
            self.add_part(number, part, &by_mass, gradient);
        }
    }

    fn parts(&self, model: &ChoiceModel) -> Vec<Part> {
        let part = |(moves, estimate): (&PieceMoves, &[f64; 12])| {
            let targets: Vec<_> = model.exponentials(moves).collect();
            let mut sums = [0.0; 12];
            for target in &targets {
                sums.iter_mut().zip(target).for_each(|(sum, value)| *sum += value);
            }
            let expected = sums.iter().zip(estimate).map(|(sum, p)| sum * p).sum();
            Part { targets, sums, expected, slopes: [0.0; 12] }
        };
        self.options.iter().zip(&self.estimates).map(part).collect()
    }

    /// Adds the gradient by the moves of one piece, given the slopes by its sums of exponentials.
    fn add_part(&self, number: usize, part: &Part, by_sum: &[f64; 12], gradient: &mut [[f64; 12]]) {
        let moves = &self.options[number];
        let mut of_all = [0.0; 12];
        for ((to, descriptors), values) in moves.targets.iter().zip(&part.targets) {
            let is_chosen = moves.piece == self.mover && *to == self.to;
            let chosen = if is_chosen { part.slopes } else { [0.0; 12] };
            let by: [f64; 12] = std::array::from_fn(|k| by_sum[k] * values[k] + chosen[k]);
            of_all.iter_mut().zip(&by).for_each(|(all, by)| *all += by);
            descriptors.iter().for_each(|(d, value)| add_scaled(&mut gradient[d], value, &by));
        }
        moves.common.iter().for_each(|(d, value)| add_scaled(&mut gradient[d], value, &of_all));
    }
}

fn add_scaled(row: &mut [f64; 12], value: f64, by: &[f64; 12]) {
    row[..MOBILE].iter_mut().zip(by).for_each(|(g, by)| *g += value * by);
}
