//! Random commands of four members and two onlookers at one table: nothing that one of them receives shows a
//! piece that it may not know, and the server goes on.

use crate::support::asked;
use crate::support::socket::{Client, Server};
use junqi::base::random;
use junqi::game::board::Seat;
use rand::seq::IndexedRandom;
use rand::{Rng, RngExt};
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// Commands at each table.
const COMMANDS: u64 = 500;
/// A connection may send 60 messages at once: before that its person takes another.
const MOST_MESSAGES: u32 = 40;

/// One who is or was at the table.
struct Person {
    client: Client,
    token: Option<String>,
    messages: u32,
    /// What the last state said: the own seat, whether the game is over, the number of events, the legal moves.
    seat: Option<Seat>,
    over: bool,
    events: u64,
    moves: Vec<String>,
    /// The ids of studies of finished games; their answers may come after the next game began.
    afterwards: BTreeSet<u64>,
}

/// A table, and what its readers may not know.
struct Table<'a> {
    server: &'a Server,
    name: String,
    double_open: bool,
    /// The deployments of the game, that their owners have received so far.
    deployments: [Option<String>; 4],
    people: Vec<Person>,
    /// The seat to move, as the last message said.
    turn: Option<Seat>,
    /// Games that ended, moves that were made, commands that were refused.
    seen: [u64; 3],
}

fn legal(moves: &Value) -> Vec<String> {
    let from_each = |(from, to): (&String, &Value)| -> Vec<String> {
        let to = to.as_array().expect("a list").iter();
        to.map(|to| format!("{from}-{}", to.as_str().expect("a cell"))).collect()
    };
    moves.as_object().into_iter().flatten().flat_map(from_each).collect()
}

impl Person {
    fn new(server: &Server) -> Self {
        let client = server.client();
        let (token, moves, afterwards) = (None, vec![], BTreeSet::new());
        Self { client, token, messages: 0, seat: None, over: false, events: 0, moves, afterwards }
    }

    /// A command, most often one that makes sense.
    fn command(&mut self, table: &str, rng: &mut impl Rng) -> Value {
        let cell = |rng: &mut dyn Rng| {
            let column = char::from(b'a' + rng.random_range(0..18_u8));
            format!("{column}{}", rng.random_range(0..19))
        };
        let seat = *["S", "E", "N", "W", "X"].choose(rng).expect("not empty");
        if rng.random_bool(0.6) {
            return match self.moves.choose(rng) {
                Some(mv) => json!({"do": "move", "at": self.events, "move": mv}),
                None if self.over => json!({"do": "rematch"}),
                None => json!({"do": "deploy", "deployment": deployment(rng)}),
            };
        }
        match rng.random_range(0..18) {
            0 => json!({"do": "sit", "table": table, "seat": seat, "name": "\u{202e}x\n"}),
            1 => json!({"do": "return", "table": table, "token": self.token}),
            2 => json!({"do": "return", "table": table, "token": "0123"}),
            3 if self.token.is_none() => json!({"do": "watch", "table": table}),
            4 if self.token.is_none() => json!({"do": "leave"}),
            5 => json!({"do": "deploy", "deployment": "dfcei a.x.b"}),
            6 => {
                json!({"do": "move", "at": self.events, "move": format!("{}-{}", cell(rng), cell(rng))})
            }
            7 => json!({"do": "move", "at": rng.random_range(0..200), "move": self.moves.first()}),
            8 if rng.random_bool(0.5) => json!({"do": "resign"}),
            9 => json!({"do": (["draw", "refuse", "take_back", "rematch"].choose(rng))}),
            10 => json!({"do": "help", "agrees": (rng.random_bool(0.9))}),
            11 | 12 => json!({"do": "signal", "signal": "attack", "cell": cell(rng)}),
            13 => json!({"do": "chat", "text": "<b>hello</b>"}),
            14 | 15 => {
                let what = *["belief", "terms", "graph"].choose(rng).expect("not empty");
                let id = rng.random_range(1000..u64::from(u32::MAX));
                self.afterwards.extend(self.over.then_some(id));
                let at = rng.random_range(0..9);
                json!({"do": what, "id": id, "of": "table", "at": at, "seat": seat})
            }
            16 => json!({"do": "create", "seats": 5}),
            _ => json!({"do": seat, "move": {"at": cell(rng)}}),
        }
    }
}

/// A lawful deployment, as a client writes it.
fn deployment(rng: &mut impl Rng) -> String {
    junqi::game::rules::Deployment::sample(rng).to_string()
}

impl<'a> Table<'a> {
    fn open(server: &'a Server, double_open: bool) -> Self {
        let seats = json!({"S": "human", "E": "human", "N": "human", "W": "human"});
        let visibility = if double_open { "double-open" } else { "four-dark" };
        let settings = json!({"seats": seats, "visibility": visibility, "clock": 3600, "chat": true,
                              "rules": "draw_quiet_plies=30"});
        let name = server.client().create(settings);
        let mut people: Vec<Person> = (0..6).map(|_| Person::new(server)).collect();
        for (person, seat) in people.iter_mut().zip("SENW".chars()) {
            person.token = Some(person.client.sit(&name, seat));
        }
        for onlooker in &mut people[4..] {
            onlooker.client.send(&json!({"do": "watch", "table": name}));
        }
        let deployments = [const { None }; 4];
        Self { server, name, double_open, deployments, people, turn: None, seen: [0; 3] }
    }

