//! Deals: numbers of completions, exact probabilities.

use super::step;
use junqi::base::random;
use junqi::env::{Deal, Game, GameOptions, Opponent, State, Turn};
use junqi::game::board::ArmShape;
use junqi::game::rules::{Deployment, Kind};
use std::sync::atomic::AtomicBool;

/// The completions of a beginning are those of its continuations together.
#[test]
fn completions_add_up() {
    let arm = ArmShape::standard();
    let mut rng = random::stream(1, &[]);
    for _ in 0..200 {
        let kinds: Vec<Kind> =
            Deployment::sample(&mut rng).pieces().map(|(_, kind)| kind).collect();
        for placed in 0..kinds.len() {
            let continued = |kind| arm.completions(&[&kinds[..placed], &[kind]].concat());
            let sum: u128 = Kind::ALL.into_iter().map(continued).sum();
            assert_eq!(arm.completions(&kinds[..placed]), sum, "{:?}", &kinds[..placed]);
        }
        assert_eq!(arm.completions(&kinds), 1);
    }
    assert_eq!(arm.completions(&[]), 709_596_419_051_520_000);
}

/// A player of the library places the deployment that it chose, another one in every game.
#[test]
fn library_players_place_one_deployment_a_game() {
    let game = Game::new(GameOptions { deal: Deal::Players, ..GameOptions::default() }).unwrap();
    let stop = AtomicBool::new(false);
    let army = |player: &mut Opponent| {
        let mut state = State::start(&game);
        (0..25).for_each(|_| {
            let action = player.act(&state, &stop).unwrap();
            state.apply(action).unwrap();
        });
        state.history().to_vec()
    };
    let mut greedy = Opponent::new("greedy".parse().unwrap(), 1);
    assert_ne!(army(&mut greedy), army(&mut greedy));
    let mut again = Opponent::new("greedy".parse().unwrap(), 1);
    assert_eq!(army(&mut again), army(&mut Opponent::new("greedy".parse().unwrap(), 1)));
}

/// The probability of every uniform deal is one by the number of deployments.
#[test]
fn uniform_deals_are_equally_likely() {
    let game = Game::new(GameOptions::default()).unwrap();
    let mut rng = random::stream(2, &[]);
    for _ in 0..50 {
        let dealt = State::dealt(&game, &mut rng);
        let (mut state, mut bits) = (State::start(&game), 0.0);
        for &outcome in dealt.history() {
            let outcomes = state.chance_outcomes();
            let sum: f64 = outcomes.iter().map(|outcome| outcome.1).sum();
            assert!((sum - 1.0).abs() < 1e-12 && outcomes.len() <= game.chance_outcomes());
            bits -= outcomes.iter().find(|o| o.0 == outcome).unwrap().1.log2();
            state.apply(outcome).unwrap();
        }
        let expected = 4.0 * (ArmShape::standard().deployments() as f64).log2();
        assert!((bits - expected).abs() < 1e-9, "{bits} {expected}");
        assert_eq!(state.turn(), Turn::Player(0));
        assert_eq!(state.to_string(), dealt.to_string());
    }
}

#[test]
fn players_place_what_can_be_completed() {
    let game = Game::new(GameOptions { deal: Deal::Players, ..GameOptions::default() }).unwrap();
    for seed in 0..50 {
        let mut rng = random::stream(3, &[seed]);
        let mut state = State::start(&game);
        for placed in 0..game.deal_length() {
            assert_eq!(state.turn(), Turn::Player(placed / 25), "seed {seed}");
            step(&mut state, &mut rng);
        }
        assert_eq!(state.world().unwrap().ply(), 0);
    }
    let mut state = State::start(&game);
    let refused = state.apply(16_641 + 9).unwrap_err().to_string();
    assert!(refused.starts_with("found action 16650, expected a placement among"), "{refused}");
}
