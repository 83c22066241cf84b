//! Speed as ratios, in one run: `cargo bench -p junqi-benches --bench ratios`.
//!
//! Contestants take turns and every figure is the median of its rounds, by the wall clock; on a
//! busy machine trust the ratios more than the figures.

use cozy_chess::Board as Chess;
use junqi::base::clock::WallClock;
use junqi::base::random;
use junqi::game::belief::{Observation, Visibility};
use junqi::game::board::{Board, Seat};
use junqi::game::rules::{Deployment, Move, Rules, World, perft};
use junqi::gametree::position::{Node, Position};
use junqi::play::{MatchSetup, Random, SearchRequest, play_game};
use std::hint::black_box;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

const ROUNDS: usize = 11;

fn main() {
    let mut figures = [const { vec![] }; 6];
    for round in 0..ROUNDS as u64 {
        let measured = [
            chess_perft(),
            junqi_perft(round),
            random_play(round),
            bare_play(round),
            make_unmake(round),
            apply_only(round),
        ];
        figures.iter_mut().zip(measured).for_each(|(list, figure)| list.push(figure));
    }
    let [chess, junqi, play, bare, made, applied] = figures.map(median);
    println!("medians of {ROUNDS} rounds, default target CPU");
    println!("perft, cozy-chess start position   {:8.1} million leaves/s", chess / 1e6);
    println!("perft, junqi start positions       {:8.1} million leaves/s", junqi / 1e6);
    println!("  ratio junqi / cozy-chess         {:8.2}", junqi / chess);
    println!("random play with observations      {:8.2} million plies/s", play / 1e6);
    println!("random play, moves and make only   {:8.2} million plies/s", bare / 1e6);
    println!("make + unmake with key             {:8.1} ns", 1e9 / made);
    println!("make with key, along games         {:8.1} ns", 1e9 / applied);
}

fn median(mut figures: Vec<f64>) -> f64 {
    figures.sort_by(f64::total_cmp);
    figures[figures.len() / 2]
}

/// Items per second.
fn rate(work: impl FnOnce() -> u64) -> f64 {
    let start = Instant::now();
    let count = work();
    count as f64 / start.elapsed().as_secs_f64()
}

fn chess_perft() -> f64 {
    fn count(board: &Chess, depth: u32) -> u64 {
        let mut nodes = 0;
        board.generate_moves(|moves| {
            if depth == 1 {
                nodes += moves.len() as u64;
            } else {
                for mv in moves {
                    let mut next = board.clone();
                    next.play_unchecked(mv);
                    nodes += count(&next, depth - 1);
                }
            }
            false
        });
        nodes
    }
    rate(|| {
        let nodes = count(&Chess::default(), 5);
        assert_eq!(nodes, 4_865_609);
        nodes
    })
}

fn start(seed: u64) -> World {
    let mut rng = random::stream(seed, &[]);
    let deployments = Seat::ALL.map(|_| Some(Deployment::sample(&mut rng)));
    World::start(Board::siguo(), Rules::default(), &deployments, Seat::South)
        .expect("sampled deployments are legal")
}

fn junqi_perft(seed: u64) -> f64 {
    let mut world = start(seed);
    rate(|| perft(&mut world, 4))
}

/// Whole games with referee, events and an observation for each seat at each ply.
fn random_play(seed: u64) -> f64 {
    let (stop, clock) = (AtomicBool::new(false), WallClock::default());
    rate(|| {
        let mut plies = 0;
        for game in 0..100 {
            let mut rng = random::stream(seed, &[game]);
            let offered = Seat::ALL.map(|_| Some(Deployment::sample(&mut rng)));
            let player = |seat: Seat| -> Option<Box<dyn junqi::play::Player>> {
                Some(Box::new(Random::new(random::stream(seed, &[game, seat.index() as u64]))))
            };
            let table = MatchSetup {
                game: 0,
                board: Board::siguo(),
                rules: Rules::default(),
                visibility: Visibility::FourDark,
                first: Seat::South,
                players: Seat::ALL.map(player),
                offered,
                keeps_offered: false,
                requests: [SearchRequest::new(&stop, &clock); 4],
                stop: &stop,
            };
            let game = play_game(table).expect("sampled deployments are legal");
            plies += u64::from(black_box(game).world.ply());
        }
        plies
    })
}

/// A cheap choice among the legal moves.
fn pick(world: &World, state: &mut u64) -> Move {
    let count = world.count_moves() as u64;
    let pick = random::split_mix(state) % count;
    world.moves().nth(pick as usize).expect("below the count")
}

/// The same games without players.
fn bare_play(seed: u64) -> f64 {
    rate(|| {
        let (mut plies, mut state) = (0, seed);
        for game in 0..100 {
            let mut world = start(seed * 100 + game);
            while world.outcome().is_none() {
                let mv = pick(&world, &mut state);
                black_box(world.make(mv));
                plies += 1;
            }
            black_box(Observation::new(&world, Seat::South, Visibility::FourDark).ply());
        }
        plies
    })
}

/// Every move of positions along random games, made and taken back.
fn make_unmake(seed: u64) -> f64 {
    let mut worlds = vec![];
    for game in 0..20 {
        let (mut world, mut state) = (start(seed * 20 + game), seed);
        for _ in 0..40 {
            if world.outcome().is_none() {
                let mv = pick(&world, &mut state);
                world.make(mv);
            }
        }
        let moves: Vec<Move> = world.moves().collect();
        worlds.push((world, moves));
    }
    rate(|| {
        let mut count = 0;
        for _ in 0..500 {
            for (world, moves) in &mut worlds {
                for &mv in &*moves {
                    let undo = world.make(mv);
                    black_box(world.key());
                    world.unmake(mv, undo);
                    count += 1;
                }
            }
        }
        count
    })
}

/// The moves of whole random games, made one after another.
fn apply_only(seed: u64) -> f64 {
    let mut games = vec![];
    for game in 0..100 {
        let (first, mut state) = (start(seed * 100 + game), seed);
        let (mut world, mut moves) = (first.clone(), vec![]);
        while world.outcome().is_none() {
            let mv = pick(&world, &mut state);
            world.make(mv);
            moves.push(mv);
        }
        games.push((first, moves));
    }
    rate(|| {
        let mut count = 0;
        for (world, moves) in &mut games {
            for &mv in &*moves {
                black_box(world.make(mv));
                count += 1;
            }
        }
        count
    })
}
