//! The sums of log-likelihoods of all turns.

use super::super::stats::BehaviourStats;
use super::gradient::TurnOptions;
use super::model::{ChoiceModel, Prospect, SUMS, class};
use super::moves::{Describer, LastMoves, PieceMoves};
use super::strengths::Strengths;
use crate::game::board::{Seat, Station};
use crate::game::rules::{ARMY, Act, Event, PieceId, PublicState};
use std::sync::Arc;

/// Largest absolute logarithm of a factor of the estimates.
const MAX_LOG_SUM: f64 = 4.0;

/// Names and meanings of the features that have a value for each kind. Sums over turns weigh dependent
/// turns as if they were independent, so the signed logarithm of each sum, ln(1 + |sum|), is a feature
/// as well.
pub const KIND_FEATURES: [(&str, &str); 2 * SUMS] = [
    ("choice_attack", "log-likelihood of its attacks"),
    ("choice_attack_log", "the same, signed logarithm"),
    ("choice_quiet", "log-likelihood of its other moves"),
    ("choice_quiet_log", "the same, signed logarithm"),
    (
        "choice_no_attack",
        "log-likelihood of turns in which it could attack and another piece moved",
    ),
    ("choice_no_attack_log", "the same, signed logarithm"),
    ("choice_wait", "log-likelihood of other turns in which another piece moved"),
    ("choice_wait_log", "the same, signed logarithm"),
];

/// What the moves of a turn would say about the kind of a piece that could move: factors of the weights of its
/// kinds, by kind. Only their ratios matter.
#[derive(Debug, Clone, PartialEq)]
pub struct ChoiceEvidence {
    /// The piece.
    pub piece: PieceId,
    /// By target, the factors of its own moves; moves that only an engineer can make are not among them.
    pub moves: Vec<(Station, [f64; 12])>,
    /// The factors if another piece moves.
    pub waits: [f64; 12],
}

/// What the choices of moves say about all pieces, updated at every turn.
#[derive(Debug, Clone)]
pub struct ChoiceStats {
    model: Arc<ChoiceModel>,
    strengths: Strengths,
    last: LastMoves,
    /// By piece: attacks, other moves, turns without an attack it could make, other turns.
    sums: Vec<[[f64; 12]; SUMS]>,
}

impl ChoiceStats {
    /// The number of sums of a piece.
    pub(crate) const SUMS: usize = SUMS;

    /// Empty statistics from the position on from which `behaviour` counts.
    pub fn new(behaviour: &BehaviourStats, model: Arc<ChoiceModel>) -> Self {
        Self {
            model,
            strengths: Strengths::new(behaviour),
            last: LastMoves::new(4 * ARMY),
            sums: vec![[[0.0; 12]; SUMS]; 4 * ARMY],
        }
    }

    /// The moves of a seat with their descriptors; `behaviour` has learned the same events.
    pub(crate) fn moves(
        &self,
        behaviour: &BehaviourStats,
        state: &PublicState,
        seat: Seat,
    ) -> Vec<PieceMoves> {
        let (strengths, last) = (&self.strengths, &self.last);
        Describer { behaviour, strengths, last, state, seat }.moves()
    }

    /// A turn as a function of the weights; `state` and `behaviour` are those before it. None for other acts.
    pub(crate) fn turn(
        &self,
        behaviour: &BehaviourStats,
        state: &PublicState,
        event: &Event,
    ) -> Option<TurnOptions> {
        let Act::Move(mv, fight) = event.act else { return None };
        let mover = state.piece_at(mv.from)?;
        let options = self.moves(behaviour, state, event.seat);
        let estimates = options.iter().map(|m| *self.strengths.of(m.piece)).collect();
        Some(TurnOptions { options, estimates, mover, to: mv.to, fights: fight.is_some() })
    }

    /// Learns from an event; `state` and `behaviour` are those before it.
    pub fn learn(&mut self, behaviour: &BehaviourStats, state: &PublicState, event: &Event) {
        let Act::Move(mv, fight) = event.act else { return };
        let Some(mover) = state.piece_at(mv.from) else { return };
        if !self.model.is_empty() {
            let options = self.moves(behaviour, state, event.seat);
            let estimate = |piece| self.strengths.of(piece);
            for finding in self.model.findings(&options, estimate, (mover, mv.to)) {
                let number = class(finding.piece == mover, fight.is_some(), finding.attacks);
                let sums = &mut self.sums[finding.piece.index()][number];
                sums.iter_mut().zip(finding.by_kind).for_each(|(sum, l)| *sum += l);
            }
        }
        self.strengths.learn(state, event);
        self.last.learn(event, mover, mv.from);
        if !self.model.is_empty() {
            let sums = &self.sums;
            self.strengths.set_choices(event.seat, |piece| factors(&sums[piece.index()]));
        }
    }

    /// What each move of a seat, which is to move, would say about its pieces that could move; `state` and
    /// `behaviour` are the present ones. `factors` are the factors of changes of the features.
    pub(crate) fn evidence(
        &self,
        behaviour: &BehaviourStats,
        (state, seat): (&PublicState, Seat),
        factors: impl Fn(&[[f64; 12]]) -> [f64; 12],
    ) -> Vec<ChoiceEvidence> {
        if self.model.is_empty() {
            return vec![];
        }
        let options = self.moves(behaviour, state, seat);
        let said = |piece: PieceId, class: usize, by_kind: [f64; 12]| {
            let sums = &self.sums[piece.index()][class];
            let log = |k: usize| signed_log(sums[k] + by_kind[k]) - signed_log(sums[k]);
            let mut changes = [[0.0; 12]; KIND_FEATURES.len()];
            changes[2 * class] = by_kind;
            changes[2 * class + 1] = std::array::from_fn(log);
            factors(&changes)
        };
        let of = |Prospect { piece, attacks, moves, waits }| {
            let fights = |to| state.piece_at(to).is_some();
            let own = |(to, l)| (to, said(piece, class(true, fights(to), attacks), l));
            let moves = moves.into_iter().map(own).collect();
            ChoiceEvidence { piece, moves, waits: said(piece, class(false, false, attacks), waits) }
        };
        let prospects = self.model.prospects(&options, |piece| self.strengths.of(piece));
        prospects.into_iter().map(of).collect()
    }

    /// The values of [`KIND_FEATURES`] of a piece.
    pub fn features(&self, piece: PieceId) -> [[f64; 12]; KIND_FEATURES.len()] {
        let sums = &self.sums[piece.index()];
        std::array::from_fn(|n| if n % 2 == 0 { sums[n / 2] } else { sums[n / 2].map(signed_log) })
    }
}

/// The signed logarithm of a sum, ln(1 + |sum|).
fn signed_log(sum: f64) -> f64 {
    sum.signum() * sum.abs().ln_1p()
}

/// The factors of a piece's kinds in the estimates.
fn factors(sums: &[[f64; 12]; SUMS]) -> [f64; 12] {
    let sum = |kind| sums.iter().map(|sums: &[f64; 12]| sums[kind]).sum::<f64>();
    std::array::from_fn(|kind| sum(kind).clamp(-MAX_LOG_SUM, MAX_LOG_SUM).exp())
}
