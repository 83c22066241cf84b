//! Missing, damaged, foreign, forged and locked shards.

use super::cases::{SIXTEEN_GAMES, eight, part_of, plan, read, refused, shuffled, states};
use crate::support::program::{folder, ok, run_in};
use junqi::base::job::sha256_hex;
use junqi::base::random::derive;
use serde_json::{Value, json as value};
use std::fs;
use std::path::Path;

#[test]
fn games_that_all_failed_are_no_success() {
    let here = folder();
    let job = "job = \"match\"\na = \"cmd=false\"\nb = \"random\"\ngames = 4\nmode = \"1v1\"";
    plan(here.path(), "failing", job, 2);
    ok(here.path(), "run failing.manifest.json");
    let merged = run_in(here.path(), "merge failing.manifest.json");
    assert_eq!(merged.code, 1, "{}", merged.err);
    assert!(merged.out.contains("Ended by: failure 4"), "{}", merged.out);
}

#[test]
fn missing_and_damaged_shards_are_named_and_made_again() {
    let here = folder();
    let at = here.path();
    let whole = eight(at);
    plan(at, "other", "job = \"selfplay\"\ngames = 16\nmode = \"1v1\"\nseed = 2", 8);
    ok(at, "run other.manifest.json --shard 5/8");
    for seed in 0..3 {
        let order = shuffled(seed, 8);
        let path = |place: usize| at.join(format!("games.shards/shard-{:05}.jsonl", order[place]));
        let bytes = fs::read(path(1)).unwrap();
        // Behind the head.
        let half = bytes.len() / 2;
        let somewhere = half + (derive(seed, &[9]) % half as u64) as usize;
        let mut changed = bytes.clone();
        changed[somewhere] ^= 1;
        fs::remove_file(path(0)).unwrap();
        fs::write(path(1), changed).unwrap();
        let bytes = fs::read(path(2)).unwrap();
        fs::write(path(2), &bytes[..somewhere.min(bytes.len() - 1)]).unwrap();
        fs::copy(path(7), path(3)).unwrap();
        fs::copy(at.join("other.shards/shard-00005.jsonl"), path(4)).unwrap();
        fs::write(path(5), "").unwrap();
        let mut damaged: Vec<u64> = order[1..6].to_vec();
        damaged.sort_unstable();

        let message = refused(at, "merge games.manifest.json");
        let found = format!("games.shards: not all of the 8 shards are there\nmissing: {}/8\n", {
            order[0]
        });
        assert!(message.contains(&found), "seed {seed}: {message}");
        let named: Vec<bool> = (0..8).map(|i| message.contains(&format!("{i}/8 ("))).collect();
        let expected: Vec<bool> = (0..8).map(|i| damaged.contains(&i)).collect();
        assert_eq!(named, expected, "seed {seed}: {message}");
        assert!(message.contains("a shard of another job"), "seed {seed}: {message}");
        let ran = run_in(at, "merge games.manifest.json --json");
        assert_eq!(ran.code, 1);
        let report: Value = serde_json::from_str(&ran.out).unwrap();
        assert_eq!(report["missing"], value!([format!("{}/8", order[0])]), "seed {seed}");
        let named = report["damaged"].as_array().unwrap().iter();
        let named: Vec<u64> =
            named.map(|d| d["shard"].as_str().unwrap()[..1].parse().unwrap()).collect();
        assert_eq!(named, damaged, "seed {seed}");
        assert!(!at.join("games.jsonl").exists(), "nothing may be written");

        let verified = run_in(at, "run games.manifest.json --verify --json");
        assert_eq!(verified.code, 1);
        let made = run_in(at, "run games.manifest.json --json");
        assert_eq!(made.code, 1, "{}", made.err);
        for index in 0..8 {
            let (checked, done) = match order.iter().position(|&i| i == index) {
                Some(0) => ("missing", "made"),
                Some(4) => ("foreign", "foreign"),
                Some(1..=5) => ("damaged", "made"),
                _ => ("verified", "present"),
            };
            let index = index as usize;
            assert_eq!(states(&verified)[index], checked, "seed {seed}, shard {index}");
            assert_eq!(states(&made)[index], done, "seed {seed}, shard {index}");
        }
        // What belongs to another manifest is never overwritten.
        fs::remove_file(path(4)).unwrap();
        ok(at, "run games.manifest.json");
        ok(at, "merge games.manifest.json");
        assert!(read(at, "games.jsonl") == whole, "seed {seed}");
        fs::remove_file(at.join("games.jsonl")).unwrap();
    }
}

/// Gives a shard other lines, and a head that agrees with them.
fn forge(at: &Path, index: u64, change: impl Fn(&str) -> String) {
    let path = at.join(format!("games.shards/shard-{index:05}.jsonl"));
    let text = fs::read_to_string(&path).unwrap();
    let (head, lines) = text.split_once('\n').unwrap();
    let lines = change(lines);
    let mut head: Value = serde_json::from_str(head).unwrap();
    head["sha256"] = sha256_hex(lines.as_bytes()).into();
    fs::write(path, format!("{head}\n{lines}")).unwrap();
}

