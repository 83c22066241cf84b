//! Many games of mixed seats, modes and rules in one process.

use crate::support::{asked, deployments, often, some_rules};
use junqi::base::clock::WallClock;
use junqi::base::random;
use junqi::game::belief::Visibility;
use junqi::game::board::{Board, Seat};
use junqi::play::{MatchSetup, PLAYERS, PlayerSpec, SearchRequest, play_game};
use rand::RngExt;
use rand::seq::IndexedRandom;
use rayon::prelude::*;
use std::sync::atomic::AtomicBool;

/// Games between two points of the memory curve.
const STEP: u64 = 5000;
/// Share of the games in which seats of every kind play; in the others all are quick.
const MIXED: f64 = 0.005;

/// A game drawn by its number; whether it ended by the rules, and its plies.
fn game(number: u64) -> u64 {
    let mut rng = random::stream(number, &[]);
    let rules = some_rules(number);
    let mixed = rng.random_bool(MIXED);
    let mut seat = |seat: Seat| {
        let kind = if mixed {
            PLAYERS.choose(&mut rng)?.name
        } else {
            ["random", "greedy"][number as usize % 2]
        };
        let nodes = if ["random", "greedy"].contains(&kind) { "" } else { ":nodes=20" };
        let spec: PlayerSpec = format!("{kind}{nodes}").parse().expect("a seat");
        rules
            .seats()
            .contains(seat)
            .then(|| spec.player(random::stream(number, &[seat.index() as u64])))
    };
    let players = Seat::ALL.map(&mut seat);
    let visibility = if rng.random() { Visibility::FourDark } else { Visibility::DoubleOpen };
    let (stop, clock) = (AtomicBool::new(false), WallClock::default());
    let setup = MatchSetup {
        game: number,
        board: Board::siguo(),
        rules,
        visibility,
        first: Seat::South,
        players,
        keeps_offered: false,
        offered: Seat::ALL
            .map(|seat| deployments(number)[seat.index()].filter(|_| rules.seats().contains(seat))),
        requests: [SearchRequest::new(&stop, &clock); 4],
        stop: &stop,
    };
    let played = play_game(setup).expect("a legal start");
    assert_ne!(played.result.why, "failure", "game {number}: {:?}", played.result.detail);
    played.events.len() as u64
}

/// Kilobytes of memory of this process, where the system tells.
fn memory() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmRSS"))?;
    line.split_whitespace().nth(1)?.parse().ok()
}

/// `JUNQI_SOAK_GAMES=200000 cargo test --release --test library play::soak -- --nocapture` plays more, and shows
/// the memory.
#[test]
fn games_of_all_seats_end_by_the_rules_and_leave_no_memory_behind() {
    let games = asked("JUNQI_SOAK_GAMES").unwrap_or(often(200));
    let mut curve = vec![];
    let mut plies = 0;
    for first in (0..games).step_by(STEP as usize) {
        plies += (first..games.min(first + STEP)).into_par_iter().map(game).sum::<u64>();
        curve.extend(memory());
    }
    println!("{games} games, {plies} plies; kB of memory after every {STEP} games: {curve:?}");
    if let [_, early, .., late] = curve[..] {
        assert!(late < early + early / 4, "memory grows: {curve:?}");
    }
}
