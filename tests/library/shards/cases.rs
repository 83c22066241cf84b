//! Jobs of every type, and helpers that plan them and read their files.

use crate::support::program::{Ran, ok, run_in};
use junqi::base::random::derive;
use serde_json::Value;
use std::fs;
use std::path::Path;

/// A long job as a job file and as the equivalent command.
pub(super) struct JobCase {
    /// Name of the job file, without its ending.
    pub(super) name: &'static str,
    /// Content of the job file, without the number of shards.
    pub(super) job: &'static str,
    /// The equivalent command.
    pub(super) command: &'static str,
    /// The file that the command writes.
    pub(super) file: &'static str,
}

/// A short job of every type, with units of 1, 2 and 4 games.
pub(super) const JOBS: [JobCase; 7] = [
    JobCase {
        name: "selfplay",
        job: "job = \"selfplay\"\nteam_b = \"greedy:nodes=5\"\ngames = 11\nseed = 5\n\
              rules = \"qq\"\nmode = \"1v1\"",
        command: "selfplay --team-b greedy:nodes=5 --games 11 --seed 5 --rules qq --mode 1v1",
        file: "selfplay.whole",
    },
    JobCase {
        name: "training",
        job: "job = \"training\"\nteam-a = \"alphabeta:nodes=30\"\ngames = 5\nmode = \"1v1\"",
        command: "selfplay --values --team-a alphabeta:nodes=30 --games 5 --mode 1v1",
        file: "training.whole",
    },
    JobCase {
        name: "match",
        job: "job = \"match\"\na = \"greedy\"\nb = \"greedy:nodes=5\"\ngames = 22\n\
              deployments = \"sample\"\nfirst = \"E\"\nsprt = [\"elo1=900\", \"alpha=0.01\"]",
        command: "match greedy greedy:nodes=5 --games 22 --deployments sample --first E \
                  --sprt elo1=900 alpha=0.01",
        file: "match.whole",
    },
    JobCase {
        name: "deployments",
        job: "job = \"deployments\"\na = \"book\"\nb = \"sample\"\nseat = \"random\"\n\
              games = 13\nmode = \"1v1\"",
        command: "match book sample --compare deployments --seat random --games 13 --mode 1v1",
        file: "deployments.whole",
    },
    JobCase {
        name: "ladder",
        job: "job = \"ladder\"\nseats = [\"greedy\", \"random\", \"greedy:nodes=5\"]\ngames = 8\n\
              gauntlet = 1\nmode = \"1v1\"\nvisibility = \"all-open\"",
        command: "ladder run greedy random greedy:nodes=5 --games 8 --gauntlet 1 --mode 1v1 \
                  --visibility all-open",
        file: "ladder.whole",
    },
    JobCase {
        name: "spsa",
        job: "job = \"spsa\"\nseat = \"pvs:nodes=1,quiet=0\"\ngames = 10\nmode = \"1v1\"",
        command: "eval spsa --seat pvs:nodes=1,quiet=0 --games 10 --mode 1v1",
        file: "spsa.whole",
    },
    JobCase {
        name: "experiment",
        job: "job = \"experiment\"\nname = \"awt-mn\"\nseeds = 2\nseed = 3",
        command: "experiment run awt-mn --seeds 2 --seed 3",
        file: "experiment.whole/awt-mn.jsonl",
    },
];

impl JobCase {
    /// The command with its output file.
    pub(super) fn line(&self) -> String {
        format!("{} --out {}.whole", self.command, self.name)
    }

    /// Plans the job in a number of shards.
    pub(super) fn plan(&self, at: &Path, shards: u64) {
        plan(at, self.name, self.job, shards);
    }
}

