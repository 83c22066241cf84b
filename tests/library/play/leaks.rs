//! No seat decides, thinks or works otherwise in a world that looks the same to it.

use crate::support::twins::{Twins, leak_games, twins};
use junqi::base::clock::WallClock;
use junqi::base::random;
use junqi::engine::SearchReport;
use junqi::game::belief::Observation;
use junqi::game::board::Board;
use junqi::game::format::follow;
use junqi::game::rules::World;
use junqi::play::protocol::EngineCommand;
use junqi::play::{Bot, Choice, PLAYERS, PlayerSpec, SearchRequest};
use rayon::prelude::*;
use std::sync::Mutex;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// A seat is asked at every turn of this number before the last event.
const LAST_PLIES: usize = 12;

/// All that a seat decides and reports on the way, along the game in one of the worlds. Node counts are part of
/// it, so the time that a seat takes tells nothing either.
fn decided(seat: &PlayerSpec, world: &World, twins: &Twins) -> Vec<String> {
    let mut world = world.clone();
    let mut bot = Bot::new(seat.player(random::stream(1, &[])));
    let view = Observation::new(&world, twins.observer, twins.visibility).view();
    bot.begin(&view, twins.observer, twins.visibility).unwrap();
    let said = Mutex::new(vec![view.to_string()]);
    let (stop, clock) = (AtomicBool::new(false), WallClock::default());
    let timeless = |report: &SearchReport| SearchReport { time: Duration::ZERO, ..report.clone() };
    let thought =
        |report: &SearchReport| said.lock().unwrap().push(format!("{:?}", timeless(report)));
    let request =
        SearchRequest { on_progress: Some(&thought), ..SearchRequest::new(&stop, &clock) };
    for (at, event) in twins.events.iter().enumerate() {
        let late = at + LAST_PLIES >= twins.events.len();
        if late && world.turn() == twins.observer {
            let Choice { action, report } = bot.choose(&request).unwrap();
            let report = report.as_ref().map(timeless);
            said.lock().unwrap().push(format!("{action:?} {report:?}"));
        }
        follow(&mut world, event).unwrap();
        bot.learn(event).unwrap();
    }
    said.into_inner().unwrap()
}

/// `JUNQI_LEAK_GAMES=2000 cargo test --release --test library play::leaks` compares more.
#[test]
fn every_seat_decides_the_same_in_worlds_that_look_the_same() {
    let games = leak_games(2 * PLAYERS.len() as u64);
    let decisions = |seed: u64| {
        let twins = twins(seed)?;
        let kind = PLAYERS[seed as usize % PLAYERS.len()].name;
        let nodes = if kind == "random" || kind == "greedy" { "" } else { ":nodes=60" };
        let seat: PlayerSpec = format!("{kind}{nodes}").parse().unwrap();
        let [ours, theirs] = twins.worlds.each_ref().map(|world| decided(&seat, world, &twins));
        assert_eq!(
            ours, theirs,
            "seed {seed}: {seat} as {} tells two worlds apart",
            twins.observer
        );
        Some(ours.len() as u64 - 1)
    };
    let decisions: u64 = (0..games).into_par_iter().filter_map(decisions).sum();
    assert!(decisions > 2 * games, "too few: {decisions}");
}

/// `JUNQI_LEAK_GAMES=500` compares more.
#[test]
fn an_external_engine_is_sent_the_same_in_worlds_that_look_the_same() {
    let board = Board::siguo();
    for (seed, twins) in (0..leak_games(20)).filter_map(|seed| Some((seed, twins(seed)?))) {
        let Twins { observer, visibility, events, .. } = twins;
        let [ours, theirs] = twins.worlds.map(|world| {
            let start = Box::new(Observation::new(&world, observer, visibility).view());
            EngineCommand::Position { start, visibility, events: events.clone() }.line(board)
        });
        assert_eq!(ours, theirs, "seed {seed}: seat {observer}");
    }
}
