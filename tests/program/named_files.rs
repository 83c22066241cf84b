//! Files that a command line names: no output replaces an input, and names need not be UTF-8.

use crate::support::program::{folder, ok, run_in};
use assert_cmd::Command;
use std::fs;
use std::path::Path;

/// Runs commands that would replace an input, or one output by another.
fn refused(at: &Path, lines: &[&str]) {
    for line in lines {
        let ran = run_in(at, line);
        assert_eq!((ran.code, ran.out.as_str()), (2, ""), "{line}: {}", ran.err);
        assert!(ran.err.contains("are the same file"), "{line}: {}", ran.err);
    }
}

#[test]
fn no_output_replaces_an_input() {
    let here = folder();
    let at = here.path();
    fs::create_dir(at.join("games")).unwrap();
    ok(at, "selfplay --games 2 --mode 1v1 --out games/g.jsonl --values");
    fs::copy(at.join("games/g.jsonl"), at.join("g.jsonl")).unwrap();
    let games = fs::read(at.join("g.jsonl")).unwrap();
    fs::write(at.join("one.txt"), ok(at, "deploy sample --count 1")).unwrap();
    fs::write(at.join("seats.toml"), "[seats]\nwolf = \"greedy\"\n").unwrap();
    fs::copy(
        concat!(env!("CARGO_MANIFEST_DIR"), "/core/data/weights/evaluation.json"),
        at.join("w.json"),
    )
    .unwrap();
    ok(at, "belief fit g.jsonl --out m.json");
    refused(
        at,
        &[
            "show g.jsonl --game 1 --svg g.jsonl",
            "show g.jsonl --svg ./g.jsonl",
            "show g.jsonl --svg games/../g.jsonl",
            "convert g.jsonl g.jsonl",
            "belief show g.jsonl --seat S --svg g.jsonl",
            "belief show start --seat S --opponent m.json --svg m.json",
            "belief score games --svg games/g.jsonl",
            "belief fit games --out games/g.jsonl",
            "belief fit g.jsonl --choices --refine 1 --from m.json --out m.json",
            "eval score games --weights w.json --svg w.json",
            "eval tune g.jsonl --prior w.json --out w.json",
            "eval train g.jsonl --mode 1v1 --out g.jsonl",
            "eval spsa --mode 1v1 --weights w.json --weights-out w.json",
            "deploy convert one.txt --out one.txt",
            "experiment positions --from g.jsonl --out g.jsonl",
            "selfplay --deployments one.txt --out one.txt",
            "selfplay --deployments games --out games/g.jsonl",
            "match seats.toml:wolf greedy --out seats.toml",
            "selfplay --seats S=seats.toml:wolf,N=random --mode 1v1 --out seats.toml",
            "match one.txt g.jsonl --compare deployments --out g.jsonl",
            "play --deployment one.txt --out one.txt",
            "ladder show g.jsonl --names seats.toml --svg seats.toml",
            "ladder show g.jsonl --svg a.svg --markdown ./a.svg",
            "plan one.txt --out one.txt",
            "merge w.json --out w.json",
        ],
    );
    assert_eq!(fs::read(at.join("g.jsonl")).unwrap(), games);
    assert!(!at.join("a.svg").exists());
    // A record file goes on, and what is no input of the command may be replaced.
    ok(at, "selfplay --games 3 --mode 1v1 --out games/g.jsonl --values");
    ok(at, "show g.jsonl --svg one.txt");
}

#[cfg(unix)]
#[test]
fn a_link_to_an_input_is_the_input() {
    let here = folder();
    let at = here.path();
    ok(at, "selfplay --games 1 --mode 1v1 --out g.jsonl");
    std::os::unix::fs::symlink("g.jsonl", at.join("soft")).unwrap();
    fs::hard_link(at.join("g.jsonl"), at.join("hard")).unwrap();
    refused(at, &["show g.jsonl --svg soft", "show soft --svg hard", "convert hard soft"]);
    ok(at, "match random greedy --mode 1v1 --games 4 --out m.jsonl");
    ok(at, "ladder show m.jsonl --svg /dev/null --markdown /dev/null");
}

