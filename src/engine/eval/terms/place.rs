//! Place: where pieces stand, by their class.
//!
//! Unit: centi-pieces per piece. Reason: camps are safe, railways are fast, the centre
//! connects all arms, and attacks happen in the enemy's arm. Source: the "position domain of piece" of
//! FSKD 2006; the regions are *our reading*.

use super::flag;
use super::inputs::{FeatureSink, TermInputs};
use crate::engine::eval::board_map::{ArmRelation, REGIONS, Region};
use crate::engine::eval::piece_beliefs::{CLASSES, PieceBeliefs};

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

pub(super) fn add_features<C: PieceBeliefs>(
    inputs: &TermInputs<'_, C>,
    sink: &mut impl FeatureSink,
) {
    let world = inputs.world;
    let rails = world.net().rails();
    for (piece, at) in world.pieces() {
        let seat = piece.seat();
        let sign = inputs.sign(seat);
        let relation = match inputs.map.arm_of[at.index()] {
            Some(arm) if arm == seat => ArmRelation::Own,
            Some(arm) if world.alive().contains(arm) && inputs.team(arm) != inputs.team(seat) => {
                ArmRelation::Enemy
            }
            _ => ArmRelation::Neutral,
        };
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
