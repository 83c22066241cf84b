//! Many tables at once: moves a second, how long a move takes to reach all players, and memory.

use crate::support::asked;
use crate::support::socket::{Client, Server};
use rand::seq::IndexedRandom;
use rand::{Rng, RngExt};
use serde_json::{Value, json};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

/// The shortest and the longest time between two points of the memory curve, which has some twenty or more.
const MEMORY_INTERVALS: [Duration; 2] = [Duration::from_millis(50), Duration::from_secs(10)];

/// The points of a curve that says whether memory grows.
const MANY_POINTS: usize = 12;

/// Share of the moves before which a player loses the connection and comes back by another.
const LOST: f64 = 0.02;

/// What each table does: so many moves, at least so long apart.
#[derive(Clone, Copy)]
struct Load {
    moves: usize,
    apart: Duration,
}

/// Plays games of four people at random, one table after another; the time of each move until all players had
/// received it.
fn play(server: &Server, number: u64, load: Load) -> Vec<Duration> {
    let mut rng = junqi::base::random::stream(number, &[]);
    let mut times = vec![];
    while times.len() < load.moves {
        times.extend(play_game(server, &mut rng, Load { moves: load.moves - times.len(), ..load }));
    }
    times
}

/// One of these games, or its beginning.
fn play_game(server: &Server, rng: &mut impl Rng, load: Load) -> Vec<Duration> {
    let seats: Value = "SENW"
        .chars()
        .map(|seat| (seat.to_string(), json!("human")))
        .collect::<serde_json::Map<_, _>>()
        .into();
    let name = server.client().create(json!({"seats": seats, "first": "S", "clock": 600}));
    let mut clients: Vec<Client> = "SENW".chars().map(|_| server.client()).collect();
    let tokens: Vec<String> = clients
        .iter_mut()
        .zip("SENW".chars())
        .map(|(client, seat)| client.sit(&name, seat))
        .collect();
    for client in &mut clients {
        let offered = client.expect("table")["deployment"].clone();
        client.send(&json!({"do": "deploy", "deployment": offered}));
    }
    let mut messages: Vec<Value> =
        clients.iter_mut().map(|client| client.expect("table")["game"].clone()).collect();
    let mut times = vec![];
    for at in 0..load.moves {
        if rng.random_bool(LOST) {
            let lost = rng.random_range(0..4);
            clients[lost] = server.client();
            clients[lost].send(&json!({"do": "return", "table": name, "token": tokens[lost]}));
            messages[lost] = clients[lost].expect("table")["game"].clone();
        }
        let Some(turn) = messages.iter().position(|message| message["moves"].is_object()) else {
            break;
        };
        let legal: Vec<(&String, &Value)> =
            messages[turn]["moves"].as_object().unwrap().iter().collect();
        let (from, to) = legal.choose(rng).unwrap();
        let to = to.as_array().unwrap().choose(rng).unwrap().as_str().unwrap();
        let mv = format!("{from}-{to}");
        let begin = Instant::now();
        clients[turn].send(&json!({"do": "move", "at": at, "move": mv}));
        messages = clients.iter_mut().map(|client| client.expect("event")).collect();
        times.push(begin.elapsed());
        thread::sleep(load.apart.saturating_sub(begin.elapsed()));
    }
    times
}

fn at_tables(tables: u64, load: Load) -> Vec<Duration> {
    let server = Server::start(&["--seed", "1"]);
    let [shortest, longest] = MEMORY_INTERVALS;
    let interval = (load.apart * load.moves as u32 / 20).clamp(shortest, longest);
    let empty = server.memory();
    let begin = Instant::now();
    let over = AtomicBool::new(false);
    let mut curve = vec![];
    let mut times: Vec<Duration> = thread::scope(|scope| {
        let server = &server;
        let games: Vec<_> =
            (0..tables).map(|table| scope.spawn(move || play(server, table, load))).collect();
        scope.spawn(|| {
            while !over.load(Ordering::Relaxed) {
                curve.extend(server.memory());
                thread::sleep(interval);
            }
        });
        let times = games.into_iter().flat_map(|game| game.join().unwrap()).collect();
        over.store(true, Ordering::Relaxed);
        times
    });
    let (took, full) = (begin.elapsed().as_secs_f64(), server.memory());
    times.sort();
    let at = |percent: usize| times[(times.len() - 1) * percent / 100].as_secs_f64() * 1000.0;
    println!(
        "{tables} tables of four people: {} moves in {took:.1} s, {:.0} moves/s; until all four have it: \
         median {:.1} ms, 99 % {:.1} ms, longest {:.1} ms; memory {empty:?} to {full:?} kB, every {interval:?}: {curve:?}",
        times.len(),
        times.len() as f64 / took,
        at(50),
        at(99),
        at(100),
    );
    // By a third of the time all tables are open.
    if let Some(&early) = curve.get(curve.len() / 3).filter(|_| curve.len() >= MANY_POINTS) {
        let late = curve[curve.len() - 1];
        assert!(late < early + early / 4, "memory grows: {curve:?}");
    }
    times
}

/// Nobody may ask more often than the server allows; people are slower by far.
const APART: Duration = Duration::from_millis(60);

#[test]
fn five_tables_play_at_once() {
    assert_eq!(at_tables(5, Load { moves: 20, apart: APART }).len(), 100);
}

/// `JUNQI_LOAD_MOVES=3600 JUNQI_LOAD_APART=1000 cargo test --release --test server -- --ignored --nocapture` plays for
/// an hour, a move a second at each table.
#[test]
#[ignore = "a minute; a release build tells more"]
fn a_hundred_tables_play_at_once() {
    let moves = asked("JUNQI_LOAD_MOVES").map_or(200, |moves| moves as usize);
    let apart = asked("JUNQI_LOAD_APART").map_or(APART, Duration::from_millis);
    assert_eq!(at_tables(100, Load { moves, apart }).len(), 100 * moves);
}
