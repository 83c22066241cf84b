//! The conditional logit model of moves.

use super::descriptors::{DESCRIPTOR_COUNT, names};
use super::moves::PieceMoves;
use crate::game::board::Station;
use crate::game::rules::PieceId;
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// Largest absolute log-likelihood of a kind in one turn, so that no turn decides alone.
const MAX_LOG: f64 = 4.0;

/// Smallest sum of the exponential utilities of all other pieces.
const MIN_SUM: f64 = 1e-12;

/// The number of mobile kinds, which are the first ones.
pub(super) const MOBILE: usize = 10;

/// The number of classes of turns, and of sums of a piece.
pub(super) const SUMS: usize = 4;

/// Largest absolute weight, in nats per unit of a descriptor.
const LARGEST: f64 = 100.0;

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

/// An error in weights of descriptors.
#[derive(Debug, Clone, PartialEq, Error)]
#[non_exhaustive]
pub enum ChoiceError {
    /// The descriptor is unknown.
    #[error("unknown descriptor of moves `{0}`")]
    Unknown(String),
    /// A weight is out of range.
    #[error("descriptor {0}: weight {1} is out of range, expected -{LARGEST} to {LARGEST}")]
    Weight(String, f64),
}

/// What a turn says about a piece.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Finding {
    pub(super) piece: PieceId,
    /// Whether it could attack.
    pub(super) attacks: bool,
    /// Log-likelihood by kind; only differences matter.
    pub(super) by_kind: [f64; 12],
}

/// What the moves of a turn would say about a piece that could move, as log-likelihoods by kind.
#[derive(Debug, Clone)]
pub(super) struct Prospect {
    pub(super) piece: PieceId,
    /// Whether it could attack.
    pub(super) attacks: bool,
    /// By target of its moves.
    pub(super) moves: Vec<(Station, [f64; 12])>,
    /// If another piece moves.
    pub(super) waits: [f64; 12],
}

/// The class of a turn for a piece: its attack, its other move, an attack not made, another turn.
pub(super) fn class(is_mover: bool, fights: bool, could_attack: bool) -> usize {
    if is_mover { usize::from(!fights) } else { 2 + usize::from(!could_attack) }
}

/// The exponential utilities of a piece's moves under a model.
pub(super) struct PieceUtilities<'a> {
    pub(super) moves: &'a PieceMoves,
    pub(super) estimate: &'a [f64; 12],
    /// By target and kind; 0 for kinds that do not move.
    pub(super) exponentials: Vec<[f64; 12]>,
    /// Their sums by kind.
    sums: [f64; 12],
    /// The expected sum.
    expected: f64,
}

impl<'a> PieceUtilities<'a> {
    fn new(model: &ChoiceModel, moves: &'a PieceMoves, estimate: &'a [f64; 12]) -> Self {
        let exponential = |u: [f64; 12], k: usize| if k < MOBILE { u[k].exp() } else { 0.0 };
        let of_target = |utilities| std::array::from_fn(|k| exponential(utilities, k));
        let exponentials: Vec<[f64; 12]> = model.utilities(moves).map(of_target).collect();
        let mut sums = [0.0; 12];
        for target in &exponentials {
            sums.iter_mut().zip(target).for_each(|(sum, value)| *sum += value);
        }
        let expected = sums.iter().zip(estimate).map(|(sum, p)| sum * p).sum();
        Self { moves, estimate, exponentials, sums, expected }
    }

    /// By kind, the sum over all moves of the turn if the piece is of that kind; `all` is the expected sum of all
    /// pieces.
    pub(super) fn totals(&self, all: f64) -> [f64; 12] {
        let others = (all - self.expected).max(MIN_SUM);
        self.sums.map(|sum| others + sum)
    }

