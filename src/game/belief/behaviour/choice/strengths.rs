//! Public estimates of every piece's kind, by simple counts.

use super::super::stats::BehaviourStats;
use crate::game::board::Seat;
use crate::game::rules::{
    ARMY, Act, CombatResult, Event, Kind, KindSet, MineOnHit, PieceId, PublicState, clash,
};

/// Smallest likelihood of a kind: the estimates ignore some rare rules, so they exclude nothing.
const FLOOR: f64 = 1e-4;

/// Alternations between the counts of kinds and the sum over kinds of a piece.
const SWEEPS: usize = 4;

/// Public estimates of all pieces' kinds: marginals of independent pieces, scaled to the counts of an army.
///
/// They rest on what any spectator sees: who moved, who won which fight against whom, and what the
/// choices of moves say. All observers have the same estimates.
#[derive(Debug, Clone)]
pub(super) struct Strengths {
    /// By piece and kind, the likelihood of the events that concern the piece.
    likelihood: Vec<[f64; 12]>,
    /// By piece and kind, the factors of its seat's choices of moves.
    choices: Vec<[f64; 12]>,
    estimates: Vec<[f64; 12]>,
}

impl Strengths {
    pub(super) fn new(behaviour: &BehaviourStats) -> Self {
        let allowed = |index: usize| {
            behaviour.homes[index].map_or([1.0; 12], |home| {
                Kind::ALL.map(|kind| if home.allows(kind) { 1.0 } else { FLOOR })
            })
        };
        let likelihood: Vec<[f64; 12]> = (0..4 * ARMY).map(allowed).collect();
        let choices = vec![[1.0; 12]; 4 * ARMY];
        let mut strengths = Self { estimates: likelihood.clone(), likelihood, choices };
        (0..4).for_each(|seat| strengths.scale(seat));
        strengths
    }

    /// The estimated probabilities of a piece's kinds, strongest first.
    pub(super) fn of(&self, piece: PieceId) -> &[f64; 12] {
        &self.estimates[piece.index()]
    }

    /// Sets the factors of a seat's choices of moves.
    pub(super) fn set_choices(&mut self, seat: Seat, of: impl Fn(PieceId) -> [f64; 12]) {
        for piece in PieceId::of(seat) {
            self.choices[piece.index()] = of(piece);
        }
        self.scale(seat.index());
    }

    /// Updates the estimates; `state` is the one before the event.
    pub(super) fn learn(&mut self, state: &PublicState, event: &Event) {
        let Act::Move(mv, fight) = event.act else { return };
        let Some(mover) = state.piece_at(mv.from) else { return };
        self.keep(mover, KindSet::MOBILE);
        let target = state.piece_at(mv.to);
        if let (Some(result), Some(target)) = (fight, target) {
            self.fight(mover, target, result, state.rules().mine_on_hit);
            let dead =
                [(mover, result != CombatResult::Win), (target, result != CombatResult::Lose)];
            for (piece, _) in dead.into_iter().filter(|d| d.1) {
                let shown = event.flags_shown.iter().any(|f| f.0 == piece.seat());
                let commander = KindSet::only(Kind::Commander);
                self.keep(piece, if shown { commander } else { KindSet::ALL.minus(commander) });
            }
            self.scale(target.seat().index());
        }
        for &(_, station) in &event.flags_shown {
            if let Some(piece) = state.piece_at(station) {
                self.keep(piece, KindSet::only(Kind::Flag));
                self.scale(piece.seat().index());
            }
        }
        self.scale(mover.seat().index());
    }

    fn keep(&mut self, piece: PieceId, kinds: KindSet) {
        let allowed = std::array::from_fn(|kind| f64::from((kinds.bits() >> kind) & 1));
        self.multiply(piece, &allowed);
    }

    /// Multiplies a piece's likelihoods; the largest becomes 1, the smallest at least [`FLOOR`].
    fn multiply(&mut self, piece: PieceId, factors: &[f64; 12]) {
        let own = &mut self.likelihood[piece.index()];
        own.iter_mut().zip(factors).for_each(|(own, factor)| *own *= factor.max(FLOOR));
        let most = own.iter().copied().fold(0.0, f64::max);
        for likelihood in own {
            *likelihood = (*likelihood / most).max(FLOOR);
        }
    }

    fn fight(&mut self, mover: PieceId, target: PieceId, result: CombatResult, mines: MineOnHit) {
        let (of_mover, of_target) = (*self.of(mover), *self.of(target));
        let mut factors = [[0.0; 12]; 2];
        for attacker in Kind::ALL.into_iter().filter(|k| k.is_mobile()) {
            for defender in Kind::ALL {
                if clash(attacker, defender, mines) == result {
                    factors[0][attacker.index()] += of_target[defender.index()];
                    factors[1][defender.index()] += of_mover[attacker.index()];
                }
            }
        }
        for (piece, factors) in [mover, target].into_iter().zip(factors) {
            self.multiply(piece, &factors);
        }
    }

    /// Scales the estimates of a seat so that each kind occurs as often as in an army.
    fn scale(&mut self, seat: usize) {
        let pieces = seat * ARMY..(seat + 1) * ARMY;
        let factors = self.likelihood[pieces.clone()].iter().zip(&self.choices[pieces.clone()]);
        let product = |(a, b): (&[f64; 12], &[f64; 12])| std::array::from_fn(|k| a[k] * b[k]);
        let weights: Vec<[f64; 12]> = factors.map(product).collect();
        let estimates = &mut self.estimates[pieces];
        let mut by_kind = Kind::ALL.map(|kind| kind.count() as f64 / ARMY as f64);
        for sweep in 0..SWEEPS {
            let mut sums = [0.0; 12];
            for (own, estimate) in weights.iter().zip(estimates.iter_mut()) {
                *estimate = std::array::from_fn(|k| own[k] * by_kind[k]);
                let sum: f64 = estimate.iter().sum();
                *estimate = estimate.map(|e| e / sum);
                sums.iter_mut().zip(&*estimate).for_each(|(sum, e)| *sum += e);
            }
            if sweep + 1 < SWEEPS {
                for (kind, (scale, sum)) in Kind::ALL.into_iter().zip(by_kind.iter_mut().zip(sums))
                {
                    *scale *= kind.count() as f64 / sum.max(FLOOR);
                }
            }
        }
    }
}
