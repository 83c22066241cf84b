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
    let moment = shown("records --game 1");
    assert_eq!(shown("replay.jsonl"), moment);
    fs::rename(at.join("history.jgs"), at.join("history")).unwrap();
    assert_eq!(shown("history"), moment);
    let games = |line: &str| json(at, line)["games"].as_u64();
    assert_eq!(games("verify records replay.jsonl history"), Some(4));
    assert_eq!(games("belief score records replay.jsonl --at 40 --prior uniform"), Some(3));
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
