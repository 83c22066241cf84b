//! The program as people use it.

use crate::support::program::{folder, json, ok, quoted_program, run_in};
use serde_json::Value;
use std::fs;
use std::path::Path;

#[test]
fn perft_counts_and_divides() {
    let here = folder();
    assert!(ok(here.path(), "perft start --depth 3").starts_with("perft 3: 149694 "));
    let divided = json(here.path(), "perft start --depth 2 --divide");
    assert_eq!(divided["nodes"], 2831);
    let moves = divided["divide"].as_object().unwrap();
    assert_eq!(moves.len(), 53);
    assert_eq!(moves.values().map(|n| n.as_u64().unwrap()).sum::<u64>(), 2831);
    let bad = run_in(here.path(), "perft nonsense --depth 2");
    assert_eq!(bad.code, 1);
    assert!(bad.err.starts_with("error: found `nonsense`, expected a file"), "{}", bad.err);
}

#[test]
fn wrong_usage_ends_with_two() {
    let here = folder();
    for line in [
        "",
        "perft",
        "fly",
        "selfplay --games many",
        "match greedy nobody",
        "match greedy greedy:depth=3",
        "selfplay --rules colour=red",
        "selfplay --seats S=greedy --team-a random",
        "selfplay --seats S=nobody",
        "selfplay --seats S=greedy,S=greedy",
    ] {
        let ran = run_in(here.path(), line);
        assert_eq!(ran.code, 2, "{line}: {}", ran.err);
        assert!(ran.err.contains("Usage") || ran.err.contains("--help"), "{line}: {}", ran.err);
    }
}

#[test]
fn wrong_values_are_answered_by_what_was_expected() {
    let here = folder();
    for (line, said) in [
        ("match greedy random --games -5", "expected a whole number from 1 to 1000000000000"),
        ("selfplay --seed 1e3", "expected a whole number, not negative"),
        ("selfplay --seats S=greedy,Q=random", "found seat `Q`, expected S, E, N or W"),
        ("serve --name https://a.example", "expected a host name such as `games.example`"),
        ("serve --name a.example:8443", "expected a host name such as `games.example`"),
        ("serve --name \"a b\"", "expected a host name such as `games.example`"),
        ("serve --name=", "expected a host name such as `games.example`"),
    ] {
        let ran = run_in(here.path(), line);
        assert!(ran.code == 2 && ran.err.contains(said), "{line}: {}", ran.err);
    }
    let help = ok(here.path(), "--help");
    let place = |text: &str| help.find(text).unwrap_or_else(|| panic!("no `{text}`: {help}"));
    assert!(place("Measure players") < place("  match ") && place("  match ") < place("  serve "));
}

#[test]
fn sampled_deployments_go_to_a_file() {
    let here = folder();
    let at = here.path();
    let printed = ok(at, "deploy sample --count 3 --seed 5");
    assert_eq!(
        ok(at, "deploy sample --count 3 --seed 5 --out three.txt"),
        "3 deployments written to three.txt\n"
    );
    assert_eq!(fs::read_to_string(at.join("three.txt")).unwrap(), printed);
    fs::create_dir(at.join("many")).unwrap();
    assert_eq!(json(at, "deploy sample --count 2 --out many")["deployments"], 2);
    assert_eq!(fs::read_dir(at.join("many")).unwrap().count(), 2);
    let few = run_in(at, "deploy evaluate three.txt many --games 4");
    assert_eq!(few.code, 2, "{}", few.err);
    assert!(
        few.err.contains(
            "at least 12 are needed (4 games per unit); they are enough with `--rounds 1`"
        ),
        "{}",
        few.err
    );
    ok(at, "deploy evaluate three.txt many --games 4 --rounds 1");
}

