//! The server: what it serves and refuses, whole games over sockets, and that no seat learns from its
//! bytes what it cannot know.

mod support;

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use junqi::belief::{Belief, Observation, Prior, Visibility};
use junqi::board::{ARM_POINTS, Board, Seat};
use junqi::format::{History, Record, event_text, write_jql};
use junqi::random;
use junqi::rules::{Act, Deployment, Event, Mode, Rules, World};
use rand::RngExt;
use rand::seq::IndexedRandom;
use serde_json::{Value, json};
use std::path::Path;
use std::time::Duration;
use support::socket::{Client, Server};

#[test]
fn pages_come_from_inside_with_headers_that_keep_others_out() {
    let server = Server::start(&[]);
    let page = server.page("/");
    assert!(page.starts_with("HTTP/1.1 200"), "{page}");
    let policy =
        "content-security-policy: default-src 'none'; script-src 'self'; style-src 'self';";
    assert!(page.contains(policy) && !page.contains("unsafe-inline"), "{page}");
    assert!(page.contains("nosniff") && page.contains("<script type=\"module\" src="));
    assert!(!page.contains("<style") && !page.contains(" style=") && !page.contains(" onclick="));
    let board = server.page("/board.json");
    let body = board.split_once("\r\n\r\n").unwrap().1;
    let board: Value = serde_json::from_str(body).unwrap();
    let count = |what: &str| board[what].as_array().unwrap().len();
    assert_eq!((count("cells"), count("curves"), count("kinds"), count("camps")), (129, 4, 12, 5));
    for missing in
        ["/nothing", "/../Cargo.toml", "/js/", "/index.htm", "/js/%2e%2e/%2e%2e/Cargo.toml"]
    {
        assert!(server.page(missing).starts_with("HTTP/1.1 404"), "{missing}");
    }
    let foreign = server.get("/", "Host: evil.example\r\n");
    assert!(foreign.starts_with("HTTP/1.1 403"), "{foreign}");
}

#[test]
fn sockets_of_other_sites_are_refused() {
    let server = Server::start(&[]);
    assert!(server.knock(Some(&format!("http://{}", server.address))).is_ok());
    for foreign in ["http://evil.example", "null", "http://127.0.0.1"] {
        assert!(server.knock(Some(foreign)).is_err(), "{foreign}");
    }
}

#[test]
fn whatever_is_wrong_is_answered_and_changes_nothing() {
    let server = Server::start(&[]);
    let mut client = server.client();
    for (message, code) in [
        (json!({"do": "fly"}), "malformed"),
        (json!({"do": "create", "colour": "red"}), "malformed"),
        (json!({"do": "create", "seats": {"E": "cmd=sh -c evil"}}), "illegal"),
        (json!({"do": "create", "seats": {"E": "pimc:threads=64"}}), "illegal"),
        (json!({"do": "create", "seats": {"E": "pimc:table=4096"}}), "illegal"),
        (json!({"do": "create", "mode": "1v1", "seats": {"E": "human"}}), "illegal"),
        (json!({"do": "create", "clock": 1}), "illegal"),
        (json!({"do": "sit", "table": "nowhere", "seat": "S"}), "unknown"),
        (json!({"do": "move", "at": 0, "move": "a1-a2"}), "refused"),
        (json!({"do": "belief", "of": "file", "at": 0, "seat": "S"}), "unknown"),
        (json!({"do": "belief", "of": "table", "at": 0, "seat": "S"}), "unknown"),
        (json!({"do": "open", "name": "x.jgs", "base64": "AAAA"}), "malformed"),
        (json!({"do": "open", "name": "x.jsonl", "text": "{}"}), "malformed"),
        (json!({"do": "check", "rows": "abc"}), "illegal"),
    ] {
        let answer = client.ask(message.clone());
        assert_eq!(
            (&answer["is"], &answer["code"]),
            (&json!("error"), &json!(code)),
            "{message}: {answer}"
        );
        assert!(answer["text"].as_str().is_some_and(|text| text.len() > 10), "{answer}");
    }
    let table = client.create(json!({"seats": {"S": "human"}}));
    client.sit(&table, 'S');
    for (message, code) in [
        (json!({"do": "sit", "table": table, "seat": "S"}), "taken"),
        (json!({"do": "sit", "table": table, "seat": "E"}), "taken"),
        (json!({"do": "return", "table": table, "token": "guessed"}), "token"),
        (json!({"do": "deploy", "deployment": "aaaaa a.a.a aa.aa a.a.a aaaaa aaaaa"}), "illegal"),
        (json!({"do": "move", "at": 0, "move": "g6-g7"}), "turn"),
        (json!({"do": "resign"}), "turn"),
        (json!({"do": "rematch"}), "turn"),
        (json!({"do": "think", "of": "table", "at": 0, "seat": "S"}), "turn"),
    ] {
        let answer = client.ask(message.clone());
        assert_eq!(
            (&answer["is"], &answer["code"]),
            (&json!("error"), &json!(code)),
            "{message}: {answer}"
        );
    }
}