#[test]
fn verification_finds_a_forged_shard() {
    let here = folder();
    let at = here.path();
    eight(at);
    let verify = |shard: &str| run_in(at, &format!("run games.manifest.json --verify {shard}"));
    let good = verify("--json");
    assert_eq!((good.code, states(&good)), (0, vec!["verified".to_owned(); 8]));
    forge(at, 1, |lines| lines.replacen("S:", "N:", 1));
    forge(at, 2, |lines| {
        let (first, second) = lines.split_once('\n').unwrap();
        format!("{first}\n{}", second.replacen("S:", "N:", 1))
    });
    // Lines more or fewer.
    forge(at, 3, |lines| lines.repeat(2));
    forge(at, 4, |lines| lines.split_inclusive('\n').take(1).collect());
    let ran = verify("--shard 1/8 --shard 2/8");
    let anew = "; remove the file to make the shard again\n";
    let [one, two] =
        [1, 2].map(|i| format!("shard {i}/8: recomputed, other bytes: line {i}{anew}"));
    let expected = one + &two;
    assert_eq!((ran.code, ran.out), (1, expected));
    let all = verify("--json");
    assert_eq!(all.code, 1);
    for (index, state) in states(&all).iter().enumerate() {
        assert_eq!(state == "verified", !(1..=4).contains(&index), "shard {index}: {state}");
    }
    let message = refused(at, "merge games.manifest.json");
    assert!(message.contains("damaged: 3/8 (") && message.contains(", 4/8 ("), "{message}");
}

#[test]
fn an_unfinished_file_that_cannot_be_resumed_is_named() {
    let here = folder();
    let at = here.path();
    plan(at, "games", SIXTEEN_GAMES, 8);
    fs::create_dir(at.join("games.shards")).unwrap();
    let part = part_of(at, "games", 2);
    fs::write(at.join(&part), "notes\n").unwrap();
    let ran = run_in(at, "run games.manifest.json");
    assert_eq!(ran.code, 1);
    assert!(ran.out.contains(&format!("{part}: line 1: found no record")), "{}", ran.out);
    assert!(ran.out.contains("or remove it") && ran.out.contains("shard 7/8: made"), "{}", ran.out);
    assert_eq!(read(at, &part), b"notes\n");
}

#[test]
fn a_shard_that_another_process_makes_is_skipped() {
    let here = folder();
    let at = here.path();
    plan(at, "games", SIXTEEN_GAMES, 8);
    fs::create_dir(at.join("games.shards")).unwrap();
    let part = fs::File::create(at.join(part_of(at, "games", 3))).unwrap();
    part.lock().unwrap();
    let ran = run_in(at, "run games.manifest.json --json");
    assert_eq!(ran.code, 1, "{}", ran.err);
    for (index, state) in states(&ran).iter().enumerate() {
        assert_eq!(state, if index == 3 { "busy" } else { "made" }, "shard {index}");
    }
    part.unlock().unwrap();
    ok(at, "run games.manifest.json");
    assert_eq!(fs::read_dir(at.join("games.shards")).unwrap().count(), 8);
}

#[test]
fn shards_of_different_platforms_are_not_merged() {
    let here = folder();
    let at = here.path();
    eight(at);
    let path = at.join("games.shards/shard-00003.jsonl");
    let text = fs::read_to_string(&path).unwrap();
    let (head, lines) = text.split_once('\n').unwrap();
    let mut head: Value = serde_json::from_str(head).unwrap();
    head["platform"] = "sparc-solaris".into();
    fs::write(&path, format!("{head}\n{lines}")).unwrap();
    let message = refused(at, "merge games.manifest.json");
    assert!(message.contains("damaged: 3/8 (made on sparc-solaris, expected "), "{message}");
    assert!(!at.join("games.jsonl").exists(), "nothing may be written");
}

#[test]
fn neither_plan_nor_merge_overwrites_another_file() {
    let here = folder();
    let at = here.path();
    let whole = eight(at);
    let manifest = read(at, "games.manifest.json");
    ok(at, "plan games.toml");
    fs::write(at.join("games.toml"), SIXTEEN_GAMES.to_owned() + "\nshards = 4").unwrap();
    let message = refused(at, "plan games.toml");
    assert!(message.contains("games.manifest.json: another file of this name exists"), "{message}");
    let message = refused(at, "plan games.toml --out games.toml");
    assert!(message.contains("games.toml: input and output are the same file"), "{message}");
    let message = refused(at, "plan games.toml --out games.shards/shard-00000.jsonl");
    assert!(message.contains("another file of this name exists"), "{message}");
    assert_eq!(read(at, "games.manifest.json"), manifest);
    fs::write(at.join("games.jsonl"), "notes").unwrap();
    let message = refused(at, "merge games.manifest.json");
    assert!(message.contains("games.jsonl: another file of this name exists"), "{message}");
    assert_eq!(read(at, "games.jsonl"), b"notes");
    for _ in 0..2 {
        ok(at, "merge games.manifest.json --out other.jsonl");
        assert!(read(at, "other.jsonl") == whole);
    }
}
