//! Outcomes of fights between pieces of uncertain kinds, and the fighters' posteriors after each.

use crate::game::belief::probabilities::{KindProbabilities, normalized};
use crate::game::rules::{BombVsFlag, CombatResult, Kind, KindSet, Rules, clash};
use arrayvec::ArrayVec;

/// A possible outcome of a move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum FightOutcome {
    /// No fight.
    Quiet,
    /// A fight that captures no flag; the result is the attacker's.
    Fight(CombatResult),
    /// A fight that captures the flag of the defender's seat: `Win`, or `Both` by a bomb.
    Capture(CombatResult),
}

/// The outcomes of fights, in the order in which they are listed.
const OUTCOMES: [FightOutcome; 5] = [
    FightOutcome::Fight(CombatResult::Win),
    FightOutcome::Fight(CombatResult::Lose),
    FightOutcome::Fight(CombatResult::Both),
    FightOutcome::Capture(CombatResult::Win),
    FightOutcome::Capture(CombatResult::Both),
];
/// In an outcome table: these kinds cannot fight.
const NEVER: u8 = OUTCOMES.len() as u8;

/// Outcomes with their probabilities.
pub(super) type FightOutcomes = ArrayVec<(FightOutcome, f64), 5>;

/// The gain of the attacker's side from a fight, by kinds of attacker and defender.
pub type Gains = [[f64; 12]; 12];

/// An outcome with its probability and mean gain.
pub type OutcomeGain = (FightOutcome, f64, f64);

/// All outcomes of a fight; none of a quiet move.
pub type OutcomeGains = ArrayVec<OutcomeGain, 5>;

/// The marginals of two fighters.
pub(super) struct Fighters {
    pub(super) attacker: KindProbabilities,
    pub(super) defender: KindProbabilities,
}

/// The number of the outcome in [`OUTCOMES`], by kinds of attacker and defender.
#[derive(Debug, Clone, Copy)]
pub(super) struct OutcomeTable([[u8; 12]; 12]);

impl OutcomeTable {
    pub(super) fn new(rules: &Rules) -> Self {
        Self(Kind::ALL.map(|a| Kind::ALL.map(|d| outcome_of(a, d, rules))))
    }

    /// The possible outcomes with their probabilities.
    pub(super) fn outcomes(
        &self,
        attacker: &KindProbabilities,
        defender: &KindProbabilities,
    ) -> FightOutcomes {
        let mut parts = [0.0; OUTCOMES.len() + 1];
        for (row, a) in self.0.iter().zip(attacker).filter(|(_, a)| **a > 0.0) {
            for (&outcome, d) in row.iter().zip(defender) {
                parts[usize::from(outcome)] += a * d;
            }
        }
        let total: f64 = parts[..OUTCOMES.len()].iter().sum();
        let mut outcomes = FightOutcomes::new();
        for (outcome, part) in OUTCOMES.into_iter().zip(parts) {
            if part > 0.0 {
                outcomes.push((outcome, part / total));
            }
        }
        if outcomes.is_empty() {
            outcomes.push((FightOutcome::Fight(CombatResult::Both), 1.0)); // the marginals contradict each other
        }
        outcomes
    }

    /// The possible outcomes with their probabilities and mean gains.
    pub(super) fn gains(
        &self,
        attacker: &KindProbabilities,
        defender: &KindProbabilities,
        gains: &Gains,
    ) -> OutcomeGains {
        let mut parts = [0.0; OUTCOMES.len() + 1];
        let mut sums = [0.0; OUTCOMES.len() + 1];
        for ((row, gains), a) in self.0.iter().zip(gains).zip(attacker).filter(|p| *p.1 > 0.0) {
            for ((&outcome, gain), d) in row.iter().zip(gains).zip(defender) {
                parts[usize::from(outcome)] += a * d;
                sums[usize::from(outcome)] += a * d * gain;
            }
        }
        let total: f64 = parts[..OUTCOMES.len()].iter().sum();
        let mut outcomes = OutcomeGains::new();
        for (number, outcome) in OUTCOMES.into_iter().enumerate() {
            let part = parts[number];
            if part > 0.0 {
                outcomes.push((outcome, part / total, sums[number] / part));
            }
        }
        outcomes
    }

    /// The outcome for certain kinds with its gain; `None` if they cannot fight.
    pub(super) fn gain(
        &self,
        attacker: Kind,
        defender: Kind,
        gains: &Gains,
    ) -> Option<OutcomeGain> {
        let outcome = OUTCOMES.get(usize::from(self.0[attacker.index()][defender.index()]))?;
        Some((*outcome, 1.0, gains[attacker.index()][defender.index()]))
    }

    /// Both marginals conditioned on an outcome; unchanged if they exclude it.
    pub(super) fn condition(
        &self,
        attacker: &KindProbabilities,
        defender: &KindProbabilities,
        outcome: FightOutcome,
    ) -> Fighters {
        let mut attackers = [0.0; 12];
        let mut defenders = [0.0; 12];
        let number = number_of(outcome);
        for (k, row) in self.0.iter().enumerate().filter(|(k, _)| attacker[*k] > 0.0) {
            for (l, outcome) in row.iter().enumerate() {
                let part = if *outcome == number { attacker[k] * defender[l] } else { 0.0 };
                attackers[k] += part;
                defenders[l] += part;
            }
        }
        Fighters {
            attacker: normalized(attackers).unwrap_or(*attacker),
            defender: normalized(defenders).unwrap_or(*defender),
        }
    }
}

/// The number of an outcome in [`OUTCOMES`].
fn number_of(outcome: FightOutcome) -> u8 {
    OUTCOMES.iter().position(|other| *other == outcome).map_or(NEVER, |number| number as u8)
}

fn outcome_of(attacker: Kind, defender: Kind, rules: &Rules) -> u8 {
    let barred = rules.bomb_vs_flag == BombVsFlag::Illegal && attacker == Kind::Bomb;
    if !attacker.is_mobile() || (barred && defender == Kind::Flag) {
        return NEVER;
    }
    let result = clash(attacker, defender, rules.mine_on_hit);
    let outcome = if defender == Kind::Flag {
        FightOutcome::Capture(result)
    } else {
        FightOutcome::Fight(result)
    };
    number_of(outcome)
}

/// The marginal of a piece after a move; `turned` if no step and no slide explains it.
pub(super) fn condition_on_move(row: &KindProbabilities, turned: bool) -> KindProbabilities {
    let kinds = if turned { KindSet::only(Kind::Engineer) } else { KindSet::MOBILE };
    let left = Kind::ALL.map(|k| if kinds.contains(k) { row[k.index()] } else { 0.0 });
    normalized(left).unwrap_or(*row)
}

/// The most likely outcome; the first one on ties.
pub(super) fn most_likely(outcomes: &FightOutcomes) -> FightOutcome {
    let mut best = (FightOutcome::Quiet, 0.0);
    for &next in outcomes {
        if next.1 > best.1 {
            best = next;
        }
    }
    best.0
}
