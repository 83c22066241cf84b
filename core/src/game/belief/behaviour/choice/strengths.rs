//! Public estimates of every piece's kind, by simple counts.

use super::super::stats::BehaviourStats;
use crate::game::board::Seat;
use crate::game::rules::{
    ARMY, Act, CombatResult, Event, Kind, KindSet, MineOnHit, PIECES, PieceId, PublicState, clash,
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
        let mut likelihood = vec![[1.0; 12]; PIECES];
        for (row, home) in likelihood.iter_mut().zip(&behaviour.homes) {
            if let Some(home) = home {
                *row = Kind::ALL.map(|kind| if home.allows(kind) { 1.0 } else { FLOOR });
            }
        }
        let choices = vec![[1.0; 12]; PIECES];
        let mut strengths = Self { estimates: likelihood.clone(), likelihood, choices };
        for seat in Seat::ALL {
            strengths.scale(seat);
        }
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
        self.scale(seat);
    }

    /// Updates the estimates; `state` is the one before the event.
    pub(super) fn learn(&mut self, state: &PublicState, event: &Event) {
        let Act::Move(mv, fight) = event.act else { return };
        let Some(mover) = state.piece_at(mv.from) else { return };
        self.keep(mover, KindSet::MOBILE);
        let target = state.piece_at(mv.to);
        if let (Some(result), Some(target)) = (fight, target) {
            self.fight(mover, target, result, state.rules().mine_on_hit);
            if result != CombatResult::Win {
                self.fall(mover, event);
            }
            if result != CombatResult::Lose {
                self.fall(target, event);
            }
            self.scale(target.seat());
        }
        for &(_, station) in &event.flags_shown {
            if let Some(piece) = state.piece_at(station) {
                self.keep(piece, KindSet::only(Kind::Flag));
                self.scale(piece.seat());
            }
        }
        self.scale(mover.seat());
    }

    /// A fallen commander, and no other piece, shows its seat's flag.
    fn fall(&mut self, piece: PieceId, event: &Event) {
        let shown = event.flags_shown.iter().any(|f| f.0 == piece.seat());
        let commander = KindSet::only(Kind::Commander);
        self.keep(piece, if shown { commander } else { KindSet::ALL.minus(commander) });
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
        let mut mover_factors = [0.0; 12];
        let mut target_factors = [0.0; 12];
        for attacker in KindSet::MOBILE.iter() {
            for defender in Kind::ALL {
                if clash(attacker, defender, mines) == result {
                    mover_factors[attacker.index()] += self.of(target)[defender.index()];
                    target_factors[defender.index()] += self.of(mover)[attacker.index()];
                }
            }
        }
        self.multiply(mover, &mover_factors);
        self.multiply(target, &target_factors);
    }

    /// Scales the estimates of a seat so that each kind occurs as often as in an army.
    fn scale(&mut self, seat: Seat) {
        let pieces = seat.index() * ARMY..(seat.index() + 1) * ARMY;
        let mut weights = [[0.0; 12]; ARMY];
        for (number, weights) in weights.iter_mut().enumerate() {
            let piece = pieces.start + number;
            *weights = std::array::from_fn(|k| self.likelihood[piece][k] * self.choices[piece][k]);
        }
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
            // The last sweep ends with the sum over the kinds of a piece.
            if sweep + 1 < SWEEPS {
                for kind in Kind::ALL {
                    let k = kind.index();
                    by_kind[k] *= kind.count() as f64 / sums[k].max(FLOOR);
                }
            }
        }
    }
}
