//! What people at a table can do besides moving: signals, help by agreement, takebacks, and coming back
//! after the server was restarted.

use crate::support::socket::{Client, Server};
use crate::support::table::{play_over_sockets, random_game};
use junqi::game::board::Seat;
use junqi::game::rules::Mode;
use serde_json::{Value, json};
use std::path::Path;
use std::time::Duration;

/// Two people who begin a game; their tokens.
fn two_people(server: &Server, settings: Value) -> (String, [Client; 2], [String; 2]) {
    let table = server.client().create(settings);
    let mut clients = [server.client(), server.client()];
    let tokens = ['S', 'N'].map(|seat| clients[usize::from(seat == 'N')].sit(&table, seat));
    for client in &mut clients {
        let offered = client.expect("table")["deployment"].clone();
        client.send(&json!({"do": "deploy", "deployment": offered}));
    }
    (table, clients, tokens)
}

/// The first legal move of a state or an event, as a request.
fn first_move(at: usize, message: &Value) -> Value {
    let game = if message["game"].is_object() { &message["game"] } else { message };
    let (from, to) = game["moves"].as_object().expect("its turn").iter().next().unwrap();
    json!({"do": "move", "at": at, "move": format!("{from}-{}", to[0].as_str().unwrap())})
}

/// All that a client was sent up to now.
fn so_far(client: &mut Client) -> Vec<String> {
    client.send(&json!({"do": "lobby", "id": 77}));
    while client.next().expect("an answer")["re"] != 77 {}
    client.bytes.clone()
}

#[test]
fn signals_reach_the_partner_and_nobody_else() {
    let server = Server::start(&[]);
    let (start, events) = random_game(8, Mode::FourPlayer, 12);
    let (mut clients, _) = play_over_sockets(&server, &start, &events);
    let mut of = |seat: Seat| clients.iter().position(|(own, _)| *own == seat).unwrap();
    let [south, east, north, west] = Seat::ALL.map(&mut of);
    let signal = json!({"do": "signal", "signal": "attack", "cell": "g12"});
    clients[south].1.send(&signal);
    let sent = clients[north].1.expect("signal");
    assert_eq!(
        sent,
        json!({"is": "signal", "seat": "S", "signal": "attack", "cell": "g12", "at": 12})
    );
    assert_eq!(clients[south].1.expect("signal"), sent, "the sender sees it as well");
    assert_eq!(clients[south].1.ask(signal)["code"], "limit", "one in two seconds");
    let nowhere = json!({"do": "signal", "signal": "defend", "cell": "a1"});
    assert_eq!(clients[north].1.ask(nowhere)["code"], "illegal");
    for enemy in [east, west] {
        let bytes = so_far(&mut clients[enemy].1);
        assert!(bytes.iter().all(|text| !text.contains("attack")), "{bytes:?}");
    }
    clients[south].1.send(&json!({"do": "resign"}));
    clients[north].1.send(&json!({"do": "resign"}));
    let over = clients[east].1.expect("over");
    assert_eq!(over["signals"][0]["signal"], "attack", "afterwards they are open: {over}");
    let record: Value = serde_json::from_str(over["record"].as_str().unwrap()).unwrap();
    assert_eq!(record["signals"], over["signals"], "the record has them");
    let file = json!({"do": "open", "name": "game.jsonl", "text": over["record"]});
    assert_eq!(server.client().ask(file)["signals"], over["signals"]);
}

/// Chat is for the seats: in plain text, seldom, and for onlookers only once the game is over.
#[test]
fn chat_is_for_the_seats_of_a_table_that_has_it() {
    let server = Server::start(&[]);
    let settings = json!({"mode": "1v1", "first": "S", "chat": true,
                          "seats": {"S": "human", "N": "human"}});
    let (table, [mut south, mut north], _) = two_people(&server, settings.clone());
    let state = south.expect("table");
    assert_eq!((&state["chat_offered"], &state["chat"]), (&json!(true), &json!([])));
    let mut onlooker = server.client();
    onlooker.send(&json!({"do": "watch", "table": table}));
    onlooker.expect("table");
    let say = |text: &str| json!({"do": "chat", "text": text});
    south.send(&say(&format!(" <b>hi\u{202e}\n{}", "x".repeat(300))));
    let message = north.expect("chat");
    assert_eq!(
        message["text"],
        format!("<b>hi{}", "x".repeat(194)),
        "plain text of 200 characters"
    );
    assert_eq!((&message["seat"], &message["at"]), (&json!("S"), &json!(0)));
    assert_eq!(south.expect("chat"), message);
    assert_eq!(south.ask(say("again"))["code"], "limit");
    assert_eq!(north.ask(say(" \n"))["code"], "illegal");
    assert_eq!(onlooker.ask(say("me too"))["code"], "refused");
    assert!(so_far(&mut onlooker).iter().all(|text| !text.contains("<b>hi")));
    let mut late = server.client();
    late.send(&json!({"do": "watch", "table": table}));
    assert_eq!(late.expect("table")["chat"], json!([]));
    south.send(&json!({"do": "resign"}));
    let over = onlooker.expect("over");
    assert_eq!(over["chat"][0]["text"], message["text"], "it is part of the finished game");
    let record: Value = serde_json::from_str(over["record"].as_str().unwrap()).unwrap();
    assert_eq!(record["chat"], over["chat"]);
    let silent = json!({"mode": "1v1", "seats": {"S": "human", "N": "human"}});
    let (_, [mut south, _north], _) = two_people(&server, silent);
    assert_eq!(south.expect("table")["chat_offered"], false);
    assert_eq!(south.ask(say("hello"))["code"], "refused", "chat is off by default");
}

