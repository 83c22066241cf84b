//! How fights of pieces of uncertain kinds end, and what each end tells of the fighters.

use super::probabilities::{KindProbabilities, normalized};
use crate::game::rules::{BombVsFlag, CombatResult, Kind, Rules, clash};
use arrayvec::ArrayVec;

/// One way a move can turn out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum FightOutcome {
    /// There is no fight.
    Quiet,
    /// A fight that takes no flag, from the attacker's side.
    Fight(CombatResult),
    /// A fight that takes the flag of the defender's seat: `Win`, or `Both` by a bomb.
    Capture(CombatResult),
}

/// The ends of fights, in the order in which they are listed.
const FATES: [FightOutcome; 5] = [
    FightOutcome::Fight(CombatResult::Win),
    FightOutcome::Fight(CombatResult::Lose),
    FightOutcome::Fight(CombatResult::Both),
    FightOutcome::Capture(CombatResult::Win),
    FightOutcome::Capture(CombatResult::Both),
];
/// In a table of ends: kinds that do not meet.
const NEVER: u8 = FATES.len() as u8;

/// Fates with their probabilities.
pub(super) type FightOutcomes = ArrayVec<(FightOutcome, f64), 5>;

/// By kinds of attacker and defender, what a fight brings the attacker's side.
pub type Gains = [[f64; 12]; 12];

/// A fate with its probability and its mean gain.
pub type OutcomeGain = (FightOutcome, f64, f64);

/// All fates of a fight; none of a quiet move.
pub type OutcomeGains = ArrayVec<OutcomeGain, 5>;

/// By kinds of attacker and defender, the number of the end.
#[derive(Debug, Clone, Copy)]
pub(super) struct OutcomeTable([[u8; 12]; 12]);

impl OutcomeTable {
    pub(super) fn new(rules: &Rules) -> Self {
        Self(Kind::ALL.map(|a| Kind::ALL.map(|d| end(a, d, rules))))
    }

    /// How likely every end is; those that cannot be are left out.
    pub(super) fn fates(
        &self,
        attacker: &KindProbabilities,
        defender: &KindProbabilities,
    ) -> FightOutcomes {
        let mut parts = [0.0; FATES.len() + 1];
        for (ends, a) in self.0.iter().zip(attacker).filter(|(_, a)| **a > 0.0) {
            for (&end, d) in ends.iter().zip(defender) {
                parts[usize::from(end)] += a * d;
            }
        }
        let total: f64 = parts[..FATES.len()].iter().sum();
        let likely = FATES.into_iter().zip(parts).filter(|(_, part)| *part > 0.0);
        let mut fates: FightOutcomes = likely.map(|(fate, part)| (fate, part / total)).collect();
        if fates.is_empty() {
            fates.push((FightOutcome::Fight(CombatResult::Both), 1.0)); // rows that contradict each other
        }
        fates
    }

    /// As [`fates`](Self::fates), with the mean of a table of gains.
    pub(super) fn stakes(
        &self,
        attacker: &KindProbabilities,
        defender: &KindProbabilities,
        gains: &Gains,
    ) -> OutcomeGains {
        let (mut parts, mut sums) = ([0.0; FATES.len() + 1], [0.0; FATES.len() + 1]);
        for ((ends, gains), a) in self.0.iter().zip(gains).zip(attacker).filter(|p| *p.1 > 0.0) {
            for ((&end, gain), d) in ends.iter().zip(gains).zip(defender) {
                parts[usize::from(end)] += a * d;
                sums[usize::from(end)] += a * d * gain;
            }
        }
        let total: f64 = parts[..FATES.len()].iter().sum();
        let parts = FATES.into_iter().zip(parts.into_iter().zip(sums));
        let likely = parts.filter(|(_, (part, _))| *part > 0.0);
        likely.map(|(fate, (part, sum))| (fate, part / total, sum / part)).collect()
    }

    /// The same for kinds that are certain; none if they do not meet.
    pub(super) fn stake(
        &self,
        attacker: Kind,
        defender: Kind,
        gains: &Gains,
    ) -> Option<OutcomeGain> {
        let fate = FATES.get(usize::from(self.0[attacker.index()][defender.index()]))?;
        Some((*fate, 1.0, gains[attacker.index()][defender.index()]))
    }

    /// Both rows after an end; as they were if they exclude it.
    pub(super) fn given(
        &self,
        attacker: &KindProbabilities,
        defender: &KindProbabilities,
        fate: FightOutcome,
    ) -> (KindProbabilities, KindProbabilities) {
        let (mut attackers, mut defenders) = ([0.0; 12], [0.0; 12]);
        let number = FATES.iter().position(|f| *f == fate).unwrap_or(NEVER.into());
        for (k, ends) in self.0.iter().enumerate().filter(|(k, _)| attacker[*k] > 0.0) {
            for (l, end) in ends.iter().enumerate() {
                let part =
                    if usize::from(*end) == number { attacker[k] * defender[l] } else { 0.0 };
                attackers[k] += part;
                defenders[l] += part;
            }
        }
        (normalized(attackers).unwrap_or(*attacker), normalized(defenders).unwrap_or(*defender))
    }
}

fn end(attacker: Kind, defender: Kind, rules: &Rules) -> u8 {
    let barred = rules.bomb_vs_flag == BombVsFlag::Illegal && attacker == Kind::Bomb;
    if !attacker.is_mobile() || (barred && defender == Kind::Flag) {
        return NEVER;
    }
    let result = clash(attacker, defender, rules.mine_on_hit);
    let fate = if defender == Kind::Flag {
        FightOutcome::Capture(result)
    } else {
        FightOutcome::Fight(result)
    };
    FATES.iter().position(|f| *f == fate).map_or(NEVER, |n| n as u8)
}

/// The row of a piece that moved, so that no step and no single line explains it or not.
pub(super) fn moved(row: &KindProbabilities, turned: bool) -> KindProbabilities {
    let may = |k: Kind| if turned { k == Kind::Engineer } else { k.is_mobile() };
    let left = Kind::ALL.map(|k| if may(k) { row[k.index()] } else { 0.0 });
    normalized(left).unwrap_or(*row)
}

/// The likeliest fate, the first of those that are equally likely.
pub(super) fn likeliest(fates: &FightOutcomes) -> FightOutcome {
    let better = |best: (FightOutcome, f64), next: &(FightOutcome, f64)| {
        if next.1 > best.1 { *next } else { best }
    };
    fates.iter().fold((FightOutcome::Quiet, 0.0), better).0
}