#[test]
fn a_client_that_talks_too_much_is_told_so() {
    let server = Server::start(&[]);
    let mut client = server.client();
    for _ in 0..100 {
        client.send(&json!({"do": "lobby"}));
    }
    let answers: Vec<Value> = (0..100).map(|_| client.next().unwrap()).collect();
    let refused = answers.iter().filter(|answer| answer["code"] == "limit").count();
    assert!((20..=45).contains(&refused), "{refused}");
    client.send_text(&"x".repeat(2 << 20));
    assert!(client.next().is_none(), "a message of 2 MiB ends the connection");
    assert_eq!(server.client().ask(json!({"do": "lobby"}))["is"], "lobby");
}

#[test]
fn noise_never_ends_the_server() {
    let server = Server::start(&[]);
    let seed = 1;
    let mut rng = random::stream(seed, &[]);
    let good = [
        r#"{"do":"create","id":1,"mode":"1v1","seats":{"S":"human","N":"random"}}"#,
        r#"{"do":"open","id":2,"name":"a.jsonl","text":"{\"version\":\"0\"}"}"#,
        r#"{"do":"open","id":2,"name":"a.jgs","base64":"AAECAwQFBgc="}"#,
        r#"{"do":"check","id":3,"rows":"dfcei a.x.b ih.gd e.x.c hmifg mqmhg"}"#,
        r#"{"do":"think","id":4,"of":"file","at":1,"seat":"S","engine":"pimc","time":20}"#,
        r#"{"do":"layout","id":5,"name":"x.txt","text":"name: x\nd c e g f"}"#,
    ];
    for round in 0..40 {
        let mut client = server.client();
        for _ in 0..40 {
            let mut text: Vec<char> = good.choose(&mut rng).unwrap().chars().collect();
            for _ in 0..rng.random_range(0..6) {
                let at = rng.random_range(0..text.len());
                text[at] =
                    *['"', '{', ':', '9', '界', '\\', '\u{0}', 'x'].choose(&mut rng).unwrap();
            }
            client.send_text(&text.into_iter().collect::<String>());
        }
        client.send(&json!({"do": "lobby", "id": 99}));
        let last = std::iter::from_fn(|| client.next()).find(|answer| answer["re"] == 99);
        assert!(last.is_some(), "seed {seed}, round {round}: no answer after noise");
    }
    server.client();
}

/// A random game: its deployments, its start, and its events.
fn random_game(seed: u64, mode: Mode, plies: u32) -> (World, Vec<Event>) {
    let mut rng = random::stream(seed, &[]);
    let rules = Rules::default().with_mode(mode);
    let deployments =
        Seat::ALL.map(|seat| rules.seats().contains(seat).then(|| Deployment::sample(&mut rng)));
    let start = World::start(Board::siguo(), rules, &deployments, Seat::South).unwrap();
    let (mut world, mut events) = (start.clone(), vec![]);
    while world.outcome().is_none() && world.ply() < plies {
        let moves: Vec<_> = world.moves().collect();
        // Fights tell more.
        let fights: Vec<_> = world.fights().collect();
        let mv = if rng.random_bool(0.5) { fights.choose(&mut rng) } else { None };
        let mv = *mv.or(moves.choose(&mut rng)).unwrap();
        events.push(world.play(mv).unwrap());
    }
    (start, events)
}

fn deployment(start: &World, seat: Seat) -> Deployment {
    let arm = start.board().arm(seat).unwrap();
    let kind = |i: usize| start.piece_at(arm[i]).map(|piece| start.kind(piece));
    Deployment::new(std::array::from_fn::<_, ARM_POINTS, _>(kind)).unwrap()
}

