//! Material: what the pieces are worth by what is still alive.
//!
//! Unit: centi-pieces a piece. Reason: fights take pieces, and what a piece can do depends on whom
//! it can meet: engineers clear mines, bombs want targets, and a piece that no officer beats fears
//! only bombs and mines. Source: the worth and rank of material of FSKD 2006; what the worths depend
//! on is *our reading*.

use super::{FeatureSink, MATERIAL, TermInputs};
use crate::engine::eval::piece_beliefs::{KindCounts, PieceBeliefs};
use crate::game::rules::{Kind, Rules};

/// The kinds but for the flag, then what is left of their tasks.
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
    "engineer_task", // engineers, by the share of three enemy mines that stands
    "bomb_task",     // bombs, by the share of four strong enemy officers that lives
    "unbeaten",      // pieces that no enemy officer beats
    "seat",          // seats that are in
];
const ENGINEER_TASK: usize = 11;
const BOMB_TASK: usize = 12;
const UNBEATEN: usize = 13;
const SEAT: usize = 14;

/// By team, how many pieces of every kind.
fn by_team(counts: &KindCounts, rules: &Rules) -> [[f32; 12]; 2] {
    let mut teams = [[0.0; 12]; 2];
    for seat in rules.seats().iter() {
        let team = &mut teams[rules.team(seat).index()];
        team.iter_mut().zip(counts[seat.index()]).for_each(|(sum, n)| *sum += n);
    }
    teams
}

/// The share of the engineers' and of the bombs' task that an enemy leaves.
fn tasks(enemy: &[f32; 12]) -> [f32; 2] {
    let strong: f32 = enemy[..=Kind::Division.index()].iter().sum();
    [(enemy[Kind::Mine.index()] / 3.0).min(1.0), (strong / 4.0).min(1.0)]
}

/// How many pieces are expected to be beaten by no officer of the enemy.
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

pub(super) fn tell<C: PieceBeliefs>(scene: &TermInputs<'_, C>, sink: &mut impl FeatureSink) {
    let teams = by_team(&scene.counts, scene.world.rules());
    for ((kind, a), b) in teams[0].iter().enumerate().zip(&teams[1]).take(ENGINEER_TASK) {
        sink.add(MATERIAL + kind, a - b);
    }
    for (team, sign) in [(0, 1.0), (1, -1.0)] {
        let (own, enemy) = (&teams[team], &teams[1 - team]);
        let [mines, targets] = tasks(enemy);
        sink.add(MATERIAL + ENGINEER_TASK, sign * own[Kind::Engineer.index()] * mines);
        sink.add(MATERIAL + BOMB_TASK, sign * own[Kind::Bomb.index()] * targets);
        sink.add(MATERIAL + UNBEATEN, sign * unbeaten(own, enemy));
    }
    let seats: f32 = scene.seats().map(|seat| scene.sign(seat)).sum();
    sink.add(MATERIAL + SEAT, seats);
}

/// By seat, what its pieces are worth now by kind; the flag is worth all that falls with it.
pub(in crate::engine::eval) fn worths(
    weights: &super::EvalFeatures,
    counts: &KindCounts,
    rules: &Rules,
) -> [[f64; 12]; 4] {
    let teams = by_team(counts, rules);
    let mut worths = [[0.0; 12]; 4];
    for seat in rules.seats().iter() {
        let team = rules.team(seat);
        let enemy = &teams[team.other().index()];
        let [mines, targets] = tasks(enemy);
        let worth = &mut worths[seat.index()];
        for (kind, worth) in worth.iter_mut().enumerate().take(ENGINEER_TASK) {
            *worth = f64::from(weights[MATERIAL + kind]);
        }
        worth[Kind::Engineer.index()] += f64::from(weights[MATERIAL + ENGINEER_TASK] * mines);
        worth[Kind::Bomb.index()] += f64::from(weights[MATERIAL + BOMB_TASK] * targets);
        let army = worth.iter().zip(counts[seat.index()]).map(|(worth, n)| worth * f64::from(n));
        let all = army.sum::<f64>() + f64::from(weights[MATERIAL + SEAT]);
        worth[Kind::Flag.index()] = all;
    }
    worths
}
