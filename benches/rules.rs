//! Criterion benches of the rules: `cargo bench -p junqi-benches --bench rules`.

use criterion::{BatchSize, Criterion, criterion_group, criterion_main};
use junqi::base::random;
use junqi::game::belief::{Observation, Visibility};
use junqi::game::board::{Board, Seat};
use junqi::game::rules::{Deployment, Move, Rules, World, perft};
use junqi::gametree::position::{Node, Position};
use std::hint::black_box;

/// A position after some random moves.
fn position(seed: u64, plies: usize) -> World {
    let mut rng = random::stream(seed, &[]);
    let deployments = Seat::ALL.map(|_| Some(Deployment::sample(&mut rng)));
    let world = World::start(Board::siguo(), Rules::default(), &deployments, Seat::South);
    let (mut world, mut state) = (world.expect("legal deployments"), seed);
    for _ in 0..plies {
        let count = world.count_moves() as u64;
        if count > 0 {
            let pick = random::split_mix(&mut state) % count;
            let mv = world.moves().nth(pick as usize).expect("below the count");
            world.make(mv);
        }
    }
    world
}

fn rules(c: &mut Criterion) {
    for (name, plies) in [("opening", 0), ("middle", 120), ("end", 300)] {
        let world = position(3, plies);
        let moves: Vec<Move> = world.moves().collect();
        c.bench_function(&format!("count moves, {name}"), |b| {
            b.iter(|| black_box(&world).count_moves());
        });
        c.bench_function(&format!("list moves, {name}"), |b| {
            b.iter(|| black_box(&world).moves().map(|m| m.to.index()).sum::<usize>());
        });
        let mut walked = world.clone();
        c.bench_function(&format!("make and unmake {} moves, {name}", moves.len()), |b| {
            b.iter(|| {
                for &mv in &moves {
                    let undo = walked.make(mv);
                    black_box(walked.key());
                    walked.unmake(mv, undo);
                }
            });
        });
        c.bench_function(&format!("perft 2, {name}"), |b| {
            b.iter_batched_ref(|| world.clone(), |w| perft(w, 2), BatchSize::SmallInput);
        });
        c.bench_function(&format!("view of a seat, {name}"), |b| {
            b.iter(|| Observation::new(black_box(&world), Seat::East, Visibility::FourDark).view());
        });
    }
    c.bench_function("sample a deployment", |b| {
        let mut rng = random::stream(1, &[]);
        b.iter(|| Deployment::sample(&mut rng));
    });
}

criterion_group!(benches, rules);
criterion_main!(benches);