/// Four people play a game over sockets as it was played; who they are, then the table's name.
fn play_over_sockets(
    server: &Server,
    start: &World,
    events: &[Event],
) -> (Vec<(Seat, Client)>, String) {
    let rules = *start.rules();
    let seats: serde_json::Map<String, Value> =
        rules.seats().iter().map(|seat| (seat.to_string(), "human".into())).collect();
    let settings = json!({"mode": rules.mode, "seats": seats, "first": start.turn()});
    let table = server.client().create(settings);
    let mut clients: Vec<(Seat, Client)> =
        rules.seats().iter().map(|seat| (seat, server.client())).collect();
    for (seat, client) in &mut clients {
        client.sit(&table, seat.letter());
    }
    for (seat, client) in &mut clients {
        let rows = deployment(start, *seat).to_string();
        client.send(&json!({"do": "deploy", "deployment": rows}));
        // Everybody hears of one before the next: the order is ours, not chance's.
        client.expect("seats");
    }
    for (at, event) in events.iter().enumerate() {
        for (seat, client) in &mut clients {
            // The state at the start, then event after event.
            let told = client.expect(if at == 0 { "table" } else { "event" });
            let game = if at == 0 { &told["game"] } else { &told };
            assert_eq!(game["moves"].is_object(), *seat == event.seat, "{told}");
        }
        let (_, mover) = clients.iter_mut().find(|(seat, _)| *seat == event.seat).unwrap();
        let Act::Move(mv, _) = event.act else { unreachable!("only moves") };
        mover.send(&json!({"do": "move", "at": at, "move": mv.text(start.board())}));
    }
    for (_, client) in &mut clients {
        let last = client.expect("event");
        assert_eq!(last["text"], event_text(events.last().unwrap(), start.board()));
    }
    (clients, table)
}

