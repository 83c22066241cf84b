//! What the program prints: notes that cannot be written, and text of others on a terminal.

use crate::support::program::{Ran, closed_pipe, folder, full_disk, json, ok, run_in};
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

/// Runs the program with outputs of its own, as on a terminal.
fn run_with(at: &Path, words: &[&str], out: Stdio, err: Stdio) -> Ran {
    let program = Command::new(assert_cmd::cargo::cargo_bin("junqi"))
        .current_dir(at)
        .env("CLICOLOR_FORCE", "1")
        .args(words)
        .stdin(Stdio::null())
        .stdout(out)
        .stderr(err)
        .output()
        .unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    Ran {
        code: program.status.code().unwrap(),
        out: text(program.stdout),
        err: text(program.stderr),
    }
}

fn words(line: &str) -> Vec<&str> {
    line.split(' ').collect()
}

#[test]
fn notes_that_cannot_be_written_are_dropped() {
    let here = folder();
    let at = here.path();
    ok(at, "ladder run random greedy --games 4 --mode 1v1 --out games.jsonl");
    let games = fs::read_to_string(at.join("games.jsonl")).unwrap();
    fs::write(at.join("cut.jsonl"), &games[..games.len() - 9]).unwrap();
    fs::write(at.join("job.toml"), "job = \"selfplay\"\nshards = 1\nteam_a = \"pvs:movetime=9\"")
        .unwrap();
    for (line, code, printed) in [
        ("show start --svg board.svg", 0, ""),
        ("ladder show cut.jsonl", 0, "random"),
        ("convert games.jsonl x.jgs --game 0", 0, "1 games written"),
        ("plan job.toml", 0, "junqi run"),
        ("match greedy cmd=false --games 2 --mode 1v1 --json", 1, "{\"compared\""),
        ("eval train games.jsonl --mode 1v1 --epochs 1", 0, "1v1: "),
        ("perft nonsense --depth 2", 1, ""),
        ("fly", 2, ""),
        ("play --mode 1v1 --partner greedy", 2, ""),
    ] {
        let line = words(line);
        let plain = run_with(at, &line, Stdio::piped(), Stdio::piped());
        assert!(!plain.err.is_empty(), "{line:?}");
        for err in [Some(closed_pipe()), full_disk()].into_iter().flatten() {
            let ran = run_with(at, &line, Stdio::piped(), err);
            assert_eq!((ran.code, plain.code), (code, code), "{line:?}: {}", plain.err);
            assert!(ran.out.contains(printed), "{line:?}: {}", ran.out);
        }
    }
}

#[test]
fn a_result_that_cannot_be_written_is_an_error() {
    let here = folder();
    let at = here.path();
    for line in [
        "--help",
        "--version",
        "help match",
        "seats",
        "show start",
        "perft start --depth 1 --json",
        "completions bash",
        "man",
        "tree gen -b 2 -d 3",
        "play --mode 1v1 --against greedy",
        "selfplay --games 1 --mode 1v1",
    ] {
        let line = words(line);
        let ran = run_with(at, &line, closed_pipe(), Stdio::piped());
        assert_eq!((ran.code, ran.err.as_str()), (0, ""), "{line:?}");
        let Some(full) = full_disk() else { continue };
        let ran = run_with(at, &line, full, Stdio::piped());
        assert_eq!(ran.code, 1, "{line:?}: {}", ran.err);
        assert!(ran.err.starts_with("error: standard output: "), "{line:?}: {}", ran.err);
    }
}

