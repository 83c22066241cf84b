//! A game in the terminal, typed by a script.

use crate::support::program::{folder, run_in};
use assert_cmd::Command;
use std::path::Path;

const LINE: &str = "play --mode 1v1 --against greedy --adviser greedy --seed 3";

fn typed(here: &Path, line: &str, text: impl Into<Vec<u8>>) -> String {
    let mut program = Command::cargo_bin("junqi").unwrap();
    let run = program.current_dir(here).args(line.split(' ')).write_stdin(text).output().unwrap();
    assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
    String::from_utf8(run.stdout).unwrap()
}

/// The first move of the first list of legal moves after a prompt.
fn a_move(said: &str) -> String {
    let mut lists = said.lines().filter(|line| !line.contains("not a legal move"));
    let legal = lists.find_map(|line| line.strip_prefix("> g")).unwrap();
    format!("g{}", legal.split(' ').next().unwrap())
}

#[test]
fn a_person_plays_asks_takes_back_saves_and_resigns() {
    let here = folder();
    let said = typed(here.path(), LINE, "moves g\nquit\n");
    let mv = a_move(&said);
    assert!(said.ends_with("The game is not over (unfinished).\n"), "{said}");
    assert!(said.contains("--seed 3. ") && said.contains("a commander, b general, "), "{said}");
    // Without a seed every game has other deployments.
    let line = LINE.strip_suffix(" --seed 3").unwrap();
    let [one, other] = [0; 2].map(|_| typed(here.path(), line, "quit\n"));
    assert_ne!(one, other);
    let text = format!(
        "foo\ng1g17\nundo\nhint\n{mv}\nundo\nmoves g\n{mv}\nsave part.jsonl\nsave\nresign\n"
    );
    let said = typed(here.path(), &format!("{LINE} --out whole.jsonl"), text);
    for expected in [
        "`foo` is neither a command nor a move such as g6g7",
        "g1g17 is not a legal move",
        "There is nothing to take back.",
        " centi-pieces",
        "Saved.",
        "Not saved: `save` needs a file name",
        "You lost (you resigned).",
    ] {
        assert!(said.contains(expected), "no `{expected}` in {said}");
    }
    // After the move was taken back, the same moves are legal again.
    assert_eq!(a_move(&said), mv);
    for file in ["part.jsonl", "whole.jsonl"] {
        let ran = run_in(here.path(), &format!("verify {file}"));
        assert_eq!(ran.code, 0, "{file}: {}{}", ran.out, ran.err);
    }
    let record = std::fs::read_to_string(here.path().join("whole.jsonl")).unwrap();
    assert!(record.contains(r#""seats":{"S":"human","N":"greedy"}"#), "{record}");
}

/// A line in another encoding is asked for again: the game goes on.
#[test]
fn a_line_that_is_no_text_is_asked_for_again() {
    let here = folder();
    let said = typed(here.path(), LINE, b"g6g7\n\xc4\xe3\nsave \xc4.jsonl\nmoves g\nquit\n");
    assert_eq!(
        said.matches("> This line is not UTF-8 text; type it again.\n").count(),
        2,
        "{said}"
    );
    a_move(&said);
    assert!(said.ends_with("The game is not over (unfinished).\n"), "{said}");
    assert_eq!(std::fs::read_dir(here.path()).unwrap().count(), 0);
}

#[test]
fn an_adviser_that_fails_does_not_end_the_game() {
    let here = folder();
    let line = LINE.replace("--adviser greedy", "--adviser cmd=false");
    let said = typed(here.path(), &line, "hint\nquit\n");
    assert!(said.contains("> No hint: "), "{said}");
    assert!(said.ends_with("The game is not over (unfinished).\n"), "{said}");
}

/// Display and hints do not depend on pieces that the person does not see.
#[test]
fn the_board_shows_no_more_than_the_seat_sees() {
    let here = folder();
    let shown = |deployments: &str| {
        let sample = run_in(here.path(), "deploy sample --seed 5").out;
        std::fs::write(here.path().join("mine.txt"), sample).unwrap();
        let line = format!("{LINE} --deployment mine.txt --deployments {deployments}");
        typed(here.path(), &line, "moves\nhint\nquit\n")
    };
    assert_eq!(shown("book"), shown("sample"));
    let nobody = run_in(here.path(), "play --mode 1v1 --seat E");
    assert!(nobody.code == 2 && nobody.err.contains("--seat: E does not play"), "{}", nobody.err);
}
