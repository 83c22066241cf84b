//! Measures: known answers, independence of threads, errors, the form of the report.

use crate::support::program::{folder, json, ok, run_in};
use assert_cmd::Command;
use junqi::base::random;
use junqi::engine::data;
use junqi::engine::eval::{Evaluation, Weights};
use junqi::game::belief::{Belief, Mixture, Observation, Visibility};
use junqi::game::board::{ArmShape, Board, Seat};
use junqi::game::rules::{Mode, Move, Phase, Rules, World};
use junqi::gametree::position::{Node, Side};
use junqi::research::learn::OpenGame;
use junqi::research::measure::{
    Choices, GameMeasures, Leaves, MeasureReport, Measuring, Quantity, UnknownBits, agreement,
    value_of_knowing,
};
use rand::seq::IndexedRandom;
use serde_json::Value;

fn measuring(visibility: Visibility) -> Measuring {
    Measuring {
        visibility,
        mixture: Mixture::counting().into(),
        every: 1,
        worlds: 2,
        walk: 1,
        depth: 1,
        quiet: 2,
        margin: 0.1,
        weights: data::weights().into(),
        seed: 7,
    }
}

/// The reference deployment in every arm that plays.
fn start(mode: Mode) -> World {
    let deployment = data::deployments()[0].deployment.clone().unwrap();
    let rules = Rules::default().with_mode(mode);
    let seats = rules.seats();
    let deployments = Seat::ALL.map(|seat| seats.contains(seat).then_some(deployment));
    World::start(Board::siguo(), rules, &deployments, Seat::South).unwrap()
}

/// A two-player game in which a piece of each front row steps to and fro: a front row has no mines, flags
/// or bombs, so nothing is learned of them.
fn idle(plies: usize) -> OpenGame {
    let start = start(Mode::TwoPlayer);
    let (board, mut world, mut events) = (start.board(), start.clone(), vec![]);
    let mut out: [Option<Move>; 4] = [None; 4];
    for _ in 0..plies {
        let seat = world.turn();
        let arm = board.arm(seat).unwrap();
        let steps = |m: &Move| {
            let near = world.net().neighbours(m.from).contains(m.to);
            near && arm[..5].contains(&m.from) && !arm.contains(&m.to)
        };
        let home = out[seat.index()].take();
        let m = home.unwrap_or_else(|| world.moves().find(steps).unwrap());
        if home.is_none() {
            out[seat.index()] = Some(Move { from: m.to, to: m.from });
        }
        events.push(world.play(m).unwrap());
    }
    OpenGame { name: "idle".into(), start, events, values: vec![], labelled: false }
}

/// A game of random moves.
fn wandering(mode: Mode, plies: usize) -> OpenGame {
    let start = start(mode);
    let (mut world, mut events) = (start.clone(), vec![]);
    let mut rng = random::stream(11, &[]);
    while world.outcome().is_none() && events.len() < plies {
        let moves: Vec<Move> = world.moves().collect();
        events.push(world.play(*moves.choose(&mut rng).unwrap()).unwrap());
    }
    OpenGame { name: "wandering".into(), start, events, values: vec![], labelled: false }
}

fn is(found: f64, expected: f64) -> bool {
    (found - expected).abs() < 1e-12
}

fn mean(measured: &GameMeasures, quantity: Quantity) -> f64 {
    let ratio = measured.whole().of(quantity);
    assert!(ratio.count > 0.0, "{quantity:?} was not measured");
    ratio.sum / ratio.count
}

/// How many worlds a seat that sees nothing of so many armies starts with, in bits.
fn army_bits(armies: f64) -> f64 {
    armies * (ArmShape::standard().deployments() as f64).log2()
}

/// What a seat knows of a world, of which nothing happened yet.
fn knowledge(world: &World, visibility: Visibility) -> UnknownBits {
    let observation = Observation::new(world, world.turn(), visibility);
    let mut belief = Belief::new(&observation.view(), Mixture::counting().into()).unwrap();
    let posterior = belief.posterior(0);
    UnknownBits::new(&observation, belief.evidence(), &posterior, true)
}