/// Fewer threads than asked for are enough. Root has no such limit.
#[cfg(unix)]
#[test]
fn a_system_that_gives_no_threads_is_no_panic() {
    let here = folder();
    let limited = |line: &str| {
        let limit = "ulimit -u 1 2>/dev/null || ulimit -p 1";
        let line = format!("{limit}; exec {} {line}", quoted_program());
        let mut shell = std::process::Command::new("sh");
        shell.current_dir(here.path()).args(["-c", &line]).output().unwrap()
    };
    let run = "selfplay --jobs 500 --games 4 --mode 1v1 --out games.jsonl";
    let played = limited(run);
    assert!(played.status.success(), "{}", String::from_utf8_lossy(&played.stderr));
    for line in ["verify games.jsonl", "selfplay --games 1 --team-a cmd=cat", "engine"] {
        assert_ne!(limited(line).status.code(), Some(101), "{line}");
    }
}

#[test]
fn a_position_is_shown_as_text_json_and_picture() {
    let here = folder();
    let text = ok(here.path(), "show start");
    assert!(
        text.contains('旅') && !text.contains('\u{1b}'),
        "colours must go where nobody sees them"
    );
    let jfen = text.lines().last().unwrap();
    let again = json(here.path(), &format!("show \"{jfen}\""));
    assert_eq!(again["jfen"], jfen);
    ok(here.path(), "show start --seat E --svg east.svg");
    let svg = fs::read_to_string(here.path().join("east.svg")).unwrap();
    assert!(svg.starts_with("<svg") && svg.trim_end().ends_with("</svg>"));
    assert_eq!(fs::read_dir(here.path()).unwrap().count(), 1, "no temporary file may stay");
}

#[test]
fn selfplay_does_not_depend_on_jobs_and_goes_on_where_it_was_cut() {
    let here = folder();
    let run = "selfplay --games 30 --seed 9 --seats S=greedy,E=random,N=greedy:nodes=5,W=random";
    let whole = ok(here.path(), &format!("{run} --jobs 1 --out one.jsonl"));
    let again = ok(here.path(), &format!("{run} --jobs 3 --out three.jsonl"));
    assert_eq!(whole, again);
    let read = |name: &str| fs::read(here.path().join(name)).unwrap();
    let bytes = read("one.jsonl");
    assert_eq!(bytes, read("three.jsonl"));
    for cut in [0, 1, bytes.len() / 3, bytes.len() - 1, bytes.len()] {
        fs::write(here.path().join("cut.jsonl"), &bytes[..cut]).unwrap();
        let resumed = ok(here.path(), &format!("{run} --jobs 2 --out cut.jsonl"));
        assert_eq!(read("cut.jsonl"), bytes, "cut at {cut}");
        assert_eq!(resumed, whole);
    }
    let verified = ok(here.path(), "verify one.jsonl");
    assert!(
        verified.contains(" 30 games") && verified.ends_with(" 0 disagreements\n"),
        "{verified}"
    );
    let others = ["--seed 8", "--seed 9 --rules qq", "--seed 9 --deployments sample", "--seed 9"];
    for other in others {
        let ran = run_in(here.path(), &format!("selfplay --games 30 --out one.jsonl {other}"));
        assert_eq!(ran.code, 1, "{other}");
        assert!(ran.err.contains("one.jsonl: line 1: found a game with "), "{}", ran.err);
        assert_eq!(read("one.jsonl"), bytes, "a refused file must stay as it is");
    }
    let fewer = run_in(here.path(), &format!("{run} --out one.jsonl").replace("30", "20"));
    assert_eq!(fewer.code, 1);
    assert!(fewer.err.contains("line 21: found more than the 20 lines"), "{}", fewer.err);
    assert_eq!(read("one.jsonl"), bytes, "a refused file must stay as it is");
}

/// No line is passed over in silence, whatever it begins with.
#[test]
fn lines_that_are_no_records_are_refused() {
    let here = folder();
    for (text, found) in
        [("[1,2", "line 1: "), ("name: x", "line 1: found `name: x`, expected a JSON")]
    {
        fs::write(here.path().join("lines.jsonl"), format!("{text}\n")).unwrap();
        let ran = run_in(here.path(), "ladder show lines.jsonl");
        assert_eq!(ran.code, 1, "{text}: {}", ran.err);
        assert!(ran.err.contains(found), "{text}: {}", ran.err);
    }
}

