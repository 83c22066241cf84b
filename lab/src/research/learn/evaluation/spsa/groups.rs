//! Groups of weights that are perturbed together, as the features declare them.

use crate::research::learn::evaluation::tuning::{army_count, army_value};
pub use junqi_core::engine::eval::Perturbation;
use junqi_core::engine::eval::{ModeWeights, WeightsError, features};
use junqi_core::game::rules::Mode;
use std::sync::LazyLock;

/// Weights that are perturbed by the same factor or amount.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct WeightGroup {
    /// Name of the group.
    pub name: &'static str,
    /// The perturbation.
    pub change: Perturbation,
    /// Whether two-player games do not have it.
    four_player: bool,
}

/// The groups that come after all others, and in this order: the random signs of recorded games are in the order of the
/// groups, in which these do not follow their features.
const LAST: [&str; 16] = [
    "attackers",
    "attackers_of_shown",
    "doors",
    "guards",
    "intruders",
    "mines",
    "shown",
    "near_guards",
    "near_attackers",
    "camp_guards",
    "camp_attackers",
    "own camps",
    "front, centre, abroad",
    "strong in enemy arms",
    "others in enemy arms",
    "rail",
];

/// The groups of four-player games; those of two-player games come first.
static GROUPS: LazyLock<Vec<WeightGroup>> = LazyLock::new(|| {
    let mut groups: Vec<WeightGroup> = vec![];
    for step in features().filter_map(|feature| feature.step) {
        if groups.iter().all(|group| group.name != step.group) {
            groups.push(WeightGroup {
                name: step.group,
                change: step.change,
                four_player: step.four_player,
            });
        }
    }
    // `None` comes before every place, and the sort is stable: the others keep the order of their features.
    groups
        .sort_by_key(|group| (group.four_player, LAST.iter().position(|&name| name == group.name)));
    groups
});

impl WeightGroup {
    /// The groups of a mode of play.
    pub fn of(mode: Mode) -> &'static [Self] {
        match mode {
            Mode::TwoPlayer => &GROUPS[..GROUPS.partition_point(|group| !group.four_player)],
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
        let Some(step) = feature.step else { continue };
        let mut groups = WeightGroup::of(mode).iter().zip(times);
        if let Some((group, times)) = groups.find(|(group, _)| group.name == step.group) {
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
    use junqi_core::engine::data;

    #[test]
    fn every_feature_changes_as_its_group_does() {
        for feature in features() {
            assert_eq!(feature.step.is_none(), feature.name.ends_with("_shut"), "{}", feature.name);
            let Some(step) = feature.step else { continue };
            let of_group = |group: &&WeightGroup| group.name == step.group;
            let group = GROUPS.iter().find(of_group).unwrap();
            assert_eq!(group.change, step.change, "{}", feature.name);
            assert_eq!(group.four_player, step.four_player, "{}", feature.name);
        }
        for name in LAST {
            assert!(GROUPS.iter().any(|group| group.name == name), "{name}");
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
