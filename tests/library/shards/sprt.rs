//! Matches that a sequential test ends.

use super::cases::{plan, read, refused, timeless};
use crate::support::program::{folder, json, ok};
use junqi::tournament::rating::{Sprt, Units};
use serde_json::{Value, json as value};
use std::fs;

/// The half points of the first side by unit, counted from records.
fn half_points(bytes: &[u8], first: &str, size: usize) -> Vec<u64> {
    let text = str::from_utf8(bytes).unwrap();
    let games: Vec<Value> = text.lines().map(|l| serde_json::from_str(l).unwrap()).collect();
    assert_eq!(games.len() % size, 0, "a decision needs whole units");
    let points = |game: &Value| match game["result"]["winner"].as_u64() {
        None => 1,
        // 0 is the team of S; 1, in a game of two 2, is the other one.
        Some(winner) => {
            let seat = if winner == 0 { "S" } else { ["E", "N"][winner as usize - 1] };
            2 * u64::from(game["seats"][seat] == first)
        }
    };
    games.chunks(size).map(|unit| unit.iter().map(points).sum()).collect()
}

#[test]
fn a_sequential_test_ends_at_the_same_unit() {
    let here = folder();
    let at = here.path();
    for (name, mode, size, elo1) in [("pairs", "1v1", 2, 200.0), ("quartets", "2v2", 4, 150.0)] {
        let line = format!(
            "match greedy greedy:nodes=5 --games 240 --mode {mode} --sprt elo0=0 elo1={elo1}"
        );
        let one = json(at, &format!("{line} --jobs 1 --out one.{name}"));
        let whole = read(at, &format!("one.{name}"));
        // The report is that of the units in the file, and no unit before the last decides.
        let sprt = Sprt { elo0: 0.0, elo1, ..Sprt::default() };
        let scores = half_points(&whole, "greedy", size);
        let mut units = Units::new(size as u64);
        for (i, &score) in scores.iter().enumerate() {
            units.add(score);
            let decided = sprt.verdict(sprt.llr(&units)).is_some();
            assert_eq!(decided, i + 1 == scores.len(), "{name}: unit {i} of {}", scores.len());
        }
        let llr = one["sprt"]["llr"].as_f64().unwrap();
        assert!((llr - sprt.llr(&units)).abs() < 1e-12, "{name}: {llr}");
        assert_eq!(one["unit_scores"], value!(units.counts()), "{name}");
        let accepted = sprt.verdict(llr).unwrap().to_string();
        assert_eq!(one["sprt"]["accepted"], value!(accepted), "{name}");
        let games = scores.len() * size;
        assert!((10..200).contains(&games), "{name}: {games}");

        let report = ok(at, &format!("{line} --jobs 3 --out three.{name}"));
        assert!(whole == read(at, &format!("three.{name}")), "{name}");
        assert!(report.contains(&format!("{accepted} was accepted after {games} games")));
        for cut in [0, whole.len() / 3, whole.len() - 1, whole.len()] {
            fs::write(at.join(format!("cut.{name}")), &whole[..cut]).unwrap();
            let resumed = ok(at, &format!("{line} --jobs 2 --out cut.{name}"));
            assert!(whole == read(at, &format!("cut.{name}")), "{name}, cut at {cut}");
            assert_eq!(timeless(&resumed), timeless(&report), "{name}, cut at {cut}");
        }

        let job = format!(
            "job = \"match\"\na = \"greedy\"\nb = \"greedy:nodes=5\"\ngames = 240\n\
             mode = \"{mode}\"\nsprt = [\"elo0=0\", \"elo1={elo1}\"]"
        );
        plan(at, name, &job, 20);
        // The shard of the last unit before the decision, of twelve games each.
        let last = (games - 1) / 12;
        for index in 0..=last {
            if index != 1 {
                ok(at, &format!("run {name}.manifest.json --shard {index}/20"));
            }
        }
        let message = refused(at, &format!("merge {name}.manifest.json"));
        assert!(message.contains("\nmissing: 1/20, "), "{message}");
        // Without a shard named, all are made that the decision needs, and no more.
        let made = ok(at, &format!("run {name}.manifest.json"));
        assert!(made.contains("the sequential test is decided"), "{made}");
        assert_eq!(fs::read_dir(at.join(format!("{name}.shards"))).unwrap().count(), last + 1);
        let verified = ok(at, &format!("run {name}.manifest.json --verify"));
        assert!(!verified.contains("missing"), "{verified}");
        let recomputed = verified.matches("recomputed, the same bytes").count();
        assert_eq!(recomputed, last + 1, "{name}: {verified}");
        let merged = ok(at, &format!("merge {name}.manifest.json"));
        assert!(whole == read(at, &format!("{name}.jsonl")), "{name}");
        assert_eq!(timeless(&merged), timeless(&report), "{name}");
    }
}
