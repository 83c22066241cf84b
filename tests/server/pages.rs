//! The server: what it serves, what it understands, and what it refuses.

use crate::support::socket::Server;
use junqi::base::random;
use rand::RngExt;
use rand::seq::IndexedRandom;
use serde_json::{Value, json};

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
    let count = |field: &str| board[field].as_array().unwrap().len();
    assert_eq!((count("cells"), count("curves"), count("kinds"), count("camps")), (129, 4, 12, 5));
    assert_eq!(board["rules"]["draw_quiet_plies"], 70);
    let terms = server.page("/terms.json");
    let terms: Value = serde_json::from_str(terms.split_once("\r\n\r\n").unwrap().1).unwrap();
    assert_eq!(terms["doors"], json!(["旗旁无子拦挡的通路", "open approaches to the flag"]));
    assert_eq!(terms["weak_rail"], json!(["小子 · 铁路", "weak · on rails"]));
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
        (json!({"do": "create", "rules": "draw_quiet_plies=0,max_plies=0"}), "illegal"),
        (json!({"do": "create", "rules": "draw_quiet_plies=1000"}), "illegal"),
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
fn a_client_above_the_rate_limit_gets_an_error() {
    let server = Server::start(&[]);
    let mut client = server.client();
    for _ in 0..200 {
        client.send(&json!({"do": "lobby"}));
    }
    let answers: Vec<Value> = (0..200).map(|_| client.next().unwrap()).collect();
    let refused = answers.iter().filter(|answer| answer["code"] == "limit").count();
    // Sixty at once; the rest as slowly as this machine sends them.
    assert!((1..=140).contains(&refused), "{refused}");
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

/// Every request that the page of the protocol shows is one that is understood.
#[test]
fn the_messages_of_the_page_are_understood() {
    let server = Server::start(&[]);
    let page = include_str!("../../docs/SERVER.md");
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
