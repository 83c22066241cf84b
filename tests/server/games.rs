//! Whole games over sockets.

use crate::support::socket::Server;
use crate::support::table::{deployment, play_over_sockets, random_game};
use junqi::base::random;
use junqi::game::board::{Board, Seat};
use junqi::game::format::{GameRecord, event_text};
use junqi::game::rules::{Act, Mode};
use rand::seq::IndexedRandom;
use serde_json::{Value, json};
use std::path::Path;
use std::time::Duration;

#[test]
fn onlookers_see_no_kinds_and_late_and_everything_after_the_end() {
    let server = Server::start(&[]);
    let (start, events) = random_game(5, Mode::TwoPlayer, 30);
    let (mut clients, table) = play_over_sockets(&server, &start, &events);
    let mut onlooker = server.client();
    onlooker.send(&json!({"do": "watch", "table": table}));
    let seen = onlooker.expect("table");
    let game = &seen["game"];
    assert_eq!(
        (seen["you"].is_null(), game["events"].as_array().unwrap().len()),
        (true, events.len() - 8)
    );
    assert!(game["pieces"].as_array().unwrap().iter().all(|piece| piece[2].is_null()));
    assert!(game["moves"].is_null() && game["record"].is_null() && seen["deployment"].is_null());
    let refused = onlooker.ask(json!({"do": "belief", "of": "table", "at": 0, "seat": "S"}));
    assert_eq!(refused["code"], "refused");
    clients[0].1.send(&json!({"do": "resign"}));
    let over = onlooker.expect("over");
    let record: GameRecord = serde_json::from_str(over["record"].as_str().unwrap()).unwrap();
    let world = record.replay(start.board(), |_, _| ()).unwrap();
    assert_eq!(record.result.winner, Some(2));
    assert!(world.outcome().is_some());
    let belief = onlooker.ask(json!({"do": "belief", "of": "table", "at": 3, "seat": "S"}));
    assert_eq!(belief["pieces"].as_array().unwrap().len(), 25, "{belief}");
}

#[test]
fn a_table_may_have_no_onlookers_or_only_afterwards() {
    let server = Server::start(&[]);
    let mut client = server.client();
    let quick =
        json!({"mode": "1v1", "pace": 0, "first": "S", "seats": {"S": "human", "N": "random"}});
    for (watch, allowed) in [("none", false), ("end", true)] {
        let mut settings = quick.clone();
        settings["watch"] = watch.into();
        let table = client.create(settings);
        client.sit(&table, 'S');
        let offered = client.expect("table")["deployment"].clone();
        client.send(&json!({"do": "deploy", "deployment": offered}));
        client.expect("table");
        let mut onlooker = server.client();
        onlooker.send(&json!({"do": "watch", "table": table}));
        if !allowed {
            assert_eq!(onlooker.next().unwrap()["code"], "refused");
            continue;
        }
        assert_eq!(onlooker.expect("table")["game"]["events"], json!([]));
        client.send(&json!({"do": "resign"}));
        assert_eq!(onlooker.expect("over")["result"]["winners"], json!(["N"]));
    }
}

/// People stand in the record by the names that they gave, but for one that reads as an engine.
#[test]
fn a_record_names_people_and_engines() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(&["--games", folder.path().to_str().unwrap()]);
    let mut creator = server.client();
    let seats = json!({"S": "human", "E": "random:nodes=5", "N": "human", "W": "human"});
    let table = creator.create(json!({"first": "S", "pace": 0, "seats": seats}));
    let mut people = [("S", "安 Ann"), ("N", ""), ("W", "greedy")].map(|(seat, name)| {
        let mut client = server.client();
        client.ask(json!({"do": "sit", "table": table, "seat": seat, "name": name}));
        let offered = client.expect("table")["deployment"].clone();
        client.send(&json!({"do": "deploy", "deployment": offered}));
        client
    });
    for client in &mut people {
        client.expect("table");
    }
    people[0].send(&json!({"do": "resign"}));
    people[1].send(&json!({"do": "resign"}));
    let over = people[2].expect("over");
    let names = json!({"S": "安 Ann", "E": "random:nodes=5", "N": "human", "W": "human"});
    let record: Value = serde_json::from_str(over["record"].as_str().unwrap()).unwrap();
    assert_eq!(record["seats"], names);
    let opened = creator.ask(json!({"do": "archived", "game": format!("{table}-0")}));
    assert_eq!(opened["seats"], names, "{opened}");
}

#[test]
fn a_seat_comes_back_to_all_it_had() {
    let server = Server::start(&[]);
    let (start, events) = random_game(6, Mode::TwoPlayer, 12);
    let rules = json!({"mode": "1v1", "seats": {"S": "human", "N": "human"}, "first": "S"});
    let mut creator = server.client();
    let table = creator.create(rules);
    let (mut south, mut north) = (server.client(), server.client());
    let (token, _) = (south.sit(&table, 'S'), north.sit(&table, 'N'));
    south.send(&json!({"do": "deploy", "deployment": deployment(&start, Seat::South).to_string()}));
    north.send(&json!({"do": "deploy", "deployment": deployment(&start, Seat::North).to_string()}));
    north.expect("table");
    north.expect("table");
    let mut seen = 0;
    for (at, event) in events.iter().enumerate() {
        let Act::Move(mv, _) = event.act else { unreachable!("only moves") };
        let text = mv.text(start.board());
        if event.seat == Seat::South {
            // Every time it comes from another connection, and receives the whole state.
            south = server.client();
            south.send(&json!({"do": "return", "table": table, "token": token}));
            let message = south.expect("table");
            let known: Vec<&str> = message["game"]["events"]
                .as_array()
                .unwrap()
                .iter()
                .map(|e| e["text"].as_str().unwrap())
                .collect();
            let made: Vec<String> =
                events[..at].iter().map(|e| event_text(e, start.board())).collect();
            assert_eq!(known, made);
            south.send(&json!({"do": "move", "at": at, "move": text}));
            // Sent twice, it is done once.
            let again = south.ask(json!({"do": "move", "at": at, "move": text}));
            assert_eq!(again["code"], "stale", "{again}");
            seen += 1;
        } else {
            north.send(&json!({"do": "move", "at": at, "move": text}));
        }
        assert_eq!(north.expect("event")["n"], at + 1);
    }
    assert!(seen > 3);
    let mut thief = server.client();
    thief.send(&json!({"do": "return", "table": table, "token": token}));
    thief.expect("table");
    assert!(south.expect("closed")["text"].as_str().is_some());
}

