//! Games of people at tables of a server.

use super::socket::{Client, Server};
use junqi::base::random;
use junqi::game::belief::Visibility;
use junqi::game::board::{Board, Seat};
use junqi::game::format::event_text;
use junqi::game::rules::{Act, Deployment, Event, Mode, Rules, World};
use rand::RngExt;
use rand::seq::IndexedRandom;
use serde_json::{Value, json};

/// A random game: its start, and its events.
pub fn random_game(seed: u64, mode: Mode, plies: u32) -> (World, Vec<Event>) {
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

/// What a seat put where.
pub fn deployment(start: &World, seat: Seat) -> Deployment {
    let arm = start.board().arm(seat).unwrap();
    let kind = |&station| start.piece_at(station).map(|piece| start.kind(piece));
    let points: Vec<_> = arm.iter().map(kind).collect();
    Deployment::new(start.board().shape(), &points).unwrap()
}

/// Four people play a game over sockets as it was played; who they are, then the table's name.
pub fn play_over_sockets(
    server: &Server,
    start: &World,
    events: &[Event],
) -> (Vec<(Seat, Client)>, String) {
    play_with(server, start, events, Visibility::FourDark)
}

/// The same with a visibility.
pub fn play_with(
    server: &Server,
    start: &World,
    events: &[Event],
    visibility: Visibility,
) -> (Vec<(Seat, Client)>, String) {
    let rules = *start.rules();
    let seats: serde_json::Map<String, Value> =
        rules.seats().iter().map(|seat| (seat.to_string(), "human".into())).collect();
    let settings = json!({"mode": rules.mode, "rules": rules.to_string(), "visibility": visibility,
                          "seats": seats, "first": start.turn()});
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
            let message = client.expect(if at == 0 { "table" } else { "event" });
            let game = if at == 0 { &message["game"] } else { &message };
            assert_eq!(game["moves"].is_object(), *seat == event.seat, "{message}");
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
