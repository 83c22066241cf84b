//! Manifests and job files that are refused.

use super::cases::{JOBS, SIXTEEN_GAMES, plan, read, refused};
use crate::support::program::{folder, ok};
use junqi::shards::Manifest;
use serde_json::Value;
use std::fs;

/// The places of all values that are no lists or objects, and of all objects.
fn places(value: &Value, at: &str, leaves: &mut Vec<String>, objects: &mut Vec<String>) {
    match value {
        Value::Array(list) => {
            for (i, below) in list.iter().enumerate() {
                places(below, &format!("{at}/{i}"), leaves, objects);
            }
        }
        Value::Object(fields) => {
            objects.push(at.to_owned());
            for (key, below) in fields {
                places(below, &format!("{at}/{key}"), leaves, objects);
            }
        }
        _ => leaves.push(at.to_owned()),
    }
}

#[test]
fn a_manifest_changed_anywhere_is_refused() {
    let here = folder();
    let at = here.path();
    for job in &JOBS {
        job.plan(at, 3);
        let name = format!("{}.manifest.json", job.name);
        let manifest: Value = serde_json::from_slice(&read(at, &name)).unwrap();
        assert!(Manifest::parse(&manifest.to_string()).is_ok());
        let (mut leaves, mut objects) = (vec![], vec![]);
        places(&manifest, "", &mut leaves, &mut objects);
        let refused = |changed: &Value, place: &str| {
            assert_ne!(*changed, manifest);
            let read = Manifest::parse(&changed.to_string());
            let error = read.err().map(|error| error.to_string());
            let error = error.unwrap_or_else(|| panic!("{name}: {place} can be changed"));
            assert!(
                error.starts_with("this manifest was") || error.starts_with("this is not"),
                "{error}"
            );
        };
        for place in &leaves {
            let mut changed = manifest.clone();
            let leaf = changed.pointer_mut(place).unwrap();
            *leaf = match &*leaf {
                Value::Null => 1.into(),
                Value::Bool(is) => (!is).into(),
                Value::Number(n) if n.is_u64() => (n.as_u64().unwrap() + 1).into(),
                Value::Number(n) => (n.as_f64().unwrap() + 0.01).into(),
                Value::String(text) => (text.clone() + "x").into(),
                other => panic!("{other} is no leaf"),
            };
            refused(&changed, place);
        }
        for place in &objects {
            let mut changed = manifest.clone();
            changed.pointer_mut(place).unwrap()["more"] = 1.into();
            refused(&changed, &format!("{place}, with more"));
        }
    }
}

#[test]
fn a_manifest_of_another_program_or_none_is_refused() {
    let here = folder();
    let at = here.path();
    plan(at, "games", SIXTEEN_GAMES, 8);
    let text = String::from_utf8(read(at, "games.manifest.json")).unwrap();
    let version = format!("\"version\": \"{}\"", env!("CARGO_PKG_VERSION"));
    let seed = "\"seed\": 1";
    let bench = text.lines().find(|line| line.contains("\"bench\"")).unwrap();
    for (old, new, message) in [
        (version.as_str(), "\"version\": \"0.0.9\"", "written by junqi 0.0.9 with bench "),
        (bench, "\"bench\": 7,", "with bench 7, but this program is junqi "),
        (seed, "\"seed\": 2", "this manifest was changed after it was written"),
        (
            "\"job\"",
            "\"jobs\"",
            "this is not a manifest written by `junqi plan`: unknown field `jobs`",
        ),
        ("{", "", "this is not a manifest written by `junqi plan`: "),
    ] {
        assert_eq!(text.matches(old).count().min(1), 1, "{old}");
        fs::write(at.join("bad.manifest.json"), text.replacen(old, new, 1)).unwrap();
        for command in ["run", "run --verify", "merge"] {
            let error = refused(at, &format!("{command} bad.manifest.json"));
            assert!(error.starts_with("error: bad.manifest.json: this "), "{error}");
            assert!(error.contains(message), "{error}");
            assert!(!at.join("bad.shards").exists() && !at.join("bad.jsonl").exists());
        }
    }
    for (shard, message) in [
        ("3/4", "shard 3/4 is not one of this manifest, whose shards are 0/8 to 7/8"),
        ("8/8", "found `8/8`, expected i/N with i below N"),
        ("x/8", "found `x/8`, expected i/N"),
        ("3", "found `3`, expected i/N"),
        ("-1/8", "found `-1/8`, expected i/N"),
    ] {
        let error = refused(at, &format!("run games.manifest.json --shard={shard}"));
        assert!(error.contains(message), "{error}");
        assert!(!at.join("games.shards").exists());
    }
}

