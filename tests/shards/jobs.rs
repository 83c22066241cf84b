//! Long jobs in shards: whoever does them, in whatever order, the merge is byte for byte the file
//! that the command itself writes.
//!
//! One long file, since every test needs the same kinds of jobs.

use crate::support::program::{Ran, folder, json, ok, run_in};
use junqi::base::job::sha256_hex;
use junqi::base::random::derive;
use junqi::shards::Manifest;
use junqi::tournament::rating::{Sprt, Units};
use serde_json::{Value, json as value};
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::Duration;

/// A long job as a file and as a command; the command writes the file that is named last.
struct Kind {
    name: &'static str,
    job: &'static str,
    command: &'static str,
    file: &'static str,
}

/// One of every kind, with whole units of 1, 2 and 4 games.
const KINDS: [Kind; 6] = [
    Kind {
        name: "selfplay",
        job: "job = \"selfplay\"\nteam_b = \"greedy:nodes=5\"\ngames = 11\nseed = 5\n\
              rules = \"qq\"\nmode = \"1v1\"",
        command: "selfplay --team-b greedy:nodes=5 --games 11 --seed 5 --rules qq --mode 1v1",
        file: "selfplay.whole",
    },
    Kind {
        name: "training",
        job: "job = \"training\"\nteam-a = \"alphabeta:nodes=30\"\ngames = 5\nmode = \"1v1\"",
        command: "selfplay --values --team-a alphabeta:nodes=30 --games 5 --mode 1v1",
        file: "training.whole",
    },
    Kind {
        name: "match",
        job: "job = \"match\"\na = \"greedy\"\nb = \"greedy:nodes=5\"\ngames = 22\n\
              deployments = \"sample\"\nfirst = \"E\"\nsprt = [\"elo1=900\", \"alpha=0.01\"]",
        command: "match greedy greedy:nodes=5 --games 22 --deployments sample --first E \
                  --sprt elo1=900 alpha=0.01",
        file: "match.whole",
    },
    Kind {
        name: "deployments",
        job: "job = \"deployments\"\na = \"book\"\nb = \"sample\"\nseat = \"random\"\n\
              games = 13\nmode = \"1v1\"",
        command: "match book sample --compare deployments --seat random --games 13 --mode 1v1",
        file: "deployments.whole",
    },
    Kind {
        name: "ladder",
        job: "job = \"ladder\"\nseats = [\"greedy\", \"random\", \"greedy:nodes=5\"]\ngames = 8\n\
              gauntlet = 1\nmode = \"1v1\"\nvisibility = \"all-open\"",
        command: "ladder run greedy random greedy:nodes=5 --games 8 --gauntlet 1 --mode 1v1 \
                  --visibility all-open",
        file: "ladder.whole",
    },
    Kind {
        name: "experiment",
        job: "job = \"experiment\"\nname = \"awt-mn\"\nseeds = 2\nseed = 3",
        command: "experiment run awt-mn --seeds 2 --seed 3",
        file: "experiment.whole/awt-mn.jsonl",
    },
];

impl Kind {
    /// The command with its file.
    fn line(&self) -> String {
        format!("{} --out {}.whole", self.command, self.name)
    }

    fn plan(&self, at: &Path, shards: u64) {
        plan(at, self.name, self.job, shards);
    }
}

/// Writes NAME.toml and NAME.manifest.json, in place of older ones.
fn plan(at: &Path, name: &str, job: &str, shards: u64) {
    let _there_may_be_none = fs::remove_file(at.join(format!("{name}.manifest.json")));
    fs::write(at.join(format!("{name}.toml")), format!("{job}\nshards = {shards}\n")).unwrap();
    ok(at, &format!("plan {name}.toml"));
}

