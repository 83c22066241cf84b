//! Criterion benches of the environment: `cargo bench -p junqi-benches --bench env`. A step is one move of one game.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use junqi::base::random;
use junqi::env::{
    Batch, BatchArrays, BatchOptions, Beliefs, Element, Game, GameOptions, Layout, Numbering,
    State, TensorFormat, Turn,
};
use rand::RngExt;
use std::time::{Duration, Instant};

const GAMES: usize = 256;

/// Steps a batch by random legal actions.
fn batch<T: Element>(
    c: &mut Criterion,
    name: &str,
    (layout, beliefs, numbering): (Layout, Beliefs, Numbering),
) {
    let game = Game::new(GameOptions::default()).expect("the rules end");
    let format = TensorFormat { layout, beliefs, turned: true };
    let options = BatchOptions { games: GAMES, seed: 1, threads: 1, format, numbering };
    let mut batch = Batch::new(game.clone(), options).expect("one thread");
    let mut observations = vec![T::ZERO; GAMES * format.size(&game)];
    let width = batch.actions();
    let mut mask = vec![false; GAMES * width];
    let mut rewards = vec![0.0; GAMES * game.players()];
    let (mut done, mut players) = (vec![false; GAMES], vec![0; GAMES]);
    let mut rng = random::stream(1, &[]);
    let mut group = c.benchmark_group("batch of 256");
    group.throughput(Throughput::Elements(GAMES as u64)).sample_size(20);
    let mut actions: Vec<i64> = vec![];
    group.bench_function(name, |b| {
        // The time that it takes to choose actions is not counted.
        b.iter_custom(|steps| {
            let mut spent = Duration::ZERO;
            for _ in 0..steps {
                let arrays = BatchArrays {
                    observations: &mut observations,
                    mask: &mut mask,
                    rewards: &mut rewards,
                    done: &mut done,
                    players: &mut players,
                };
                let began = Instant::now();
                if actions.is_empty() {
                    batch.observe(arrays).expect("arrays fit");
                } else {
                    batch.step(&actions, arrays).expect("legal actions");
                }
                spent += began.elapsed();
                let pick = |row: &[bool]| {
                    let start = rng.random_range(0..width);
                    let after = row[start..].iter().position(|&legal| legal).map(|at| start + at);
                    let first = || row.iter().position(|&legal| legal);
                    after.or_else(first).expect("a game that goes on has a move") as i64
                };
                actions = mask.chunks(width).map(pick).collect();
            }
            spent
        });
    });
}

fn env(c: &mut Criterion) {
    let (pairs, compact) = (Numbering::Pairs, Numbering::Compact);
    let planes = (Layout::Planes, Beliefs::MayBe, pairs);
    let stations = (Layout::Stations, Beliefs::None, pairs);
    batch::<f32>(c, "planes, f32, with evidence", planes);
    batch::<u8>(c, "planes, u8, with evidence", planes);
    batch::<f32>(c, "stations, f32, without evidence", stations);
    batch::<u8>(c, "stations, u8, without evidence", stations);
    batch::<u8>(c, "the same, compact", (stations.0, stations.1, compact));
    c.bench_function("steps of a state, listing its actions", |b| {
        let game = Game::new(GameOptions::default()).expect("the rules end");
        let mut rng = random::stream(2, &[]);
        let mut state = State::dealt(&game, &mut rng);
        b.iter(|| {
            if state.turn() == Turn::Over {
                state = State::dealt(&game, &mut rng);
            }
            let actions = state.legal_actions();
            let action = actions[rng.random_range(0..actions.len())];
            state.apply(action).expect("a legal action");
        });
    });
}

criterion_group!(benches, env);
criterion_main!(benches);