#[test]
fn a_file_that_is_no_run_is_never_touched() {
    let here = folder();
    for text in ["notes without an end", "a line\n", "{\"version\": 3}\n"] {
        fs::write(here.path().join("notes.txt"), text).unwrap();
        let ran = run_in(here.path(), "selfplay --games 2 --out notes.txt");
        assert_eq!(ran.code, 1, "{text}");
        assert!(ran.err.contains("give the same options, or write elsewhere"), "{}", ran.err);
        assert_eq!(fs::read_to_string(here.path().join("notes.txt")).unwrap(), text);
    }
}

#[test]
fn a_match_cancels_luck_and_measures_elo() {
    let here = folder();
    for (mode, size) in [("2v2", 4), ("1v1", 2)] {
        let report =
            json(here.path(), &format!("match greedy random --games 41 --mode {mode} --seed 2"));
        let number = |path: &str| report.pointer(path).and_then(Value::as_f64).unwrap();
        let games = number("/wins") + number("/draws") + number("/losses");
        assert!((number("/units") * f64::from(size) - games).abs() < 1e-9 && games >= 41.0);
        // Nobody may have lost: then Elo and the upper end have no bound, which JSON has no word for.
        assert!(number("/elo/low") > 150.0, "{report}");
        assert!(number("/score/value") > 0.9 && number("/score/high") <= 1.0, "{report}");
        let back =
            json(here.path(), &format!("match random greedy --games 41 --mode {mode} --seed 2"));
        assert!(back["elo"]["high"].as_f64().unwrap() < -150.0, "{back}");
        let same = |jobs: u32| {
            let line = format!("match random random --games 240 --mode {mode} --jobs {jobs}");
            let mut report = json(here.path(), &line);
            // The clock is not the seed's.
            report["ms_a_move"].take();
            report
        };
        assert_eq!(same(1), same(2));
        let end = |key: &str| same(1)["elo"][key].as_f64().unwrap();
        assert!(end("low") < 40.0 && end("high") > -40.0);
    }
}

#[cfg(unix)]
#[test]
fn a_broken_engine_is_named_and_ends_the_games() {
    let here = folder();
    let none = "cmd=/nonexistent/engine";
    let deployments = ok(here.path(), "deploy sample --count 2");
    fs::write(here.path().join("two.txt"), deployments).unwrap();
    for line in [
        format!("match {none} greedy --mode 1v1"),
        format!("selfplay --team-a {none} --mode 1v1"),
        format!("ladder run {none} greedy --mode 1v1"),
        format!("deploy evaluate two.txt --seat {none} --mode 1v1 --rounds 1"),
    ] {
        let many = run_in(here.path(), &format!("{line} --games 40 --jobs 1"));
        assert_eq!((many.code, many.out.as_str()), (1, ""), "{line}: {}", many.err);
        for part in ["stopped after 4 games in a row", ": seat ", "not found"] {
            assert!(many.err.contains(part), "{line}: {}", many.err);
        }
        // Too few to stop early. One that is evaluated plays a unit of two games.
        let line = line.replace("two.txt", "one.txt");
        fs::write(here.path().join("one.txt"), ok(here.path(), "deploy sample --count 1")).unwrap();
        let two = run_in(here.path(), &format!("{line} --games 2 --jobs 1"));
        assert_eq!(two.code, 1, "{line}: {}", two.err);
        let all = two.out + &two.err;
        assert!(all.contains("Failed in ") && all.contains("its error output: "), "{line}: {all}");
        assert!(all.contains("not found"), "{line}: {all}");
    }
}

