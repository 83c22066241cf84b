//! Ladders: pairings, files that grow, ratings and reports.
//!
//! A little long: one way of counting records by itself serves all of it.

use crate::support::program::{folder, json, ok, run_in};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

const THREE: &str = "ladder run random greedy greedy:nodes=5 --mode 1v1";

fn read(at: &Path, name: &str) -> String {
    fs::read_to_string(at.join(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// A game of a ladder: its line, the seats as they met, and the points of the first.
struct Game {
    line: String,
    seats: [String; 2],
    points: f64,
}

/// The games of a file, counted without the library.
fn games(text: &str) -> Vec<Game> {
    let game = |line: &str| {
        let record: Value = serde_json::from_str(line).unwrap();
        let other = if record["rules"]["mode"] == "1v1" { "N" } else { "E" };
        let seats = ["S", other].map(|s| record["seats"][s].as_str().unwrap().to_owned());
        let points = match record["result"]["winner"].as_u64() {
            None => 0.5,
            Some(0) => 1.0,
            Some(_) => 0.0,
        };
        Game { line: line.to_owned(), seats, points }
    };
    text.lines().map(game).collect()
}

/// The lines of every pair, whoever was first.
fn by_pair(text: &str) -> BTreeMap<BTreeSet<String>, BTreeSet<String>> {
    let mut pairs: BTreeMap<_, BTreeSet<String>> = BTreeMap::new();
    for game in games(text) {
        let pair = game.seats.into_iter().collect();
        assert!(pairs.entry(pair).or_default().insert(game.line), "a game twice");
    }
    pairs
}

fn pair(a: &str, b: &str) -> BTreeSet<String> {
    [a.to_owned(), b.to_owned()].into()
}

#[test]
fn the_bytes_do_not_depend_on_jobs_cuts_or_how_many_follow() {
    let here = folder();
    let at = here.path();
    let run = |games: u32, jobs: u32, out: &str| {
        ok(at, &format!("{THREE} --games {games} --jobs {jobs} --out {out}"))
    };
    let table = run(12, 1, "one");
    assert_eq!(run(12, 3, "three"), table);
    let whole = read(at, "one");
    assert_eq!(whole.lines().count(), 36);
    assert!(whole == read(at, "three"));
    for cut in [0, 1, whole.len() / 3, whole.len() - 1, whole.len()] {
        fs::write(at.join("cut"), &whole[..cut]).unwrap();
        assert_eq!(run(12, 2, "cut"), table, "cut at {cut}");
        assert!(read(at, "cut") == whole, "cut at {cut}");
    }
    let more = run(20, 2, "cut");
    assert_ne!(more, table);
    let longer = read(at, "cut");
    assert!(longer.starts_with(&whole) && longer.lines().count() == 60);
    assert_eq!(run(20, 1, "new"), more);
    assert!(read(at, "new") == longer);
}

#[test]
fn everyone_meets_whom_the_plan_says_both_ways() {
    let here = folder();
    let at = here.path();
    let seats = ["random", "greedy", "greedy:nodes=5", "greedy:nodes=9"];
    for (mode, size) in [("1v1", 2), ("2v2", 4)] {
        for gauntlet in [0, 1, 2, 3] {
            let option =
                if gauntlet == 0 { String::new() } else { format!("--gauntlet {gauntlet}") };
            let line = format!("ladder run {} --mode {mode} --games 5 {option}", seats.join(" "));
            ok(at, &format!("{line} --out {mode}-{gauntlet}"));
            let text = read(at, &format!("{mode}-{gauntlet}"));
            let mut expected = BTreeSet::new();
            for (i, first) in seats.iter().enumerate() {
                for (j, second) in seats.iter().enumerate().skip(i + 1) {
                    if gauntlet == 0 || (i < gauntlet) != (j < gauntlet) {
                        expected.insert(pair(first, second));
                    }
                }
            }
            let found = by_pair(&text);
            assert_eq!(found.keys().cloned().collect::<BTreeSet<_>>(), expected, "{line}");
            for (pair, lines) in found {
                let of = lines.iter().map(String::as_str).collect::<Vec<_>>().join("\n") + "\n";
                let games = games(&of);
                assert_eq!(games.len(), 5_usize.next_multiple_of(size), "{line}: {pair:?}");
                let one = pair.first().unwrap();
                let first = games.iter().filter(|game| game.seats[0] == *one).count();
                assert_eq!(2 * first, games.len(), "{line}: {pair:?}");
            }
        }
    }
}

#[test]
fn another_seat_changes_no_game_of_the_others() {
    let here = folder();
    let at = here.path();
    for (seats, seed, out) in [
        ("random greedy greedy:nodes=5", 7, "three"),
        ("random greedy greedy:nodes=5 greedy:nodes=9", 7, "four"),
        ("greedy:nodes=9 random greedy greedy:nodes=5", 7, "front"),
        ("random greedy", 8, "other"),
    ] {
        let line = format!("ladder run {seats} --mode 1v1 --games 6 --seed {seed} --out {out}");
        ok(at, &line);
    }
    let three = by_pair(&read(at, "three"));
    for more in ["four", "front"] {
        let more = by_pair(&read(at, more));
        assert_eq!((three.len(), more.len()), (3, 6));
        for (pair, lines) in &three {
            assert!(more[pair] == *lines, "{pair:?}");
        }
    }
    let both = pair("random", "greedy");
    assert!(by_pair(&read(at, "other"))[&both] != three[&both], "the seed must matter");
}

#[test]
fn show_says_what_run_said() {
    let here = folder();
    let at = here.path();
    let line = format!("{THREE} --games 20 --out three");
    let ran = ok(at, &line);
    assert_eq!(ok(at, "ladder show three"), ran);
    assert_eq!(json(at, "ladder show three"), json(at, &line));
    // A new seat against the old ones, in a file of its own.
    let gauntlet = "ladder run greedy:nodes=9 random greedy greedy:nodes=5 --mode 1v1 --games 20";
    ok(at, &format!("{gauntlet} --gauntlet 1 --out new"));
    ok(at, &format!("{gauntlet} --out all"));
    let places = |line: &str| {
        let mut standing = json(at, line);
        let mut places = standing["places"].take().as_array().unwrap().clone();
        places.sort_by_key(|place| place["seat"].to_string());
        (standing["games"].as_u64().unwrap(), places)
    };
    let (games, together) = places("ladder show three new");
    let (same, all) = places("ladder show all");
    assert_eq!((games, same, together.len()), (120, 120, 4));
    for (one, other) in together.iter().zip(&all) {
        for key in ["seat", "games", "wins", "draws", "losses", "score"] {
            assert_eq!(one[key], other[key]);
        }
        for key in ["elo", "low", "high"] {
            let [a, b] = [one, other].map(|place| place[key].as_f64().unwrap());
            assert!((a - b).abs() < 1e-3, "{one} {other}");
        }
    }
}

#[test]
fn an_anchor_only_shifts_and_names_only_rename() {
    let here = folder();
    let at = here.path();
    let table = ok(at, &format!("{THREE} --games 20 --out three"));
    let elo = |line: &str| -> BTreeMap<String, f64> {
        let standing = json(at, line);
        let places = standing["places"].as_array().unwrap().iter();
        let place =
            |p: &Value| (p["seat"].as_str().unwrap().to_owned(), p["elo"].as_f64().unwrap());
        places.map(place).collect()
    };
    let (random, greedy) = (elo("ladder show three"), elo("ladder show three --anchor greedy"));
    let of = |ratings: &BTreeMap<String, f64>, seat: &str| ratings[seat];
    assert!(of(&random, "random").abs() < 1e-9 && of(&greedy, "greedy").abs() < 1e-9);
    let shift = of(&random, "greedy");
    assert!(shift > 100.0);
    for (seat, rating) in &random {
        assert!((rating - shift - greedy[seat]).abs() < 1e-3, "{seat}");
    }
    let aliases = "[seats]\ndice = \"random\"\nwolf = \"greedy\"\n\
                 lamb = \"greedy:nodes=5\"\nabsent = \"greedy:nodes=77\"\n";
    fs::write(at.join("seats.toml"), aliases).unwrap();
    let files = "--svg ladder.svg --markdown ladder.md";
    let named = ok(at, &format!("ladder show three --names seats.toml --anchor wolf {files}"));
    assert!(named.contains("Elo above wolf"), "{named}");
    let (svg, page) = (read(at, "ladder.svg"), read(at, "ladder.md"));
    for (seat, name) in [("random", "dice"), ("greedy", "wolf"), ("greedy:nodes=5", "lamb")] {
        assert!(named.contains(&format!("  {name} ")) && !named.contains(seat), "{named}");
        assert!(svg.contains(&format!(">{name}<")) && !svg.contains(seat), "{svg}");
        assert!(page.contains(&format!("| `{name}` | ")) && !page.contains(seat), "{page}");
    }
    assert!(!named.contains("absent") && !svg.contains("absent") && !page.contains("absent"));
    well_formed(&svg);
    ok(at, &format!("ladder show three {files}"));
    let (svg, page) = (read(at, "ladder.svg"), read(at, "ladder.md"));
    well_formed(&svg);
    let piped = read(at, "three").replace("\"greedy\"", "\"cmd=tee a.txt | ./engine <x>\"");
    fs::write(at.join("piped"), piped).unwrap();
    ok(at, "ladder show piped --anchor random --markdown piped.md");
    assert_eq!(read(at, "piped.md").matches("`cmd=tee a.txt \\| ./engine <x>`").count(), 2);
    for seat in ["random", "greedy", "greedy:nodes=5"] {
        assert!(svg.contains(&format!(">{seat}<")) && page.contains(&format!("| `{seat}` | ")));
    }
    assert_eq!(ok(at, "ladder show three"), table);
    // Names of a file of seats are those of the table at once.
    let ran = ok(at, "ladder run seats.toml --mode 1v1 --games 2");
    assert!(ran.contains("  absent ") && ran.contains("Elo above dice"), "{ran}");
}

/// Every element of a picture ends, in order, and no sign is left alone.
fn well_formed(svg: &str) {
    assert!(svg.starts_with("<svg") && svg.ends_with("</svg>\n"), "{svg}");
    let mut open = vec![];
    for part in svg.split('<').skip(1) {
        let (tag, text) = part.split_once('>').unwrap_or_else(|| panic!("`{part}` has no end"));
        assert!(!text.contains('>'), "{part}");
        for entity in text.split('&').skip(1) {
            assert!(entity[..5.min(entity.len())].contains(';'), "{part}");
        }
        assert_eq!(tag.matches('"').count() % 2, 0, "{part}");
        if let Some(name) = tag.strip_prefix('/') {
            assert_eq!(open.pop(), Some(name), "{svg}");
        } else if !tag.ends_with('/') {
            open.push(tag.split_whitespace().next().unwrap());
        }
    }
    assert!(open.is_empty(), "{open:?}");
}

#[test]
fn files_without_a_ladder_are_refused() {
    let here = folder();
    let at = here.path();
    ok(at, &format!("{THREE} --games 4 --out three"));
    let text = read(at, "three");
    ok(at, "ladder run random greedy --games 4 --out quartets");
    ok(at, "selfplay --seats S=greedy,E=random,N=greedy:nodes=5,W=random --games 4 --out mixed");
    ok(at, "match greedy:nodes=8 greedy:nodes=9 --mode 1v1 --games 8 --out apart");
    ok(at, "selfplay --mode 1v1 --games 8 --out fixed");
    fs::write(at.join("empty"), "").unwrap();
    fs::write(at.join("half"), format!("{}\n", text.lines().next().unwrap())).unwrap();
    fs::write(at.join("notes"), "notes\n").unwrap();
    fs::copy(at.join("three"), at.join("copy")).unwrap();
    ok(at, "match greedy random --mode 1v1 --games 4 --out one");
    ok(at, "match random greedy --mode 1v1 --games 4 --out other");
    for (files, message) in [
        ("three three", "three, line 1: game 0 of seed "),
        ("three copy", " appears twice"),
        // The same deals with the sides named the other way round.
        (
            "one other",
            "other, line 2: game 1 of seed 1 between `greedy` and `random` appears twice",
        ),
        ("three quartets", "quartets, line 1: found a game with "),
        ("mixed", "mixed, line 1: found game 0 with two on a side, expected one seat on each side"),
        ("empty", "no finished unit to rate"),
        ("half", "no finished unit to rate"),
        // Sides that were never exchanged.
        (
            "fixed",
            "no finished unit to rate: only games in which both sides played the same deployments",
        ),
        ("three --svg three", "three: input and output are the same file"),
        ("notes", "notes, line 1: "),
        ("nowhere", "nowhere: "),
        ("three apart", "cannot be rated: no chain of games connects it to `random`"),
        (
            "three --anchor nobody",
            "`nobody` did not play in these games; expected one of random, greedy, greedy:nodes=5",
        ),
        ("three --names nowhere.toml", "--names: nowhere.toml: "),
    ] {
        let ran = run_in(at, &format!("ladder show --markdown none.md {files}"));
        assert!((1..=2).contains(&ran.code) && ran.out.is_empty(), "{files}: {}", ran.out);
        assert!(ran.err.starts_with("error: ") && ran.err.contains(message), "{}", ran.err);
        assert!(!at.join("none.md").exists(), "{files}");
    }
    for (seats, message) in [
        ("random", "a ladder needs two or more engines, not 1"),
        ("random greedy random", "the name `random` is listed twice"),
        (
            "random greedy --gauntlet 0",
            "a gauntlet among 2 engines can have 1 to 1 challengers, not 0",
        ),
        (
            "random greedy --gauntlet 2",
            "a gauntlet among 2 engines can have 1 to 1 challengers, not 2",
        ),
        ("random gredy", "the nearest is `greedy`"),
    ] {
        let ran = run_in(at, &format!("ladder run {seats} --out none"));
        assert!(ran.code == 2 && ran.err.contains(message), "{}", ran.err);
        assert!(!at.join("none").exists(), "{seats}");
    }
}

#[test]
fn units_without_an_end_are_left_out() {
    let here = folder();
    let at = here.path();
    let table = ok(at, &format!("{THREE} --games 8 --out whole"));
    assert!(!table.contains("Left out"), "{table}");
    let text = read(at, "whole");
    let lines: Vec<&str> = text.lines().collect();
    // The first game of the last unit is there, and one from the middle of another is not.
    let cut: Vec<&str> = lines[..lines.len() - 1].to_vec();
    let write = |name: &str, lines: &[&str]| fs::write(at.join(name), lines.join("\n")).unwrap();
    write("cut", &cut);
    write("less", &lines[..lines.len() - 2]);
    let (cut, less) = (json(at, "ladder show cut"), json(at, "ladder show less"));
    assert_eq!((&cut["left_out"], &less["left_out"]), (&1.into(), &0.into()));
    assert_eq!((&cut["games"], &cut["places"]), (&22.into(), &less["places"]));
    let table = ok(at, "ladder show cut");
    assert!(table.contains("Left out: 1 games of unfinished units."), "{table}");
    let gap: Vec<&str> = [&lines[..6], &lines[7..]].concat();
    write("gap", &gap);
    let gap = json(at, "ladder show gap");
    assert_eq!((&gap["left_out"], &gap["games"]), (&1.into(), &22.into()));
}

#[test]
fn points_add_up_and_greedy_is_far_above_random() {
    let here = folder();
    let at = here.path();
    for (mode, games) in [("1v1", 200), ("2v2", 80)] {
        let line = format!("ladder run greedy random greedy:nodes=5 --mode {mode} --seed 3");
        let standing = json(at, &format!("{line} --games {games} --out {mode}"));
        let records = self::games(&read(at, mode));
        assert_eq!(standing["games"], records.len());
        let number = |value: &Value, key: &str| value[key].as_f64().unwrap();
        let mut all = 0.0;
        for place in standing["places"].as_array().unwrap() {
            let seat = place["seat"].as_str().unwrap();
            let of = |game: &Game| match &game.seats {
                [first, _] if first == seat => Some(game.points),
                [_, second] if second == seat => Some(1.0 - game.points),
                _ => None,
            };
            let won: Vec<f64> = records.iter().filter_map(of).collect();
            let points: f64 = won.iter().sum();
            all += points;
            let counted = number(place, "wins") + number(place, "draws") / 2.0;
            assert!((counted - points).abs() < 1e-9, "{mode}: {place}");
            let played = won.len() as f64;
            assert!((number(place, "games") - played).abs() < 1e-9, "{mode}: {place}");
            assert!((number(place, "score") - points / played).abs() < 1e-9, "{mode}: {place}");
            let sum = number(place, "wins") + number(place, "draws") + number(place, "losses");
            assert!((sum - played).abs() < 1e-9, "{mode}: {place}");
            assert!(number(place, "low") <= number(place, "elo"), "{mode}: {place}");
            assert!(number(place, "elo") <= number(place, "high"), "{mode}: {place}");
            if seat == "greedy" {
                assert!(number(place, "low") > 300.0, "{mode}: {place}");
            }
        }
        assert!((all - records.len() as f64).abs() < 1e-9, "{mode}");
        let pairs = standing["pairs"].as_array().unwrap();
        assert_eq!(pairs.len(), 3);
        for pair in pairs {
            let [one, two] = ["first", "second"].map(|side| pair[side].as_str().unwrap());
            let of = |game: &Game| match &game.seats {
                [first, second] if first == one && second == two => Some(game.points),
                [first, second] if first == two && second == one => Some(1.0 - game.points),
                _ => None,
            };
            let won: Vec<f64> = records.iter().filter_map(of).collect();
            let share = won.iter().sum::<f64>() / won.len() as f64;
            assert_eq!(pair["games"], won.len(), "{mode}: {pair}");
            assert!((number(pair, "score") - share).abs() < 1e-9, "{mode}: {pair}");
        }
    }
}
