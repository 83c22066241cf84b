//! Commands and shards that are killed resume to the same bytes.

use super::cases::{JobCase, LONG_JOBS, part_of, read, refused, timeless};
use crate::support::asked;
use crate::support::program::{folder, ok};
use junqi::base::random;
use rand::RngExt;
use std::fs;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

fn whole_lines(bytes: &[u8]) -> usize {
    bytes.split(|&byte| byte == b'\n').count() - 1
}

fn started(at: &Path, line: &str) -> Child {
    Command::new(assert_cmd::cargo::cargo_bin("junqi"))
        .current_dir(at)
        .args(line.split_whitespace())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap()
}

/// Starts a command and kills it once a file has some lines; whether that was before its end.
fn killed(at: &Path, line: &str, file: &str, lines: usize) -> bool {
    let mut child = started(at, line);
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

/// Repeats that until a kill comes before the end. `fresh` removes the files of an earlier try.
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
fn a_killed_command_resumes_to_the_same_bytes() {
    let here = folder();
    let at = here.path();
    for (lines, job) in &LONG_JOBS {
        let line = format!("{} --jobs 1", job.line());
        let fresh = || {
            let _there_may_be_none = fs::remove_file(at.join(job.file));
        };
        let some = *lines as usize / 3;
        surely_killed(at, &line, job.file, some, fresh);
        let left = read(at, job.file);
        let resumed = ok(at, &line);
        let bytes = read(at, job.file);
        let kept = left.iter().rposition(|&byte| byte == b'\n').unwrap() + 1;
        assert!(bytes.starts_with(&left[..kept]) && bytes.len() > kept, "{}", job.name);
        fresh();
        let whole = ok(at, &line);
        assert!(bytes == read(at, job.file), "{}", job.name);
        assert_eq!(timeless(&resumed), timeless(&whole), "{}", job.name);
    }
}

/// `JUNQI_KILLS=200 cargo test --release --test library random_moments` kills every job at 200 moments.
#[test]
fn a_command_killed_at_random_moments_resumes_to_the_same_bytes() {
    let here = folder();
    let at = here.path();
    for (_, job) in &LONG_JOBS {
        let begin = Instant::now();
        ok(at, &job.line());
        let took = begin.elapsed();
        let whole = read(at, job.file);
        let (mut kills, mut running, mut seed) = (0, 0, 0);
        while kills < asked("JUNQI_KILLS").unwrap_or(2) {
            let mut rng = random::stream(seed, &[]);
            seed += 1;
            fs::remove_file(at.join(job.file)).unwrap();
            for _ in 0..rng.random_range(1..4) {
                let mut child =
                    started(at, &format!("{} --jobs {}", job.line(), rng.random_range(1..3)));
                sleep(took.mul_f64(rng.random()));
                child.kill().unwrap();
                running += u64::from(!child.wait().unwrap().success());
                kills += 1;
            }
            ok(at, &format!("{} --jobs {}", job.line(), rng.random_range(1..3)));
            assert!(read(at, job.file) == whole, "{}: seed {}", job.name, seed - 1);
        }
        println!("{}: {kills} kills, {running} before its end", job.name);
    }
}

/// SIGTERM, by which schedulers and service managers end a job, is Ctrl-C.
#[cfg(unix)]
#[test]
fn a_terminated_command_says_how_to_go_on() {
    use rustix::process::{Pid, Signal, kill_process};
    let here = folder();
    let child = Command::new(assert_cmd::cargo::cargo_bin("junqi"))
        .current_dir(here.path())
        .args("selfplay --games 1000000 --out games.jsonl".split(' '))
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    while fs::metadata(here.path().join("games.jsonl")).map_or(0, |file| file.len()) == 0 {
        sleep(Duration::from_millis(5));
    }
    kill_process(Pid::from_child(&child), Signal::TERM).unwrap();
    let ended = child.wait_with_output().unwrap();
    let errors = String::from_utf8_lossy(&ended.stderr);
    assert_eq!(ended.status.code(), Some(1), "{errors}");
    assert!(
        errors.contains("interrupted before all games were played; run the same command again"),
        "{errors}"
    );
}

#[test]
fn a_killed_shard_resumes_to_the_same_bytes() {
    let here = folder();
    let at = here.path();
    for (lines, job) in &LONG_JOBS {
        let JobCase { name, file, .. } = job;
        ok(at, &job.line());
        job.plan(at, 2);
        let folder = at.join(format!("{name}.shards"));
        let run = format!("run {name}.manifest.json --jobs 1");
        let part = part_of(at, name, 0);
        let fresh = || {
            let _there_may_be_none = fs::remove_dir_all(&folder);
        };
        surely_killed(at, &run, &part, *lines as usize / 6, fresh);
        assert!(!folder.join("shard-00000.jsonl").exists(), "{name}: half a shard may not appear");
        let message = refused(at, &format!("merge {name}.manifest.json"));
        assert!(message.ends_with("\nmissing: 0/2, 1/2\n"), "{message}");
        // The last line may be cut too, as where the power fails.
        let left = read(at, &part);
        fs::write(at.join(&part), &left[..left.len() - 3]).unwrap();
        assert_eq!(ok(at, &run), "shard 0/2: made\nshard 1/2: made\n");
        ok(at, &format!("merge {name}.manifest.json"));
        assert!(read(at, &format!("{name}.jsonl")) == read(at, file), "{name}");
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 2, "{name}");
    }
}