#[cfg(unix)]
#[test]
fn failures_of_an_engine_that_mostly_works_are_printed() {
    use std::os::unix::fs::PermissionsExt;
    let here = folder();
    let engine = here.path().join("engine");
    let junqi = quoted_program();
    let starts = here.path().join("starts");
    let script = format!(
        "#!/bin/sh\necho start >> {0}\n[ $(($(wc -l < {0}) % 5)) = 0 ] && exit 1\n\
         {{ echo 'setoption name Seat value greedy'; exec cat; }} | exec {junqi} engine\n",
        starts.display()
    );
    fs::write(&engine, script).unwrap();
    fs::set_permissions(&engine, fs::Permissions::from_mode(0o755)).unwrap();
    let two = ok(here.path(), "deploy sample --count 2");
    fs::write(here.path().join("two.txt"), two).unwrap();
    fs::write(here.path().join("one.txt"), ok(here.path(), "deploy sample")).unwrap();
    for line in ["deploy pool two.txt", "deploy improve one.txt --steps 1 --tries 1 --check 4"] {
        let conditions = "--games 4 --mode 1v1 --jobs 1";
        let ran =
            run_in(here.path(), &format!("{line} {conditions} --seat cmd={}", engine.display()));
        assert_eq!(ran.code, 0, "{line}: {}", ran.err);
        assert!(ran.err.contains("Failed in "), "{line}: {}", ran.err);
    }
}

#[cfg(unix)]
#[test]
fn special_files_and_links_stay_what_they_are() {
    let here = folder();
    let picture = ok(here.path(), "show start --svg /dev/stdout");
    assert!(picture.starts_with("<svg"), "{picture}");
    std::os::unix::fs::symlink("picture.svg", here.path().join("link")).unwrap();
    ok(here.path(), "show start --svg link");
    assert!(here.path().join("link").is_symlink());
    assert!(fs::read_to_string(here.path().join("picture.svg")).unwrap().starts_with("<svg"));
}

#[test]
fn files_that_cannot_work_are_refused_at_once() {
    let here = folder();
    fs::write(here.path().join("empty.txt"), "").unwrap();
    for (line, expected) in [
        ("deploy check empty.txt", "empty.txt: found no deployment, expected at least one"),
        ("show .", "found a folder, expected a file"),
        ("belief fit empty.txt --out no/where.json", "no/where.json"),
        ("eval tune empty.txt --out no/where.json", "no/where.json"),
        ("serve --port 0 --web nowhere", "--web: found no nowhere/index.html"),
        ("serve --port 0 --games empty.txt/games", "--games: empty.txt/games cannot be created"),
        #[cfg(target_os = "linux")]
        ("serve --port 0 --games /proc/self", "--games: cannot write in /proc/self"),
    ] {
        let ran = run_in(here.path(), line);
        assert_eq!(ran.code, 1, "{line}: {}", ran.err);
        assert!(ran.err.contains(expected), "{line}: {}", ran.err);
    }
}

#[test]
fn hostile_numbers_are_answered() {
    let here = folder();
    for command in ["match greedy random", "ladder run greedy random", "selfplay"] {
        let ran = run_in(here.path(), &format!("{command} --games 18446744073709551615"));
        assert!(ran.code == 2 && ran.err.contains("from 1 to 1000000000000"), "{}", ran.err);
    }
    ok(here.path(), "selfplay --games 2 --jobs 1000000000");
}

#[test]
fn every_unit_gives_both_sides_the_same_deployments() {
    let here = folder();
    for (mode, size) in [("2v2", 4), ("1v1", 2)] {
        let line = format!("match greedy random --games 8 --mode {mode} --deployments sample");
        ok(here.path(), &format!("{line} --out {mode}.jsonl"));
        let text = fs::read_to_string(here.path().join(format!("{mode}.jsonl"))).unwrap();
        let games: Vec<Value> = text.lines().map(|l| serde_json::from_str(l).unwrap()).collect();
        for unit in games.chunks(size) {
            let held = |side: &str| {
                let mut held: Vec<String> = vec![];
                for game in unit {
                    let seats = game["seats"].as_object().unwrap();
                    let of_side = seats.iter().filter(|(_, name)| *name == side);
                    held.extend(of_side.map(|(seat, _)| game["deployments"][seat].to_string()));
                }
                held.sort();
                held
            };
            assert_eq!(held("greedy"), held("random"));
            let first = |side: &str| unit.iter().filter(|g| g["seats"]["S"] == side).count();
            assert_eq!(first("greedy"), first("random"));
        }
    }
}