/// A name that would set the title of a terminal, its colours and the direction of its text.
#[cfg(unix)]
#[test]
fn text_of_others_does_not_steer_the_terminal() {
    const FOREIGN: &str = "\u{1b}]0;title\u{7}\u{1b}[31m\r\u{7f}\u{9b}2J\u{202e}";
    const SHOWN: &str = r"\u001b]0;title\u0007\u001b[31m\u007f\u009b2J\u202e";
    let here = folder();
    let at = here.path();
    let sample = ok(at, "deploy sample");
    let (_, pieces) = sample.split_once('\n').unwrap();
    // A line of a file ends at its `\r`.
    let named = FOREIGN.replace('\r', "");
    fs::write(at.join("named.txt"), format!("name: {named}\n{pieces}")).unwrap();
    ok(at, "selfplay --games 1 --mode 1v1 --out games.jsonl");
    let games = fs::read_to_string(at.join("games.jsonl")).unwrap();
    let file = format!("{FOREIGN}.jsonl");
    fs::write(at.join(&file), games.replacen("\"events\":\"", "\"events\":\"zz", 1)).unwrap();
    let command = format!("cmd=echo {FOREIGN} >&2; false");
    for line in [
        &["deploy", "show", "named.txt"][..],
        &["deploy", "show", "named.txt", "--json"],
        &["deploy", "mirror", "named.txt"],
        &["deploy", "evaluate", "named.txt", "--games", "4"],
        &["deploy", "show", FOREIGN],
        &["verify", &file],
        &["verify", &file, "--json"],
        &["show", &file],
        &["show", "start", "--svg", &file],
        &["perft", FOREIGN, "--depth", "1"],
        &["seats", &command],
        &["match", &command, "greedy", "--games", "2", "--mode", "1v1"],
        &["match", "greedy", FOREIGN],
        &["selfplay", "--games", FOREIGN],
        &[FOREIGN],
        &["seats", "random", FOREIGN],
        &["tree", "search", "-b", "2", "-d", "2", "--algo", FOREIGN],
        &["serve", "--name", FOREIGN],
    ] {
        let ran = run_with(at, line, Stdio::piped(), Stdio::piped());
        let shown = ran.out + &ran.err;
        let styles = shown.replace("\u{1b}[1m", "").replace("\u{1b}[0m", "");
        let control = styles.contains(|c: char| c != '\n' && c != '\t' && c.is_control());
        assert!(!control && !shown.contains('\u{202e}'), "{line:?}: {shown:?}");
        assert!(shown.contains("title"), "{line:?}: {shown}");
    }
    let drawn = run_with(at, &["deploy", "show", "named.txt"], Stdio::piped(), Stdio::piped());
    let first = drawn.out.lines().next().unwrap();
    assert_eq!(first, format!("name: {SHOWN}"));
    let report = json(at, "deploy show named.txt");
    assert_eq!(report["deployments"][0]["name"], named.as_str());
    ok(at, "deploy convert named.txt --out copy.txt");
    let copy = fs::read_to_string(at.join("copy.txt")).unwrap();
    assert!(copy.contains(&named), "a file keeps what it is given: {copy:?}");
    // The styles of the program stay.
    for line in ["show start", "seats", "seats greedy", "--help"] {
        let ran = run_with(at, &words(line), Stdio::piped(), Stdio::piped());
        assert!(ran.out.contains("\u{1b}[1m"), "{line}");
    }
}

#[test]
fn an_error_quotes_a_short_piece() {
    let here = folder();
    let at = here.path();
    let long = "x".repeat(100_000);
    for text in [
        format!("job = \"{long}\"\nshards = 1"),
        format!("job = \"selfplay\"\nshards = 1\nteam_a = \"{long}\""),
        format!("job = \"selfplay\"\nshards = 1\n{long} = 3"),
        format!("job = {}", "[".repeat(100_000)),
    ] {
        fs::write(at.join("job.toml"), &text).unwrap();
        let ran = run_in(at, "plan job.toml");
        assert!(ran.err.starts_with("error: job.toml: ") && ran.err.len() < 2500, "{}", ran.err);
    }
    let ran = run_in(at, &format!("match greedy {long}"));
    assert!(ran.code == 2 && ran.err.len() < 2500, "{}", ran.err);
    assert!(ran.err.starts_with("error: ") && ran.err.contains("For more information"));
}
