//! The gradient of what a turn says by the weights, for learning.

use super::model::{ChoiceModel, MOBILE, PieceUtilities, SUMS, centred_slopes, class};
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
        let (pieces, all) = model.piece_utilities(self.options.iter().zip(&self.estimates));
        // By piece, the slopes by its log-likelihoods, and by its totals with the opposite sign.
        let slopes_of = |piece: &PieceUtilities<'_>| {
            let PieceMoves { piece: id, attacks, .. } = *piece.moves;
            let is_mover = id == self.mover;
            let (totals, utilities) =
                (piece.totals(all), if is_mover { chosen } else { [0.0; 12] });
            let by_kind = std::array::from_fn(|k| utilities[k] - totals[k].ln());
            let slopes = &slopes[id.index() % ARMY][class(is_mover, self.fights, attacks)];
            let slopes = centred_slopes(&by_kind, piece.estimate, is_mover, slopes);
            (slopes, std::array::from_fn::<f64, 12, _>(|k| slopes[k] / totals[k]))
        };
        let slopes: Vec<_> = pieces.iter().map(slopes_of).collect();
        let total: f64 = slopes.iter().flat_map(|(_, by_total)| by_total).sum();
        for (piece, (slopes, by_total)) in pieces.iter().zip(&slopes) {
            let rest = total - by_total.iter().sum::<f64>();
            let by_sum = std::array::from_fn(|k| -by_total[k] - piece.estimate[k] * rest);
            self.add_piece(piece, slopes, &by_sum, gradient);
        }
    }

    /// Adds the gradient by the moves of one piece, given the slopes by its log-likelihoods and by its sums of
    /// exponentials.
    fn add_piece(
        &self,
        piece: &PieceUtilities<'_>,
        slopes: &[f64; 12],
        by_sum: &[f64; 12],
        gradient: &mut [[f64; 12]],
    ) {
        let (moves, mut of_all) = (piece.moves, [0.0; 12]);
        for ((to, descriptors), values) in moves.targets.iter().zip(&piece.exponentials) {
            let is_chosen = moves.piece == self.mover && *to == self.to;
            let chosen = if is_chosen { *slopes } else { [0.0; 12] };
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
