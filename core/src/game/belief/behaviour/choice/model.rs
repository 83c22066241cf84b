//! The conditional logit model of moves, and the gradient of its log-likelihoods for learning.

use super::moves::{DESCRIPTOR_COUNT, PieceMoves, names};
use crate::game::belief::ModelError;
use crate::game::belief::error::LARGEST;
use crate::game::board::{Seat, Station};
use crate::game::rules::{ARMY, PieceId};
use serde::{Deserialize, Serialize};

/// Largest absolute log-likelihood of a kind in one turn, so that no turn decides alone.
const MAX_LOG: f64 = 4.0;

/// Smallest sum of the exponential utilities of all other pieces, so that the total of a kind
/// without moves has a logarithm.
const MIN_SUM: f64 = 1e-12;

/// The number of mobile kinds, which are the first ones.
const MOBILE: usize = 10;

/// The number of classes of turns, and of sums of a piece.
pub(super) const SUMS: usize = 4;

/// The weights of one descriptor, as stored in files.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ChoiceWeights {
    /// The name of the descriptor: its group, and its number if the group has several.
    pub descriptor: String,
    /// Weights by kind of the moving piece, from commander to bomb, in nats per unit of the descriptor.
    pub weights: [f64; MOBILE],
}

/// A conditional logit model of moves: weights for all descriptors.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct ChoiceModel {
    /// By descriptor; empty if nothing has been learned yet.
    weights: Vec<[f64; 12]>,
}

/// A turn of a seat: its moves with their descriptors, the estimates of its pieces, and its choice.
#[derive(Debug, Clone)]
pub struct TurnOptions {
    pub(super) options: Vec<PieceMoves>,
    /// By option, the estimate of the piece.
    pub(super) estimates: Vec<[f64; 12]>,
    pub(super) mover: PieceId,
    pub(super) to: Station,
    pub(super) fights: bool,
}

/// What a turn says about a piece.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Finding {
    pub(super) piece: PieceId,
    /// The [`class`] of the turn.
    pub(super) class: usize,
    /// Log-likelihood by kind; only differences matter.
    pub(super) by_kind: [f64; 12],
}

/// The class of a turn for a piece: its attack, its other move, an attack not made, another turn.
pub(super) fn class(is_mover: bool, fights: bool, could_attack: bool) -> usize {
    if is_mover { usize::from(!fights) } else { 2 + usize::from(!could_attack) }
}

/// The exponential utilities of a piece's moves under a model.
pub(super) struct PieceUtilities<'a> {
    pub(super) moves: &'a PieceMoves,
    estimate: &'a [f64; 12],
    /// By target and kind; 0 for kinds that do not move.
    exponentials: Vec<[f64; 12]>,
    /// Their sums by kind.
    sums: [f64; 12],
    /// The expected sum.
    expected: f64,
}

impl<'a> PieceUtilities<'a> {
    fn new(model: &ChoiceModel, moves: &'a PieceMoves, estimate: &'a [f64; 12]) -> Self {
        let mut exponentials = vec![];
        let mut sums = [0.0; 12];
        for utilities in model.utilities(moves) {
            let mut of_target = [0.0; 12];
            for kind in 0..MOBILE {
                of_target[kind] = utilities[kind].exp();
                sums[kind] += of_target[kind];
            }
            exponentials.push(of_target);
        }
        let expected = sums.iter().zip(estimate).map(|(sum, p)| sum * p).sum();
        Self { moves, estimate, exponentials, sums, expected }
    }

    /// By kind, the sum over all moves of the turn if the piece is of that kind; `all` is the expected sum of all
    /// pieces.
    fn totals(&self, all: f64) -> [f64; 12] {
        let others = (all - self.expected).max(MIN_SUM);
        self.sums.map(|sum| others + sum)
    }

    /// What a turn says about the piece: `chosen` are the utilities of its move, if it moved.
    pub(super) fn log_likelihoods(&self, all: f64, chosen: Option<[f64; 12]>) -> [f64; 12] {
        let totals = self.totals(all);
        let utilities = chosen.unwrap_or_default();
        let mut by_kind = std::array::from_fn(|k| utilities[k] - totals[k].ln());
        centre(&mut by_kind, self.estimate, chosen.is_some());
        by_kind
    }
}

