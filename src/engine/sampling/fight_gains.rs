//! Expected gains of the fights at the root, under the belief.

use super::SamplingInput;
use crate::game::rules::{Kind, Move, PIECES, PieceId};

/// Expected gains of fights at the root, in centi-pieces: against enemy pieces by the belief of the
/// searching seat, against its own side's pieces by the public belief.
pub(super) struct FightGains(Box<[[f64; PIECES]; 12]>);

impl FightGains {
    /// The gains for the input of a search.
    pub(super) fn new(input: &SamplingInput<'_>) -> Self {
        let (rules, gains) = (input.observation.rules(), input.evaluation.gains());
        let own = rules.team(input.observation.seat());
        let mut expected = Box::new([[0.0; PIECES]; 12]);
        for (piece, _) in input.observation.pieces() {
            let public = input.public.filter(|_| rules.team(piece.seat()) == own);
            let marginal = public.unwrap_or(input.posterior).marginal(piece);
            for (row, gains) in expected.iter_mut().zip(&gains[piece.seat().index()]) {
                row[piece.index()] = marginal.iter().zip(gains).map(|(p, gain)| p * gain).sum();
            }
        }
        Self(expected)
    }

    /// The expected gain of the attacker.
    pub(super) fn of(&self, attacker: Kind, target: PieceId) -> f64 {
        self.0[attacker.index()][target.index()]
    }

    /// The legal moves of the root, by falling expected gain.
    pub(super) fn ordered(&self, input: &SamplingInput<'_>) -> Vec<Move> {
        let seen = &input.observation;
        let gain = |m: &Move| {
            let attacker = seen.piece_at(m.from).and_then(|piece| seen.kind(piece));
            attacker.zip(seen.piece_at(m.to)).map_or(0.0, |(own, target)| self.of(own, target))
        };
        let mut moves: Vec<Move> = seen.moves().collect();
        moves.sort_by(|a, b| gain(b).total_cmp(&gain(a)));
        moves
    }
}