#[test]
fn deployments_are_checked_sampled_mirrored_and_converted() {
    let here = folder();
    let at = here.path();
    assert!(ok(at, "deploy check book").ends_with(" 0 with faults\n"));
    let sample = ok(at, "deploy sample --count 5 --seed 4");
    assert_eq!(sample, ok(at, "deploy sample --count 5 --seed 4"));
    fs::write(at.join("five.txt"), &sample).unwrap();
    assert_eq!(ok(at, "deploy check five.txt"), "checked: 5 deployments, 0 with faults\n");
    fs::write(at.join("mirror.txt"), ok(at, "deploy mirror five.txt")).unwrap();
    assert_ne!(fs::read(at.join("mirror.txt")).unwrap(), sample.as_bytes());
    assert_eq!(ok(at, "deploy mirror mirror.txt"), sample);
    fs::create_dir(at.join("layouts")).unwrap();
    ok(at, "deploy convert five.txt --out layouts");
    ok(at, "deploy convert layouts --out back.txt --chinese");
    let strip = |line: &str| {
        let list = json(at, line)["deployments"].as_array().unwrap().clone();
        list.into_iter().map(|d| d["deployment"].clone()).collect::<Vec<_>>()
    };
    assert_eq!(strip("deploy show back.txt"), strip("deploy show five.txt"));
    let faulty = sample.replacen('q', "m", 1);
    fs::write(at.join("bad.txt"), faulty).unwrap();
    let ran = run_in(at, "deploy check bad.txt");
    assert_eq!(ran.code, 1);
    assert!(ran.out.contains("wrong number of flag pieces: 0 instead of 1"), "{}", ran.out);
    assert!(ran.out.contains("wrong number of mine pieces: 4 instead of 3"), "{}", ran.out);
    assert_eq!(run_in(at, "selfplay --deployments bad.txt").code, 1);
}

#[test]
fn games_are_converted_shown_and_verified() {
    let here = folder();
    let at = here.path();
    ok(at, "selfplay --games 3 --rules qq --out games.jsonl");
    ok(at, "convert games.jsonl one.jgs --game 1");
    ok(at, "convert one.jgs one.txt");
    ok(at, "convert one.jgs one.jsonl");
    let position = |source: &str| json(at, &format!("show {source} --ply 40"))["jfen"].clone();
    assert_eq!(position("one.jgs"), position("one.txt"));
    assert_eq!(position("one.jgs"), json(at, "show games.jsonl --game 1 --ply 40")["jfen"]);
    let report = json(at, "verify one.jgs games.jsonl one.jsonl");
    assert_eq!(
        (report["games"].as_u64(), report["disagreements"].as_array().map(Vec::len)),
        (Some(5), Some(0))
    );
    let text = fs::read_to_string(at.join("games.jsonl")).unwrap();
    fs::write(at.join("wrong.jsonl"), text.replacen('>', "=", 1)).unwrap();
    let ran = run_in(at, "verify wrong.jsonl");
    assert_eq!(ran.code, 1);
    assert!(ran.out.ends_with(" 1 disagreements\n"), "{}", ran.out);
    assert!(ran.out.contains("wrong.jsonl, line 1: game 0, ply "), "{}", ran.out);
}

