//! Files are recognised by what is in them, whatever their names.

use crate::support::program::{folder, json, ok, run_in};
use std::fs;

#[test]
fn games_without_an_ending_in_their_names_are_read() {
    let here = folder();
    let at = here.path();
    ok(at, "selfplay --games 2 --rules qq --out games.jsonl");
    ok(at, "convert games.jsonl one.jgs --game 1");
    ok(at, "convert one.jgs one.txt");
    for (from, to) in
        [("games.jsonl", "records"), ("one.jgs", "replay.jsonl"), ("one.txt", "history.jgs")]
    {
        fs::rename(at.join(from), at.join(to)).unwrap();
    }
    let shown = |source: &str| json(at, &format!("show {source} --ply 40"))["jfen"].clone();
    let position = shown("records --game 1");
    assert_eq!(shown("replay.jsonl"), position);
    fs::rename(at.join("history.jgs"), at.join("history")).unwrap();
    assert_eq!(shown("history"), position);
    let games = |line: &str| json(at, line)["games"].as_u64();
    assert_eq!(games("verify records replay.jsonl history"), Some(4));
    assert_eq!(games("belief score records replay.jsonl --at 40 --opponent counting"), Some(3));
    for source in ["records --game 1", "replay.jsonl", "history"] {
        ok(at, &format!("eval explain {source} --ply 40 --json"));
        ok(at, &format!("belief show {source} --ply 4 --seat S --json"));
    }
    ok(at, "convert replay.jsonl again.jsonl");
    fs::write(at.join("deployment.txt"), ok(at, "deploy sample --count 1")).unwrap();
    ok(at, "deploy convert deployment.txt --out deployment.jql");
    fs::rename(at.join("deployment.jql"), at.join("layout")).unwrap();
    assert!(ok(at, "deploy check layout").contains("0 with faults"));
    let ran = run_in(at, "show layout");
    assert_eq!(ran.code, 1);
    assert!(ran.err.contains("layout: found a deployment, expected a game"), "{}", ran.err);
}

/// A history that breaks the rules is a disagreement, with its ply.
#[test]
fn a_history_is_verified() {
    let here = folder();
    let jfen = "1Nq3/5/5/5/5/4Na/15/12/15/12/15/5/4Si/5/5/5/1Sq3 S SN - 0 0 - - mode=1v1";
    fs::write(here.path().join("wrong.txt"), format!("{jfen}\nS:k5-k6\nS:k6-k7\n")).unwrap();
    let ran = run_in(here.path(), "verify wrong.txt");
    assert_eq!(ran.code, 1, "{}{}", ran.out, ran.err);
    assert!(
        ran.out.starts_with("wrong.txt: ply 1: found S:k6-k7, expected an act of N"),
        "{}",
        ran.out
    );
}

/// A text with several positions has no one game: the error says so, and not which sign of the second is no event.
#[test]
fn a_text_of_several_positions_is_refused_as_such() {
    let here = folder();
    let at = here.path();
    fs::write(at.join("three.txt"), ok(at, "belief sample start --seat S --count 3")).unwrap();
    for line in ["show three.txt", "endgame three.txt", "verify three.txt"] {
        let ran = run_in(at, line);
        let printed = ran.out + &ran.err;
        let place = "three.txt: line 2, column 1: found another position (3 in this text)";
        assert!(ran.code == 1 && printed.contains(place), "{line}: {printed}");
    }
}

/// A fault of a case file or a record is reported once, with its place in the file.
#[test]
fn a_broken_file_has_the_errors_of_its_form_alone() {
    let here = folder();
    let at = here.path();
    let cases = "{\"cases\": [\n  {\"id\": \"a\", \"turn\": \"S\",, \"pieces\": []}\n]}\n";
    ok(at, "selfplay --games 1 --mode 1v1 --out g.jsonl");
    let line = fs::read_to_string(at.join("g.jsonl")).unwrap();
    let pretty = line.trim_start_matches('{').replacen(',', ",\n", 3);
    for (name, text, expected) in [
        ("c.json", cases.to_owned(), "c.json: line 2, column 27: "),
        ("c.jsonl", cases.to_owned(), "c.jsonl: line 2, column 27: "),
        (
            "c.json",
            cases.replacen(",,", ",", 1).replace("[]", "[],\n\"turn\": \"N\""),
            "c.json: line 3, column 6: found the key `turn` twice",
        ),
        ("p.json", format!("{{\n{pretty}").replace("},\"first", "},,\"first"), "p.json: line "),
        ("r.jsonl", line.clone() + "{\"version\":}\n" + &line, "r.jsonl, line 2: column 12: "),
        ("r.jsonl", line.replacen('{', "{,", 1) + &line, "r.jsonl, line 1: column 2: "),
        (
            "s.jsonl",
            line.replace("\"seats\":{", "\"seats\":{\"S\":\"random\","),
            "s.jsonl, line 1: column ",
        ),
    ] {
        fs::write(at.join(name), &text).unwrap();
        let ran = run_in(at, &format!("verify {name}"));
        assert_eq!(ran.code, 1, "{text}: {}", ran.out);
        assert!(
            ran.out.starts_with(expected) && ran.out.contains(" 1 disagreements"),
            "{text}: {}",
            ran.out
        );
        fs::remove_file(at.join(name)).unwrap();
    }
    // A record may also be written over many lines.
    fs::write(at.join("p.json"), format!("{{\n{pretty}")).unwrap();
    assert!(ok(at, "verify p.json").contains(" 1 games, "));
    // Other JSON of a folder is ignored, broken or not.
    fs::create_dir(at.join("other")).unwrap();
    fs::write(at.join("other/a.json"), "{\"a\": 1,, }").unwrap();
    fs::copy(at.join("g.jsonl"), at.join("other/g.jsonl")).unwrap();
    assert_eq!(json(at, "verify other")["ignored"], serde_json::json!(["other/a.json"]));
}

/// What nobody put into a folder to be read costs only itself.
#[cfg(unix)]
#[test]
fn folders_are_read_without_what_is_no_file_of_theirs() {
    let here = folder();
    let at = here.path();
    fs::create_dir_all(at.join("games/__MACOSX")).unwrap();
    ok(at, "selfplay --games 2 --mode 1v1 --out games/g.jsonl");
    for name in ["games/._g.jsonl", "games/__MACOSX/g.jsonl"] {
        fs::write(at.join(name), "no game").unwrap();
    }
    std::os::unix::fs::symlink("nowhere", at.join("games/.#g.jsonl")).unwrap();
    std::os::unix::fs::symlink("nowhere", at.join("games/dead.jsonl")).unwrap();
    let made = std::process::Command::new("mkfifo").arg(at.join("games/p.jsonl")).status();
    assert!(made.unwrap().success());
    let report = json(at, "verify games");
    assert_eq!((&report["games"], &report["disagreements"]), (&2.into(), &serde_json::json!([])));
    let ignored = [".#g.jsonl", "._g.jsonl", "__MACOSX", "dead.jsonl", "p.jsonl"];
    let ignored = ignored.map(|name| format!("games/{name}"));
    assert_eq!(report["ignored"], serde_json::json!(ignored));
    ok(at, "belief score games --at 4 --opponent counting");
    ok(at, "eval score games --from 0");
    ok(at, "deploy check games");
}