fn read(at: &Path, name: &str) -> Vec<u8> {
    fs::read(at.join(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// The numbers of some shards in an order of the seed's.
fn shuffled(seed: u64, shards: u64) -> Vec<u64> {
    let mut order: Vec<u64> = (0..shards).collect();
    order.sort_by_key(|&index| derive(seed, &[index]));
    order
}

/// A report without the time of a move, which no seed decides.
fn timeless(report: &str) -> String {
    let lines = report.lines().map(|line| line.split(", ms a move").next().unwrap_or(line));
    lines.collect::<Vec<_>>().join("\n")
}

/// A run that fails as it should: what it says.
fn refused(at: &Path, line: &str) -> String {
    let ran = run_in(at, line);
    assert!((1..=2).contains(&ran.code), "{line}: {} {}{}", ran.code, ran.out, ran.err);
    assert!(ran.err.starts_with("error: "), "{line}: {}", ran.err);
    assert!(!ran.err.contains("panicked"), "{line}: {}", ran.err);
    ran.err
}

#[test]
fn the_merge_is_the_file_of_the_command() {
    let here = folder();
    let at = here.path();
    for (number, kind) in (0..).zip(&KINDS) {
        let report = ok(at, &kind.line());
        for shards in [2, 5] {
            let seed = 100 * number + shards;
            let Kind { name, file, .. } = kind;
            kind.plan(at, shards);
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
    for kind in KINDS.iter().filter(|kind| kind.name != "experiment") {
        let mut whole = json(at, &kind.line());
        kind.plan(at, 2);
        ok(at, &format!("run {}.manifest.json", kind.name));
        let mut merged = json(at, &format!("merge {}.manifest.json", kind.name));
        for report in [&mut whole, &mut merged] {
            report.as_object_mut().unwrap().remove("ms_a_move");
        }
        assert_eq!(merged, whole, "{}", kind.name);
    }
}

/// Jobs that take long enough to be killed under way, written as those above. The first number is
/// that of the lines.
const LONG: [(u64, Kind); 6] = [
    (
        500,
        Kind {
            name: "selfplay",
            job: "job = \"selfplay\"\nteam_b = \"greedy\"\ngames = 500\nmode = \"1v1\"",
            command: "selfplay --team-b greedy --games 500 --mode 1v1",
            file: "selfplay.whole",
        },
    ),
    (
        8,
        Kind {
            name: "training",
            job: "job = \"training\"\nteam_a = \"alphabeta:nodes=30\"\ngames = 8\nmode = \"1v1\"",
            command: "selfplay --values --team-a alphabeta:nodes=30 --games 8 --mode 1v1",
            file: "training.whole",
        },
    ),
    (
        140,
        Kind {
            name: "match",
            job: "job = \"match\"\na = \"greedy\"\nb = \"greedy:nodes=5\"\ngames = 140",
            command: "match greedy greedy:nodes=5 --games 140",
            file: "match.whole",
        },
    ),
    (
        500,
        Kind {
            name: "deployments",
            job: "job = \"deployments\"\na = \"book\"\nb = \"sample\"\ngames = 500\n\
                  mode = \"1v1\"",
            command: "match book sample --compare deployments --games 500 --mode 1v1",
            file: "deployments.whole",
        },
    ),
    (
        480,
        Kind {
            name: "ladder",
            job: "job = \"ladder\"\nseats = [\"random\", \"greedy\", \"greedy:nodes=5\"]\n\
                  games = 160\nmode = \"1v1\"",
            command: "ladder run random greedy greedy:nodes=5 --games 160 --mode 1v1",
            file: "ladder.whole",
        },
    ),
    (
        90,
        Kind {
            name: "experiment",
            job: "job = \"experiment\"\nname = \"threshold-trees\"\nseeds = 6",
            command: "experiment run threshold-trees --seeds 6",
            file: "experiment.whole/threshold-trees.jsonl",
        },
    ),
];

fn whole_lines(bytes: &[u8]) -> usize {
    bytes.split(|&byte| byte == b'\n').count() - 1
}

/// Starts a run, kills it once a file has so many lines, and tells whether that was before its end.
fn killed(at: &Path, line: &str, file: &str, lines: usize) -> bool {
    let mut child = Command::new(assert_cmd::cargo::cargo_bin("junqi"))
        .current_dir(at)
        .args(line.split_whitespace())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let written = || {
        let bytes = fs::read(at.join(file)).unwrap_or_default();
        whole_lines(&bytes)
    };
    while written() < lines && child.try_wait().unwrap().is_none() {
        sleep(Duration::from_millis(1));
    }
    child.kill().unwrap();
    !child.wait().unwrap().success()
}

/// The same until a kill comes before the end. `fresh` takes away what an earlier try left.
fn surely_killed(at: &Path, line: &str, file: &str, lines: usize, fresh: impl Fn()) {
    let caught = (0..20).any(|_| {
        fresh();
        killed(at, line, file, lines)
    });
    assert!(caught, "{line}: always at its end before the kill");
    let left = read(at, file);
    assert!(whole_lines(&left) >= lines, "{line}");
}

#[test]
fn a_killed_command_goes_on_to_the_same_bytes() {
    let here = folder();
    let at = here.path();
    for (lines, kind) in &LONG {
        let line = format!("{} --jobs 1", kind.line());
        let fresh = || {
            let _there_may_be_none = fs::remove_file(at.join(kind.file));
        };
        let some = *lines as usize / 3;
        surely_killed(at, &line, kind.file, some, fresh);
        let left = read(at, kind.file);
        let resumed = ok(at, &line);
        let bytes = read(at, kind.file);
        let kept = left.iter().rposition(|&byte| byte == b'\n').unwrap() + 1;
        assert!(bytes.starts_with(&left[..kept]) && bytes.len() > kept, "{}", kind.name);
        fresh();
        let whole = ok(at, &line);
        assert!(bytes == read(at, kind.file), "{}", kind.name);
        assert_eq!(timeless(&resumed), timeless(&whole), "{}", kind.name);
    }
}

/// Where a shard is while it is made.
fn part_of(at: &Path, name: &str, shard: u32) -> String {
    let manifest: Value =
        serde_json::from_slice(&read(at, &format!("{name}.manifest.json"))).unwrap();
    let id = &manifest["id"].as_str().unwrap()[..12];
    format!("{name}.shards/shard-{shard:05}.{id}.part")
}

#[test]
fn a_killed_shard_goes_on_to_the_same_bytes() {
    let here = folder();
    let at = here.path();
    for (lines, kind) in &LONG {
        let Kind { name, file, .. } = kind;
        ok(at, &kind.line());
        kind.plan(at, 2);
        let folder = at.join(format!("{name}.shards"));
        let run = format!("run {name}.manifest.json --jobs 1");
        let part = part_of(at, name, 0);
        let fresh = || {
            let _there_may_be_none = fs::remove_dir_all(&folder);
        };
        surely_killed(at, &run, &part, *lines as usize / 6, fresh);
        assert!(!folder.join("shard-00000.jsonl").exists(), "{name}: half a shard may not appear");
        let told = refused(at, &format!("merge {name}.manifest.json"));
        assert!(told.ends_with("\nmissing: 0/2, 1/2\n"), "{told}");
        // The last line may be cut too, as where the power fails.
        let left = read(at, &part);
        fs::write(at.join(&part), &left[..left.len() - 3]).unwrap();
        assert_eq!(ok(at, &run), "shard 0/2: made\nshard 1/2: made\n");
        ok(at, &format!("merge {name}.manifest.json"));
        assert!(read(at, &format!("{name}.jsonl")) == read(at, file), "{name}");
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 2, "{name}");
    }
}

/// A job of eight shards of two games, all done, and its whole file.
fn eight(at: &Path) -> Vec<u8> {
    plan(at, "games", EIGHT, 8);
    ok(at, "run games.manifest.json");
    ok(at, "selfplay --games 16 --mode 1v1 --out whole");
    read(at, "whole")
}

const EIGHT: &str = "job = \"selfplay\"\ngames = 16\nmode = \"1v1\"";

/// By shard, what a run with `--json` says of it.
fn states(ran: &Ran) -> Vec<String> {
    let told: Value = serde_json::from_str(&ran.out).unwrap();
    let state = |one: &Value| one["state"].as_str().unwrap().to_owned();
    told.as_array().unwrap().iter().map(state).collect()
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

        let told = refused(at, "merge games.manifest.json");
        let found = format!("games.shards: found not all shards, expected 8\nmissing: {}/8\n", {
            order[0]
        });
        assert!(told.contains(&found), "seed {seed}: {told}");
        let named: Vec<bool> = (0..8).map(|i| told.contains(&format!("{i}/8 (found "))).collect();
        let expected: Vec<bool> = (0..8).map(|i| damaged.contains(&i)).collect();
        assert_eq!(named, expected, "seed {seed}: {told}");
        assert!(told.contains("a shard of another manifest"), "seed {seed}: {told}");
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
fn a_forged_shard_is_found_by_making_it_again() {
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
    let told = verify("--shard 1/8 --shard 2/8");
    let anew = "; without its file it is made anew\n";
    let [one, two] =
        [1, 2].map(|i| format!("shard {i}/8: made again, other bytes: line {i}{anew}"));
    let expected = one + &two;
    assert_eq!((told.code, told.out), (1, expected));
    let all = verify("--json");
    assert_eq!(all.code, 1);
    for (index, state) in states(&all).iter().enumerate() {
        assert_eq!(state == "verified", !(1..=4).contains(&index), "shard {index}: {state}");
    }
    let told = refused(at, "merge games.manifest.json");
    assert!(told.contains("damaged: 3/8 (") && told.contains(", 4/8 ("), "{told}");
}

#[test]
fn a_part_that_cannot_be_gone_on_with_is_told_by_its_name() {
    let here = folder();
    let at = here.path();
    plan(at, "games", EIGHT, 8);
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
fn a_shard_that_another_run_makes_is_left_to_it() {
    let here = folder();
    let at = here.path();
    plan(at, "games", EIGHT, 8);
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
fn neither_plan_nor_merge_overwrites_another_file() {
    let here = folder();
    let at = here.path();
    let whole = eight(at);
    let manifest = read(at, "games.manifest.json");
    ok(at, "plan games.toml");
    fs::write(at.join("games.toml"), EIGHT.to_owned() + "\nshards = 4").unwrap();
    let told = refused(at, "plan games.toml");
    assert!(told.contains("games.manifest.json: found another file, expected none"), "{told}");
    assert!(refused(at, "plan games.toml --out games.toml").contains("found another file"));
    assert_eq!(read(at, "games.manifest.json"), manifest);
    fs::write(at.join("games.jsonl"), "notes").unwrap();
    let told = refused(at, "merge games.manifest.json");
    assert!(told.contains("games.jsonl: found another file, expected none or the same"), "{told}");
    assert_eq!(read(at, "games.jsonl"), b"notes");
    for _ in 0..2 {
        ok(at, "merge games.manifest.json --out other.jsonl");
        assert!(read(at, "other.jsonl") == whole);
    }
}

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
    for kind in &KINDS {
        kind.plan(at, 3);
        let name = format!("{}.manifest.json", kind.name);
        let manifest: Value = serde_json::from_slice(&read(at, &name)).unwrap();
        assert!(Manifest::parse(&manifest.to_string()).is_ok());
        let (mut leaves, mut objects) = (vec![], vec![]);
        places(&manifest, "", &mut leaves, &mut objects);
        let refused = |changed: &Value, place: &str| {
            assert_ne!(*changed, manifest);
            let read = Manifest::parse(&changed.to_string());
            let told = read.err().map(|error| error.to_string());
            let told = told.unwrap_or_else(|| panic!("{name}: {place} can be changed"));
            assert!(told.starts_with("found ") && told.contains(", expected "), "{told}");
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
    plan(at, "games", EIGHT, 8);
    let text = String::from_utf8(read(at, "games.manifest.json")).unwrap();
    let version = format!("\"version\": \"{}\"", env!("CARGO_PKG_VERSION"));
    let seed = "\"seed\": 1";
    let bench = text.lines().find(|line| line.contains("\"bench\"")).unwrap();
    for (old, new, message) in [
        (version.as_str(), "\"version\": \"0.0.9\"", "found a manifest of junqi 0.0.9 with bench "),
        (bench, "\"bench\": 7,", "with bench 7, expected one of this program, junqi "),
        (seed, "\"seed\": 2", "found a manifest that was changed since it was written"),
        ("\"job\"", "\"jobs\"", "found no manifest (unknown field `jobs`"),
        ("{", "", "found no manifest ("),
    ] {
        assert_eq!(text.matches(old).count().min(1), 1, "{old}");
        fs::write(at.join("bad.manifest.json"), text.replacen(old, new, 1)).unwrap();
        for command in ["run", "run --verify", "merge"] {
            let told = refused(at, &format!("{command} bad.manifest.json"));
            assert!(told.starts_with("error: bad.manifest.json: found "), "{told}");
            assert!(told.contains(message) && told.contains("expected"), "{told}");
            assert!(!at.join("bad.shards").exists() && !at.join("bad.jsonl").exists());
        }
    }
    for (shard, message) in [
        ("3/4", "found shard 3/4, expected one of 8: 0/8 to 7/8"),
        ("8/8", "found `8/8`, expected i/N with i below N"),
        ("x/8", "found `x/8`, expected i/N"),
        ("3", "found `3`, expected i/N"),
        ("-1/8", "found `-1/8`, expected i/N"),
    ] {
        let told = refused(at, &format!("run games.manifest.json --shard={shard}"));
        assert!(told.contains(message), "{told}");
        assert!(!at.join("games.shards").exists());
    }
}

#[test]
fn a_job_that_cannot_be_is_refused() {
    let here = folder();
    let at = here.path();
    for (job, message) in [
        ("job = \"selfplay\"\nshards = 101", "found 101 shards for 100 units of work, expected"),
        ("job = \"selfplay\"\nshards = 0", "found 0 shards for 100 units of work, expected from 1"),
        ("job = \"selfplay\"\nshards = -1", "shards: found no whole number from 1"),
        ("job = \"selfplay\"\nshards = \"8\"", "shards: found no whole number from 1"),
        ("job = \"selfplay\"", "found no `shards`"),
        (
            "job = \"selfplay\"\nshards = 4611686018427387904\ngames = 4611686018427387904",
            "found 4611686018427387904 shards",
        ),
        ("job = \"match\"\na = \"random\"\nb = \"greedy\"\ngames = 16\nshards = 5", "for 4 units"),
        ("shards = 2", "found no `job`, expected selfplay, training, match, deployments, ladder"),
        ("job = \"selfply\"\nshards = 2", "job: found `selfply`, expected selfplay, training"),
        ("job = 7\nshards = 2", "job: found `integer`, expected selfplay"),
        ("job = \"match\"\nshards = 2\na = \"random\"", "found no `b`, expected it"),
        ("job = \"ladder\"\nshards = 2", "found no `seats`, expected it"),
        ("job = \"ladder\"\nseats = []\nshards = 2", "SEATS"),
        ("job = \"ladder\"\nseats = \"random\"\nshards = 1", "found 1 seats, expected two or more"),
        ("job = \"experiment\"\nshards = 2", "found no `name`, expected it"),
        ("job = \"experiment\"\nshards = 2\nname = \"fig29\"", "the nearest is `fig2.9`"),
        ("job = \"experiment\"\nshards = 2\nname = \"all\"", "expected one"),
        ("job = \"experiment\"\nshards = 2\nname = \"sss\"\nseeds = 0", "--seeds"),
        (
            "job = \"experiment\"\nshards = 1\nname = \"sss\"\npositions = \".\"",
            "--positions: found the experiment sss, which has no positions",
        ),
        (
            "job = \"experiment\"\nshards = 1\nname = \"game-mt\"\npositions = \"none\"",
            "none: found no positions, expected some",
        ),
        ("job = \"selfplay\"\nshards = 2\ngame = 4", "'--games'"),
        ("job = \"selfplay\"\nshards = 2\nvisiblity = \"bright\"", "'--visibility'"),
        ("job = \"selfplay\"\nshards = 2\nteam_a = \"gredy\"", "the nearest is `greedy`"),
        ("job = \"selfplay\"\nshards = 2\nmode = { two = true }", "mode: found a table, expected"),
        ("job = \"selfplay\"\nshards = 2\nboard = \"no.board\"", "no.board"),
        ("job = \"selfplay\"\nshards = 2\nout = \"x\"", "out: found it in a job, expected only"),
        ("job = \"ladder\"\nseats = [\"random\", \"greedy\"]\nshards = 2\njobs = 2", "jobs: found"),
        ("job = \"selfplay\"\nshards = 2\njson = true", "json: found it in a job"),
        ("job = ", "line 1"),
    ] {
        fs::create_dir_all(at.join("none")).unwrap();
        fs::write(at.join("bad.toml"), job).unwrap();
        let told = refused(at, "plan bad.toml");
        assert!(told.starts_with("error: bad.toml: ") && told.contains(message), "{job}: {told}");
        let left: Vec<_> = fs::read_dir(at).unwrap().map(|e| e.unwrap().file_name()).collect();
        assert_eq!(left.len(), 2, "{job}: {left:?}");
    }
}

#[test]
fn a_manifest_needs_no_other_file() {
    let here = folder();
    let at = here.path();
    let board = Path::new(env!("CARGO_MANIFEST_DIR")).join("boards/siguo.board");
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
    for (name, job) in &kinds {
        plan(at, name, job, 2);
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

/// The half points of the first side by unit, counted from records.
fn half_points(bytes: &[u8], first: &str, size: usize) -> Vec<u64> {
    let text = str::from_utf8(bytes).unwrap();
    let games: Vec<Value> = text.lines().map(|l| serde_json::from_str(l).unwrap()).collect();
    assert_eq!(games.len() % size, 0, "a decision needs whole units");
    let points = |game: &Value| match game["result"]["winner"].as_u64() {
        None => 1,
        // 0 is the team of S; 1, in a game of two 2, is the other one.
        Some(winner) => {
            let seat = if winner == 0 { "S" } else { ["E", "N"][winner as usize - 1] };
            2 * u64::from(game["seats"][seat] == first)
        }
    };
    games.chunks(size).map(|unit| unit.iter().map(points).sum()).collect()
}

#[test]
fn a_sequential_test_ends_at_the_same_unit() {
    let here = folder();
    let at = here.path();
    for (name, mode, size, elo1) in [("pairs", "1v1", 2, 200.0), ("quartets", "2v2", 4, 150.0)] {
        let line = format!(
            "match greedy greedy:nodes=5 --games 240 --mode {mode} --sprt elo0=0 elo1={elo1}"
        );
        let one = json(at, &format!("{line} --jobs 1 --out one.{name}"));
        let whole = read(at, &format!("one.{name}"));
        // The report is that of the units in the file, and no unit before the last decides.
        let sprt = Sprt { elo0: 0.0, elo1, ..Sprt::default() };
        let scores = half_points(&whole, "greedy", size);
        let mut units = Units::new(size as u64);
        for (i, &score) in scores.iter().enumerate() {
            units.add(score);
            let decided = sprt.verdict(sprt.llr(&units)).is_some();
            assert_eq!(decided, i + 1 == scores.len(), "{name}: unit {i} of {}", scores.len());
        }
        let llr = one["sprt"]["llr"].as_f64().unwrap();
        assert!((llr - sprt.llr(&units)).abs() < 1e-12, "{name}: {llr}");
        assert_eq!(one["unit_scores"], value!(units.counts()), "{name}");
        let accepted = sprt.verdict(llr).unwrap().to_string();
        assert_eq!(one["sprt"]["accepted"], value!(accepted), "{name}");
        let games = scores.len() * size;
        assert!((10..200).contains(&games), "{name}: {games}");

        let report = ok(at, &format!("{line} --jobs 3 --out three.{name}"));
        assert!(whole == read(at, &format!("three.{name}")), "{name}");
        assert!(report.contains(&format!("{accepted} was accepted after {games} games")));
        for cut in [0, whole.len() / 3, whole.len() - 1, whole.len()] {
            fs::write(at.join(format!("cut.{name}")), &whole[..cut]).unwrap();
            let resumed = ok(at, &format!("{line} --jobs 2 --out cut.{name}"));
            assert!(whole == read(at, &format!("cut.{name}")), "{name}, cut at {cut}");
            assert_eq!(timeless(&resumed), timeless(&report), "{name}, cut at {cut}");
        }

        let job = format!(
            "job = \"match\"\na = \"greedy\"\nb = \"greedy:nodes=5\"\ngames = 240\n\
             mode = \"{mode}\"\nsprt = [\"elo0=0\", \"elo1={elo1}\"]"
        );
        plan(at, name, &job, 20);
        // The shard of the last unit before the decision, of twelve games each.
        let last = (games - 1) / 12;
        for index in 0..=last {
            if index != 1 {
                ok(at, &format!("run {name}.manifest.json --shard {index}/20"));
            }
        }
        let told = refused(at, &format!("merge {name}.manifest.json"));
        assert!(told.contains("\nmissing: 1/20, "), "{told}");
        // Without a shard named, all are made that the decision needs, and no more.
        let made = ok(at, &format!("run {name}.manifest.json"));
        assert!(made.contains("the sequential test is decided"), "{made}");
        assert_eq!(fs::read_dir(at.join(format!("{name}.shards"))).unwrap().count(), last + 1);
        let merged = ok(at, &format!("merge {name}.manifest.json"));
        assert!(whole == read(at, &format!("{name}.jsonl")), "{name}");
        assert_eq!(timeless(&merged), timeless(&report), "{name}");
    }
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
    fs::write(at.join("games.toml"), format!("{EIGHT}\nshards = 8\n")).unwrap();
    let told = ok(at, "plan games.toml");
    let line = told.lines().find(|line| line.contains("| parallel ")).unwrap();
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
