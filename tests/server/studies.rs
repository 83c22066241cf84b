//! Games studied over sockets: beliefs, terms, thoughts, graphs, and files of every form.

use crate::support::socket::{Client, Server};
use crate::support::table::{deployment, play_over_sockets, random_game};
use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use junqi::game::belief::{Observation, Visibility};
use junqi::game::board::Seat;
use junqi::game::format::{GameHistory, GameRecord, write_jql};
use junqi::game::rules::{Deployment, Mode};
use serde_json::{Value, json};

#[test]
fn a_game_is_studied_through_the_eyes_of_a_seat() {
    let server = Server::start(&[]);
    let (start, events) = random_game(8, Mode::TwoPlayer, 40);
    let (mut clients, _) = play_over_sockets(&server, &start, &events);
    let turn = events.len() % 2;
    let belief =
        json!({"do": "belief", "of": "table", "at": events.len(), "seat": clients[turn].0});
    assert_eq!(clients[turn].1.ask(belief)["code"], "refused", "two people, and nobody agreed");
    for (seat, client) in &mut clients {
        client.send(&json!({"do": "help", "agrees": true}));
        while client.expect("seats")["seats"][seat.to_string()]["agrees_to_help"] != true {}
    }
    let (seat, client) = &mut clients[turn];
    let request = |what: &str| json!({"do": what, "of": "table", "at": events.len(), "seat": seat});
    let belief = client.ask(request("belief"));
    let pieces = belief["pieces"].as_array().unwrap();
    assert!(belief["bits"].as_f64().unwrap() > 1.0 && !pieces.is_empty());
    for piece in pieces {
        let all: f64 = piece["p"].as_object().unwrap().values().map(|p| p.as_f64().unwrap()).sum();
        assert!((all - 1.0).abs() < 0.01, "{piece}");
    }
    let terms = client.ask(request("terms"));
    let products =
        terms["terms"].as_array().unwrap().iter().map(|term| term["product"].as_f64().unwrap());
    assert!((products.sum::<f64>() - terms["total"].as_f64().unwrap()).abs() < 1.5, "{terms}");
    let mut think = request("think");
    // Beside browsers on a loaded machine a short time can pass before any move was searched.
    (think["time"], think["engine"]) = (2000.into(), "pimc".into());
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
    let record = GameRecord {
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
        events: GameRecord::events_text(&events, start.board()),
        result: junqi::game::format::GameResult::of(None, start.rules()),
        plies: events.len() as u32,
        nodes: [None; 4],
        values: None,
        labels: None,
        signals: vec![],
        chat: vec![],
    };
    let opened = client.ask(json!({"do": "open", "name": "game.jsonl", "text": record.line()}));
    assert_eq!(opened["events"].as_array().unwrap().len(), events.len(), "{opened}");
    assert!(opened["pieces"].as_array().unwrap().iter().all(|piece| !piece[2].is_null()));
    for eyes in [*seat, other] {
        let request = json!({"do": "belief", "of": "file", "at": events.len(), "seat": eyes});
        let again = client.ask(request);
        assert_eq!(again["pieces"] == belief["pieces"], eyes == *seat, "{again}");
    }
    // A graph in two parts: what is known is not computed again.
    let known: Vec<usize> = (3..=events.len()).collect();
    client.send(&json!({"do": "graph", "of": "file", "seat": seat, "known": known}));
    let part = client.expect("graph");
    let plies: Vec<u64> =
        part["points"].as_array().unwrap().iter().map(|p| p["at"].as_u64().unwrap()).collect();
    assert_eq!(plies, [0, 1, 2]);
    let last = client.expect("graph");
    assert_eq!((&last["done"], &last["complete"]), (&json!(true), &json!(true)));
    variations(client, 5);
}

/// Moves made by hand from a position of the opened game.
fn variations(client: &mut Client, at: usize) {
    let mut vary = |moves: &[String]| client.ask(json!({"do": "vary", "at": at, "moves": moves}));
    let legal = |answer: &Value| -> String {
        let (from, to) = answer["moves"].as_object().unwrap().iter().next().expect("a move");
        format!("{from}-{}", to[0].as_str().unwrap())
    };
    let none = vary(&[]);
    assert_eq!((&none["is"], &none["events"]), (&json!("variation"), &json!([])), "{none}");
    let first = legal(&none);
    let second = legal(&vary(std::slice::from_ref(&first)));
    let line = vary(&[first.clone(), second]);
    assert_eq!(line["events"].as_array().unwrap().len(), 2);
    assert_eq!((&line["events"][0]["n"], &line["events"][1]["n"]), (&json!(6), &json!(7)));
    assert_eq!(vary(&["a1-a2".into()])["code"], "illegal");
    let again = vary(&[first.clone(), first]);
    assert_eq!(again["code"], "illegal", "a faulty variation changes nothing");
    let turn = line["events"][1]["seat"].clone();
    let ask = json!({"do": "belief", "of": "line", "at": 7, "seat": turn});
    assert_eq!(client.ask(ask)["at"], 7, "it is studied like the game");
}

#[test]
fn files_of_every_form_are_opened() {
    let server = Server::start(&[]);
    let mut client = server.client();
    let rows = "dfcei a.x.b ih.gd e.x.c hmifg mqmhg";
    let coded = |bytes: &[u8]| BASE64_STANDARD.encode(bytes);
    let army: Deployment = deployment(&random_game(9, Mode::TwoPlayer, 0).0, Seat::South);
    let jql = json!({"do": "layout", "name": "Mine.jql", "base64": coded(&write_jql(&army))});
    let answer = client.ask(jql);
    assert_eq!(answer["list"], json!([{"name": "Mine", "about": "", "rows": army.to_string()}]));
    let drawn =
        format!("name: One\n{}\n\nname: Bad\n{}", rows.replace(' ', "\n"), "qqqqq\n".repeat(6));
    let answer = client.ask(json!({"do": "layout", "name": "two.txt", "text": drawn}));
    assert_eq!(
        (&answer["list"][0]["rows"], &answer["list"][0]["name"]),
        (&json!(rows), &json!("One"))
    );
    assert!(answer["list"][1]["rows"].is_null() && answer["list"][1]["faults"][0].is_string());
    let checked = client.ask(json!({"do": "check", "rows": rows}));
    let again = client.ask(json!({"do": "check", "rows": checked["chinese"]}));
    assert_eq!((&again["rows"], &checked["faults"]), (&json!(rows), &json!([])));
    // A history as East saw it: only East's eyes will do.
    let (start, events) = random_game(9, Mode::FourPlayer, 20);
    let view = Observation::new(&start, Seat::East, Visibility::FourDark).view();
    let history = GameHistory { start: view, events }.to_string();
    let opened = client.ask(json!({"do": "open", "name": "east.txt", "text": history}));
    assert_eq!((opened["events"].as_array().unwrap().len(), &opened["record"]), (20, &Value::Null));
    let known = opened["pieces"].as_array().unwrap().iter().filter(|piece| !piece[2].is_null());
    assert!(known.clone().count() == 25 && known.clone().all(|piece| piece[1] == "E"));
    for (seat, is) in [("E", "belief"), ("S", "error")] {
        let answer = client.ask(json!({"do": "belief", "of": "file", "at": 20, "seat": seat}));
        assert_eq!(answer["is"], is, "{answer}");
    }
}