impl ChoiceModel {
    /// Creates a model from stored weights; descriptors without weights have no effect.
    ///
    /// # Errors
    ///
    /// If a descriptor is unknown or a weight is out of range.
    pub fn new(list: &[ChoiceWeights]) -> Result<Self, ModelError> {
        let mut weights = vec![[0.0; 12]; DESCRIPTOR_COUNT];
        for ChoiceWeights { descriptor, weights: by_kind } in list {
            let number = names().position(|name| name == *descriptor);
            let number = number.ok_or_else(|| ModelError::UnknownDescriptor(descriptor.clone()))?;
            if let Some(&bad) = by_kind.iter().find(|w| !(-LARGEST..=LARGEST).contains(*w)) {
                return Err(ModelError::DescriptorWeight(descriptor.clone(), bad));
            }
            weights[number][..MOBILE].copy_from_slice(by_kind);
        }
        Ok(Self { weights })
    }

    /// The model with these weights: a row for each feature, a column for each kind.
    pub fn from_weights(weights: Vec<[f64; 12]>) -> Self {
        Self { weights }
    }

    /// The weights: a row for each feature, a column for each kind.
    pub fn weights(&self) -> &[[f64; 12]] {
        &self.weights
    }

    /// The weights as stored in files.
    pub fn to_list(&self) -> Vec<ChoiceWeights> {
        let mut list = vec![];
        for (descriptor, row) in names().zip(&self.weights) {
            list.push(ChoiceWeights { descriptor, weights: std::array::from_fn(|k| row[k]) });
        }
        list
    }

    /// Whether it has no weights, so that turns say nothing.
    pub(super) fn is_empty(&self) -> bool {
        self.weights.is_empty()
    }

    /// What a turn says about each piece of the seat that could move. Nothing if the move is not among
    /// the options: only engineers turn corners, so the kind of the mover is proved.
    pub(super) fn findings(&self, turn: &TurnOptions) -> Vec<Finding> {
        let Some(chosen) = self.chosen(turn) else { return vec![] };
        let (pieces, all) = self.piece_utilities(&turn.options, &turn.estimates);
        let mut findings = vec![];
        for utilities in &pieces {
            let PieceMoves { piece, attacks, .. } = *utilities.moves;
            let is_mover = piece == turn.mover;
            let by_kind = utilities.log_likelihoods(all, is_mover.then_some(chosen));
            findings.push(Finding { piece, class: class(is_mover, turn.fights, attacks), by_kind });
        }
        findings
    }

    /// The utilities of the move of a turn, if it is among the options.
    fn chosen(&self, turn: &TurnOptions) -> Option<[f64; 12]> {
        let moves = turn.options.iter().find(|moves| moves.piece == turn.mover)?;
        let number = moves.targets.iter().position(|target| target.0 == turn.to)?;
        self.utilities(moves).nth(number)
    }

    /// The utilities of pieces, given with their estimates, and the expected sum of exponentials of all.
    pub(super) fn piece_utilities<'a>(
        &self,
        options: &'a [PieceMoves],
        estimates: &'a [[f64; 12]],
    ) -> (Vec<PieceUtilities<'a>>, f64) {
        let pieces = options.iter().zip(estimates);
        let pieces: Vec<_> =
            pieces.map(|(moves, estimate)| PieceUtilities::new(self, moves, estimate)).collect();
        let all = pieces.iter().map(|piece| piece.expected).sum();
        (pieces, all)
    }

    /// By target and kind, the utility.
    pub(super) fn utilities(&self, moves: &PieceMoves) -> impl Iterator<Item = [f64; 12]> {
        let common = moves.common.utilities(&self.weights);
        moves.targets.iter().map(move |(_, descriptors)| {
            let own = descriptors.utilities(&self.weights);
            std::array::from_fn(|kind| common[kind] + own[kind])
        })
    }
}

/// Subtracts the expectation, for a piece that has moved over the mobile kinds, and limits the rest.
fn centre(by_kind: &mut [f64; 12], estimate: &[f64; 12], has_moved: bool) {
    let mean = mean(by_kind, &shares(estimate, has_moved));
    for l in by_kind {
        *l = (*l - mean).clamp(-MAX_LOG, MAX_LOG);
    }
}