#[test]
fn a_job_that_cannot_be_is_refused() {
    let here = folder();
    let at = here.path();
    for (job, message) in [
        ("job = \"selfplay\"\nshards = 101", "can be divided into 1 to 100 shards, not 101"),
        ("job = \"selfplay\"\nshards = 0", "can be divided into 1 to 100 shards, not 0"),
        ("job = \"selfplay\"\nshards = -1", "shards: expected a whole number from 1"),
        ("job = \"selfplay\"\nshards = \"8\"", "shards: expected a whole number from 1"),
        ("job = \"selfplay\"", "`shards` is missing"),
        (
            "job = \"selfplay\"\nshards = 4611686018427387904\ngames = 100",
            "not 4611686018427387904",
        ),
        (
            "job = \"match\"\na = \"random\"\nb = \"greedy\"\ngames = 16\nshards = 5",
            "a job of 4 units of work",
        ),
        ("shards = 2", "`job` is missing: expected selfplay, training, match, deployments, ladder"),
        ("job = \"selfply\"\nshards = 2", "job: found `selfply`, expected selfplay, training"),
        ("job = 7\nshards = 2", "job: found a number, expected selfplay"),
        ("job = \"match\"\nshards = 2\na = \"random\"", "`b` is missing"),
        ("job = \"ladder\"\nshards = 2", "`seats` is missing"),
        ("job = \"ladder\"\nseats = []\nshards = 2", "SEATS"),
        (
            "job = \"ladder\"\nseats = \"random\"\nshards = 1",
            "a ladder needs two or more engines, not 1",
        ),
        ("job = \"experiment\"\nshards = 2", "`name` is missing"),
        ("job = \"experiment\"\nshards = 2\nname = \"fig29\"", "the nearest is `fig2.9`"),
        ("job = \"experiment\"\nshards = 2\nname = \"all\"", "expected one"),
        ("job = \"experiment\"\nshards = 2\nname = \"sss\"\nseeds = 0", "--seeds"),
        (
            "job = \"experiment\"\nshards = 1\nname = \"sss\"\npositions = \".\"",
            "--positions: the experiment sss searches no positions",
        ),
        (
            "job = \"experiment\"\nshards = 1\nname = \"game-mt\"\npositions = \"none\"",
            "none: no positions there",
        ),
        ("job = \"selfplay\"\nshards = 2\ngame = 4", "found the key `game`"),
        ("job = \"selfplay\"\nshards = 2\ngame = 4", "the nearest is `games`"),
        ("job = \"selfplay\"\nshards = 2\nvisiblity = \"bright\"", "the nearest is `visibility`"),
        ("job = \"selfplay\"\nshards = 2\nteam_a = \"gredy\"", "the nearest is `greedy`"),
        ("job = \"selfplay\"\nshards = 2\nmode = { two = true }", "mode: found a table, expected"),
        ("job = \"selfplay\"\nshards = 2\nboard = \"no.board\"", "no.board"),
        (
            "job = \"selfplay\"\nshards = 2\nout = \"x\"",
            "out: this option does not belong in a job file",
        ),
        (
            "job = \"ladder\"\nseats = [\"random\", \"greedy\"]\nshards = 2\njobs = 2",
            "jobs: this option does not belong",
        ),
        ("job = \"selfplay\"\nshards = 2\njson = true", "json: this option does not belong"),
        ("job = ", "line 1, column 7: not valid TOML: "),
        ("job = \"selfplay\"\nshards = 2\nseed = 18446744073709551616", "the number is too large"),
    ] {
        fs::create_dir_all(at.join("none")).unwrap();
        fs::write(at.join("bad.toml"), job).unwrap();
        let error = refused(at, "plan bad.toml");
        assert!(
            error.starts_with("error: bad.toml: ") && error.contains(message),
            "{job}: {error}"
        );
        let left: Vec<_> = fs::read_dir(at).unwrap().map(|e| e.unwrap().file_name()).collect();
        assert_eq!(left.len(), 2, "{job}: {left:?}");
    }
}

/// Every seed that an option takes, also beyond the whole numbers of TOML.
#[test]
fn a_large_seed_needs_no_quotes() {
    let here = folder();
    let at = here.path();
    for (written, seed) in [
        ("18446744073709551615", u64::MAX),
        ("\"18446744073709551615\"", u64::MAX),
        ("0x8000_0000_0000_0000", 1 << 63),
        ("+7", 7),
    ] {
        let job = format!("job = \"selfplay\"\nshards = 1\nseed = {written}");
        fs::write(at.join("large.toml"), job).unwrap();
        ok(at, "plan large.toml --out large.json");
        let manifest: Value = serde_json::from_slice(&read(at, "large.json")).unwrap();
        assert_eq!(manifest["job"]["selfplay"]["series"]["seed"], seed, "{written}");
        fs::remove_file(at.join("large.json")).unwrap();
    }
}
