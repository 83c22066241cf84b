//! Types of player: which behaviour model reads a player is decided by the results of fights.

use crate::support::start;
use junqi::base::random;
use junqi::game::belief::{BehaviourModel, Belief, FeatureWeights, Observation, Prior, Visibility};
use junqi::game::board::Seat;
use junqi::game::rules::{Act, Event, Kind, MineOnHit, Mode, Rules, World, clash};
use rand::seq::IteratorRandom;
use std::sync::Arc;

/// Smallest probability of a result that counts.
const LEAST: f64 = 0.05;

/// A model in which pieces that move often are strong (`sign` 1) or weak (-1).
fn model(sign: f64) -> Arc<BehaviourModel> {
    let weights = std::array::from_fn(|kind| sign * (5.0 - kind as f64) / 3.0);
    let moves = FeatureWeights { feature: "moves".into(), about: String::new(), weights };
    Arc::new(BehaviourModel::new(&[moves]).unwrap())
}

/// Plays random moves, attacks first, in a two-player game, and reports each world and the event that follows.
fn play(seed: u64, mut each: impl FnMut(&World, &Event)) {
    let mut rng = random::stream(seed, &[]);
    let mut world = start(seed, Rules::default().with_mode(Mode::TwoPlayer));
    for _ in 0..100 {
        let attack = world.moves().find(|mv| world.piece_at(mv.to).is_some());
        let Some(mv) = attack.or_else(|| world.moves().choose(&mut rng)) else { break };
        let before = world.clone();
        let event = world.play(mv).unwrap();
        each(&before, &event);
    }
}

fn belief(world: &World, models: Vec<Arc<BehaviourModel>>) -> Belief {
    let view = Observation::new(world, Seat::South, Visibility::FourDark).view();
    Belief::new(&view, Prior::uniform().into()).unwrap().with_player_types(models)
}

#[test]
fn a_type_has_the_product_of_the_probabilities_of_all_fights() {
    let models = [model(1.0), model(-1.0)];
    let mut both: Option<Belief> = None;
    let mut alone: Vec<Belief> = vec![];
    let mut logs = [0.0; 2];
    play(1, |world, event| {
        let both = both.get_or_insert_with(|| belief(world, models.to_vec()));
        if alone.is_empty() {
            alone = models.iter().map(|model| belief(world, vec![model.clone()])).collect();
        }
        if let Act::Move(mv, Some(result)) = event.act {
            let [a, d] = [mv.from, mv.to].map(|at| world.piece_at(at).unwrap());
            let (own, enemy) = if a.seat() == Seat::South { (a, d) } else { (d, a) };
            let own = world.kind(own);
            for (belief, log) in alone.iter_mut().zip(&mut logs) {
                let marginal = belief.posterior(0).marginal(enemy);
                let fits = |kind: &Kind| {
                    let (a, d) = if enemy == d { (own, *kind) } else { (*kind, own) };
                    clash(a, d, MineOnHit::default()) == result
                };
                let fits = Kind::ALL.into_iter().filter(fits);
                let p: f64 = fits.map(|kind| marginal[kind.index()]).sum();
                if belief.evidence().kind(enemy).is_none() {
                    *log += p.max(LEAST).ln();
                }
            }
        }
        both.learn(event);
        for belief in &mut alone {
            belief.learn(event);
        }
        let odds = (logs[0] - logs[1]).exp();
        let found = both.type_probabilities(Seat::North);
        assert!((found[0] - odds / (1.0 + odds)).abs() < 1e-6, "{found:?}, odds {odds}");
    });
    assert!((logs[0] - logs[1]).abs() > 0.5, "no fight told the types apart: {logs:?}");
}

#[test]
fn equal_types_are_one() {
    let (mut one, mut two) = (None, None);
    play(2, |world, event| {
        let one = one.get_or_insert_with(|| belief(world, vec![model(1.0)]));
        let two = two.get_or_insert_with(|| belief(world, vec![model(1.0); 2]));
        one.learn(event);
        two.learn(event);
        let [one, two] = [one, two].map(|belief| *belief.posterior(0).marginals(Seat::North));
        for (p, q) in one.iter().flatten().zip(two.iter().flatten()) {
            assert!((p - q).abs() < 1e-9, "{p} alone, {q} of two equal types");
        }
    });
}