    /// What a turn says about the piece: `chosen` are the utilities of its move, if it moved.
    fn log_likelihoods(&self, all: f64, chosen: Option<[f64; 12]>) -> [f64; 12] {
        let (totals, utilities) = (self.totals(all), chosen.unwrap_or_default());
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
    pub fn new(list: &[ChoiceWeights]) -> Result<Self, ChoiceError> {
        let mut weights = vec![[0.0; 12]; DESCRIPTOR_COUNT];
        for ChoiceWeights { descriptor, weights: of_kinds } in list {
            let number = names().position(|name| name == *descriptor);
            let number = number.ok_or_else(|| ChoiceError::Unknown(descriptor.clone()))?;
            if let Some(&bad) = of_kinds.iter().find(|w| !(-LARGEST..=LARGEST).contains(*w)) {
                return Err(ChoiceError::Weight(descriptor.clone(), bad));
            }
            weights[number][..MOBILE].copy_from_slice(of_kinds);
        }
        Ok(Self { weights })
    }

    pub(crate) fn from_weights(weights: Vec<[f64; 12]>) -> Self {
        Self { weights }
    }

    pub(crate) fn weights(&self) -> &[[f64; 12]] {
        &self.weights
    }

    /// The weights as stored in files.
    pub fn to_list(&self) -> Vec<ChoiceWeights> {
        let entry = |(descriptor, of_kinds): (String, &[f64; 12])| ChoiceWeights {
            descriptor,
            weights: std::array::from_fn(|kind| of_kinds[kind]),
        };
        names().zip(&self.weights).map(entry).collect()
    }

    /// Whether it has no weights, so that turns say nothing.
    pub(super) fn is_empty(&self) -> bool {
        self.weights.is_empty()
    }

    /// What a turn says about each piece of the seat that could move. Nothing if the move is not among
    /// `options`: only engineers turn corners, so the kind of the mover is proved.
    pub(super) fn findings<'a>(
        &self,
        options: &'a [PieceMoves],
        estimate: impl Fn(PieceId) -> &'a [f64; 12],
        (mover, to): (PieceId, Station),
    ) -> Vec<Finding> {
        let is_chosen = |m: &&PieceMoves| m.piece == mover;
        let chosen = options.iter().find(is_chosen).and_then(|m| self.of_target(m, to));
        let Some(chosen) = chosen else { return vec![] };
        let (pieces, all) = self.piece_utilities(with_estimates(options, estimate));
        let finding = |piece: &PieceUtilities<'_>| {
            let PieceMoves { piece: id, attacks, .. } = *piece.moves;
            let chosen = (id == mover).then_some(chosen);
            Finding { piece: id, attacks, by_kind: piece.log_likelihoods(all, chosen) }
        };
        pieces.iter().map(finding).collect()
    }

    /// What each move of a turn would say about each piece of the seat that could move.
    pub(super) fn prospects<'a>(
        &self,
        options: &'a [PieceMoves],
        estimate: impl Fn(PieceId) -> &'a [f64; 12],
    ) -> Vec<Prospect> {
        let (pieces, all) = self.piece_utilities(with_estimates(options, estimate));
        let prospect = |piece: &PieceUtilities<'_>| {
            let PieceMoves { piece: id, attacks, ref targets, .. } = *piece.moves;
            let chosen = self.utilities(piece.moves).map(|u| piece.log_likelihoods(all, Some(u)));
            let moves = targets.iter().map(|target| target.0).zip(chosen).collect();
            Prospect { piece: id, attacks, moves, waits: piece.log_likelihoods(all, None) }
        };
        pieces.iter().map(prospect).collect()
    }

    pub(super) fn of_target(&self, moves: &PieceMoves, to: Station) -> Option<[f64; 12]> {
        let target = moves.targets.iter().find(|target| target.0 == to)?;
        let [common, own] =
            [&moves.common, &target.1].map(|descriptors| descriptors.utilities(&self.weights));
        Some(std::array::from_fn(|kind| common[kind] + own[kind]))
    }

    /// The utilities of pieces, given with their estimates, and the expected sum of exponentials of all.
    pub(super) fn piece_utilities<'a>(
        &self,
        pieces: impl Iterator<Item = (&'a PieceMoves, &'a [f64; 12])>,
    ) -> (Vec<PieceUtilities<'a>>, f64) {
        let piece = |(moves, estimate)| PieceUtilities::new(self, moves, estimate);
        let pieces: Vec<_> = pieces.map(piece).collect();
        let all = pieces.iter().map(|piece| piece.expected).sum();
        (pieces, all)
    }

    /// By target and kind, the utility.
    fn utilities(&self, moves: &PieceMoves) -> impl Iterator<Item = [f64; 12]> {
        let common = moves.common.utilities(&self.weights);
        moves.targets.iter().map(move |(_, descriptors)| {
            let own = descriptors.utilities(&self.weights);
            std::array::from_fn(|kind| common[kind] + own[kind])
        })
    }
}

fn with_estimates<'a>(
    options: &'a [PieceMoves],
    estimate: impl Fn(PieceId) -> &'a [f64; 12],
) -> impl Iterator<Item = (&'a PieceMoves, &'a [f64; 12])> {
    options.iter().map(move |moves| (moves, estimate(moves.piece)))
}

/// Subtracts the expectation, for a piece that has moved over the mobile kinds, and limits the rest.
fn centre(by_kind: &mut [f64; 12], estimate: &[f64; 12], has_moved: bool) {
    let mean = mean(by_kind, &shares(estimate, has_moved));
    for l in by_kind {
        *l = (*l - mean).clamp(-MAX_LOG, MAX_LOG);
    }
}

/// How an objective depends on log-likelihoods, given how it depends on them after [`centre`].
pub(super) fn centred_slopes(
    by_kind: &[f64; 12],
    estimate: &[f64; 12],
    has_moved: bool,
    slopes: &[f64; 12],
) -> [f64; 12] {
    let shares = shares(estimate, has_moved);
    let mean = mean(by_kind, &shares);
    let is_free = |k: usize| (by_kind[k] - mean).abs() < MAX_LOG;
    let free: [f64; 12] = std::array::from_fn(|k| if is_free(k) { slopes[k] } else { 0.0 });
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
