//! A belief in which every fight has its likeliest outcome, with a correction for the other outcomes.

use super::evaluation::{Evaluation, MOST_UNFINISHED, is_decided};
use crate::base::random::split_mix;
use crate::engine::delegate::delegate;
use crate::game::belief::{BeliefPosition, BeliefUndo, FightOutcome, Gains, OutcomeGains};
use crate::game::rules::Move;
use crate::gametree::position::{
    Bits, Chance, Evaluate, Indexed, MoveGain, Node, Noisy, Position, Uncertain,
};
use crate::gametree::score::Score;
use crate::gametree::search::for_max;
use std::sync::Arc;

/// A [`BeliefPosition`] for searches without chance.
///
/// If every fight has its likeliest outcome, an attack that wins with probability 51 % looks like a
/// certain win. So the position adds up the luck of the fights on the path from the root: the gain of
/// the attacker's side in this outcome minus its mean gain over all outcomes, at the piece values of the
/// root. The evaluation subtracts the luck, so the value of a line is right on average as far as the
/// pieces in its fights go. Once the game is over its pieces count no more, only whether it ends here: of the
/// luck, that of the last move alone is left. The search does not plan for the other outcomes: if either of two
/// headquarters may hold the last flag, it may try the less likely one first. *Our reading*: the thesis
/// does not say how fights of unknown pieces enter its trees.
#[derive(Debug, Clone)]
pub struct CorrectedBelief {
    position: BeliefPosition,
    gains: Arc<[Gains; 4]>,
    /// Summed luck of the first team, in centi-pieces; at the end of the game that of the last move.
    correction: i64,
}

/// The undo information of a move.
#[derive(Debug, Clone, Copy)]
pub struct CorrectedBeliefUndo {
    undo: BeliefUndo,
    correction: i64,
}

impl CorrectedBelief {
    /// A belief as the root of a search with an evaluation that was set up for it.
    pub fn new(position: BeliefPosition, evaluation: &Evaluation) -> Self {
        Self { position, gains: evaluation.gains().clone(), correction: 0 }
    }

    /// The belief, without the correction.
    pub fn belief(&self) -> &BeliefPosition {
        &self.position
    }

    /// The correction: the summed luck of the first team in the fights on the path, in centi-pieces; at the end
    /// of the game the luck of the last move.
    pub fn correction(&self) -> Score {
        Score(self.correction)
    }

    /// The outcomes of the fight that a move leads to; none for a quiet move.
    fn outcome_gains(&self, m: Move) -> OutcomeGains {
        match self.position.piece_at(m.to) {
            None => OutcomeGains::new(),
            Some(target) => self.position.outcome_gains(m, &self.gains[target.seat().index()]),
        }
    }
}

/// The mean gain of the mover's side, in centi-pieces.
fn mean_gain(gains: &OutcomeGains) -> f64 {
    gains.iter().map(|(_, p, gain)| p * gain).sum()
}

impl Node for CorrectedBelief {
    type Undo = CorrectedBeliefUndo;
    delegate!(Node for position: BeliefPosition);

    #[inline]
    fn unmake(&mut self, m: Move, undo: CorrectedBeliefUndo) {
        self.position.unmake(m, undo.undo);
        self.correction = undo.correction;
    }

    #[inline]
    fn key(&self) -> u64 {
        // Without a correction the key is that of the belief.
        if self.correction == 0 {
            return self.position.key();
        }
        self.position.key() ^ split_mix(&mut self.correction.cast_unsigned())
    }
}

impl Position for CorrectedBelief {
    fn make(&mut self, m: Move) -> CorrectedBeliefUndo {
        let gains = self.outcome_gains(m);
        let quiet = (FightOutcome::Quiet, 1.0, 0.0);
        let (mut outcome, mut probability, mut gain) = gains.first().copied().unwrap_or(quiet);
        for &(other, p, other_gain) in &gains {
            // Of equally likely outcomes the first.
            if p > probability {
                (outcome, probability, gain) = (other, p, other_gain);
            }
        }
        let luck = for_max(self.side(), (gain - mean_gain(&gains)).round()) as i64;
        let undo = CorrectedBeliefUndo {
            undo: self.position.make_outcome(m, outcome),
            correction: self.correction,
        };
        if self.position.outcome().is_some() {
            self.correction = 0; // luck on the way no longer matters
        }
        self.correction += luck;
        undo
    }
}

/// A search over the outcomes of chance needs no correction.
impl Chance for CorrectedBelief {
    type Outcome = FightOutcome;
    type Outcomes = <BeliefPosition as Chance>::Outcomes;

    fn outcomes(&self, m: Move) -> Self::Outcomes {
        self.position.outcomes(m)
    }

    fn make_outcome(&mut self, m: Move, outcome: FightOutcome) -> CorrectedBeliefUndo {
        CorrectedBeliefUndo {
            undo: self.position.make_outcome(m, outcome),
            correction: self.correction,
        }
    }
}

impl Uncertain for CorrectedBelief {
    fn entropy(&self, m: Move) -> Bits {
        self.position.entropy(m)
    }
}

impl Noisy for CorrectedBelief {
    delegate!(Noisy for position: BeliefPosition);
}

impl Indexed for CorrectedBelief {
    delegate!(Indexed);
}

impl Evaluate<CorrectedBelief> for Evaluation {
    type Value = Score;

    fn evaluate(&mut self, position: &CorrectedBelief) -> Score {
        let value = self.believed_value(&position.position);
        // Bad luck adds nothing to a win, and makes no unfinished game one.
        let most = if is_decided(value) { value.abs() } else { MOST_UNFINISHED };
        let corrected = (value - position.correction).clamp(-most, most);
        Score(for_max(position.side(), corrected))
    }
}

impl MoveGain<CorrectedBelief> for Evaluation {
    #[inline]
    fn move_gain(&mut self, position: &CorrectedBelief, m: Move) -> Option<i64> {
        let gains = position.outcome_gains(m);
        (!gains.is_empty()).then(|| mean_gain(&gains).round() as i64)
    }
}
