//! `junqi belief`, run as people run it.

use crate::support::program::{folder, json, ok, run_in};
use assert_cmd::Command;
use junqi::game::belief::{Evidence, entropy};
use junqi::game::board::Board;
use junqi::game::format::parse_jfen;
use junqi::game::rules::{Kind, World};
use serde_json::Value;
use std::fs;

/// A folder with four self-played games in `games.jsonl`.
fn played() -> tempfile::TempDir {
    let here = folder();
    ok(here.path(), "selfplay --games 4 --seed 5 --deployments sample --out games.jsonl");
    here
}

/// Probabilities by kind.
fn kinds(p: &Value) -> [f64; 12] {
    Kind::ALL.map(|k| p[k.letter().to_string()].as_f64().unwrap())
}

fn number(value: &Value) -> f64 {
    value.as_f64().unwrap_or_else(|| panic!("found {value}, expected a number"))
}

fn list(value: &Value) -> &Vec<Value> {
    value.as_array().unwrap_or_else(|| panic!("found {value}, expected a list"))
}

/// A distribution with the entropy it says.
fn check(spread: &Value) -> [f64; 12] {
    let p = kinds(&spread["p"]);
    assert!((p.iter().sum::<f64>() - 1.0).abs() < 1e-9, "{spread}");
    assert!(p.iter().all(|p| (0.0..=1.0 + 1e-9).contains(p)), "{spread}");
    assert!((entropy(&p).0 - number(&spread["entropy"])).abs() < 1e-6, "{spread}");
    p
}

#[test]
fn the_table_has_the_numbers_of_the_inventory_and_of_the_layout_rules() {
    let here = folder();
    for opponent in ["counting", "people"] {
        let table = json(here.path(), &format!("belief table --opponent {opponent}"));
        assert_eq!(table["opponent"], opponent);
        let counts = check(&table["counts"]);
        assert!(
            Kind::ALL.iter().all(|k| (counts[k.index()] * 25.0 - k.count() as f64).abs() < 1e-9)
        );
        assert_eq!(format!("{:.4}", number(&table["counts"]["entropy"])), "3.4831");
        let moved = check(&table["moved"]);
        assert_eq!((moved[Kind::Mine.index()], moved[Kind::Flag.index()]), (0.0, 0.0));
        assert_eq!(format!("{:.4}", number(&table["moved"]["entropy"])), "3.2369");
        let points = list(&table["points"]);
        assert_eq!((points.len(), list(&table["rows"]).len()), (25, 6));
        let (mut sum, mut army) = (0.0, [0.0; 12]);
        for post in points {
            sum += number(&post["entropy"]);
            army.iter_mut().zip(check(post)).for_each(|(to, p)| *to += p);
        }
        assert!((sum / 25.0 - number(&table["mean_entropy"])).abs() < 1e-9);
        let whole = |k: &Kind| (army[k.index()] - k.count() as f64).abs() < 1e-6;
        assert!(Kind::ALL.iter().all(whole), "every kind is somewhere: {army:?}");
        for row in list(&table["rows"]) {
            let own = points.iter().filter(|p| p["point"][0] == row["row"]);
            let own: Vec<[f64; 12]> = own.map(|p| kinds(&p["p"])).collect();
            for (k, p) in check(row).into_iter().enumerate() {
                let mean = own.iter().map(|own| own[k]).sum::<f64>() / own.len() as f64;
                assert!((mean - p).abs() < 1e-9);
            }
        }
    }
    let table = json(here.path(), "belief table --opponent counting");
    for post in list(&table["points"]) {
        let (row, col) = (post["point"][0].as_u64().unwrap(), post["point"][1].as_u64().unwrap());
        let p = kinds(&post["p"]);
        let flag = if row == 6 && [2, 4].contains(&col) { 0.5 } else { 0.0 };
        assert!((p[Kind::Flag.index()] - flag).abs() < 1e-9, "{post}");
        let mine = if row < 5 { 0.0 } else { (1.0 - flag) / 3.0 };
        assert!((p[Kind::Mine.index()] - mine).abs() < 1e-9, "{post}");
    }
}

