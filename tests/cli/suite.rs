//! `junqi suite`: moments found, proved, written and answered.

use crate::support::program::{folder, json, ok, run_in};
use std::fs;

const MAKE: &str = "suite make flags --selfplay greedy --mode 1v1 --games 12 --worlds 4 --seed 3";

#[test]
fn found_moments_depend_on_the_seed_alone_and_can_be_answered() {
    let here = folder();
    let make = |more: &str, out: &str| {
        ok(here.path(), &format!("{MAKE} {more} --out {out}"));
        fs::read_to_string(here.path().join(out)).unwrap()
    };
    let one = make("--jobs 1", "one.jsonl");
    assert!(one.lines().count() >= 3, "{} moments", one.lines().count());
    assert_eq!(one, make("--jobs 2", "two.jsonl"));
    let few = json(here.path(), &format!("{MAKE} --most 2 --out few.jsonl"));
    assert!(few["tune"]["moments"].as_u64().unwrap() <= 1);

    let run = "suite run alphabeta:nodes=30 --suite one.jsonl --seed 5 --each";
    let told = json(here.path(), &format!("{run} --jobs 1"));
    assert_eq!(told, json(here.path(), &format!("{run} --jobs 2")));
    assert_eq!(told["answers"].as_array().unwrap().len(), one.lines().count());
    let report = &told["subjects"][0];
    assert_eq!(report["subject"], "flags");
    let moments = report["moments"].as_u64().unwrap() + report["foresight"].as_u64().unwrap();
    assert_eq!(moments, one.lines().count() as u64);
    let mut late: serde_json::Value = serde_json::from_str(one.lines().next().unwrap()).unwrap();
    late["fall"] = 9999.into();
    let late = late.to_string() + "\n";
    fs::write(here.path().join("late.jsonl"), late).unwrap();
    let ran = run_in(here.path(), "suite run random --suite late.jsonl");
    assert!(ran.code == 1 && ran.err.contains("fall: found 9999, expected"), "{}", ran.err);
    let text = ok(here.path(), run);
    assert!(text.contains("\nflags ") && text.contains("Brier score"), "{text}");
}

#[test]
fn the_built_in_suite_needs_no_file_and_has_two_halves() {
    let here = folder();
    let moments = |half: &str| {
        let told = json(here.path(), &format!("suite run random --subject flags --half {half}"));
        let report = told["subjects"][0].clone();
        assert!(report["stages"].as_array().unwrap().is_empty());
        assert!(report["share"]["low"].as_f64() <= report["share"]["high"].as_f64());
        report["moments"].as_u64().unwrap()
    };
    let [tune, kept, all] = ["tune", "kept", "all"].map(moments);
    assert!(tune > 30 && kept > 30, "{tune} and {kept}");
    assert_eq!(tune + kept, all);
}

#[test]
fn faults_are_told() {
    let here = folder();
    fs::write(here.path().join("bad.jsonl"), "{\"subject\":\"flags\"}\n").unwrap();
    for (line, code, message) in [
        ("suite make flags --out x.jsonl", 2, "no games given: use --from or --selfplay"),
        ("suite make flag --selfplay greedy --out x", 2, "found `flag`, expected flags, mines"),
        ("suite run nobody", 2, "found the name `nobody`"),
        ("suite run random --suite bad.jsonl", 1, "bad.jsonl: line 1: missing field"),
        ("suite run random --suite none.jsonl", 1, "none.jsonl"),
    ] {
        let ran = run_in(here.path(), line);
        assert_eq!(ran.code, code, "{line}: {}", ran.err);
        assert!(ran.err.contains(message), "{line}: {}", ran.err);
    }
    assert!(!here.path().join("x.jsonl").exists());
}
