//! Many tables at once: moves a second, how long a move takes to reach all players, and memory.

use crate::support::asked;
use crate::support::socket::{Client, Server};
use rand::seq::IndexedRandom;
use serde_json::{Value, json};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

/// The time between two points of the memory curve.
const MEMORY_INTERVAL: Duration = Duration::from_secs(10);

/// Plays a game of four people at random for so many moves; the time of each until all players had received it.
fn play(server: &Server, table: u64, moves: usize) -> Vec<Duration> {
    let mut rng = junqi::base::random::stream(table, &[]);
    let seats: Value = "SENW"
        .chars()
        .map(|seat| (seat.to_string(), json!("human")))
        .collect::<serde_json::Map<_, _>>()
        .into();
    let name = server.client().create(json!({"seats": seats, "first": "S", "clock": 600}));
    let mut clients: Vec<Client> = "SENW"
        .chars()
        .map(|seat| {
            let mut client = server.client();
            client.sit(&name, seat);
            client
        })
        .collect();
    for client in &mut clients {
        let offered = client.expect("table")["deployment"].clone();
        client.send(&json!({"do": "deploy", "deployment": offered}));
    }
    let mut messages: Vec<Value> =
        clients.iter_mut().map(|client| client.expect("table")["game"].clone()).collect();
    let mut times = vec![];
    for at in 0..moves {
        let Some(turn) = messages.iter().position(|message| message["moves"].is_object()) else {
            break;
        };
        let legal: Vec<(&String, &Value)> =
            messages[turn]["moves"].as_object().unwrap().iter().collect();
        let (from, to) = legal.choose(&mut rng).unwrap();
        let to = to.as_array().unwrap().choose(&mut rng).unwrap().as_str().unwrap();
        let mv = format!("{from}-{to}");
        let begin = Instant::now();
        clients[turn].send(&json!({"do": "move", "at": at, "move": mv}));
        messages = clients.iter_mut().map(|client| client.expect("event")).collect();
        times.push(begin.elapsed());
        // Nobody may ask more often than the server allows; people are slower by far.
        thread::sleep(Duration::from_millis(60).saturating_sub(begin.elapsed()));
    }
    times
}

fn load(tables: u64, moves: usize) -> Vec<Duration> {
    let server = Server::start(&["--seed", "1"]);
    let empty = server.memory();
    let begin = Instant::now();
    let over = AtomicBool::new(false);
    let mut curve = vec![];
    let mut times: Vec<Duration> = thread::scope(|scope| {
        let server = &server;
        let games: Vec<_> =
            (0..tables).map(|table| scope.spawn(move || play(server, table, moves))).collect();
        scope.spawn(|| {
            while !over.load(Ordering::Relaxed) {
                curve.push(server.memory().unwrap_or(0));
                thread::sleep(MEMORY_INTERVAL);
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
         median {:.1} ms, 99 % {:.1} ms, longest {:.1} ms; memory {empty:?} to {full:?} kB, every {} s: {curve:?}",
        times.len(),
        times.len() as f64 / took,
        at(50),
        at(99),
        at(100),
        MEMORY_INTERVAL.as_secs(),
    );
    times
}

#[test]
fn five_tables_play_at_once() {
    assert!(load(5, 20).len() >= 90);
}

/// `JUNQI_LOAD_MOVES=3000 cargo test --release --test server -- --ignored --nocapture`
#[test]
#[ignore = "a minute; a release build tells more"]
fn a_hundred_tables_play_at_once() {
    let moves = asked("JUNQI_LOAD_MOVES").map_or(200, |moves| moves as usize);
    assert!(load(100, moves).len() > 15_000);
}