#[test]
fn a_game_clock_runs_for_people_gets_its_increment_and_ends_the_game() {
    let folder = tempfile::tempdir().unwrap();
    let options = ["--games", folder.path().to_str().unwrap()];
    let server = Server::start(&options);
    let wrong = json!({"do": "create", "game_clock": 10});
    assert_eq!(server.client().ask(wrong)["code"], "illegal");
    let settings = json!({"mode": "1v1", "first": "S", "game_clock": 30, "increment": 2,
                          "seats": {"S": "human", "N": "human"}});
    let (table, [mut south, _north], tokens) = two_people(&server, settings);
    let state = south.expect("table");
    assert_eq!(state["game_clock"], json!({"time": 30, "increment": 2}));
    assert_eq!(state["game"]["clocks"], json!({"S": 30, "N": 30}));
    std::thread::sleep(Duration::from_millis(3200));
    south.send(&first_move(0, &state));
    let event = south.expect("event");
    assert_eq!(event["clocks"], json!({"S": 29, "N": 30}), "3.2 s used, 2 s added");
    assert_eq!(event["left"], 30, "the other clock runs");
    let file = folder.path().join(format!("{table}.table.json"));
    wait_for(&file, event["text"].as_str().unwrap());
    drop(server);
    // A server that is started again goes on with the clocks; here North has a second left.
    let mut saved: Value = serde_json::from_str(&std::fs::read_to_string(&file).unwrap()).unwrap();
    assert!(saved["clocks"]["S"].as_u64().is_some_and(|left| (28_000..29_000).contains(&left)));
    saved["clocks"]["N"] = json!(1000);
    std::fs::write(&file, saved.to_string()).unwrap();
    let server = Server::start(&options);
    let mut south = server.client();
    south.send(&json!({"do": "return", "table": table, "token": tokens[0]}));
    let state = south.expect("table");
    assert_eq!(state["game"]["clocks"], json!({"S": 29, "N": 1}));
    let event = south.expect("event");
    assert_eq!((&event["act"], &event["out"]), (&json!("forfeit"), &json!([["N", "forfeit"]])));
    assert_eq!(south.expect("over")["result"]["winners"], json!(["S"]));
    let listed = south.ask(json!({"do": "finished", "mode": "1v1", "result": "S"}));
    assert_eq!(listed["games"][0]["game"], format!("{table}-0"), "{listed}");
    assert_eq!(south.ask(json!({"do": "finished", "result": "N"}))["games"], json!([]));
    drop(server);
    let again = Server::start(&options).client().ask(json!({"do": "finished", "player": "x"}));
    assert_eq!((&again["kept"], &again["games"]), (&json!(true), &json!([])));
}

#[test]
fn among_several_people_help_takes_the_agreement_of_all() {
    let server = Server::start(&[]);
    let settings = json!({"mode": "1v1", "first": "S", "seats": {"S": "human", "N": "human"}});
    let (_, [mut south, mut north], _) = two_people(&server, settings);
    let state = south.expect("table");
    assert_eq!((&state["help"], &state["help_offered"]), (&json!(false), &json!(true)));
    let belief = json!({"do": "belief", "of": "table", "at": 0, "seat": "S"});
    let agree = |client: &mut Client, seat: &str, agrees: bool| {
        client.send(&json!({"do": "help", "agrees": agrees}));
        while client.expect("seats")["seats"][seat]["agrees_to_help"] != agrees {}
    };
    assert_eq!(south.ask(belief.clone())["code"], "refused");
    agree(&mut south, "S", true);
    assert_eq!(south.ask(belief.clone())["code"], "refused", "one of two is not enough");
    agree(&mut north, "N", true);
    assert_eq!(south.ask(belief.clone())["is"], "belief");
    agree(&mut north, "N", false);
    assert_eq!(south.ask(belief)["code"], "refused");
    let alone = json!({"mode": "1v1", "first": "S", "seats": {"S": "human", "N": "greedy"}});
    let mut client = server.client();
    let table = client.create(alone);
    client.sit(&table, 'S');
    assert_eq!(client.expect("table")["help"], true, "against engines it is free");
}