/// Jobs that take long enough to be killed while they run, with their number of lines.
pub(super) const LONG_JOBS: [(u64, JobCase); 6] = [
    (
        500,
        JobCase {
            name: "selfplay",
            job: "job = \"selfplay\"\nteam_b = \"greedy\"\ngames = 500\nmode = \"1v1\"",
            command: "selfplay --team-b greedy --games 500 --mode 1v1",
            file: "selfplay.whole",
        },
    ),
    (
        8,
        JobCase {
            name: "training",
            job: "job = \"training\"\nteam_a = \"alphabeta:nodes=30\"\ngames = 8\nmode = \"1v1\"",
            command: "selfplay --values --team-a alphabeta:nodes=30 --games 8 --mode 1v1",
            file: "training.whole",
        },
    ),
    (
        140,
        JobCase {
            name: "match",
            job: "job = \"match\"\na = \"greedy\"\nb = \"greedy:nodes=5\"\ngames = 140",
            command: "match greedy greedy:nodes=5 --games 140",
            file: "match.whole",
        },
    ),
    (
        500,
        JobCase {
            name: "deployments",
            job: "job = \"deployments\"\na = \"book\"\nb = \"sample\"\ngames = 500\n\
                  mode = \"1v1\"",
            command: "match book sample --compare deployments --games 500 --mode 1v1",
            file: "deployments.whole",
        },
    ),
    (
        480,
        JobCase {
            name: "ladder",
            job: "job = \"ladder\"\nseats = [\"random\", \"greedy\", \"greedy:nodes=5\"]\n\
                  games = 160\nmode = \"1v1\"",
            command: "ladder run random greedy greedy:nodes=5 --games 160 --mode 1v1",
            file: "ladder.whole",
        },
    ),
    (
        90,
        JobCase {
            name: "experiment",
            job: "job = \"experiment\"\nname = \"threshold-trees\"\nseeds = 6",
            command: "experiment run threshold-trees --seeds 6",
            file: "experiment.whole/threshold-trees.jsonl",
        },
    ),
];

/// Writes NAME.toml and NAME.manifest.json, in place of older ones.
pub(super) fn plan(at: &Path, name: &str, job: &str, shards: u64) {
    let _there_may_be_none = fs::remove_file(at.join(format!("{name}.manifest.json")));
    fs::write(at.join(format!("{name}.toml")), format!("{job}\nshards = {shards}\n")).unwrap();
    ok(at, &format!("plan {name}.toml"));
}

/// Reads a file.
pub(super) fn read(at: &Path, name: &str) -> Vec<u8> {
    fs::read(at.join(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// The indices of all shards in a random order.
pub(super) fn shuffled(seed: u64, shards: u64) -> Vec<u64> {
    let mut order: Vec<u64> = (0..shards).collect();
    order.sort_by_key(|&index| derive(seed, &[index]));
    order
}

/// A report without the time per move, which differs from run to run.
pub(super) fn timeless(report: &str) -> String {
    let lines = report.lines().map(|line| line.split(", ms a move").next().unwrap_or(line));
    lines.collect::<Vec<_>>().join("\n")
}

/// Runs a command that must fail and returns its error message.
pub(super) fn refused(at: &Path, line: &str) -> String {
    let ran = run_in(at, line);
    assert!((1..=2).contains(&ran.code), "{line}: {} {}{}", ran.code, ran.out, ran.err);
    assert!(ran.err.starts_with("error: "), "{line}: {}", ran.err);
    assert!(!ran.err.contains("panicked"), "{line}: {}", ran.err);
    ran.err
}

/// The path of an unfinished shard.
pub(super) fn part_of(at: &Path, name: &str, shard: u32) -> String {
    let manifest: Value =
        serde_json::from_slice(&read(at, &format!("{name}.manifest.json"))).unwrap();
    let id = &manifest["id"].as_str().unwrap()[..12];
    format!("{name}.shards/shard-{shard:05}.{id}.part")
}

/// Runs a job of eight shards of two games; returns the file that the command itself writes.
pub(super) fn eight(at: &Path) -> Vec<u8> {
    plan(at, "games", SIXTEEN_GAMES, 8);
    ok(at, "run games.manifest.json");
    ok(at, "selfplay --games 16 --mode 1v1 --out whole");
    read(at, "whole")
}

/// A job of sixteen games.
pub(super) const SIXTEEN_GAMES: &str = "job = \"selfplay\"\ngames = 16\nmode = \"1v1\"";

/// The states of the shards in the JSON output of a run.
pub(super) fn states(ran: &Ran) -> Vec<String> {
    let message: Value = serde_json::from_str(&ran.out).unwrap();
    let state = |one: &Value| one["state"].as_str().unwrap().to_owned();
    message.as_array().unwrap().iter().map(state).collect()
}
