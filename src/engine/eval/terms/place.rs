//! Place: where pieces stand, by their class.
//!
//! Unit: centi-pieces per piece. Reason: camps are safe, railways are fast, the centre
//! connects all arms, and attacks happen in the enemy's arm. Source: the "position domain of piece" of
//! FSKD 2006; the regions are *our reading*.

use super::flag;
use super::inputs::{FeatureSink, TermInputs};
use crate::engine::eval::board_map::{REGIONS, Region};
use crate::engine::eval::piece_beliefs::{CLASSES, ClassProbabilities, PieceBeliefs};

/// Number of features per class: its regions, then the railway.
const EACH: usize = REGIONS.len() + 1;
pub(super) const COUNT: usize = CLASSES.len() * EACH;

/// Index of the first feature of this term.
pub(super) const FIRST: usize = flag::FIRST + flag::NAMES.len();

/// Names by class, then by region.
#[rustfmt::skip]
pub(super) const NAMES: [&str; COUNT] = [
    "strong_camp", "strong_front", "strong_centre", "strong_abroad", "strong_inside",
    "strong_enemy_camp", "strong_deep", "strong_shut", "strong_rail",
    "weak_camp", "weak_front", "weak_centre", "weak_abroad", "weak_inside",
    "weak_enemy_camp", "weak_deep", "weak_shut", "weak_rail",
    "engineer_camp", "engineer_front", "engineer_centre", "engineer_abroad", "engineer_inside",
    "engineer_enemy_camp", "engineer_deep", "engineer_shut", "engineer_rail",
    "bomb_camp", "bomb_front", "bomb_centre", "bomb_abroad", "bomb_inside",
    "bomb_enemy_camp", "bomb_deep", "bomb_shut", "bomb_rail",
];

/// The weight of the place of a piece.
pub(in crate::engine::eval) fn weight(
    weights: &[f32],
    classes: &ClassProbabilities,
    (region, rail): (Region, bool),
) -> f32 {
    let class = |(class, p): (usize, f32)| {
        let first = FIRST + class * EACH;
        let there = if region == Region::Home { 0.0 } else { weights[first + region as usize] };
        p * (there + if rail { weights[first + REGIONS.len()] } else { 0.0 })
    };
    classes.class.into_iter().enumerate().map(class).sum()
}

pub(super) fn add_features<C: PieceBeliefs>(
    inputs: &TermInputs<'_, C>,
    sink: &mut impl FeatureSink,
) {
    let world = inputs.world;
    let rails = world.net().rails();
    for (piece, at) in world.pieces() {
        let seat = piece.seat();
        let sign = inputs.sign(seat);
        let relation = inputs.map.relation(world, seat, at);
        let region = inputs.map.region(relation, at);
        let rail = rails.contains(at);
        if region == Region::Home && !rail {
            continue;
        }
        for (class, p) in inputs.beliefs.classes(piece).class.into_iter().enumerate() {
            if p <= 0.0 {
                continue;
            }
            if region != Region::Home {
                sink.add(FIRST + class * EACH + region as usize, sign * p);
            }
            if rail {
                sink.add(FIRST + class * EACH + REGIONS.len(), sign * p);
            }
        }
    }
}