#[test]
fn a_move_is_taken_back_against_engines_only() {
    let server = Server::start(&[]);
    let settings = json!({
        "mode": "1v1", "first": "S", "pace": 0, "chat": true, "seats": {"S": "human", "N": "greedy"},
    });
    let mut client = server.client();
    let table = client.create(settings);
    client.sit(&table, 'S');
    let offered = client.expect("table")["deployment"].clone();
    client.send(&json!({"do": "deploy", "deployment": offered}));
    let state = client.expect("table");
    client.send(&first_move(0, &state));
    client.expect("event");
    let answer = client.expect("event");
    assert_eq!(answer["turn"], "S");
    client.send(&json!({"do": "chat", "text": "oh"}));
    assert_eq!(client.expect("chat")["at"], 2);
    client.send(&json!({"do": "take_back"}));
    let back = client.expect("table");
    assert_eq!(back["game"]["events"], json!([]));
    assert_eq!(back["chat"], json!([{"seat": "S", "text": "oh", "at": 0}]));
    assert_eq!(back["game"]["moves"], state["game"]["moves"]);
    client.send(&first_move(0, &back));
    assert_eq!(client.expect("event")["seat"], "S");
    assert_eq!(client.expect("event")["seat"], "N", "the engine follows");
    std::thread::sleep(Duration::from_millis(2500));
    client.send(&json!({"do": "take_back"}));
    assert_eq!(client.expect("table")["game"]["left"], 30, "the clock begins anew");
    let settings = json!({"mode": "1v1", "first": "S", "seats": {"S": "human", "N": "human"}});
    let (_, [mut south, _north], _) = two_people(&server, settings);
    south.expect("table");
    assert_eq!(south.ask(json!({"do": "take_back"}))["code"], "refused");
}

#[test]
fn a_refused_request_leaves_the_client_at_its_table() {
    let server = Server::start(&[]);
    let settings = json!({"mode": "1v1", "seats": {"S": "human", "N": "greedy"}});
    let (mut client, mut other) = (server.client(), server.client());
    let tables = [client.create(settings.clone()), other.create(settings)];
    client.sit(&tables[0], 'S');
    client.expect("table");
    other.sit(&tables[1], 'S');
    other.expect("table");
    let sit = json!({"do": "sit", "table": tables[1], "seat": "S"});
    assert_eq!(client.ask(sit)["is"], "error", "the seat is taken");
    assert_eq!(client.ask(json!({"do": "rematch"}))["text"], "The game is not over.");
}

/// Waits until a file has a text.
fn wait_for(file: &Path, part: &str) {
    for _ in 0..200 {
        if std::fs::read_to_string(file).is_ok_and(|text| text.contains(part)) {
            return;
        }
        std::thread::sleep(Duration::from_millis(50));
    }
    panic!("{} does not have {part} after ten seconds", file.display());
}

