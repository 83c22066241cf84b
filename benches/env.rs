//! Criterion benches of the environment: `cargo bench --bench env`. A step is one move of one game.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use junqi::base::random;
use junqi::env::{
    Batch, BatchArrays, Beliefs, Element, Game, GameOptions, Layout, State, TensorFormat, Turn,
};
use rand::RngExt;

const GAMES: usize = 256;

/// Steps a batch by random legal actions.
fn batch<T: Element>(c: &mut Criterion, name: &str, layout: Layout, beliefs: Beliefs) {
    let game = Game::new(GameOptions::default()).expect("the rules end");
    let format = TensorFormat { layout, beliefs, turned: true };
    let mut batch = Batch::new(game.clone(), format, GAMES, 1, 1).expect("one thread");
    let mut observations = vec![T::ZERO; GAMES * format.size()];
    let width = game.actions() as usize;
    let mut mask = vec![false; GAMES * width];
    let mut rewards = vec![0.0; GAMES * game.players()];
    let (mut done, mut players) = (vec![false; GAMES], vec![0; GAMES]);
    let mut rng = random::stream(1, &[]);
    let mut group = c.benchmark_group("batch of 256");
    group.throughput(Throughput::Elements(GAMES as u64)).sample_size(20);
    let mut actions: Option<Vec<i64>> = None;
    group.bench_function(name, |b| {
        b.iter(|| {
            let arrays = BatchArrays {
                observations: &mut observations,
                mask: &mut mask,
                rewards: &mut rewards,
                done: &mut done,
                players: &mut players,
            };
            match &actions {
                Some(actions) => batch.step(actions, arrays).expect("legal actions"),
                None => batch.observe(arrays).expect("arrays fit"),
            }
            let pick = |row: &[bool]| {
                let start = rng.random_range(0..width);
                let after = row[start..].iter().position(|&legal| legal).map(|at| start + at);
                let first = || row.iter().position(|&legal| legal);
                after.or_else(first).expect("a game that goes on has a move") as i64
            };
            actions = Some(mask.chunks(width).map(pick).collect());
        });
    });
}

fn env(c: &mut Criterion) {
    batch::<f32>(c, "planes, f32, with evidence", Layout::Planes, Beliefs::MayBe);
    batch::<u8>(c, "planes, u8, with evidence", Layout::Planes, Beliefs::MayBe);
    batch::<f32>(c, "stations, f32, without evidence", Layout::Stations, Beliefs::None);
    batch::<u8>(c, "stations, u8, without evidence", Layout::Stations, Beliefs::None);
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