#[test]
fn branching_is_the_number_of_moves_along_the_game() {
    let game = wandering(Mode::FourPlayer, 60);
    let (mut world, mut counts) = (game.start.clone(), vec![]);
    for event in &game.events {
        counts.push(world.moves().count());
        junqi::game::format::follow(&mut world, event).unwrap();
    }
    let measured =
        Measuring { every: 30, ..measuring(Visibility::FourDark) }.game(&game, 0).unwrap();
    let all = measured.whole().of(Quantity::Moves);
    assert!(is(all.sum, counts.iter().sum::<usize>() as f64) && is(all.count, 60.0));
    let mut report = MeasureReport::default();
    report.add(measured);
    let spread = report.parts()[3].moves.unwrap();
    counts.sort_unstable();
    assert_eq!(spread.positions, 60);
    assert_eq!((spread.median, spread.p95, spread.max), (counts[29], counts[56], counts[59]));
    assert_eq!(report.positions(), 2, "one of thirty plies is looked at");
}

#[test]
fn a_start_has_the_worlds_of_the_hidden_armies() {
    for (mode, visibility, armies) in [
        (Mode::TwoPlayer, Visibility::FourDark, 1.0),
        (Mode::FourPlayer, Visibility::DoubleOpen, 2.0),
        (Mode::FourPlayer, Visibility::FourDark, 3.0),
        (Mode::FourPlayer, Visibility::AllOpen, 0.0),
    ] {
        let known = knowledge(&start(mode), visibility);
        assert!((known.worlds.unwrap() - army_bits(armies)).abs() < 1e-6, "{known:?}");
        if armies > 0.0 {
            // As in README.md: bits a hidden enemy piece, uniform, ply 0.
            let entropy = known.entropy.unwrap();
            assert!((entropy - known.bits / (25.0 * armies)).abs() < 1e-9);
            assert_eq!(format!("{entropy:.3}"), "3.096");
        } else {
            assert!(known.entropy.is_none() && is(known.bits, 0.0));
        }
    }
}

#[test]
fn idle_moves_tell_nothing_and_fights_do() {
    let measured = measuring(Visibility::FourDark).game(&idle(24), 0).unwrap();
    for quantity in [Quantity::BitsLost, Quantity::BitsShare, Quantity::WorldsLost] {
        assert!(mean(&measured, quantity).abs() < 1e-9, "{quantity:?}");
    }
    assert!((mean(&measured, Quantity::Worlds) - army_bits(1.0)).abs() < 1e-6);
    let measured =
        measuring(Visibility::FourDark).game(&wandering(Mode::TwoPlayer, 150), 0).unwrap();
    for quantity in [Quantity::BitsLost, Quantity::WorldsLost, Quantity::WorldsShare] {
        assert!(mean(&measured, quantity) > 0.0, "{quantity:?}");
    }
}

#[test]
fn what_is_lost_from_round_to_round_is_what_is_lost_in_all() {
    // Every ply is looked at, so the rounds of a seat are a chain without gaps.
    let game = wandering(Mode::TwoPlayer, 41);
    let measured = Measuring { worlds: 0, ..measuring(Visibility::FourDark) };
    let measured = measured.game(&game, 0).unwrap();
    let lost = measured.whole().of(Quantity::WorldsLost);
    assert!(is(lost.count, 39.0), "every move but the last one of each seat begins a round");
    let mut left = 0.0;
    for (seat, moves) in [(Seat::South, 40), (Seat::North, 39)] {
        let mut world = game.start.clone();
        let view = Observation::new(&world, seat, Visibility::FourDark).view();
        let mut belief = Belief::new(&view, Mixture::counting().into()).unwrap();
        for event in &game.events[..moves] {
            junqi::game::format::follow(&mut world, event).unwrap();
            belief.learn(event);
        }
        left -= belief.posterior(0).total().unwrap().log2() + army_bits(1.0);
    }
    assert!((lost.sum - (left + 2.0 * army_bits(1.0))).abs() < 1e-6, "{} {left}", lost.sum);
}

#[test]
fn open_cards_leave_one_world_and_nothing_to_know() {
    let measured = Measuring { worlds: 3, every: 10, ..measuring(Visibility::AllOpen) };
    let measured = measured.game(&wandering(Mode::FourPlayer, 40), 0).unwrap();
    assert!((mean(&measured, Quantity::SameBest) - 1.0).abs() < 1e-12);
    assert!(mean(&measured, Quantity::Knowing).abs() < 1e-12);
    assert!(is(mean(&measured, Quantity::Bits), 0.0));
    assert!(is(measured.whole().of(Quantity::Entropy).count, 0.0));
    assert!(is(measured.whole().of(Quantity::WorldsShare).count, 0.0), "a part of nothing");
    let hidden = Measuring { worlds: 6, every: 10, ..measuring(Visibility::FourDark) };
    let hidden = hidden.game(&wandering(Mode::FourPlayer, 40), 0).unwrap();
    assert!(mean(&hidden, Quantity::SameBest) < 1.0);
    assert!(mean(&hidden, Quantity::Knowing) > 0.0);
}