/// How an objective depends on log-likelihoods, given how it depends on them after [`centre`].
fn centred_slopes(
    by_kind: &[f64; 12],
    estimate: &[f64; 12],
    has_moved: bool,
    slopes: &[f64; 12],
) -> [f64; 12] {
    let shares = shares(estimate, has_moved);
    let mean = mean(by_kind, &shares);
    // Log-likelihoods at the limit do not change.
    let free: [f64; 12] =
        std::array::from_fn(|k| if (by_kind[k] - mean).abs() < MAX_LOG { slopes[k] } else { 0.0 });
    let total: f64 = free.iter().sum();
    std::array::from_fn(|k| free[k] - shares[k] * total)
}

/// The estimate of a piece; if it has moved, of the mobile kinds alone.
fn shares(estimate: &[f64; 12], has_moved: bool) -> [f64; 12] {
    let kinds = if has_moved { MOBILE } else { 12 };
    let sum: f64 = estimate[..kinds].iter().sum();
    std::array::from_fn(|k| if k < kinds { estimate[k] / sum } else { 0.0 })
}

fn mean(values: &[f64; 12], shares: &[f64; 12]) -> f64 {
    values.iter().zip(shares).map(|(value, share)| value * share).sum()
}

/// How an objective depends on what a turn says about a piece.
struct PieceSlopes {
    /// By its log-likelihoods.
    by_log: [f64; 12],
    /// By its totals, with the opposite sign.
    by_total: [f64; 12],
}

impl TurnOptions {
    /// The seat that moved.
    pub fn seat(&self) -> Seat {
        self.mover.seat()
    }

    /// Adds the gradient of an objective by the weights of descriptors. `slopes` are those of the
    /// objective by the sums of log-likelihoods of the seat's pieces: by piece, class of turns and kind.
    /// The estimates count as constants.
    pub fn add_gradient(
        &self,
        model: &ChoiceModel,
        slopes: &[[[f64; 12]; SUMS]],
        gradient: &mut [[f64; 12]],
    ) {
        let Some(chosen) = model.chosen(self) else { return };
        let (pieces, all) = model.piece_utilities(&self.options, &self.estimates);
        let mut piece_slopes = vec![];
        for piece in &pieces {
            let PieceMoves { piece: id, attacks, .. } = *piece.moves;
            let is_mover = id == self.mover;
            let totals = piece.totals(all);
            let utilities = if is_mover { chosen } else { [0.0; 12] };
            let by_kind = std::array::from_fn(|k| utilities[k] - totals[k].ln());
            let slopes = &slopes[id.index() % ARMY][class(is_mover, self.fights, attacks)];
            let by_log = centred_slopes(&by_kind, piece.estimate, is_mover, slopes);
            let by_total = std::array::from_fn(|k| by_log[k] / totals[k]);
            piece_slopes.push(PieceSlopes { by_log, by_total });
        }
        let total: f64 = piece_slopes.iter().flat_map(|slopes| &slopes.by_total).sum();
        for (piece, PieceSlopes { by_log, by_total }) in pieces.iter().zip(&piece_slopes) {
            let rest = total - by_total.iter().sum::<f64>();
            let by_sum = std::array::from_fn(|k| -by_total[k] - piece.estimate[k] * rest);
            self.add_piece(piece, by_log, &by_sum, gradient);
        }
    }

    /// Adds the gradient by the moves of one piece, given the slopes by its log-likelihoods and by its sums of
    /// exponentials.
    fn add_piece(
        &self,
        piece: &PieceUtilities<'_>,
        by_log: &[f64; 12],
        by_sum: &[f64; 12],
        gradient: &mut [[f64; 12]],
    ) {
        let moves = piece.moves;
        let mut by_common = [0.0; 12];
        for ((to, descriptors), values) in moves.targets.iter().zip(&piece.exponentials) {
            let is_chosen = moves.piece == self.mover && *to == self.to;
            let chosen = if is_chosen { *by_log } else { [0.0; 12] };
            let by: [f64; 12] = std::array::from_fn(|k| by_sum[k] * values[k] + chosen[k]);
            by_common.iter_mut().zip(&by).for_each(|(sum, by)| *sum += by);
            for (descriptor, value) in descriptors.iter() {
                add_scaled(&mut gradient[descriptor], value, &by);
            }
        }
        for (descriptor, value) in moves.common.iter() {
            add_scaled(&mut gradient[descriptor], value, &by_common);
        }
    }
}

fn add_scaled(row: &mut [f64; 12], value: f64, by: &[f64; 12]) {
    row[..MOBILE].iter_mut().zip(by).for_each(|(g, by)| *g += value * by);
}
