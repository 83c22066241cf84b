//! Tests of the statistics and the model of move choices.

use super::{ChoiceModel, ChoiceStats, ChoiceWeights};
use crate::base::random;
use crate::game::belief::{BehaviourStats, Evidence, Observation, Visibility};
use crate::game::board::{Board, Seat};
use crate::game::rules::{Act, Deployment, Event, Kind, PieceId, Rules, World};
use rand::seq::IteratorRandom;
use std::sync::Arc;

/// A model in which only commanders like to attack.
fn model() -> Arc<ChoiceModel> {
    let mut weights = [0.0; 10];
    weights[Kind::Commander.index()] = 2.0;
    let entry = |number| ChoiceWeights { descriptor: format!("attack_{number}"), weights };
    Arc::new(ChoiceModel::new(&(0..12).map(entry).collect::<Vec<_>>()).unwrap())
}

/// Plays random moves, attacks first, and reports each state, both statistics and the event.
fn play(seed: u64, observer: Seat, mut each: impl FnMut(&Evidence, &ChoiceStats, &Event)) {
    let mut rng = random::stream(seed, &[]);
    let deployments = Seat::ALL.map(|_| Some(Deployment::sample(&mut rng)));
    let mut world =
        World::start(Board::siguo(), Rules::default(), &deployments, Seat::South).unwrap();
    let view = Observation::new(&world, observer, Visibility::FourDark).view();
    let mut evidence = Evidence::new(&view).unwrap();
    let mut behaviour = BehaviourStats::new(evidence.public_state());
    let mut choices = ChoiceStats::new(&behaviour, model());
    for _ in 0..120 {
        let attack = world.moves().find(|mv| world.piece_at(mv.to).is_some());
        let Some(mv) = attack.or_else(|| world.moves().choose(&mut rng)) else { break };
        let event = world.play(mv).unwrap();
        choices.learn(&behaviour, evidence.public_state(), &event);
        each(&evidence, &choices, &event);
        behaviour.learn(evidence.public_state(), &event);
        evidence.learn(&event);
    }
}

#[test]
fn all_observers_learn_the_same() {
    let all = |observer| {
        let mut found = vec![];
        play(1, observer, |_, choices, event| {
            found.push(PieceId::of(event.seat).map(|p| choices.features(p)).collect::<Vec<_>>());
        });
        found
    };
    assert_eq!(all(Seat::South), all(Seat::East));
}

#[test]
fn an_attack_speaks_for_kinds_that_like_to_attack() {
    let mut attacks = 0;
    for seed in 0..4 {
        let mut seen = std::collections::BTreeSet::new();
        play(seed, Seat::South, |evidence, choices, event| {
            let Act::Move(mv, fight) = event.act else { return };
            let mover = evidence.public_state().piece_at(mv.from).unwrap();
            if seen.insert(mover) && fight.is_some() {
                let [attack, ..] = choices.features(mover);
                if attack.iter().all(|l| l.abs() < 1e-12) {
                    return; // an engineer that turned a corner
                }
                assert!(attack[Kind::Commander.index()] > attack[Kind::General.index()]);
                attacks += 1;
            }
        });
    }
    assert!(attacks > 20, "{attacks} pieces attacked with their first move");
}

#[test]
fn unknown_descriptors_and_large_weights_are_errors() {
    let entry =
        |name: &str, weight| [ChoiceWeights { descriptor: name.into(), weights: [weight; 10] }];
    let message = |list: &[ChoiceWeights]| ChoiceModel::new(list).unwrap_err().to_string();
    assert_eq!(message(&entry("nothing", 0.0)), "unknown descriptor of moves `nothing`");
    assert!(message(&entry("slide", 1e3)).starts_with("descriptor slide: weight 1000 is out"));
    let model = ChoiceModel::new(&entry("slide", 0.5)).unwrap();
    assert_eq!(ChoiceModel::new(&model.to_list()), Ok(model));
}