/// Weights of which all are 0.
fn nothing() -> Weights {
    let mut weights = data::weights();
    for fitted in [&mut weights.four, &mut weights.two] {
        fitted.weights.values_mut().flat_map(|term| term.values_mut()).for_each(|w| *w = 0.0);
    }
    weights
}

#[test]
fn leaves_of_an_evaluation_that_is_constant_are_all_alike() {
    let weights = nothing();
    let measured = Measuring { weights: weights.clone().into(), ..measuring(Visibility::FourDark) };
    let measured =
        Measuring { every: 10, ..measured }.game(&wandering(Mode::TwoPlayer, 40), 0).unwrap();
    assert!(is(mean(&measured, Quantity::LeafSame), 1.0));
    assert!(is(mean(&measured, Quantity::LeafDecided), 0.0));
    assert!(is(mean(&measured, Quantity::LeafWon), 0.5));
    assert!(is(mean(&measured, Quantity::LeafLean), 0.0));
    assert_eq!(measured.whole().families.correlation(), None, "nothing varies");
}

#[test]
fn leaves_are_as_the_side_sees_them_and_leave_the_world_alone() {
    let mut world = start(Mode::TwoPlayer);
    let evaluation = Evaluation::of_world(&world, &data::weights()).unwrap();
    let key = world.key();
    let side = world.side();
    let own = Leaves::below(&mut world, &evaluation, 2, side);
    let other = Leaves::below(
        &mut world,
        &evaluation,
        2,
        if side == Side::Max { Side::Min } else { Side::Max },
    );
    assert_eq!(world.key(), key);
    assert_eq!(own.0.len(), world.moves().count());
    assert!(own.0.iter().zip(&other.0).all(|(a, b)| (a + b).abs() < 1e-12));
}

#[test]
fn a_measured_game_does_not_depend_on_anything_but_its_number() {
    let game = wandering(Mode::FourPlayer, 60);
    let measuring = Measuring { every: 20, ..measuring(Visibility::DoubleOpen) };
    let first = measuring.game(&game, 3).unwrap();
    assert_eq!(first, measuring.game(&game, 3).unwrap());
    assert_ne!(first, measuring.game(&game, 4).unwrap(), "other positions are looked at");
    let other = Measuring { seed: 8, ..measuring };
    assert_ne!(first, other.game(&game, 3).unwrap());
}

#[test]
fn a_game_that_cannot_be_so_says_where() {
    let mut game = wandering(Mode::FourPlayer, 10);
    game.events.remove(4);
    let error = measuring(Visibility::FourDark).game(&game, 0).unwrap_err().to_string();
    assert!(error.starts_with("wandering, ply 4: found"), "{error}");
}

/// A number of a report.
fn number(value: &Value) -> f64 {
    value.as_f64().unwrap_or_else(|| panic!("found {value}, expected a number"))
}

