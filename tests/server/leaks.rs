//! That no seat learns from the bytes it is sent what it cannot know.

use crate::support::socket::{Client, Server};
use crate::support::table::{deployment, play_with};
use crate::support::twins::{Twins, exchange_kinds, leak_games, twins};
use junqi::base::random;
use junqi::game::belief::Visibility;
use junqi::game::board::{Board, Seat};
use junqi::game::format::{GameRecord, follow};
use junqi::game::rules::{Act, Deployment, Event, World};
use junqi::tables::answer::LobbyTable;
use junqi::tables::engines::EngineTask;
use junqi::tables::outbox::{Outbox, Responder};
use junqi::tables::request::Request;
use junqi::tables::room::{KeptGame, Room, Surroundings};
use rand::seq::IndexedRandom;
use serde_json::{Value, json};
use std::io;
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// What a client was sent before the end of the game, without the table's name, its token and the seating.
fn bytes_of(client: &Client, table: &str) -> Vec<String> {
    let clean = |text: &String| {
        let mut value: Value = serde_json::from_str(text).unwrap();
        if value["is"] == "seated" {
            value["token"] = "secret".into();
        }
        if value["is"] == "seated" || value["is"] == "table" {
            value["table"] = "name".into();
            return value.to_string();
        }
        text.replace(table, "name")
    };
    let before_the_end = client.bytes.iter().take_while(|text| !text.contains(r#""is":"over""#));
    before_the_end.filter(|text| !text.contains(r#""is":"seats""#)).map(clean).collect()
}

/// The answers to a seat's studies of its running game, without times.
fn studies(client: &mut Client, events: &[Event], seat: Seat) -> Vec<String> {
    let last_turn = events.iter().rposition(|event| event.seat == seat).map(|at| ("think", at));
    let now = ["belief", "terms"].map(|what| (what, events.len()));
    let answer = |(what, at)| {
        let mut study = json!({"do": what, "of": "table", "at": at, "seat": seat});
        if what == "think" {
            // The depth ends the search, not the time.
            (study["engine"], study["time"]) = ("alphabeta:depth=1,quiet=0".into(), 10_000.into());
        }
        let mut answer = client.ask(study);
        while answer["done"] == false {
            answer = client.expect("thought");
        }
        assert_ne!(answer["is"], "error", "{answer}");
        (answer["re"], answer["time"]) = (Value::Null, Value::Null);
        answer.to_string()
    };
    now.into_iter().chain(last_turn).map(answer).collect()
}

/// Every byte that a seat receives in a game, with the answers to its studies after the last event.
fn bytes_received(start: &World, events: &[Event], seat: Seat, seen: Visibility) -> Vec<String> {
    let server = Server::start(&["--seed", "1"]);
    let (mut clients, table) = play_with(&server, start, events, seen);
    for (seat, client) in &mut clients {
        client.send(&json!({"do": "help", "agrees": true}));
        while client.expect("seats")["seats"][seat.to_string()]["agrees_to_help"] != true {}
    }
    let client = &mut clients.iter_mut().find(|(own, _)| *own == seat).unwrap().1;
    let received = bytes_of(client, &table);
    received.into_iter().chain(studies(client, events, seat)).collect()
}

/// The first moves of a game that goes on after them: nobody waits for a clock here, and the end opens the cards.
fn beginning(start: &World, events: &[Event]) -> Vec<Event> {
    let mut world = start.clone();
    let goes_on = |event: &&Event| {
        matches!(event.act, Act::Move(..))
            && follow(&mut world, event).is_ok()
            && world.outcome().is_none()
    };
    events.iter().take_while(goes_on).take(60).cloned().collect()
}

/// In two worlds that look the same to a seat, it is sent the same bytes until the cards are opened, with all rule
/// options and both visibilities, and the same answers to its studies. `JUNQI_LEAK_GAMES=50` compares more games.
#[test]
fn a_seat_is_sent_the_same_in_all_worlds_that_look_the_same_to_it() {
    let mut compared = 0;
    // Steps of five reach all rules soon.
    for seed in (0..leak_games(4)).map(|game| 5 * game) {
        let Some(Twins { observer, visibility, worlds, events, .. }) = twins(seed) else {
            continue;
        };
        let events = beginning(&worlds[0], &events);
        if events.is_empty() {
            continue;
        }
        let [ours, theirs] =
            worlds.each_ref().map(|world| bytes_received(world, &events, observer, visibility));
        assert!(ours.len() > events.len(), "every event was sent");
        assert_eq!(ours, theirs, "seed {seed}: seat {observer}");
        let (rules, all) = (worlds[0].rules(), ours.join("\n"));
        for seat in rules.seats().iter() {
            let own = deployment(&worlds[0], seat).to_string();
            assert_eq!(all.contains(&own), seat == observer, "seed {seed}: {seat}'s deployment");
        }
        let mut messages = ours.iter().map(|text| serde_json::from_str::<Value>(text).unwrap());
        let state = messages.find(|message| message["game"].is_object()).unwrap();
        for piece in state["game"]["pieces"].as_array().unwrap() {
            let seat: Seat = piece[1].as_str().unwrap().parse().unwrap();
            let knows = visibility.knows(rules, observer, seat);
            assert_eq!(knows, piece[2].is_string(), "seed {seed}: {piece}");
        }
        compared += 1;
    }
    assert!(compared > 0);
}

/// What a table asks around it: only the tasks of its engines are kept.
#[derive(Clone, Default)]
struct Tasks(Arc<Mutex<Vec<EngineTask>>>);

impl Surroundings for Tasks {
    fn secret(&mut self) -> io::Result<u64> {
        Ok(1)
    }

    fn ask_engine(&mut self, task: EngineTask) {
        self.0.lock().unwrap().push(task);
    }

    fn stop_engines(&mut self) {}

    fn keep_game(&mut self, _: &KeptGame) -> io::Result<()> {
        Ok(())
    }

    fn keep_table(&mut self, _: &str, _: Option<&str>) -> io::Result<()> {
        Ok(())
    }

    fn publish(&mut self, _: LobbyTable) {}

    fn count_move(&mut self, _: bool) {}
}

/// The task that a table gives to the engine of the seat to move, after some events.
fn task_after(start: &World, events: &[Event], visibility: Visibility) -> EngineTask {
    let rules = *start.rules();
    let board = start.board();
    let by_letter = |value: &dyn Fn(Seat) -> Value| -> Value {
        rules.seats().iter().map(|seat| (seat.letter().to_string(), value(seat))).collect()
    };
    let deployments = Seat::ALL
        .map(|seat| rules.seats().contains(seat).then(|| deployment(start, seat).to_string()));
    let record = GameRecord {
        first: start.turn().letter(),
        deployments: deployments.clone(),
        events: GameRecord::events_text(events, board),
        ..GameRecord::unplayed(board, rules, visibility)
    };
    let settings = json!({"mode": rules.mode, "rules": rules.to_string(), "visibility": visibility,
                          "seats": by_letter(&|_| "pimc".into()), "clock": 3600});
    let kept = json!({"version": 1, "table": "name", "seed": 1, "number": 0, "settings": settings, "people": {},
                      "deployments": by_letter(&|seat| deployments[seat.index()].clone().into()), "game": record});
    let tasks = Tasks::default();
    let around = Box::new(tasks.clone());
    let now = Duration::ZERO;
    let mut room = Room::resumed(&kept.to_string(), board, around, now).unwrap();
    let responder = Responder { out: Outbox::new(|_| {}), id: None };
    room.request(now, 1, &responder, Request::Watch { table: "name".into() }).unwrap();
    tasks.0.lock().unwrap().pop().expect("the engine to move is asked")
}

/// In two worlds that look the same to a seat, its engine is asked the same: nothing else leaves a table for the thread or
/// the worker that thinks.
#[test]
fn an_engine_is_asked_the_same_in_all_worlds_that_look_the_same_to_it() {
    let mut compared = 0;
    for seed in (0..leak_games(12)).map(|game| 5 * game) {
        let Some(Twins { observer, visibility, worlds, events, .. }) = twins(seed) else {
            continue;
        };
        let mut world = worlds[0].clone();
        for at in 0..events.len() {
            if world.turn() == observer && world.outcome().is_none() {
                let [ours, theirs] =
                    worlds.each_ref().map(|start| task_after(start, &events[..at], visibility));
                assert_eq!(ours.seat, observer);
                assert_eq!(ours, theirs, "seed {seed}: {observer} after {at} events");
                assert!(ours.commands[0].starts_with("position "), "{ours:?}");
                compared += 1;
            }
            follow(&mut world, &events[at]).unwrap();
        }
    }
    assert!(compared > 20, "{compared}");
}

/// Onlookers are sent kinds only where every seat sees all, and only of a game that they see as it is played.
#[test]
fn onlookers_are_sent_kinds_only_where_all_cards_are_open() {
    let server = Server::start(&[]);
    let engines = json!({"S": "greedy", "E": "greedy", "N": "greedy", "W": "greedy"});
    for (visibility, watch, shown) in [
        ("four-dark", "delayed", false),
        ("double-open", "delayed", false),
        ("all-open", "delayed", true),
        ("all-open", "end", false),
    ] {
        let mut onlooker = server.client();
        let settings = json!({"seats": engines, "visibility": visibility, "watch": watch});
        let table = onlooker.create(settings);
        onlooker.send(&json!({"do": "watch", "table": table}));
        let mut state = onlooker.expect("table");
        while !state["game"].is_object() {
            state = onlooker.expect("table");
        }
        let pieces = state["game"]["pieces"].as_array().unwrap();
        assert_eq!(pieces.len(), 100);
        for piece in pieces {
            assert_eq!(piece[2].is_string(), shown, "{visibility}, {watch}: {piece}");
        }
        assert!(state["game"]["deployments"].is_null() && state["deployment"].is_null());
    }
}

/// Events of a game beside an engine.
const EVENTS: usize = 24;

/// A game of South and an engine against two people: at random from the deployments that are offered, or again by
/// the same moves from others. What South was sent, and the record of the game.
fn game_beside_an_engine(
    again: Option<(&[Option<Deployment>; 4], &[Event])>,
) -> (Vec<String>, GameRecord) {
    let server = Server::start(&["--seed", "1"]);
    let seats = json!({"S": "human", "E": "human", "N": "greedy", "W": "human"});
    let table = server.client().create(json!({"seats": seats, "first": "S", "pace": 100}));
    let mut clients = [Seat::South, Seat::East, Seat::West].map(|seat| (seat, server.client()));
    for (seat, client) in &mut clients {
        client.sit(&table, seat.letter());
        let offered = client.expect("table")["deployment"].clone();
        let given = again.and_then(|(deployments, _)| deployments[seat.index()]);
        let rows = given.map_or(offered, |given| given.to_string().into());
        client.send(&json!({"do": "deploy", "deployment": rows}));
    }
    let mut rng = random::stream(5, &[]);
    for at in 0..=EVENTS {
        for (seat, client) in &mut clients {
            let message = client.expect(if at == 0 { "table" } else { "event" });
            let game = if at == 0 { &message["game"] } else { &message };
            let Some(moves) = game["moves"].as_object().filter(|_| at < EVENTS) else { continue };
            let moves: Vec<(&String, &Value)> = moves.iter().collect();
            let (from, to) = moves.choose(&mut rng).unwrap();
            let random = format!("{from}-{}", to[0].as_str().unwrap());
            let mv = match again.map(|(_, events)| &events[at]) {
                Some(Event { act: Act::Move(mv, _), seat: own, .. }) if own == seat => {
                    mv.text(Board::siguo())
                }
                _ => random,
            };
            client.send(&json!({"do": "move", "at": at, "move": mv}));
        }
    }
    let received = bytes_of(&clients[0].1, &table);
    for (_, enemy) in &mut clients[1..] {
        enemy.send(&json!({"do": "resign"}));
    }
    let over = clients[0].1.expect("over");
    (received, serde_json::from_str(over["record"].as_str().unwrap()).unwrap())
}

/// The moves of an engine, and their times, do not depend on what it cannot know.
#[test]
fn an_engine_at_a_table_moves_the_same_in_worlds_that_look_the_same_to_it() {
    let (received, record) = game_beside_an_engine(None);
    let history = record.history(Board::siguo()).unwrap();
    let start = World::new(&history.start.setup().unwrap()).unwrap();
    let events = &history.events[..EVENTS];
    assert!(events.iter().filter(|event| event.seat == Seat::North).count() > 3);
    let deployments = Seat::ALL.map(|seat| Some(deployment(&start, seat)));
    let enemies = [Seat::East, Seat::West];
    let mut rng = random::stream(6, &[]);
    let (others, exchanged) =
        exchange_kinds(&start, deployments, &enemies, events, &mut rng).unwrap();
    assert!(exchanged > 10, "{exchanged}");
    let (again, _) = game_beside_an_engine(Some((&others, events)));
    assert_eq!(again, received);
}