/// What a seat was told in a game: all bytes, but for what names the table and proves the seat.
fn bytes_told(start: &World, events: &[Event], seat: Seat) -> Vec<String> {
    let server = Server::start(&["--seed", "1"]);
    let (mut clients, table) = play_over_sockets(&server, start, events);
    let client = &mut clients.iter_mut().find(|(own, _)| *own == seat).unwrap().1;
    let clean = |text: &String| {
        let mut value: Value = serde_json::from_str(text).unwrap();
        if value["is"] == "seated" {
            value["token"] = "secret".into();
        }
        if value["is"] == "seated" || value["is"] == "table" {
            value["table"] = "name".into();
            return value.to_string();
        }
        text.replace(&table, "name")
    };
    client.bytes.iter().filter(|text| !text.contains(r#""is":"seats""#)).map(clean).collect()
}

/// In all worlds that look the same to a seat, it is sent the same bytes, until the cards are opened.
#[test]
fn a_seat_is_sent_the_same_in_all_worlds_that_look_the_same_to_it() {
    for (seed, mode) in [(1, Mode::Two), (2, Mode::Two), (3, Mode::One)] {
        let (start, events) = random_game(seed, mode, 60);
        for seat in [Seat::South, Seat::North] {
            let seen = Observation::new(&start, seat, Visibility::FourDark);
            let mut belief = Belief::new(&seen.view(), Prior::uniform().into()).unwrap();
            for event in &events {
                belief.learn(event);
            }
            let posterior = belief.posterior(seed);
            let mut rng = random::stream(seed, &[9]);
            let told = bytes_told(&start, &events, seat);
            assert!(told.len() > events.len(), "it was told of every event");
            let (mut others, mut different) = (0, 0);
            for _ in 0..4 {
                let kinds = posterior.sample(&mut rng).unwrap();
                let other = seen.world_with(&kinds);
                let mut world = other.clone();
                let made: Vec<Event> = events
                    .iter()
                    .map(|event| {
                        let Act::Move(mv, _) = event.act else { unreachable!("only moves") };
                        world.play(mv).expect("legal in a world that explains the game")
                    })
                    .collect();
                assert_eq!(made, events, "the world explains the game");
                let enemy = if mode == Mode::Two { Seat::East } else { seat.opposite() };
                different += u32::from(deployment(&other, enemy) != deployment(&start, enemy));
                others += 1;
                let again = bytes_told(&other, &events, seat);
                for (again, told) in again.iter().zip(&told) {
                    assert_eq!(again, told, "seed {seed}, seat {seat}");
                }
                assert_eq!(again.len(), told.len(), "seed {seed}, seat {seat}");
            }
            assert!(different >= others - 1, "the worlds are others");
        }
        let truth = |seat| deployment(&start, seat).to_string();
        let told = bytes_told(&start, &events, Seat::South).join("\n");
        let ended = told.find(r#""is":"over""#).unwrap_or(told.len());
        let (before, own) = (&told[..ended], truth(Seat::South));
        assert!(before.contains(&own), "it knows its own");
        for seat in start.rules().seats().iter().filter(|&seat| seat != Seat::South) {
            assert!(!before.contains(&truth(seat)), "{seat}'s deployment was told");
        }
        let table: Value = told
            .lines()
            .map(|line| serde_json::from_str::<Value>(line).unwrap())
            .find(|m| m["game"].is_object())
            .unwrap();
        for piece in table["game"]["pieces"].as_array().unwrap() {
            assert_eq!(piece[1] == "S", !piece[2].is_null(), "{piece}");
        }
    }
}

#[test]
fn onlookers_see_no_kinds_and_late_and_everything_after_the_end() {
    let server = Server::start(&[]);
    let (start, events) = random_game(5, Mode::One, 30);
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
    let record: Record = serde_json::from_str(over["record"].as_str().unwrap()).unwrap();
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

#[test]
fn a_game_is_studied_through_the_eyes_of_a_seat() {
    let server = Server::start(&[]);
    let (start, events) = random_game(8, Mode::One, 40);
    let (mut clients, _) = play_over_sockets(&server, &start, &events);
    let turn = events.len() % 2;
    let (seat, client) = &mut clients[turn];
    let moment = |what: &str| json!({"do": what, "of": "table", "at": events.len(), "seat": seat});
    let belief = client.ask(moment("belief"));
    let pieces = belief["pieces"].as_array().unwrap();
    assert!(belief["bits"].as_f64().unwrap() > 1.0 && !pieces.is_empty());
    for piece in pieces {
        let all: f64 = piece["p"].as_object().unwrap().values().map(|p| p.as_f64().unwrap()).sum();
        assert!((all - 1.0).abs() < 0.01, "{piece}");
    }
    let terms = client.ask(moment("terms"));
    let products =
        terms["terms"].as_array().unwrap().iter().map(|term| term["product"].as_f64().unwrap());
    assert!((products.sum::<f64>() - terms["total"].as_f64().unwrap()).abs() < 1.5, "{terms}");
    let mut think = moment("think");
    (think["time"], think["engine"]) = (200.into(), "pimc".into());
    let mut thought = client.ask(think.clone());
    while thought["done"] == false {
        thought = client.expect("thought");
    }
    let best = &thought["moves"][0];
    assert!((0.0..=1.0).contains(&best["win"].as_f64().unwrap()), "{thought}");
    assert_eq!(best["move"], best["line"][0]);
    let other = seat.opposite();
    let mut graph = client.ask(json!({"do": "graph", "of": "table", "seat": seat}));
    let mut points = graph["points"].as_array().unwrap().len();
    while graph["done"] == false {
        graph = client.expect("graph");
        points += graph["points"].as_array().unwrap().len();
    }
    assert_eq!(points, events.len() + 1);
    let refused = client.ask(json!({"do": "belief", "of": "table", "at": 0, "seat": other}));
    assert_eq!(refused["code"], "refused", "the other's eyes are its own");
    // The same game from a file, where all cards are open and any eyes may be taken.
    let deployments = Seat::ALL.map(|seat| {
        start.rules().seats().contains(seat).then(|| deployment(&start, seat).to_string())
    });
    let record = Record {
        version: "test".into(),
        game: 0,
        seed: 0,
        board: "siguo".into(),
        rules: *start.rules(),
        visibility: Visibility::FourDark,
        seats: [const { None }; 4],
        first: 'S',
        deployments,
        start: None,
        events: Record::events_text(&events, start.board()),
        result: junqi::format::GameResult::of(None, start.rules()),
        plies: events.len() as u32,
        nodes: [None; 4],
        values: None,
    };
    let opened = client.ask(json!({"do": "open", "name": "game.jsonl", "text": record.line()}));
    assert_eq!(opened["events"].as_array().unwrap().len(), events.len(), "{opened}");
    assert!(opened["pieces"].as_array().unwrap().iter().all(|piece| !piece[2].is_null()));
    for eyes in [*seat, other] {
        let moment = json!({"do": "belief", "of": "file", "at": events.len(), "seat": eyes});
        let again = client.ask(moment);
        assert_eq!(again["pieces"] == belief["pieces"], eyes == *seat, "{again}");
    }
}

#[test]
fn files_of_every_form_are_opened() {
    let server = Server::start(&[]);
    let mut client = server.client();
    let rows = "dfcei a.x.b ih.gd e.x.c hmifg mqmhg";
    let coded = |bytes: &[u8]| BASE64_STANDARD.encode(bytes);
    let army: Deployment = deployment(&random_game(9, Mode::One, 0).0, Seat::South);
    let jql = json!({"do": "layout", "name": "Mine.jql", "base64": coded(&write_jql(&army))});
    let told = client.ask(jql);
    assert_eq!(told["list"], json!([{"name": "Mine", "about": "", "rows": army.to_string()}]));
    let drawn =
        format!("name: One\n{}\n\nname: Bad\n{}", rows.replace(' ', "\n"), "qqqqq\n".repeat(6));
    let told = client.ask(json!({"do": "layout", "name": "two.txt", "text": drawn}));
    assert_eq!((&told["list"][0]["rows"], &told["list"][0]["name"]), (&json!(rows), &json!("One")));
    assert!(told["list"][1]["rows"].is_null() && told["list"][1]["faults"][0].is_string());
    let checked = client.ask(json!({"do": "check", "rows": rows}));
    let again = client.ask(json!({"do": "check", "rows": checked["chinese"]}));
    assert_eq!((&again["rows"], &checked["faults"]), (&json!(rows), &json!([])));
    // A history as East saw it: only East's eyes will do.
    let (start, events) = random_game(9, Mode::Two, 20);
    let view = Observation::new(&start, Seat::East, Visibility::FourDark).view();
    let history = History { start: view, events }.to_string();
    let opened = client.ask(json!({"do": "open", "name": "east.txt", "text": history}));
    assert_eq!((opened["events"].as_array().unwrap().len(), &opened["record"]), (20, &Value::Null));
    let known = opened["pieces"].as_array().unwrap().iter().filter(|piece| !piece[2].is_null());
    assert!(known.clone().count() == 25 && known.clone().all(|piece| piece[1] == "E"));
    for (seat, is) in [("E", "belief"), ("S", "error")] {
        let told = client.ask(json!({"do": "belief", "of": "file", "at": 20, "seat": seat}));
        assert_eq!(told["is"], is, "{told}");
    }
}

#[test]
fn a_seat_comes_back_to_all_it_had() {
    let server = Server::start(&[]);
    let (start, events) = random_game(6, Mode::One, 12);
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
            // Every time it comes from another connection, and is told all.
            south = server.client();
            south.send(&json!({"do": "return", "table": table, "token": token}));
            let told = south.expect("table");
            let known: Vec<&str> = told["game"]["events"]
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
    let mut told = client.expect("table");
    let file = folder.path().join(format!("{table}-0.jsonl"));
    let mut rng = random::stream(1, &[]);
    let mut events = 0;
    let over = loop {
        if told["is"] == "over" {
            break told;
        }
        let game = if told["is"] == "table" { &told["game"] } else { &told };
        if let Some(moves) = game["moves"].as_object() {
            let moves: Vec<_> = moves.iter().collect();
            let (from, to) = moves.choose(&mut rng).unwrap();
            let to = to.as_array().unwrap().choose(&mut rng).unwrap().as_str().unwrap();
            client.send(&json!({"do": "move", "at": events, "move": format!("{from}-{to}")}));
        }
        told = loop {
            let message = client.next().unwrap();
            if message["is"] == "event" || message["is"] == "over" {
                break message;
            }
        };
        events += usize::from(told["is"] == "event");
        if events == 1 {
            let line = read_soon(&file);
            let record: Record = serde_json::from_str(&line).unwrap();
            assert_eq!(record.result.why, "unfinished", "it is kept as it is played");
        }
    };
    let line = std::fs::read_to_string(file).unwrap();
    assert_eq!(line.trim(), over["record"].as_str().unwrap());
    let record: Record = serde_json::from_str(&line).unwrap();
    record.replay(Board::siguo(), |_, _| ()).unwrap();
    assert_eq!(record.events(Board::siguo()).unwrap().len(), events);
    assert_eq!(record.seats[2].as_deref(), Some("greedy"));
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

/// Every request that the page of the protocol shows is one that is understood.
#[test]
fn the_messages_of_the_page_are_understood() {
    let server = Server::start(&[]);
    let page = include_str!("../docs/SERVER.md");
    let mut shown = 0;
    for (at, _) in page.match_indices(r#"{"do":"#) {
        let mut values = serde_json::Deserializer::from_str(&page[at..]).into_iter::<Value>();
        let message = values.next().unwrap().unwrap();
        let mut client = server.client();
        client.send(&message);
        client.send(&json!({"do": "lobby", "id": 1000}));
        let answers =
            std::iter::from_fn(|| client.next()).take_while(|answer| answer["re"] != 1000);
        for answer in answers.filter(|answer| answer["code"] == "malformed") {
            let text = answer["text"].as_str().unwrap();
            let known = !text.contains("field") && !text.contains("variant");
            assert!(known, "{message}: {answer}");
        }
        shown += 1;
    }
    assert!(shown > 20, "{shown}");
}
