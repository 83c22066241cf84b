//! Whichever machine runs the shards, in whatever order: the merge is byte for byte the file that the
//! command itself writes.

use super::cases::{JOBS, JobCase, SIXTEEN_GAMES, plan, read, shuffled, timeless};
use crate::support::program::{folder, json, ok};
use junqi::base::random::derive;
use std::fs;
use std::path::Path;
use std::process::Command;

#[test]
fn the_merge_is_the_file_of_the_command() {
    let here = folder();
    let at = here.path();
    for (number, job) in (0..).zip(&JOBS) {
        let report = ok(at, &job.line());
        for shards in [2, 5] {
            let seed = 100 * number + shards;
            let JobCase { name, file, .. } = job;
            job.plan(at, shards);
            for index in shuffled(seed, shards) {
                let jobs = 1 + derive(seed, &[index, 1]) % 3;
                let shard = format!("--shard {index}/{shards} --jobs {jobs}");
                let ran = ok(at, &format!("run {name}.manifest.json {shard}"));
                assert_eq!(ran, format!("shard {index}/{shards}: made\n"), "{name}, seed {seed}");
            }
            let merged = ok(at, &format!("merge {name}.manifest.json"));
            let bytes = read(at, &format!("{name}.jsonl"));
            assert!(bytes == read(at, file), "{name} in {shards}, seed {seed}");
            if *name == "experiment" {
                assert!(merged.starts_with("awt-mn: 6 runs; "), "{merged}");
            } else {
                assert_eq!(timeless(&merged), timeless(&report), "{name} in {shards}");
            }
            let folder = at.join(format!("{name}.shards"));
            assert_eq!(fs::read_dir(&folder).unwrap().count() as u64, shards, "nothing else stays");
            fs::remove_dir_all(folder).unwrap();
            fs::remove_file(at.join(format!("{name}.jsonl"))).unwrap();
        }
    }
}

#[test]
fn merge_and_command_give_the_same_json() {
    let here = folder();
    let at = here.path();
    for job in JOBS.iter().filter(|job| job.name != "experiment") {
        let mut whole = json(at, &job.line());
        job.plan(at, 2);
        ok(at, &format!("run {}.manifest.json", job.name));
        let mut merged = json(at, &format!("merge {}.manifest.json", job.name));
        for report in [&mut whole, &mut merged] {
            report.as_object_mut().unwrap().remove("ms_a_move");
        }
        assert_eq!(merged, whole, "{}", job.name);
    }
}

#[test]
fn a_manifest_needs_no_other_file() {
    let here = folder();
    let at = here.path();
    let board = Path::new(env!("CARGO_MANIFEST_DIR")).join("core/boards/siguo.board");
    let board = fs::read_to_string(board).unwrap();
    let square: Vec<&str> = board.lines().filter(|l| !l.starts_with("curve")).collect();
    fs::write(at.join("square.board"), square.join("\n")).unwrap();
    fs::write(at.join("seats.toml"), "[seats]\ncalm = \"greedy:nodes=3\"\n").unwrap();
    fs::write(at.join("five.txt"), ok(at, "deploy sample --count 5 --seed 4")).unwrap();
    ok(at, "experiment positions --per 1 --out scenes");
    fs::create_dir(at.join("positions")).unwrap();
    fs::rename(at.join("scenes/1v1-end-01.txt"), at.join("positions/one.txt")).unwrap();
    let games = "deployments = \"five.txt\"\nboard = \"square.board\"\ngames = 6\nmode = \"1v1\"";
    let options = "--deployments five.txt --board square.board --games 6 --mode 1v1";
    let kinds = [
        ("self", format!("job = \"selfplay\"\nteam_b = \"seats.toml:calm\"\n{games}")),
        ("pair", format!("job = \"match\"\na = \"seats.toml:calm\"\nb = \"random\"\n{games}")),
        ("climb", format!("job = \"ladder\"\nseats = [\"seats.toml\", \"random\"]\n{games}")),
        ("tries", "job = \"experiment\"\nname = \"game-mt\"\npositions = \"positions\"".into()),
    ];
    for (name, text) in &kinds {
        plan(at, name, text, 2);
    }
    ok(at, &format!("selfplay --team-b seats.toml:calm {options} --out self.whole"));
    ok(at, &format!("match seats.toml:calm random {options} --out pair.whole"));
    ok(at, &format!("ladder run seats.toml random {options} --out climb.whole"));
    ok(at, "experiment run game-mt --positions positions --out .");
    fs::rename(at.join("game-mt.jsonl"), at.join("tries.whole")).unwrap();
    for file in ["square.board", "seats.toml", "five.txt", "positions/one.txt"] {
        fs::remove_file(at.join(file)).unwrap();
    }
    for (name, _) in &kinds {
        fs::remove_file(at.join(format!("{name}.toml"))).unwrap();
        ok(at, &format!("run {name}.manifest.json"));
        ok(at, &format!("merge {name}.manifest.json"));
        assert!(read(at, &format!("{name}.jsonl")) == read(at, &format!("{name}.whole")), "{name}");
    }
    let standard = ok(at, "selfplay --team-b greedy:nodes=3 --games 6 --mode 1v1 --out standard");
    assert!(!standard.is_empty() && read(at, "standard") != read(at, "self.whole"));
}

#[test]
fn the_line_for_gnu_parallel_does_all_shards() {
    let found = Command::new("parallel").arg("--version").output();
    if !found.is_ok_and(|o| String::from_utf8_lossy(&o.stdout).contains("GNU parallel")) {
        crate::support::skip("no GNU parallel on the PATH");
        return;
    }
    let here = folder();
    let at = here.path();
    fs::write(at.join("games.toml"), format!("{SIXTEEN_GAMES}\nshards = 8\n")).unwrap();
    let instructions = ok(at, "plan games.toml");
    let line = instructions.lines().find(|line| line.contains("| parallel ")).unwrap();
    let binary = assert_cmd::cargo::cargo_bin("junqi");
    let path = std::env::var("PATH").unwrap();
    let path = format!("{}:{path}", binary.parent().unwrap().display());
    let ran = Command::new("sh").arg("-c").arg(line).current_dir(at).env("PATH", path).output();
    let ran = ran.unwrap();
    assert!(ran.status.success(), "{line}: {}", String::from_utf8_lossy(&ran.stderr));
    ok(at, "merge games.manifest.json");
    ok(at, "selfplay --games 16 --mode 1v1 --out whole");
    assert!(read(at, "games.jsonl") == read(at, "whole"));
}
