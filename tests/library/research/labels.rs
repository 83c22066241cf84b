//! Labelled positions: the games, the searches, and training on them.

use crate::support::program::{folder, json, ok, run_in};
use crate::support::worlds::rotated;
use junqi::base::job::Job;
use junqi::game::board::Board;
use junqi::game::format::GameRecord;
use junqi::game::rules::{Mode, World};
use junqi::research::learn::{LabelPlan, LabelSearch, LabelSettings};
use std::fs;
use std::sync::atomic::AtomicBool;

/// A label of a value beyond this sees the end of the game.
const WON: i64 = 25_000;

fn plan(mode: Mode, games: u64) -> LabelPlan {
    LabelPlan {
        mode,
        seed: 5,
        first: 0,
        games,
        settings: LabelSettings { depth: 2, ..Default::default() },
    }
}

/// The labelled positions of some games, with their labels, and the searches of their game.
fn labelled(plan: &LabelPlan) -> Vec<(World, i64)> {
    let mut found = vec![];
    for game in 0..plan.games {
        let line = plan.line(game, &AtomicBool::new(false)).unwrap();
        Job::check(plan, game, &line).unwrap();
        assert!(Job::check(plan, game + 1, &line).is_err());
        let record: GameRecord = serde_json::from_str(&line).unwrap();
        let values = record.read_values().unwrap().unwrap();
        let mut turn = 0;
        record
            .replay(Board::siguo(), |world, _| {
                found.extend(values[turn].map(|label| (world.clone(), label)));
                turn += 1;
            })
            .unwrap();
        assert_eq!(turn, values.len());
    }
    found
}

#[test]
fn labelled_positions_are_quiet_and_have_the_value_of_a_search() {
    for (mode, games, quarters) in [(Mode::TwoPlayer, 12, 2), (Mode::FourPlayer, 2, 1)] {
        let plan = plan(mode, games);
        let found = labelled(&plan);
        assert!(found.len() > 20, "{mode:?}: {}", found.len());
        let (mut unequal, mut mirrored) = (0, 0);
        for (world, label) in &found {
            let search = LabelSearch::new(world, plan.settings).unwrap();
            assert!(search.is_quiet(world).unwrap());
            assert_eq!(search.label(world).unwrap().unwrap().0, *label);
            unequal += usize::from(world.pieces().count() < 10 * world.rules().seats().len());
            // The same position with every seat's pieces handed on has the same value, up to the
            // rounding of sums in another order, for whoever is to move.
            let other = rotated(world, quarters);
            let search = LabelSearch::new(&other, plan.settings).unwrap();
            if let Some(again) = search.label(&other).unwrap() {
                assert!((again.0 - label).abs() <= 2, "{label} and {}", again.0);
                mirrored += 1;
            }
        }
        assert!(mirrored * 10 > found.len() * 9, "{mirrored} of {}", found.len());
        assert!(mode == Mode::FourPlayer || unequal > 0, "every game begins with full armies");
    }
}

#[test]
fn labels_do_not_depend_on_threads_or_division() {
    let here = folder();
    let label = "eval label --mode 1v1 --depth 1 --seed 8";
    ok(here.path(), &format!("{label} --games 6 --jobs 1 --out one.jsonl"));
    ok(here.path(), &format!("{label} --games 6 --jobs 3 --out three.jsonl"));
    for first in [0, 4] {
        let games = if first == 0 { 4 } else { 2 };
        ok(here.path(), &format!("{label} --first {first} --games {games} --out {first}.jsonl"));
    }
    let read = |name: &str| fs::read_to_string(here.path().join(name)).unwrap();
    assert_eq!(read("one.jsonl"), read("three.jsonl"));
    assert_eq!(read("one.jsonl"), read("0.jsonl") + &read("4.jsonl"));
    // The same in shards, and as many games as a number of positions takes.
    let job = "job = 'labels'\nshards = 3\nmode = '1v1'\ndepth = 1\nseed = 8\ngames = 6\n";
    fs::write(here.path().join("job.toml"), job).unwrap();
    for line in ["plan job.toml", "run job.manifest.json", "merge job.manifest.json"] {
        ok(here.path(), line);
    }
    assert_eq!(read("job.jsonl"), read("one.jsonl"));
    let report = json(here.path(), &format!("{label} --positions 10 --out some.jsonl"));
    assert!(report["summary"]["positions"].as_u64().unwrap() >= 10, "{report}");
    assert!(read("one.jsonl").starts_with(&read("some.jsonl")));
    assert!(ok(here.path(), "verify one.jsonl").contains('6'));
    let deep = run_in(here.path(), "eval label --mode 1v1 --depth 13");
    assert_eq!((deep.code, deep.err.contains("expected 0 to 12")), (2, true), "{}", deep.err);
    let fewer = run_in(here.path(), &format!("{label} --games 5 --out one.jsonl"));
    assert!(fewer.err.contains("line 6: found more than the 5 lines asked for"), "{}", fewer.err);
    let other = run_in(here.path(), &format!("{label} --games 6 --margin 20 --out one.jsonl"));
    assert!(other.err.contains("expected a line of this run"), "{}", other.err);
}

#[test]
fn evaluations_are_fitted_to_every_open_label() {
    let here = folder();
    ok(here.path(), "eval label --mode 1v1 --depth 1 --seed 2 --games 40 --out labels.jsonl");
    let text = fs::read_to_string(here.path().join("labels.jsonl")).unwrap();
    let (mut open, mut decided) = (0, 0);
    for line in text.lines() {
        let record: GameRecord = serde_json::from_str(line).unwrap();
        for label in record.read_values().unwrap().unwrap().into_iter().flatten() {
            *(if label.abs() < WON { &mut open } else { &mut decided }) += 1;
        }
    }
    assert!(open > 100 && decided > 0, "{open} {decided}");
    let train =
        "eval train labels.jsonl --mode 1v1 --blend 1 --epochs 3 --batch 64 --rate 0.003 --decay 1";
    let report = json(here.path(), train);
    let positions = |part: usize| report["positions"][part].as_u64().unwrap();
    assert_eq!(positions(0) + positions(1), open, "{report}");
    let loss = |epoch: usize| report["epochs"][epoch]["trained"].as_f64().unwrap();
    assert!(loss(2) < loss(0), "{report}");
    let tuned = "eval tune labels.jsonl --blend 1 --strength 1 --out weights.json --json";
    let report: serde_json::Value = serde_json::from_str(&ok(here.path(), tuned)).unwrap();
    assert_eq!(report["modes"][1]["positions"].as_u64().unwrap(), open, "{report}");
}