/// A file that may be a second behind.
fn read_soon(file: &Path) -> String {
    for _ in 0..200 {
        if let Ok(text) = std::fs::read_to_string(file) {
            return text;
        }
        std::thread::sleep(Duration::from_millis(50));
    }
    panic!("no {} in ten seconds", file.display());
}

#[test]
fn engines_play_a_game_to_its_end_and_its_record_is_kept() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(&["--games", folder.path().to_str().unwrap(), "--seed", "4"]);
    let mut client = server.client();
    let table = client.create(json!({
        "mode": "1v1", "pace": 0, "rules": "max_plies=80", "seats": {"S": "human", "N": "greedy"},
    }));
    client.sit(&table, 'S');
    let offered = client.expect("table")["deployment"].as_str().unwrap().to_owned();
    client.send(&json!({"do": "deploy", "deployment": offered}));
    let mut message = client.expect("table");
    let file = folder.path().join(format!("{table}-0.jsonl"));
    let mut rng = random::stream(1, &[]);
    let mut events = 0;
    let over = loop {
        if message["is"] == "over" {
            break message;
        }
        let game = if message["is"] == "table" { &message["game"] } else { &message };
        if let Some(moves) = game["moves"].as_object() {
            let moves: Vec<_> = moves.iter().collect();
            let (from, to) = moves.choose(&mut rng).unwrap();
            let to = to.as_array().unwrap().choose(&mut rng).unwrap().as_str().unwrap();
            client.send(&json!({"do": "move", "at": events, "move": format!("{from}-{to}")}));
        }
        message = loop {
            let message = client.next().unwrap();
            if message["is"] == "event" || message["is"] == "over" {
                break message;
            }
        };
        events += usize::from(message["is"] == "event");
        if events == 1 {
            let line = read_soon(&file);
            let record: GameRecord = serde_json::from_str(&line).unwrap();
            assert_eq!(record.result.why, "unfinished", "it is kept as it is played");
            let early =
                server.client().ask(json!({"do": "archived", "game": format!("{table}-0")}));
            assert_eq!(early["code"], "unknown", "a running game is nobody's to open");
        }
    };
    let line = std::fs::read_to_string(file).unwrap();
    assert_eq!(line.trim(), over["record"].as_str().unwrap());
    let record: GameRecord = serde_json::from_str(&line).unwrap();
    record.replay(Board::siguo(), |_, _| ()).unwrap();
    assert_eq!(record.events(Board::siguo()).unwrap().len(), events);
    assert_eq!(record.seats[2].as_deref(), Some("greedy"));
    let opened = client.ask(json!({"do": "archived", "game": format!("{table}-0")}));
    assert_eq!(opened["record"], over["record"], "it can be opened by its name");
    for missing in ["", "nothing-0", "../secret", "a/b"] {
        assert_eq!(client.ask(json!({"do": "archived", "game": missing}))["code"], "unknown");
    }
    assert!(server.page(&format!("/game/{table}-0")).contains("<script type=\"module\""));
    client.send(&json!({"do": "rematch"}));
    let again = client.expect("table");
    assert_eq!((again["phase"].as_str(), again["number"].as_u64()), (Some("deploying"), Some(1)));
    assert_eq!(
        again["deployment"].as_str(),
        Some(offered.as_str()),
        "people keep their deployment"
    );
}

#[test]
fn the_clock_skips_and_a_draw_takes_two() {
    let server = Server::start(&[]);
    let mut client = server.client();
    let settings =
        json!({"mode": "1v1", "clock": 5, "first": "S", "seats": {"S": "human", "N": "human"}});
    let table = client.create(settings);
    let (mut south, mut north) = (server.client(), server.client());
    south.sit(&table, 'S');
    north.sit(&table, 'N');
    for client in [&mut south, &mut north] {
        let offered = client.expect("table")["deployment"].clone();
        client.send(&json!({"do": "deploy", "deployment": offered}));
    }
    let event = south.expect("event");
    assert_eq!((event["act"].as_str(), event["turn"].as_str()), (Some("timeout"), Some("N")));
    north.send(&json!({"do": "draw"}));
    assert_eq!(south.expect("offers")["draw"], json!(["N"]));
    south.send(&json!({"do": "refuse"}));
    assert_eq!(south.expect("offers")["draw"], json!([]));
    north.send(&json!({"do": "draw"}));
    south.send(&json!({"do": "draw"}));
    let over = north.expect("over");
    assert_eq!(
        (&over["result"]["why"], &over["result"]["winners"]),
        (&json!("agreement"), &json!([]))
    );
}
