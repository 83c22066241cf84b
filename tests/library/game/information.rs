//! Information safety: no seat may learn what is hidden from it.
//!
//! Everything a seat gets in two worlds that differ only in hidden pieces must be the same, byte for byte.

use crate::support::twins::{Twins, leak_games, played, twins};
use crate::support::{deployments, start};
use junqi::base::clock::WallClock;
use junqi::base::random;
use junqi::base::text::Word;
use junqi::game::belief::{Evidence, Information, Observation, Visibility};
use junqi::game::board::{Board, Seat};
use junqi::game::format::parse_event;
use junqi::game::rules::{Event, Kind, PieceId, Rules, World};
use junqi::play::{Choice, Greedy, Player, Random, SearchRequest};
use rand::RngExt;
use rand::seq::IndexedRandom;
use rayon::prelude::*;
use std::sync::atomic::AtomicBool;

/// Everything that a seat gets along a game: views, moves, kinds, evidence, decisions of players.
fn received(mut world: World, seat: Seat, visibility: Visibility, events: &[Event]) -> Vec<String> {
    let (stop, clock) = (AtomicBool::new(false), WallClock::default());
    let budget = SearchRequest::new(&stop, &clock);
    let mut players: [Box<dyn Player>; 2] = [
        Box::new(Greedy::new(random::stream(1, &[]))),
        Box::new(Random::new(random::stream(1, &[]))),
    ];
    let mut evidence = Evidence::new(&Observation::new(&world, seat, visibility).view()).unwrap();
    let mut got = vec![];
    for player in &mut players {
        player.start(&Observation::new(&world, seat, visibility)).unwrap();
    }
    for event in events {
        let observation = Observation::new(&world, seat, visibility);
        got.push(everything(&observation));
        if observation.turn() == seat {
            let choices: Vec<Choice> =
                players.iter_mut().map(|p| p.choose(&observation, &budget).unwrap()).collect();
            got.push(format!("{choices:?}"));
        }
        junqi::game::format::follow(&mut world, event).unwrap();
        let after = Observation::new(&world, seat, visibility);
        evidence.learn(event);
        for player in &mut players {
            player.observe(event, &after).unwrap();
        }
        got.push(format!("{event:?} {evidence:?}"));
    }
    got.push(everything(&Observation::new(&world, seat, visibility)));
    got
}

fn everything(observation: &Observation<'_>) -> String {
    let ids = Seat::ALL.into_iter().flat_map(|s| (0..25).map(move |n| PieceId::new(s, n)));
    let kinds: Vec<_> = ids.map(|id| (observation.station_of(id), observation.kind(id))).collect();
    let pools = Seat::ALL.map(|s| observation.pool(s));
    let moves: Vec<_> = observation.moves().collect();
    let shown =
        format!("{observation:?} {kinds:?} {pools:?} {moves:?} {}", observation.count_moves());
    format!("{} {shown} {:?}", observation.view(), observation.outcome())
}

/// Events that no piece can make are refused before they change anything.
#[test]
fn impossible_events_are_refused() {
    let world = start(1, Rules::default());
    let view = Observation::new(&world, Seat::South, Visibility::FourDark).view();
    let mut information = Information::new(&view, Seat::South, Visibility::FourDark).unwrap();
    for (event, why) in [
        ("S:g6>g6", "the move ends where it begins"),
        ("S:g6>g5", "a piece of the own team stands on the target"),
        ("S:g7>g9", "no piece of the moving seat stands where the move begins"),
    ] {
        let text = Word { text: event, line: 1, column: 1 };
        let event = parse_event(text, Board::siguo()).unwrap();
        let refused = information.apply(&event).unwrap_err().to_string();
        assert!(refused.contains(why), "{refused}");
    }
}

/// `JUNQI_LEAK_GAMES=10000 cargo test --release --test library secrets` compares more.
#[test]
fn worlds_that_differ_in_secrets_look_the_same() {
    let games = leak_games(160);
    let compared = |seed| {
        let Twins { observer, visibility, worlds, events, exchanged } = twins(seed)?;
        let [ours, theirs] = worlds.map(|world| received(world, observer, visibility, &events));
        assert_eq!(ours, theirs, "seed {seed}: seat {observer} can tell two worlds apart");
        Some(u64::from(exchanged))
    };
    let exchanged: Vec<u64> = (0..games).into_par_iter().filter_map(compared).collect();
    let (compared, changed) = (exchanged.len() as u64, exchanged.iter().sum::<u64>());
    assert!(8 * compared > 5 * games && 2 * changed > 25 * games, "too few: {compared} {changed}");
}

/// Information from a view and the public events equals the observation of the referee's world.
#[test]
fn information_follows_the_observation() {
    for seed in 0..200_u64 {
        let rules = crate::support::some_rules(seed);
        if rules.bomb_vs_flag == junqi::game::rules::BombVsFlag::Illegal {
            continue;
        }
        let first = start(seed, rules);
        let events = eventful(&first, seed);
        let seat = rules.seats().iter().nth(seed as usize % rules.seats().len()).unwrap();
        for visibility in [Visibility::FourDark, Visibility::DoubleOpen, Visibility::AllOpen] {
            for joined in [0, 1 + seed as usize % 90] {
                let mut world = first.clone();
                let (before, after) = events.split_at(joined.min(events.len()));
                for event in before {
                    junqi::game::format::follow(&mut world, event).unwrap();
                }
                let text = Observation::new(&world, seat, visibility).view().to_string();
                let view = junqi::game::format::parse_jfen(&text, 1, Board::siguo()).unwrap();
                let mut known = Information::new(&view, seat, visibility).unwrap();
                for event in after {
                    junqi::game::format::follow(&mut world, event).unwrap();
                    known.apply(event).unwrap();
                    let (ours, theirs) =
                        (known.observation(), Observation::new(&world, seat, visibility));
                    assert_eq!(ours.view(), theirs.view(), "seed {seed}, {event:?}");
                    assert_eq!(ours.outcome(), theirs.outcome(), "seed {seed}, {event:?}");
                    assert_eq!(
                        ours.moves().collect::<Vec<_>>(),
                        theirs.moves().collect::<Vec<_>>(),
                        "seed {seed}, {event:?}"
                    );
                    assert_eq!(ours.count_moves(), theirs.count_moves(), "seed {seed}, {event:?}");
                }
            }
        }
    }
}

