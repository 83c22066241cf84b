//! Groups of weights that are perturbed together.

use crate::engine::eval::{ModeWeights, WeightsError, features};
use crate::game::rules::Mode;
use crate::research::learn::evaluation::tuning::{army_count, army_value};
use serde::Serialize;

/// A change of the weights of a group: larger where less is known about them.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Perturbation {
    /// They are multiplied by a number, given as its logarithm.
    Factor(f64),
    /// They are increased, in centi-pieces. For features that had no weight before.
    Amount(f64),
}

impl Perturbation {
    /// A weight after so many of these changes; a negative number undoes them.
    fn apply(self, weight: f32, times: f64) -> f32 {
        let weight = f64::from(weight);
        let changed = match self {
            Self::Factor(log) => weight * (times * log).exp(),
            Self::Amount(amount) => weight + times * amount,
        };
        changed as f32
    }
}

/// Weights that are perturbed by the same factor or amount.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct WeightGroup {
    /// Name of the group.
    pub name: &'static str,
    /// The perturbation.
    pub change: Perturbation,
    /// Names of the features.
    features: &'static [&'static str],
}

/// A group whose weights are multiplied by a number, given as its logarithm.
const fn group(name: &'static str, log: f64, features: &'static [&'static str]) -> WeightGroup {
    WeightGroup { name, change: Perturbation::Factor(log), features }
}

/// A feature whose weight is increased.
const fn added(name: &'static str, amount: f64, features: &'static [&'static str]) -> WeightGroup {
    WeightGroup { name, change: Perturbation::Amount(amount), features }
}

const GROUPS: [WeightGroup; 35] = [
    group("commander", 0.2, &["commander"]),
    group("general", 0.2, &["general"]),
    group("division", 0.2, &["division"]),
    group("brigade", 0.2, &["brigade"]),
    group("regiment", 0.25, &["regiment"]),
    group("battalion to platoon", 0.3, &["battalion", "company", "platoon"]),
    group("engineer", 0.3, &["engineer"]),
    group("bomb", 0.25, &["bomb"]),
    group("mine", 0.35, &["mine"]),
    group("engineer_task", 0.5, &["engineer_task"]),
    group("bomb_task", 0.5, &["bomb_task"]),
    group("unbeaten", 0.8, &["unbeaten"]),
    group("moves", 1.0, &["moves"]),
    group("turn", 0.8, &["turn"]),
    group("contact", 0.8, &["contact"]),
    group("guarded", 0.8, &["guarded"]),
    group("bomb_beside_strong", 0.8, &["bomb_beside_strong"]),
    group("attackers", 0.5, &["attackers"]),
    group("attackers_of_shown", 0.6, &["attackers_of_shown"]),
    group("doors", 0.6, &["doors"]),
    group("guards", 0.8, &["guards"]),
    group("intruders", 0.8, &["intruders"]),
    group("mines", 0.8, &["mines"]),
    group("shown", 0.7, &["shown"]),
    added("near_guards", 15.0, &["near_guards"]),
    added("near_attackers", 60.0, &["near_attackers"]),
    added("camp_guards", 30.0, &["camp_guards"]),
    added("camp_attackers", 100.0, &["camp_attackers"]),
    group("own camps", 0.8, &["strong_camp", "weak_camp", "engineer_camp", "bomb_camp"]),
    group(
        "front, centre, abroad",
        0.8,
        &[
            "strong_front",
            "weak_front",
            "engineer_front",
            "bomb_front",
            "strong_centre",
            "weak_centre",
            "engineer_centre",
            "bomb_centre",
            "strong_abroad",
            "weak_abroad",
            "engineer_abroad",
            "bomb_abroad",
        ],
    ),
    group("strong in enemy arms", 0.8, &["strong_inside", "strong_enemy_camp", "strong_deep"]),
    group(
        "others in enemy arms",
        0.8,
        &[
            "weak_inside",
            "engineer_inside",
            "bomb_inside",
            "weak_enemy_camp",
            "engineer_enemy_camp",
            "bomb_enemy_camp",
            "weak_deep",
            "engineer_deep",
            "bomb_deep",
        ],
    ),
    group("rail", 0.8, &["strong_rail", "weak_rail", "engineer_rail", "bomb_rail"]),
    // Two-player games have neither partners nor seats that fall before the end.
    group("seat", 0.5, &["seat"]),
    group("partner_near", 0.8, &["partner_near"]),
];
/// The number of groups that two-player games have.
const OF_TWO_PLAYERS: usize = GROUPS.len() - 2;

impl WeightGroup {
    /// The groups of a mode of play.
    pub fn of(mode: Mode) -> &'static [Self] {
        match mode {
            Mode::TwoPlayer => &GROUPS[..OF_TWO_PLAYERS],
            Mode::FourPlayer => &GROUPS,
        }
    }
}

/// Weights whose groups are perturbed so many times, in the order of the groups of the mode. Material is scaled so that
/// a full army keeps its value.
///
/// # Errors
///
/// If the weights do not fit the features.
pub(super) fn perturbed(
    weights: &ModeWeights,
    mode: Mode,
    times: &[f64],
) -> Result<ModeWeights, WeightsError> {
    let before = weights.features()?;
    let mut after = before;
    for (feature, weight) in features().zip(&mut after) {
        let mut groups = WeightGroup::of(mode).iter().zip(times);
        if let Some((group, times)) = groups.find(|g| g.0.features.contains(&feature.name)) {
            *weight = group.change.apply(*weight, *times);
        }
    }
    let rescaled = army_value(&before) / army_value(&after);
    for (feature, weight) in features().zip(&mut after) {
        if army_count(feature) > 0.0 {
            *weight = (f64::from(*weight) * rescaled) as f32;
        }
    }
    Ok(ModeWeights::new(weights.scale, &after))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::data;

    #[test]
    fn every_feature_but_shut_is_in_one_group() {
        for feature in features() {
            let own = GROUPS.iter().filter(|group| group.features.contains(&feature.name)).count();
            assert_eq!(own, usize::from(!feature.name.ends_with("_shut")), "{}", feature.name);
        }
        let names = GROUPS.iter().flat_map(|group| group.features);
        for name in names {
            assert!(features().any(|feature| feature.name == *name), "{name}");
        }
    }

    #[test]
    fn perturbations_change_their_groups_and_no_army() {
        let weights = data::weights();
        for mode in [Mode::TwoPlayer, Mode::FourPlayer] {
            let (before, groups) = (weights.of(mode), WeightGroup::of(mode));
            let none = perturbed(before, mode, &vec![0.0; groups.len()]).unwrap();
            assert_eq!(none, *before);
            let times: Vec<f64> = (0..groups.len()).map(|i| (i % 3) as f64 - 1.0).collect();
            let after = perturbed(before, mode, &times).unwrap();
            let [old, new] = [before, &after].map(|weights| weights.features().unwrap());
            assert!((army_value(&old) - army_value(&new)).abs() < 0.1);
            let at = |name| features().position(|feature| feature.name == name).unwrap();
            let of = |name: &str| groups.iter().position(|group| group.name == name).unwrap();
            let log = |name| match groups[of(name)].change {
                Perturbation::Factor(log) => log * times[of(name)],
                Perturbation::Amount(_) => panic!("{name} has an amount"),
            };
            let factor = |name| f64::from(new[at(name)] / old[at(name)]);
            for name in ["doors", "moves", "rail"] {
                let feature = if name == "rail" { "bomb_rail" } else { name };
                assert!((factor(feature).ln() - log(name)).abs() < 1e-5, "{name}");
            }
            let of_pieces = (factor("commander") / factor("general")).ln();
            assert!((of_pieces - log("commander") + log("general")).abs() < 1e-5);
            let Perturbation::Amount(amount) = groups[of("camp_guards")].change else {
                panic!("camp_guards has a factor")
            };
            let added = f64::from(new[at("camp_guards")] - old[at("camp_guards")]);
            assert!((added - amount * times[of("camp_guards")]).abs() < 1e-4);
        }
    }
}