    /// One sends a random command; it and all that it has received up to then is checked.
    fn step(&mut self, rng: &mut impl Rng) {
        // The one who is to move is the most active.
        let to_move =
            self.people.iter().position(|person| person.seat.is_some() && person.seat == self.turn);
        let number = to_move.filter(|_| rng.random_bool(0.5));
        let number = number.unwrap_or_else(|| rng.random_range(0..self.people.len()));
        self.receive(number);
        let person = &mut self.people[number];
        if person.messages >= MOST_MESSAGES || rng.random_bool(0.02) {
            (person.client, person.messages) = (self.server.client(), 0);
            let back = match &person.token {
                Some(token) => json!({"do": "return", "table": self.name, "token": token}),
                None => json!({"do": "watch", "table": self.name}),
            };
            person.client.send(&back);
        } else {
            let command = person.command(&self.name, rng);
            person.client.send(&command);
        }
        self.receive(number);
    }

    /// Reads and checks all that a person was sent up to the table's answer to a question of it.
    fn receive(&mut self, number: usize) {
        let person = &mut self.people[number];
        person.messages += 2;
        // The table answers in order, so that what it made of earlier commands is there.
        let asked = json!([{"table": self.name, "token": person.token.as_deref().unwrap_or("")}]);
        let held = person.client.ask(json!({"do": "held", "seats": asked}));
        assert_eq!(held["is"], "held", "{held}");
        for text in std::mem::take(&mut person.client.bytes) {
            let message: Value = serde_json::from_str(&text).expect("JSON");
            self.check(number, &text, &message);
        }
    }

    /// Whether a reader may know the pieces of a seat during the game.
    fn knows(&self, reader: Option<Seat>, seat: Seat) -> bool {
        reader.is_some_and(|own| own == seat || self.double_open && own.opposite() == seat)
    }

    fn check(&mut self, number: usize, text: &str, message: &Value) {
        let person = &mut self.people[number];
        let is = message["is"].as_str().expect("a type");
        let game = if is == "table" { &message["game"] } else { message };
        match is {
            "table" => {
                person.seat = message["you"].as_str().map(|seat| seat.parse().expect("a seat"));
                person.over = message["phase"] == "over";
                person.events = game["events"].as_array().map_or(0, |events| events.len() as u64);
                person.moves = legal(&game["moves"]);
                if let (Some(seat), Some(own)) = (person.seat, message["deployment"].as_str()) {
                    self.deployments[seat.index()] = Some(own.into());
                }
            }
            "event" => {
                person.events = message["n"].as_u64().expect("a number");
                person.moves = legal(&message["moves"]);
                self.seen[1] += 1;
            }
            "over" => {
                self.seen[0] += 1;
                (person.over, person.moves) = (true, vec![]);
            }
            "seated" => person.token = message["token"].as_str().map(Into::into),
            "error" => self.seen[2] += 1,
            "closed" => panic!("{number}: {text}"),
            _ => {}
        }
        if person.seat.is_some() && (is == "table" || is == "event") {
            self.turn = game["turn"].as_str().map(|seat| seat.parse().expect("a seat"));
        }
        let person = &self.people[number];
        if person.over {
            return;
        }
        let reader = person.seat;
        for piece in game["pieces"].as_array().into_iter().flatten().filter(|_| is == "table") {
            let owner: Seat = piece[1].as_str().expect("a seat").parse().expect("a seat");
            assert_eq!(piece[2].is_string(), self.knows(reader, owner), "{reader:?}: {piece}");
        }
        for seat in Seat::ALL.into_iter().filter(|&seat| !self.knows(reader, seat)) {
            let secret = self.deployments[seat.index()].as_deref();
            assert!(secret.is_none_or(|secret| !text.contains(secret)), "{reader:?}: {text}");
        }
        assert!(game["record"].is_null() && game["deployments"].is_null(), "{reader:?}: {text}");
        let own = reader.map(|seat| seat.to_string());
        assert!(game["moves"].is_null() || game["turn"].as_str() == own.as_deref(), "{text}");
        match is {
            // A study of the running game is one of the own seat.
            "belief" | "terms" | "graph" => {
                let afterwards =
                    message["re"].as_u64().is_some_and(|id| person.afterwards.contains(&id));
                assert!(
                    afterwards || message["seat"].as_str() == own.as_deref(),
                    "{own:?}: {text}"
                );
            }
            "signal" => {
                let sender: Seat =
                    message["seat"].as_str().expect("a seat").parse().expect("a seat");
                assert!(
                    reader.is_some_and(|own| own == sender || own == sender.opposite()),
                    "{text}"
                );
            }
            "chat" => assert!(reader.is_some(), "{text}"),
            _ => {}
        }
    }
}

/// `JUNQI_NOISE_TABLES=1000 cargo test --release --test server noise_at_a_table` makes more of it.
#[test]
fn noise_at_a_table_reveals_nothing_and_ends_nothing() {
    let server = Server::start(&["--seed", "1"]);
    let mut seen = [0; 3];
    for seed in 0..asked("JUNQI_NOISE_TABLES").unwrap_or(2) {
        let mut rng = random::stream(seed, &[3]);
        let mut table = Table::open(&server, seed % 2 == 1);
        // On a busy machine more moves come too late, and games last longer.
        for number in 0..20 * COMMANDS {
            if number >= COMMANDS && table.seen[0] > 0 {
                break;
            }
            table.step(&mut rng);
        }
        for number in 0..table.people.len() {
            table.receive(number);
        }
        let lobby = server.client().ask(json!({"do": "lobby"}));
        let listed = lobby["tables"].as_array().expect("a list");
        assert!(listed.iter().any(|entry| entry["table"] == table.name.as_str()), "seed {seed}");
        for (all, here) in seen.iter_mut().zip(table.seen) {
            *all += here;
        }
    }
    let [over, moves, refused] = seen;
    println!("games that ended, moves, refused commands, as received by all: {seen:?}");
    assert!(over > 0 && moves > 100 && refused > 100, "{seen:?}");
}
