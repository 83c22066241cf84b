//! What a seat expects: a belief in which fights end in the likeliest way, corrected for the others.

use super::{Evaluation, WIN};
use crate::base::random::split_mix;
use crate::game::belief::{BeliefPosition, BeliefUndo, FightOutcome, Gains, OutcomeGains};
use crate::game::rules::{Move, Moves};
use crate::gametree::position::{
    Bits, Chance, Evaluate, Indexed, MoveGain, Node, Noisy, Position, Side, Uncertain,
};
use crate::gametree::score::Score;
use crate::gametree::search::for_max;
use std::sync::Arc;

/// A [`BeliefPosition`] for searches without chance.
///
/// Where every fight ends in the likeliest way, an attack that wins with 51 % looks like one that is
/// won. So the position keeps its *luck*: at every fight on the way, what the attacker's side gained
/// by this end beyond the mean over all ends, at the worths of pieces at the root. The evaluation
/// takes it off, so that what a line is worth is right on average as far as the pieces in its fights
/// go. What it does not see is what would be done after the other ends: of two headquarters, of which
/// either may hold the last flag, it may try the less likely one first. *Our reading*: the thesis does
/// not tell how fights of unknown pieces enter its trees.
#[derive(Debug, Clone)]
pub struct CorrectedBelief {
    position: BeliefPosition,
    gains: Arc<[Gains; 4]>,
    /// Centi-pieces of the first team.
    luck: i64,
}

/// What takes back a move.
#[derive(Debug, Clone, Copy)]
pub struct CorrectedBeliefUndo {
    undo: BeliefUndo,
    luck: i64,
}

impl CorrectedBelief {
    /// A belief as the root of a search with an evaluation that was set up for it.
    pub fn new(position: BeliefPosition, evaluation: &Evaluation) -> Self {
        Self { position, gains: evaluation.gains().clone(), luck: 0 }
    }

    /// What is believed.
    pub fn belief(&self) -> &BeliefPosition {
        &self.position
    }

    /// What the fights on the way brought the first team beyond their mean, in centi-pieces.
    pub fn luck(&self) -> Score {
        Score(self.luck)
    }

    fn stakes(&self, m: Move) -> OutcomeGains {
        match self.position.piece_at(m.to) {
            None => OutcomeGains::new(),
            Some(target) => self.position.outcome_gains(m, &self.gains[target.seat().index()]),
        }
    }
}

/// What the mover's side gains on average.
fn mean(stakes: &OutcomeGains) -> f64 {
    stakes.iter().map(|(_, p, gain)| p * gain).sum()
}

impl Node for CorrectedBelief {
    type Move = Move;
    type Undo = CorrectedBeliefUndo;
    type Moves = Moves;
    const ALTERNATES: bool = false;

    #[inline]
    fn side(&self) -> Side {
        self.position.side()
    }

    #[inline]
    fn moves(&self) -> Moves {
        self.position.moves()
    }

    #[inline]
    fn unmake(&mut self, m: Move, undo: CorrectedBeliefUndo) {
        self.position.unmake(m, undo.undo);
        self.luck = undo.luck;
    }

    #[inline]
    fn key(&self) -> u64 {
        let luck = if self.luck == 0 { 0 } else { split_mix(&mut self.luck.cast_unsigned()) };
        self.position.key() ^ luck
    }
}

impl Position for CorrectedBelief {
    fn make(&mut self, m: Move) -> CorrectedBeliefUndo {
        let stakes = self.stakes(m);
        let first = stakes.first().copied().unwrap_or((FightOutcome::Quiet, 1.0, 0.0));
        let likelier = |best: (FightOutcome, f64, f64), next: &(FightOutcome, f64, f64)| {
            if next.1 > best.1 { *next } else { best }
        };
        let (fate, _, gain) = stakes.iter().fold(first, likelier);
        let luck = for_max(self.side(), (gain - mean(&stakes)).round()) as i64;
        let undo =
            CorrectedBeliefUndo { undo: self.position.make_outcome(m, fate), luck: self.luck };
        self.luck += if stakes.is_empty() { 0 } else { luck };
        undo
    }
}

/// With chance there is no luck to correct.
impl Chance for CorrectedBelief {
    type Outcome = FightOutcome;
    type Outcomes = <BeliefPosition as Chance>::Outcomes;

    fn outcomes(&self, m: Move) -> Self::Outcomes {
        self.position.outcomes(m)
    }

    fn make_outcome(&mut self, m: Move, fate: FightOutcome) -> CorrectedBeliefUndo {
        CorrectedBeliefUndo { undo: self.position.make_outcome(m, fate), luck: self.luck }
    }
}

impl Uncertain for CorrectedBelief {
    fn entropy(&self, m: Move) -> Bits {
        self.position.entropy(m)
    }
}

impl Noisy for CorrectedBelief {
    type NoisyMoves = Moves;

    #[inline]
    fn noisy_moves(&self) -> Moves {
        self.position.noisy_moves()
    }

    fn is_pressed(&self) -> bool {
        self.position.is_pressed()
    }
}

impl Indexed for CorrectedBelief {
    #[inline]
    fn index(&self, m: Move) -> usize {
        m.index()
    }
}

impl Evaluate<CorrectedBelief> for Evaluation {
    type Value = Score;

    fn evaluate(&mut self, outlook: &CorrectedBelief) -> Score {
        let value = self.believed(&outlook.position) - outlook.luck;
        Score(for_max(outlook.side(), value.clamp(-WIN, WIN)))
    }
}

impl MoveGain<CorrectedBelief> for Evaluation {
    #[inline]
    fn promise(&mut self, outlook: &CorrectedBelief, m: Move) -> Option<i64> {
        let stakes = outlook.stakes(m);
        (!stakes.is_empty()).then(|| mean(&stakes).round() as i64)
    }
}
