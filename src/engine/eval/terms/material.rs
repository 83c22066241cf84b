//! Material: piece values, which depend on the enemy pieces that are left.
//!
//! Unit: centi-pieces per piece. Reason: fights remove pieces, and the use of a piece depends on the
//! enemies left: engineers clear mines, bombs need strong targets, and a piece that no officer beats
//! fears only bombs and mines. Source: value and rank of material in FSKD 2006; the dependence on the
//! enemies left is *our reading*.

use super::inputs::{FeatureSink, TermInputs};
use crate::engine::eval::piece_beliefs::{KindCounts, PieceBeliefs};
use crate::game::rules::{Kind, Rules};

/// Index of the first feature of this term.
pub(super) const FIRST: usize = 0;

/// All kinds but the flag, then the features that depend on the enemies left.
pub(super) const NAMES: [&str; 15] = [
    "commander",
    "general",
    "division",
    "brigade",
    "regiment",
    "battalion",
    "company",
    "platoon",
    "engineer",
    "bomb",
    "mine",
    "engineer_task", // engineers, times the fraction of three enemy mines that is left
    "bomb_task",     // bombs, times the fraction of four strong enemy officers that is left
    "unbeaten",      // pieces that no enemy officer beats
    "seat",          // seats still in the game
];
const ENGINEER_TASK: usize = 11;
const BOMB_TASK: usize = 12;
const UNBEATEN: usize = 13;
const SEAT: usize = 14;

/// The number of pieces by team and kind.
pub(in crate::engine::eval) type TeamCounts = [[f32; 12]; 2];

/// The number of pieces by team and kind.
pub(in crate::engine::eval) fn by_team(counts: &KindCounts, rules: &Rules) -> TeamCounts {
    let mut teams = [[0.0; 12]; 2];
    for seat in rules.seats().iter() {
        let team = &mut teams[rules.team(seat).index()];
        team.iter_mut().zip(counts[seat.index()]).for_each(|(sum, n)| *sum += n);
    }
    teams
}

/// The fractions of the targets of engineers and of bombs that the enemy has left.
fn tasks(enemy: &[f32; 12]) -> [f32; 2] {
    let strong: f32 = enemy[..=Kind::Division.index()].iter().sum();
    [(enemy[Kind::Mine.index()] / 3.0).min(1.0), (strong / 4.0).min(1.0)]
}

/// The expected number of pieces that no enemy officer beats.
fn unbeaten(own: &[f32; 12], enemy: &[f32; 12]) -> f32 {
    let (mut stronger, mut count) = (0.0, 0.0);
    for kind in 0..=Kind::Battalion.index() {
        if stronger >= 1.0 {
            break;
        }
        count += own[kind] * (1.0 - stronger);
        stronger += enemy[kind];
    }
    count
}

pub(in crate::engine::eval) fn add_features<C: PieceBeliefs>(
    inputs: &TermInputs<'_, C>,
    teams: &TeamCounts,
    sink: &mut impl FeatureSink,
) {
    for ((kind, a), b) in teams[0].iter().enumerate().zip(&teams[1]).take(ENGINEER_TASK) {
        sink.add(FIRST + kind, a - b);
    }
    for (team, sign) in [(0, 1.0), (1, -1.0)] {
        let (own, enemy) = (&teams[team], &teams[1 - team]);
        let [mines, targets] = tasks(enemy);
        sink.add(FIRST + ENGINEER_TASK, sign * own[Kind::Engineer.index()] * mines);
        sink.add(FIRST + BOMB_TASK, sign * own[Kind::Bomb.index()] * targets);
        sink.add(FIRST + UNBEATEN, sign * unbeaten(own, enemy));
    }
    let seats: f32 = inputs.seats().map(|seat| inputs.sign(seat)).sum();
    sink.add(FIRST + SEAT, seats);
}

/// Piece values by seat and kind, in centi-pieces; the value of a flag is that of its whole army.
pub(in crate::engine::eval) fn piece_values(
    weights: &[f32],
    counts: &KindCounts,
    rules: &Rules,
) -> [[f64; 12]; 4] {
    let teams = by_team(counts, rules);
    let mut values = [[0.0; 12]; 4];
    for seat in rules.seats().iter() {
        let team = rules.team(seat);
        let enemy = &teams[team.other().index()];
        let [mines, targets] = tasks(enemy);
        let value = &mut values[seat.index()];
        for (kind, value) in value.iter_mut().enumerate().take(ENGINEER_TASK) {
            *value = f64::from(weights[FIRST + kind]);
        }
        value[Kind::Engineer.index()] += f64::from(weights[FIRST + ENGINEER_TASK] * mines);
        value[Kind::Bomb.index()] += f64::from(weights[FIRST + BOMB_TASK] * targets);
        let army = value.iter().zip(counts[seat.index()]).map(|(value, n)| value * f64::from(n));
        let all = army.sum::<f64>() + f64::from(weights[FIRST + SEAT]);
        value[Kind::Flag.index()] = all;
    }
    values
}
