//! Twins: two worlds that look the same to a seat, along a game with the same public events.
//!
//! The second differs from the first in hidden pieces only: kinds of unseen pieces are exchanged, if the same
//! moves then lead to the same events. Whatever a seat gets or does must be the same in both.

use super::{asked, deployments, some_rules, start};
use junqi::base::random;
use junqi::game::belief::Visibility;
use junqi::game::board::{Board, Seat};
use junqi::game::format::follow;
use junqi::game::rules::{BombVsFlag, Deployment, Event, Kind, Point, World};
use rand::seq::IndexedRandom;
use rand::{Rng, RngExt};

/// Two starts that look the same to a seat, and the events that follow in both.
pub struct Twins {
    pub observer: Seat,
    pub visibility: Visibility,
    pub worlds: [World; 2],
    pub events: Vec<Event>,
    /// Number of exchanges of two kinds between the worlds.
    pub exchanged: u32,
}

/// Number of games to compare: few in every test run, more if `JUNQI_LEAK_GAMES` asks for them.
pub fn leak_games(usual: u64) -> u64 {
    asked("JUNQI_LEAK_GAMES").unwrap_or(usual)
}

/// The twins of a seed, under some rules, for some seat with some visibility; `None` if no exchange was found.
///
/// Under `bomb_vs_flag=illegal` the rules tell a seat where the flags are, so it has no twins.
pub fn twins(seed: u64) -> Option<Twins> {
    let rules = some_rules(seed);
    if rules.bomb_vs_flag == BombVsFlag::Illegal {
        return None;
    }
    let mut rng = random::stream(seed, &[8]);
    let seats: Vec<Seat> = rules.seats().iter().collect();
    let observer = *seats.choose(&mut rng)?;
    let visibility =
        if rng.random_bool(0.3) { Visibility::DoubleOpen } else { Visibility::FourDark };
    let hidden: Vec<Seat> =
        seats.into_iter().filter(|&s| !visibility.knows(&rules, observer, s)).collect();
    let world = start(seed, rules);
    let plies = rng.random_range(10..170);
    let events = played(&world, seed, plies);
    let (other, exchanged) = exchange_kinds(&world, deployments(seed), &hidden, &events, &mut rng)?;
    let twin = World::start(Board::siguo(), rules, &other, Seat::South).expect("legal");
    let differ = other != deployments(seed);
    differ.then_some(Twins { observer, visibility, worlds: [world, twin], events, exchanged })
}

/// Other deployments of the hidden seats, from which the same events follow, and the number of exchanges.
pub fn exchange_kinds(
    world: &World,
    mut deployments: [Option<Deployment>; 4],
    hidden: &[Seat],
    events: &[Event],
    rng: &mut impl Rng,
) -> Option<([Option<Deployment>; 4], u32)> {
    let mut exchanged = 0;
    for _ in 0..400 {
        let seat = *hidden.choose(rng)?;
        let Some(swapped) = exchange(&deployments[seat.index()]?, rng) else { continue };
        let mut candidate = deployments;
        candidate[seat.index()] = Some(swapped);
        let twin = World::start(world.board(), *world.rules(), &candidate, world.turn());
        if follows(&twin.expect("legal"), events) {
            deployments = candidate;
            exchanged += 1;
        }
    }
    Some((deployments, exchanged))
}

/// A game of random moves and a few turns that time out, as events.
pub fn played(world: &World, seed: u64, plies: usize) -> Vec<Event> {
    let mut world = world.clone();
    let mut rng = random::stream(seed, &[7]);
    let mut events = vec![];
    while events.len() < plies && world.outcome().is_none() {
        let moves: Vec<_> = world.moves().collect();
        let event = match rng.random_range(0..60) {
            0 => world.time_out().expect("the game goes on"),
            _ => world.play(*moves.choose(&mut rng).expect("a move")).expect("a legal move"),
        };
        events.push(event);
    }
    events
}

/// Another deployment with the kinds of two pieces exchanged, if it is legal.
fn exchange(deployment: &Deployment, rng: &mut impl Rng) -> Option<Deployment> {
    let shape = deployment.shape();
    let posts: Vec<Point> = shape.posts().collect();
    let mut points: Vec<Option<Kind>> = shape.points().map(|p| deployment.at(p)).collect();
    let (a, b) = (posts.choose(rng)?.index(), posts.choose(rng)?.index());
    points.swap(a, b);
    Deployment::new(shape, &points).ok().filter(|d| d != deployment)
}

fn follows(world: &World, events: &[Event]) -> bool {
    let mut world = world.clone();
    events.iter().all(|event| follow(&mut world, event).is_ok())
}