/// A whole game with resignations, forfeits, time-outs and, now and then, an agreed draw.
fn eventful(world: &World, seed: u64) -> Vec<Event> {
    let mut world = world.clone();
    let mut rng = random::stream(seed, &[9]);
    let mut events = vec![];
    while world.outcome().is_none() {
        let seat = Seat::from_index(rng.random_range(0..4));
        let event = match rng.random_range(0..500) {
            0 => world.resign(seat),
            1 => world.forfeit(seat),
            2 => world.agree_draw(seat),
            3..9 => world.time_out(),
            _ => {
                let moves: Vec<_> = world.moves().collect();
                Some(world.play(*moves.choose(&mut rng).unwrap()).unwrap())
            }
        };
        events.extend(event);
    }
    events
}

/// Evidence never excludes the truth.
#[test]
fn evidence_never_excludes_the_truth() {
    for seed in 0..120_u64 {
        let rules = crate::support::some_rules(seed);
        let world = start(seed, rules);
        let events = played(&world, seed, 700);
        let kinds: Vec<(PieceId, Kind)> = world.pieces().map(|(p, _)| (p, world.kind(p))).collect();
        for visibility in [Visibility::FourDark, Visibility::DoubleOpen, Visibility::AllOpen] {
            let observer = rules.seats().iter().last().unwrap();
            let mut world = world.clone();
            let view = Observation::new(&world, observer, visibility).view();
            let mut evidence = Evidence::new(&view).unwrap();
            for event in &events {
                junqi::game::format::follow(&mut world, event).unwrap();
                evidence.learn(event);
                for &(piece, kind) in &kinds {
                    assert!(evidence.may_be(piece).contains(kind), "seed {seed}: {piece:?} {kind}");
                }
            }
        }
    }
}

/// Printing a list of moves reveals nothing, even under rules that keep secrets in it.
#[test]
fn a_list_of_moves_hides_what_it_was_made_from() {
    let rules: Rules = "bomb_vs_flag=illegal".parse().unwrap();
    let (board, mut other) = (Board::siguo(), deployments(3));
    other[1] = other[1].map(|d| d.mirror());
    let printed = |deployments| {
        let world = World::start(board, rules, deployments, Seat::South).unwrap();
        let seen = |seat| Observation::new(&world, seat, Visibility::FourDark).moves();
        format!("{:?} {:?}", seen(Seat::South), seen(Seat::North))
    };
    assert!(printed(&deployments(3)) == printed(&other), "hidden flags are printed");
}

/// In the middle of a game a bomb may stand on the front row it could not begin on.
#[test]
fn evidence_of_a_middle_game_does_not_exclude_the_truth() {
    let line = "1Nq3/5/5/5/5/Nx4/15/12/15/12/15/Sa4/5/5/5/5/1Sq3 S SN - 3 40 - - mode=1v1";
    let view = junqi::game::format::parse_jfen(line, 1, Board::siguo()).unwrap();
    let world = World::new(&view.setup().unwrap()).unwrap();
    let view = Observation::new(&world, Seat::South, Visibility::FourDark).view();
    let evidence = Evidence::new(&view).unwrap();
    for (piece, kind) in world.pieces().map(|(p, _)| (p, world.kind(p))) {
        assert!(evidence.may_be(piece).contains(kind), "{piece:?} {kind}");
    }
}

/// A flag that nobody knows bars no bomb: what would be illegal is for the referee to say.
#[test]
fn unknown_flags_bar_no_bomb() {
    let line = "1N?3/5/5/5/5/5/15/12/15/12/15/5/5/5/5/4N?/3SqSx S SN - 0 40 N:aq S \
                mode=1v1,bomb_vs_flag=illegal";
    let view = junqi::game::format::parse_jfen(line, 1, Board::siguo()).unwrap();
    let information = Information::new(&view, Seat::South, Visibility::FourDark).unwrap();
    let moves: Vec<String> =
        information.observation().moves().map(|mv| mv.text(Board::siguo())).collect();
    assert!(moves.iter().any(|mv| mv == "k1k2"), "{moves:?}");
}

#[test]
fn an_event_that_contradicts_what_the_seat_knows_is_refused() {
    let line = "1N?3/5/5/5/4N?/N?4/15/12/15/12/15/Sa4/4Si/5/5/5/1Sq3 S SN - 0 4 N:ahq S mode=1v1";
    let view = junqi::game::format::parse_jfen(line, 1, Board::siguo()).unwrap();
    for (text, sound) in [("S:g6=g12,!Sh1", true), ("S:g6=g12,!Sk5", false)] {
        let mut information = Information::new(&view, Seat::South, Visibility::FourDark).unwrap();
        let event = parse_event(Word { text, line: 1, column: 1 }, Board::siguo()).unwrap();
        assert_eq!(information.apply(&event).is_ok(), sound, "{text}");
    }
}
