//! What new users stumbled over: each stays mended.

use crate::support::program::{folder, ok, run_in};

/// All games of one book share deployments, so that none can be held out: the error says what to do.
#[test]
fn a_fit_that_can_hold_nothing_out_says_why() {
    let here = folder();
    let at = here.path();
    let run = "selfplay --games 6 --mode 1v1 --team-a random";
    let deployment = ok(at, "deploy sample --count 1");
    std::fs::write(at.join("one.txt"), deployment).unwrap();
    ok(at, &format!("{run} --deployments one.txt --out same.jsonl"));
    let ran = run_in(at, "belief fit same.jsonl --compare 1");
    assert_eq!(ran.code, 1, "{}", ran.out);
    assert!(ran.err.contains("these 6 all do: add games with other deployments"), "{}", ran.err);
    ok(at, &format!("{run} --deployments sample --out sampled.jsonl"));
    let ran = run_in(at, "belief fit sampled.jsonl --compare 1 --hold-out 0.1");
    assert_eq!(ran.code, 1, "{}", ran.out);
    let (_, share) = ran.err.trim_end().rsplit_once("use --hold-out ").unwrap();
    ok(at, &format!("belief fit sampled.jsonl --compare 1 --hold-out {share}"));
}

#[test]
fn a_picture_is_announced() {
    let here = folder();
    let ran = run_in(here.path(), "show start --svg board.svg");
    assert_eq!((ran.code, ran.out.as_str()), (0, ""));
    assert_eq!(ran.err, "picture written to board.svg\n");
}

/// The first command of the README says who played and what comes next; one with choices does not.
#[test]
fn the_first_command_says_what_comes_next() {
    let here = folder();
    let first = ok(here.path(), "selfplay --games 2 --rules qq");
    for part in ["\ngreedy: one ply", "\nrandom: plays a uniformly random", "\nNext: `junqi serve`"]
    {
        assert!(first.contains(part), "{part}: {first}");
    }
    let chosen = ok(here.path(), "selfplay --games 2 --rules qq --team-a random");
    assert!(!chosen.contains("Next:"), "{chosen}");
}

/// What would lose something, or do something else than was asked for, is refused.
#[test]
fn what_was_asked_for_is_not_dropped_in_silence() {
    let here = folder();
    let at = here.path();
    ok(at, "selfplay --games 1 --mode 1v1 --rules qq --out g.jsonl");
    std::fs::copy(at.join("g.jsonl"), at.join("again.jsonl")).unwrap();
    for (line, code, part) in [
        ("convert g.jsonl ./g.jsonl", 2, "the same file"),
        ("convert /dev/null out.jsonl", 1, "not a regular file"),
        ("show g.jsonl --seat E", 2, "--seat: seat E does not play"),
        ("play --mode 1v1 --partner greedy", 2, "--partner: nobody has a partner"),
        ("eval label --mode 1v1 --depth 13", 2, "expected 0 to 12"),
        ("eval spsa --mode 1v1 --seat random", 2, "--seat: "),
        (
            "eval spsa --mode 1v1 --games 2 --seat alphabeta:nodes=1 --weights-out w.json",
            1,
            "too few games",
        ),
    ] {
        let ran = run_in(at, line);
        assert_eq!(ran.code, code, "{line}: {}", ran.err);
        assert!(ran.err.contains(part), "{line}: {}", ran.err);
    }
    assert!(!at.join("w.json").exists() && !at.join("out.jsonl").exists());
}

#[test]
fn a_book_stays_a_book_when_it_is_converted_or_mirrored() {
    let here = folder();
    let shares = |text: &str| -> Vec<String> {
        text.lines().filter(|line| line.starts_with("share: ")).map(ToOwned::to_owned).collect()
    };
    ok(here.path(), "deploy convert mixed-1v1 --out book.txt");
    let book = std::fs::read_to_string(here.path().join("book.txt")).unwrap();
    assert_eq!(shares(&book).len(), 3, "{book}");
    let mirrored = ok(here.path(), "deploy mirror book.txt");
    assert_eq!(shares(&mirrored), shares(&book));
}

/// A match that is done is not taken for one of another seed.
#[test]
fn a_finished_match_of_another_seed_is_refused() {
    let here = folder();
    let at = here.path();
    let published = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/results/runs/game-play-1v1.jsonl");
    std::fs::create_dir(at.join("results")).unwrap();
    std::fs::copy(published, at.join("results/game-play-1v1.jsonl")).unwrap();
    let run = "experiment run game-play-1v1 --full";
    ok(at, run);
    let ran = run_in(at, &format!("{run} --seed 2"));
    assert_eq!(ran.code, 1, "{}", ran.out);
    assert!(ran.err.contains("line 1"), "{}", ran.err);
}

/// `--until` ends with the same problems, whether it was interrupted or not.
#[test]
fn an_interruption_does_not_change_what_until_asks_for() {
    let here = folder();
    let at = here.path();
    let run = |out: &str| ok(at, &format!("experiment run awt --seeds 3 --until 0.04 --out {out}"));
    run("whole");
    let whole = std::fs::read_to_string(at.join("whole/awt.jsonl")).unwrap();
    let all: Vec<&str> = whole.split_inclusive('\n').collect();
    std::fs::create_dir(at.join("part")).unwrap();
    std::fs::write(at.join("part/awt.jsonl"), all[..=all.len() / 2].concat()).unwrap();
    run("part");
    assert_eq!(std::fs::read_to_string(at.join("part/awt.jsonl")).unwrap(), whole);
}