#[test]
fn the_program_measures_recorded_games_and_games_it_plays() {
    let here = folder();
    ok(here.path(), "selfplay --games 3 --seed 5 --team-b greedy --mode 1v1 --out games.jsonl");
    let line = "measure games.jsonl --play random --games 2 --mode 1v1 --worlds 2 --every 40";
    let report = json(here.path(), line);
    for jobs in [1, 3] {
        assert_eq!(json(here.path(), &format!("{line} --jobs {jobs}")), report, "{jobs} jobs");
    }
    assert_ne!(json(here.path(), &format!("{line} --seed 2")), report);
    for (name, value) in [("every", 40), ("worlds", 2), ("walk", 4), ("depth", 2), ("seed", 1)] {
        assert_eq!(report[name], value, "{name}");
    }
    assert_eq!(
        (&report["visibility"], &report["opponent"]),
        (&"four-dark".into(), &"counting".into())
    );
    let reports = report["reports"].as_array().unwrap();
    let names: Vec<&str> = reports.iter().map(|r| r["source"].as_str().unwrap()).collect();
    assert_eq!(names, ["random", "recorded"]);
    for (shown, games) in reports.iter().zip([2, 3]) {
        assert_eq!((&shown["mode"], &shown["games"]), (&"1v1".into(), &games.into()));
        let phases = shown["phases"].as_array().unwrap();
        let names: Vec<&str> = phases.iter().map(|p| p["phase"].as_str().unwrap()).collect();
        assert_eq!(names, ["opening", "middle", "end", "all"]);
        for quantity in Quantity::ALL {
            let tally = &phases[3]["means"][quantity.name()];
            assert!(number(&tally["mean"]).is_finite(), "{quantity:?}: {tally}");
            assert!(number(&tally["n"]) >= 1.0);
        }
        for share in ["leaf_same", "leaf_won", "same_best", "leaf_decided", "game_won"] {
            let mean = number(&phases[3]["means"][share]["mean"]);
            assert!((0.0..=1.0).contains(&mean), "{share}: {mean}");
        }
        assert!(number(&phases[3]["leaf_pearson"]["mean"]).abs() <= 1.0);
        assert_eq!(shown["plies"][1]["from"], 20);
        assert!(number(&shown["plies"][0]["entropy"]["mean"]) > 2.9);
    }
    let text = ok(here.path(), line);
    for part in ["1v1 ", "opening\n", "moves of the seat", "siblings alike", "half of the 95 %"] {
        assert!(text.contains(part), "no `{part}` in:\n{text}");
    }
}

#[test]
fn a_sample_is_a_part_and_people_s_prior_counts_no_worlds() {
    let here = folder();
    ok(here.path(), "selfplay --games 5 --team-b greedy --mode 1v1 --out games.jsonl");
    let line = "measure games.jsonl --sample 2 --opponent people --worlds 1 --every 60";
    let report = &json(here.path(), line)["reports"][0];
    assert_eq!(report["games"], 2);
    let all = &report["phases"][3]["means"];
    assert!(all["worlds"].is_null() && all["same_best"].is_null(), "{all}");
    assert!(number(&report["plies"][0]["entropy"]["mean"]) < 3.0, "people are easier to guess");
}

#[test]
fn what_cannot_be_measured_is_told() {
    let here = folder();
    ok(here.path(), "selfplay --games 1 --team-b greedy --mode 1v1 --out games.jsonl");
    for (line, code, message) in [
        ("measure", 2, "no games given: name files or folders, or use --play"),
        ("measure nowhere.jsonl", 1, "nowhere.jsonl"),
        ("measure games.jsonl --mode 2v2", 1, "no games of that mode"),
        ("measure games.jsonl --every 0", 2, "--every"),
        ("measure games.jsonl --margin 1.5", 2, "'--margin <MARGIN>': expected 0 or more, below 1"),
        ("measure --play gredy", 2, "found the name `gredy`"),
        ("measure --play random --mode 3v3", 2, "expected 2v2 or 1v1"),
    ] {
        let ran = run_in(here.path(), line);
        assert_eq!(ran.code, code, "{line}: {}", ran.err);
        assert!(ran.err.contains(message), "{line}: {}", ran.err);
    }
    let endless = ["measure", "--play", "random", "--rules", "draw_quiet_plies=0"];
    let output = Command::cargo_bin("junqi").unwrap().args(endless).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("may never end"));
}

#[test]
fn agreement_and_the_value_of_knowing_have_their_plain_meaning() {
    assert_eq!(agreement(&["a", "a", "a", "b"]), Some(0.5));
    let worlds = [Leaves(vec![0.0, 0.4]), Leaves(vec![0.0, -0.8])];
    // Known: 0.4 and 0; unknown: the first move, 0.
    assert!((value_of_knowing(&worlds).unwrap() - 0.1).abs() < 1e-12);
    assert_eq!(Choices::default().best, vec![]);
}

/// The positions of people: a table in `docs/MEASURES.md` rests on them.
#[test]
fn recorded_games_can_be_measured() {
    let Some(games) = crate::support::games() else { return };
    let measuring = Measuring { every: 60, ..measuring(Visibility::DoubleOpen) };
    for (game, number) in games.iter().zip(0..5) {
        let measured = measuring.game(game, number).unwrap();
        let opening = measured.phases[Phase::Opening.index()].of(Quantity::Moves);
        assert!(opening.count > 0.0, "{}", game.name);
    }
}