#[test]
fn another_board_can_be_played_on() {
    let here = folder();
    let board =
        fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("core/boards/siguo.board"));
    let lines: Vec<String> = board.unwrap().lines().map(Into::into).collect();
    let flat: Vec<&String> = lines.iter().filter(|l| !l.starts_with("curve")).collect();
    let without = flat.iter().map(|l| l.as_str()).collect::<Vec<_>>().join("\n");
    fs::write(here.path().join("square.board"), &without).unwrap();
    let nodes = |line: &str| json(here.path(), line)["nodes"].as_u64().unwrap();
    assert!(nodes("perft start --depth 1 --board square.board") < 53);
    ok(here.path(), "selfplay --games 4 --board square.board");
    for line in ["bench", "tree list", "eval label --mode 1v1 --games 1", "experiment list"] {
        let ran = run_in(here.path(), &format!("{line} --board square.board"));
        assert_eq!(ran.code, 2, "{line}");
        assert!(ran.err.contains("--board: this command knows only"), "{line}: {}", ran.err);
    }
    fs::write(here.path().join("bad.board"), without.replace('H', "h")).unwrap();
    let ran = run_in(here.path(), "show start --board bad.board");
    assert_eq!(ran.code, 1);
    assert!(ran.err.contains("bad.board: line 13, column 15: found `h`, expected"), "{}", ran.err);
}

#[test]
fn endgame_tells_verdict_line_and_moves() {
    let here = folder();
    let jfen = "ShNq3/5/5/5/5/4Na/15/12/15/12/15/5/5/5/5/5/1Sq3 S SN - 0 0 - - mode=1v1";
    let text = ok(here.path(), &format!("endgame \"{jfen}\" --moves"));
    assert!(text.starts_with("S to move: win in 1\ng17h17\n"), "{text}");
    assert!(text.contains("\ng17h17: win in 1\n"), "{text}");
    let solved = json(here.path(), &format!("endgame \"{jfen}\""));
    assert_eq!((&solved["verdict"], &solved["plies"]), (&"win".into(), &1.into()));
    assert_eq!(solved["line"], serde_json::json!(["g17h17"]));
    let unknown = json(here.path(), "endgame start --nodes 300");
    assert_eq!((&unknown["verdict"], &unknown["best"]), (&"unknown".into(), &Value::Null));
    let hidden = "ShN?3/5/5/5/5/4Na/15/12/15/12/15/5/5/5/5/5/1Sq3 S SN - 0 0 N:q S mode=1v1";
    let bad = run_in(here.path(), &format!("endgame \"{hidden}\""));
    assert_eq!((bad.code, bad.err.contains("this command needs all pieces known")), (1, true));
}

#[test]
fn endgame_asks_a_table_of_advice() {
    let here = folder();
    let jfen =
        "NmNqNm2/1Nm3/5/5/5/5/15/12/11Nh3/12/15/5/5/2Si2/5/1Sm3/SmSqSm2 S SN - 65 0 - - mode=1v1";
    let text = ok(here.path(), &format!("endgame \"{jfen}\" --advice mined-flag"));
    assert!(text.starts_with("S to move: win by `rails`, first i4h5\nnodes "), "{text}");
    let table = include_str!("../../core/data/advice/mined-flag.toml");
    fs::write(here.path().join("own.toml"), table.replace("rails", "ride")).unwrap();
    let found = json(here.path(), &format!("endgame \"{jfen}\" --advice own.toml"));
    assert_eq!((&found["advice"], &found["complete"]), (&"ride".into(), &true.into()));
    let text = ok(here.path(), &format!("endgame \"{jfen}\" --advice own.toml --nodes 2"));
    assert!(text.starts_with("S to move: no answer within the limit\n"), "{text}");
    let text = ok(here.path(), "endgame start --advice mined-flag");
    assert!(text.starts_with("S to move: the table knows no forced win\n"), "{text}");
    fs::write(here.path().join("own.toml"), table.replace("\"sweep\", ", "\"clean\", ")).unwrap();
    let bad = run_in(here.path(), &format!("endgame \"{jfen}\" --advice own.toml"));
    assert!(bad.err.contains("own.toml: advice table: rule 1 tries `clean`"), "{}", bad.err);
}