#[test]
fn a_restarted_server_resumes_its_tables() {
    let folder = tempfile::tempdir().unwrap();
    let options = ["--games", folder.path().to_str().unwrap()];
    let server = Server::start(&options);
    let settings = json!({
        "mode": "2v2", "first": "S", "pace": 0, "clock": 5, "open": false,
        "seats": {"S": "human", "E": "greedy", "N": "human", "W": "random"},
    });
    let (table, [mut south, mut north], tokens) = two_people(&server, settings);
    let state = south.expect("table");
    let first = first_move(0, &state);
    south.send(&first);
    north.expect("table");
    let (own, engine) = (north.expect("event"), north.expect("event"));
    assert_eq!((&own["seat"], &engine["seat"]), (&json!("S"), &json!("E")));
    let file = folder.path().join(format!("{table}.table.json"));
    wait_for(&file, engine["text"].as_str().unwrap());
    drop(server);
    // Longer than the clock: it stands still.
    std::thread::sleep(Duration::from_secs(6));
    let server = Server::start(&options);
    let mut lobby = server.client();
    let seats: Vec<Value> = [(&table, &tokens[0]), (&table, &"wrong".into())]
        .map(|(table, token)| json!({"table": table, "token": token}))
        .into();
    let held = lobby.ask(json!({"do": "held", "seats": seats}));
    assert_eq!(held["tables"].as_array().unwrap().len(), 1, "{held}");
    assert_eq!(
        (&held["tables"][0]["seat"], &held["tables"][0]["turn"]),
        (&json!("S"), &json!(false))
    );
    assert_eq!(lobby.ask(json!({"do": "lobby"}))["tables"], json!([]), "it is not listed");
    let mut north = server.client();
    north.send(&json!({"do": "return", "table": table, "token": tokens[1]}));
    let state = north.expect("table");
    let events = state["game"]["events"].as_array().unwrap();
    assert_eq!(events.len(), 2);
    assert_eq!((&events[0]["text"], &events[1]["text"]), (&own["text"], &engine["text"]));
    assert_eq!((&state["game"]["turn"], &state["game"]["left"]), (&json!("N"), &json!(5)));
    assert_eq!(state["game"]["slips"]["N"], 0);
    north.send(&first_move(2, &state));
    assert_eq!(north.expect("event")["seat"], "N");
    assert_eq!(north.expect("event")["seat"], "W", "the engines play on");
    north.send(&json!({"do": "resign"}));
    let mut south = server.client();
    south.send(&json!({"do": "return", "table": table, "token": tokens[0]}));
    south.expect("table");
    south.send(&json!({"do": "resign"}));
    south.expect("over");
    assert!(!file.exists(), "a finished game has nothing to resume");
}

/// Signals, chat and open offers are there again for whom they were meant.
#[test]
fn what_was_said_at_a_table_outlives_a_restart() {
    let folder = tempfile::tempdir().unwrap();
    let options = ["--games", folder.path().to_str().unwrap()];
    let server = Server::start(&options);
    let seats = json!({"S": "human", "E": "human", "N": "human", "W": "human"});
    let mut client = server.client();
    let table = client.create(json!({"first": "S", "chat": true, "clock": 300, "seats": seats}));
    let file = folder.path().join(format!("{table}.table.json"));
    let mut seated = Seat::ALL.map(|seat| {
        let mut client = server.client();
        let token = client.sit(&table, seat.letter());
        let own = client.expect("table")["deployment"].clone();
        (client, token, own)
    });
    let restart = |server: Server, seated: &mut [(Client, String, Value); 4]| {
        drop(server);
        let server = Server::start(&options);
        let states = seated.each_mut().map(|(client, token, _)| {
            *client = server.client();
            client.send(&json!({"do": "return", "table": table, "token": token}));
            client.expect("table")
        });
        (server, states)
    };
    seated[0].0.send(&json!({"do": "chat", "text": "before the game"}));
    wait_for(&file, "before the game");
    let (server, states) = restart(server, &mut seated);
    for state in states {
        assert_eq!(state["chat"][0]["text"], "before the game", "{state}");
    }
    for (client, _, own) in &mut seated {
        client.send(&json!({"do": "deploy", "deployment": own}));
    }
    for (client, ..) in &mut seated {
        client.expect("table");
    }
    seated[0].0.send(&json!({"do": "signal", "signal": "attack", "cell": "g12"}));
    seated[2].0.expect("signal");
    seated[1].0.send(&json!({"do": "draw"}));
    seated[2].0.expect("offers");
    wait_for(&file, r#""draw_offers":["E"]"#);
    let (_server, states) = restart(server, &mut seated);
    for (seat, state) in Seat::ALL.into_iter().zip(states) {
        let signals = state["signals"].as_array().unwrap();
        assert_eq!(signals.len(), usize::from(matches!(seat, Seat::South | Seat::North)), "{seat}");
        assert!(signals.iter().all(|signal| signal["signal"] == "attack" && signal["at"] == 0));
        assert_eq!(state["chat"][0]["text"], "before the game", "{state}");
        assert_eq!(state["offers"]["draw"], json!(["E"]), "{state}");
    }
}

#[cfg(unix)]
#[test]
fn a_server_that_is_asked_to_end_saves_the_last_move() {
    let folder = tempfile::tempdir().unwrap();
    let options = ["--games", folder.path().to_str().unwrap()];
    let server = Server::start(&options);
    let settings = json!({"mode": "1v1", "first": "S", "seats": {"S": "human", "N": "human"}});
    let (table, [mut south, _north], tokens) = two_people(&server, settings);
    let state = south.expect("table");
    south.send(&first_move(0, &state));
    let event = south.expect("event");
    let status = server.terminate();
    assert!(status.success(), "{status}");
    let server = Server::start(&options);
    let mut south = server.client();
    south.send(&json!({"do": "return", "table": table, "token": tokens[0]}));
    assert_eq!(south.expect("table")["game"]["events"][0]["text"], event["text"]);
}