#[test]
fn the_table_fits_a_terminal() {
    let here = folder();
    for names in ["chinese", "letters"] {
        let text = ok(here.path(), &format!("belief table --names {names}"));
        assert!(text.contains("\nany piece ") && text.contains(" 3.4831\n"), "{text}");
        let wide = |line: &str| line.chars().map(|c| if c.is_ascii() { 1 } else { 2 }).sum::<u32>();
        assert!(text.lines().all(|line| wide(line) <= 100));
    }
}

#[test]
fn a_belief_is_shown_and_drawn_at_every_moment() {
    let here = played();
    for (ply, visibility, seats) in [
        (0, "four-dark", 3),
        (31, "four-dark", 3),
        (80, "four-dark", 3),
        (40, "double-open", 2),
        (40, "all-open", 0),
    ] {
        let line = format!(
            "belief show games.jsonl --game 1 --seat W --ply {ply} --visibility {visibility}"
        );
        let shown = json(here.path(), &line);
        assert_eq!((&shown["ply"], &shown["seat"]), (&ply.into(), &"W".into()));
        assert_eq!(shown["visibility"], visibility);
        assert_eq!(shown["exact"].as_bool().unwrap(), shown["error"].is_null());
        assert_eq!(list(&shown["seats"]).len(), seats);
        let mut unsure = vec![];
        for seat in list(&shown["seats"]) {
            let pieces = list(&seat["pieces"]);
            assert_eq!(pieces.len(), 25, "captured pieces are listed, too");
            for piece in pieces {
                check(piece);
                assert_eq!(piece["alive"].as_bool().unwrap(), piece["cell"].is_string());
                assert_eq!(list(&piece["home"]).len(), 2);
                let bits = number(&piece["entropy"]);
                if seat["seat"] != "E" && piece["alive"] == true && bits > 1e-9 {
                    unsure.push(bits);
                }
            }
        }
        match shown["average_entropy"].as_f64() {
            Some(mean) => {
                assert!((unsure.iter().sum::<f64>() / unsure.len() as f64 - mean).abs() < 1e-9);
            }
            None => assert!(unsure.is_empty()),
        }
        let text = ok(here.path(), &line);
        assert!(text.contains("AverageEntropy: "), "{text}");
        assert_eq!(text.matches("hidden pieces on the board").count(), seats);
        let plain = json(here.path(), &format!("{line} --no-behaviour"));
        // Nothing was done at the start, and nothing is hidden when all is open.
        assert_eq!(plain["seats"] == shown["seats"], ply == 0 || seats == 0);
    }
    let start = json(here.path(), "belief show start --seat S --opponent counting");
    assert_eq!((&start["exact"], &start["error"]), (&true.into(), &Value::Null));
    ok(here.path(), "belief show games.jsonl --seat S --ply 30 --svg heat.svg");
    let svg = fs::read_to_string(here.path().join("heat.svg")).unwrap();
    assert!(svg.starts_with("<svg") && svg.trim_end().ends_with("</svg>"));
    assert!(svg.contains(r##"href="#heat""##) && !svg.contains(r##"href="#back""##));
}

#[test]
fn sampled_worlds_are_legal_and_agree_with_what_is_seen() {
    let here = played();
    let position = "games.jsonl --game 2 --seat E --ply 50";
    let seen = json(here.path(), &format!("show {position}"));
    let view = parse_jfen(seen["jfen"].as_str().unwrap(), 1, Board::siguo()).unwrap();
    let text = ok(here.path(), &format!("belief sample {position} --count 8 --seed 3"));
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines.len(), 8);
    let sampled = json(here.path(), &format!("belief sample {position} --count 8 --seed 3"));
    assert_eq!(list(&sampled).iter().map(|l| l.as_str().unwrap()).collect::<Vec<_>>(), lines);
    assert!(lines.iter().any(|line| *line != lines[0]), "worlds are drawn anew");
    for line in &lines {
        let truth = parse_jfen(line, 1, Board::siguo()).unwrap();
        let world = World::lenient(&truth.setup().unwrap()).unwrap();
        assert_eq!((world.ply(), world.turn()), (view.ply, view.turn));
        for (theirs, ours) in truth.pieces.iter().zip(&view.pieces) {
            assert_eq!((theirs.0, theirs.2), (ours.0, ours.2));
            if theirs.0 == view.observer.unwrap() {
                assert_eq!(theirs.1, ours.1, "its own pieces stay");
            }
        }
        Evidence::new(&truth).unwrap();
    }
}

#[test]
fn a_view_is_enough() {
    let here = played();
    let jfen = |line: &str| json(here.path(), line)["jfen"].as_str().unwrap().to_owned();
    let view = jfen("show games.jsonl --seat N --ply 0");
    fs::write(here.path().join("view.txt"), format!("{view}\n")).unwrap();
    for command in ["show", "sample"] {
        let known = json(here.path(), &format!("belief {command} view.txt --seat N"));
        let seen = json(here.path(), &format!("belief {command} games.jsonl --seat N --ply 0"));
        assert_eq!(known, seen);
    }
    let ran = run_in(here.path(), "belief show view.txt --seat E");
    assert_eq!(ran.code, 1);
    assert!(ran.err.contains("a piece of seat E is hidden, but seat"), "{}", ran.err);
}

#[test]
fn beliefs_are_scored() {
    let here = played();
    let line = "belief score games.jsonl --at 0,20 --opponent counting --svg calibration.svg";
    let score = json(here.path(), line);
    let plies = list(&score["plies"]);
    assert_eq!((plies.len(), &plies[0]["ply"], &plies[1]["ply"]), (2, &0.into(), &20.into()));
    assert_eq!(plies[0]["pieces"], 4 * 4 * 50);
    let bits = number(&score["joint_bits"]);
    assert!((bits - 709_596_419_051_520_000_f64.log2()).abs() < 1e-6, "{bits}");
    let svg = fs::read_to_string(here.path().join("calibration.svg")).unwrap();
    assert!(svg.starts_with("<svg") && svg.contains("ply 20"));
    let text = ok(here.path(), line);
    assert!(text.starts_with("4 games, 16 deployments\n"), "{text}");
    for part in ["95 % interval", "a deployment before the first move: 59.", "calibration, all"] {
        assert!(text.contains(part), "{part}: {text}");
    }
    assert_eq!(text.lines().filter(|l| l.contains(" to ") && l.contains(" %")).count(), 20 + 3);
}

#[test]
fn observers_are_scored_by_name_and_their_attacks_counted() {
    let here = played();
    let line = "belief score games.jsonl --at 0,40 --opponent counting";
    let all = json(here.path(), line);
    let count = |value: &Value| value.as_u64().unwrap();
    let mut attacks = 0;
    let mut pieces = 0;
    for seat in ["S", "E", "N", "W"] {
        let score = json(here.path(), &format!("{line} --observer {seat}"));
        pieces += count(&score["plies"][1]["pieces"]);
        for tally in list(&score["attacks"]) {
            let found: u64 = list(&tally["found"]).iter().map(count).sum();
            assert_eq!(found, count(&tally["attacks"]), "every attack ends in one way");
            let expected: f64 = list(&tally["expected"]).iter().map(number).sum();
            assert!((expected - found as f64).abs() < 1e-6, "{tally}");
            attacks += found;
        }
    }
    assert_eq!(pieces, count(&all["plies"][1]["pieces"]));
    let of_all: u64 = list(&all["attacks"]).iter().map(|tally| count(&tally["attacks"])).sum();
    assert!(of_all == attacks && attacks > 10, "{attacks} attacks");
    assert!(ok(here.path(), line).contains("attacks on pieces that are not certain"));
}

#[test]
fn the_players_that_a_seat_may_be_are_shown() {
    let here = played();
    let shown = json(here.path(), "belief show games.jsonl --seat S --ply 60");
    for seat in list(&shown["seats"]) {
        let weights = list(&seat["members"]).iter().map(|member| number(&member["weight"]));
        assert!((weights.sum::<f64>() - 1.0).abs() < 1e-9, "{seat}");
    }
    let text = ok(here.path(), "belief show games.jsonl --seat S --ply 60");
    assert_eq!(text.matches("may be: counting ").count(), list(&shown["seats"]).len());
    let counting = ok(here.path(), "belief show games.jsonl --seat S --opponent counting");
    assert!(!counting.contains("may be: "));
}

#[test]
fn recorded_games_are_scored() {
    let Some(games) = crate::support::recorded_games() else { return };
    let train = fs::read_dir(games.path().join("train")).unwrap();
    let path = |file: std::io::Result<fs::DirEntry>| file.unwrap().path().display().to_string();
    let mut files: Vec<String> = train.map(path).collect();
    files.sort();
    let some: Vec<&str> = files.iter().step_by(files.len() / 3).map(String::as_str).collect();
    let line = format!("belief score {} --at 0,40", some.join(" "));
    let score = json(games.path(), &line);
    assert_eq!(score["games"], some.len());
    let bits = number(&score["plies"][0]["bits"]);
    assert!((1.5..3.2).contains(&bits), "people do not lay out at random: {bits}");
}

#[test]
fn errors_name_the_fault() {
    let here = played();
    let jfen = |line: &str| json(here.path(), line)["jfen"].as_str().unwrap().to_owned();
    let middle = jfen("show games.jsonl --ply 20");
    fs::write(here.path().join("middle.txt"), format!("{middle}\n")).unwrap();
    for (name, start) in
        [("middle", &middle), ("hidden", &jfen("show games.jsonl --seat S --ply 0"))]
    {
        let text = fs::read_to_string(here.path().join("games.jsonl")).unwrap();
        let mut record: Value = serde_json::from_str(text.lines().next().unwrap()).unwrap();
        record["start"] = start.as_str().into();
        record["deployments"] = serde_json::json!({});
        record["events"] = "".into();
        fs::write(here.path().join(format!("{name}.jsonl")), format!("{record}\n")).unwrap();
    }
    fs::write(here.path().join("bad.jsonl"), "{\"game\": 0}\n").unwrap();
    for (line, code, said) in [
        ("show games.jsonl", 2, "--seat"),
        ("show games.jsonl --seat Q", 2, "expected a seat: S, E, N or W"),
        ("sample games.jsonl --seat S --visibility none", 2, "four-dark"),
        ("table --opponent", 2, "--opponent"),
        ("score", 2, "PATHS"),
        (
            "show games.jsonl --seat S --ply 9999",
            1,
            "ply 9999 does not exist: the game ends at ply ",
        ),
        ("show games.jsonl --seat S --game 4", 1, "no game 4: 4 games, counted from 0"),
        ("show middle.txt --seat S --ply 3", 1, "ply 3 does not exist: the game begins at ply 20"),
        ("show nowhere.jsonl --seat S", 1, "found `nowhere.jsonl`, expected a file, a JFEN line"),
        ("show games.jsonl --seat S --opponent nowhere", 1, "found `nowhere`, expected unknown"),
        ("table --opponent bad.jsonl", 1, "bad.jsonl: "),
        ("score bad.jsonl", 1, "bad.jsonl, line 1: "),
        (
            "score middle.jsonl",
            1,
            "middle.jsonl, line 1: found a start at ply 20, expected a whole game",
        ),
        (
            "score hidden.jsonl",
            1,
            "hidden.jsonl, line 1: start: found hidden pieces, expected none",
        ),
        ("score nowhere.jsonl", 1, "nowhere.jsonl"),
    ] {
        let ran = run_in(here.path(), &format!("belief {line}"));
        assert_eq!(ran.code, code, "{line}: {}", ran.err);
        assert!(ran.err.contains(said), "{line}: {}", ran.err);
        assert!(ran.out.is_empty(), "{line}: {}", ran.out);
    }
    let duel = "1Nq3/5/5/5/5/Na4/15/12/15/12/15/Sa4/5/5/5/5/1Sq3 S SN - 0 0 - - mode=1v1";
    let ran = run_in(here.path(), &format!("belief show \"{duel}\" --seat E"));
    assert_eq!(ran.code, 2, "{}", ran.err);
    assert!(ran.err.contains("--seat: E does not play in this game"), "{}", ran.err);
}

#[test]
fn the_same_seed_gives_the_same_bytes_on_any_number_of_threads() {
    let here = played();
    let run = |line: &str, threads: &str| {
        let mut command = Command::cargo_bin("junqi").unwrap();
        command.current_dir(here.path()).env("RAYON_NUM_THREADS", threads);
        let output = command.arg("belief").args(line.split(' ')).output().unwrap();
        assert!(output.status.success(), "{line}");
        String::from_utf8(output.stdout).unwrap()
    };
    for line in [
        "show games.jsonl --seat S --ply 60 --json --seed 4",
        "sample games.jsonl --seat S --ply 60 --seed 4",
        "table",
        "fit games.jsonl --formations 1",
        "fit games.jsonl --formations 0 --choices --refine 2",
    ] {
        assert_eq!(run(line, "1"), run(line, "3"), "{line}");
    }
    let score = |threads: &str| {
        let text = run("score games.jsonl --at 20,60 --json", threads);
        let mut score: Value = serde_json::from_str(&text).unwrap();
        for ply in score["plies"].as_array_mut().unwrap() {
            ply["update_ms"] = Value::Null;
        }
        score
    };
    assert_eq!(score("1"), score("3"), "all but the time it takes");
}

#[test]
fn a_fitted_model_can_be_used() {
    let here = played();
    ok(here.path(), "belief fit games.jsonl --formations 2 --source test --out learned.json");
    let text = fs::read_to_string(here.path().join("learned.json")).unwrap();
    let learned: Value = serde_json::from_str(&text).unwrap();
    assert_eq!((list(&learned["formations"]).len(), &learned["source"]), (2, &"test".into()));
    let features = junqi::game::belief::FEATURES.len() + junqi::game::belief::KIND_FEATURES.len();
    assert_eq!(list(&learned["habits"]).len(), features);
    assert!(list(&learned["choices"]).is_empty());
    let printed = ok(here.path(), "belief fit games.jsonl --formations 2 --source test");
    assert_eq!(printed, text);

    let line = "belief score games.jsonl --at 40 --visibility double-open";
    let bits = |extra: &str| {
        let scored = json(here.path(), &format!("{line} {extra}"));
        number(&scored["plies"][0]["bits"])
    };
    let (uniform, own) = (bits("--opponent counting"), bits("--opponent learned.json"));
    assert!(own < uniform - 0.1, "learned from these very games: {own}, uniform {uniform}");
    assert!(bits("--opponent learned.json --no-behaviour") > own);

    let compared = json(here.path(), "belief fit games.jsonl --compare 1,2 --hold-out 0.5");
    assert_eq!((&compared["games"], &compared["held_out"]), (&4.into(), &2.into()));
    assert_eq!(list(&compared["compared"]).len(), 2);
    assert!(number(&compared["compared"][0]["bits"]) < 70.0);

    fs::write(here.path().join("bad.json"), text.replacen("front_camp", "nobody", 1)).unwrap();
    let ran = run_in(here.path(), &format!("{line} --opponent bad.json"));
    assert_eq!(ran.code, 1);
    assert!(ran.err.contains("bad.json: unknown behaviour feature `nobody`"), "{}", ran.err);
    let fit = "belief fit games.jsonl --formations 0 --choices --rounds 40 --out choices.json";
    ok(here.path(), fit);
    let apart = bits("--opponent choices.json");
    assert!(apart < uniform, "learned from these very games: {apart}, uniform {uniform}");
    ok(here.path(), &format!("{fit} --refine 30").replace("choices.json", "together.json"));
    let together = bits("--opponent together.json");
    assert!(together < apart - 0.02, "fitted to the kinds: {together}, to the moves: {apart}");
    let from = "belief fit games.jsonl --choices --refine 30 --from";
    ok(here.path(), &format!("{from} choices.json --out later.json"));
    let later = bits("--opponent later.json");
    assert!((later - together).abs() < 0.005, "refined at once: {together}, later: {later}");
    let ran = run_in(here.path(), &format!("{from} learned.json"));
    assert!(ran.err.contains("learned.json: no move choices, expected"), "{}", ran.err);
    let text = fs::read_to_string(here.path().join("choices.json")).unwrap();
    fs::write(here.path().join("bad.json"), text.replacen("retake", "nobody", 1)).unwrap();
    let ran = run_in(here.path(), &format!("{line} --opponent bad.json"));
    assert!(ran.err.contains("bad.json: unknown descriptor of moves `nobody`"), "{}", ran.err);
    let ran = run_in(here.path(), "belief fit games.jsonl --hold-out 1");
    assert_eq!(ran.code, 2);
}
