//! Tests of the statistics and the model of move choices.

use super::model::{Finding, class};
use super::{
    ChoiceEvidence, ChoiceModel, ChoiceStats, ChoiceWeights, DESCRIPTOR_COUNT, KIND_FEATURES,
};
use crate::base::random;
use crate::game::belief::{BehaviourStats, Evidence, Observation, Visibility};
use crate::game::board::{Board, Seat};
use crate::game::rules::{ARMY, Act, Deployment, Event, Kind, PieceId, Rules, World};
use rand::RngExt;
use rand::seq::IteratorRandom;
use std::array::from_fn;
use std::sync::Arc;

/// What an observer has counted so far.
type Past<'a> = (&'a BehaviourStats, &'a ChoiceStats);

/// A model in which only commanders like to attack.
fn model() -> Arc<ChoiceModel> {
    let mut weights = [0.0; 10];
    weights[Kind::Commander.index()] = 2.0;
    let entry = |number| ChoiceWeights { descriptor: format!("attack_{number}"), weights };
    Arc::new(ChoiceModel::new(&(0..12).map(entry).collect::<Vec<_>>()).unwrap())
}

/// Plays random moves, attacks first, and reports each state, both statistics and the event.
fn play(seed: u64, observer: Seat, mut each: impl FnMut(&Evidence, &Past<'_>, &Event)) {
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
        each(&evidence, &(&behaviour, &choices), &event);
        behaviour.learn(evidence.public_state(), &event);
        evidence.learn(&event);
    }
}

#[test]
fn all_observers_learn_the_same() {
    let all = |observer| {
        let mut found = vec![];
        play(1, observer, |_, (_, choices), event| {
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
        play(seed, Seat::South, |evidence, (_, choices), event| {
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

/// What a move is expected to change is what it changes, for the piece that moves and for those that wait.
#[test]
fn prospects_come_true() {
    let mut seen = [0; 2];
    for seed in 0..3 {
        let mut before: Option<ChoiceStats> = None;
        play(seed, Seat::South, |evidence, (behaviour, after), event| {
            let state = evidence.public_state();
            let past = before.replace((*after).clone());
            let (Some(past), Act::Move(mv, _)) = (past, event.act) else { return };
            let mover = state.piece_at(mv.from).expect("a piece moves");
            for number in 0..KIND_FEATURES.len() {
                let change = |changes: &[[f64; 12]]| changes[number];
                let all = past.evidence(behaviour, (state, event.seat), change);
                let own = |e: &ChoiceEvidence| e.moves.iter().find(|m| m.0 == mv.to).map(|m| m.1);
                let Some(of_mover) = all.iter().find(|e| e.piece == mover).and_then(own) else {
                    return; // an engineer that turned a corner
                };
                for ChoiceEvidence { piece, waits, .. } in all {
                    let expected = if piece == mover { of_mover } else { waits };
                    let [old, new] = [&past, after].map(|stats| stats.features(piece)[number]);
                    for kind in 0..12 {
                        let changed = new[kind] - old[kind];
                        assert!((changed - expected[kind]).abs() < 1e-9, "seed {seed}");
                    }
                    seen[usize::from(piece == mover)] += usize::from(number == 0);
                }
            }
        });
    }
    assert!(seen[0] > 1000 && seen[1] > 200, "{seen:?}");
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

/// The gradient agrees with differences of the sums of log-likelihoods, whatever the slopes by them.
#[test]
fn the_gradient_of_a_turn_is_that_of_its_log_likelihoods() {
    let mut rng = random::stream(3, &[]);
    let mut turns = vec![];
    play(5, Seat::South, |evidence, (behaviour, choices), event| {
        turns.extend(choices.turn(behaviour, evidence.public_state(), event));
    });
    assert!(turns.len() > 100);
    for turn in turns.iter().step_by(7) {
        let weights: Vec<[f64; 12]> =
            (0..DESCRIPTOR_COUNT).map(|_| from_fn(|_| rng.random_range(-0.5..0.5))).collect();
        let slopes: Vec<[[f64; 12]; 4]> =
            (0..25).map(|_| from_fn(|_| from_fn(|_| rng.random_range(-1.0..1.0)))).collect();
        let value = |weights: Vec<[f64; 12]>| {
            let estimate = |piece| {
                let number = turn.options.iter().position(|m| m.piece == piece).expect("an option");
                &turn.estimates[number]
            };
            let model = ChoiceModel::from_weights(weights);
            let of_finding = |finding: Finding| -> f64 {
                let class = class(finding.piece == turn.mover, turn.fights, finding.attacks);
                let slopes = &slopes[finding.piece.index() % ARMY][class];
                finding.by_kind.iter().zip(slopes).map(|(l, slope)| l * slope).sum()
            };
            let findings = model.findings(&turn.options, estimate, (turn.mover, turn.to));
            findings.into_iter().map(of_finding).sum::<f64>()
        };
        let mut gradient = vec![[0.0; 12]; DESCRIPTOR_COUNT];
        turn.add_gradient(&ChoiceModel::from_weights(weights.clone()), &slopes, &mut gradient);
        for _ in 0..20 {
            let (d, k) = (rng.random_range(0..DESCRIPTOR_COUNT), rng.random_range(0..10));
            let moved = |by: f64| {
                let mut weights = weights.clone();
                weights[d][k] += by;
                value(weights)
            };
            let slope = (moved(1e-4) - moved(-1e-4)) / 2e-4;
            let found = gradient[d][k];
            assert!((slope - found).abs() < 1e-5 * (1.0 + slope.abs()), "{slope} {found}");
        }
    }
}