/// A folder of outputs may be that of the input, but none of them may be the input.
#[test]
fn no_file_of_an_output_folder_replaces_an_input() {
    let here = folder();
    let at = here.path();
    for (number, name) in [(1, "0001.txt"), (2, "book.txt"), (3, "improved.txt")] {
        let text = ok(at, &format!("deploy sample --count {number}"));
        fs::write(at.join(name), text).unwrap();
    }
    ok(at, "deploy convert 0001.txt --out 0001.jql");
    refused(
        at,
        &[
            "deploy convert improved.txt 0001.jql --out .",
            "deploy pool book.txt --games 2 --mode 1v1 --out .",
            "deploy improve improved.txt --mode 1v1 --out .",
        ],
    );
    assert!(!at.join("0002.jql").exists() && !at.join("matrix.json").exists());
    let mut play = Command::cargo_bin("junqi").unwrap();
    play.args(["play", "--mode", "1v1", "--deployment", "0001.txt", "--against", "random"]);
    let said = play.current_dir(at).write_stdin("save ./0001.txt\nquit\n").output().unwrap();
    let said = String::from_utf8(said.stdout).unwrap();
    assert!(said.contains("Not saved: ./0001.txt: input and output are the same file"), "{said}");
}

/// Old archives name files in encodings of their time.
#[cfg(target_os = "linux")]
#[test]
fn names_need_not_be_utf_8() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;
    let here = folder();
    let at = here.path();
    ok(at, "selfplay --games 1 --mode 1v1 --out g.jsonl");
    let named = |name: &[u8]| OsStr::from_bytes(name).to_owned();
    fs::create_dir(at.join("below")).unwrap();
    fs::copy(at.join("g.jsonl"), at.join("below").join(named(b"n\xff.jsonl"))).unwrap();
    fs::copy(at.join("g.jsonl"), at.join(named(b"n\xff.jsonl"))).unwrap();
    fs::write(at.join(named(b"d\xff.txt")), ok(at, "deploy sample --count 1")).unwrap();
    fs::write(at.join(named(b"s\xff.toml")), "[seats]\nwolf = \"greedy\"\n").unwrap();
    ok(at, "belief fit g.jsonl --out m.json");
    fs::rename(at.join("m.json"), at.join(named(b"m\xff.json"))).unwrap();
    fs::write(at.join(named(b"j\xff.toml")), "job = \"selfplay\"\nshards = 1\ngames = 1\n")
        .unwrap();
    for line in [
        &b"convert g.jsonl x\xff.jgs --game 0 --json"[..],
        b"show n\xff.jsonl --game 0 --json",
        b"show n\xff.jsonl --svg x\xff.svg --json",
        b"verify n\xff.jsonl below --json",
        b"belief show n\xff.jsonl --seat S --opponent m\xff.json --json",
        b"belief score below --opponent m\xff.json --at 4 --json",
        b"belief table --opponent m\xff.json --json",
        b"eval explain n\xff.jsonl --json",
        b"endgame n\xff.jsonl --nodes 1 --json",
        b"deploy check d\xff.txt --json",
        b"deploy convert d\xff.txt n\xff.jsonl --out y\xff.txt --json",
        b"deploy evaluate d\xff.txt --against d\xff.txt --games 2 --mode 1v1 --seat random --out e\xff --json",
        b"selfplay --games 1 --mode 1v1 --deployments d\xff.txt --out p\xff.jsonl --json",
        b"match d\xff.txt book --compare deployments --games 2 --mode 1v1 --seat random --json",
        b"ladder show n\xff.jsonl --names s\xff.toml --json",
        b"measure n\xff.jsonl --opponent m\xff.json --every 90 --worlds 1 --json",
        b"plan j\xff.toml --json",
        b"run j\xff.manifest.json --json",
        b"merge j\xff.manifest.json --json",
        b"man --out m\xff --json",
    ] {
        let words = line.split(|byte| *byte == b' ').map(OsStr::from_bytes);
        let output = Command::cargo_bin("junqi").unwrap().current_dir(at).args(words).output();
        let output = output.unwrap();
        let (line, err) = (String::from_utf8_lossy(line), String::from_utf8_lossy(&output.stderr));
        let code = output.status.code();
        assert!(code == Some(0) || line.starts_with("ladder") && code == Some(1), "{line}: {err}");
    }
    for name in [&b"x\xff.jgs"[..], b"x\xff.svg", b"y\xff.txt", b"p\xff.jsonl", b"j\xff.jsonl"] {
        assert!(at.join(named(name)).exists(), "{}", String::from_utf8_lossy(name));
    }
}
