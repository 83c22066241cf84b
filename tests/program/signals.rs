//! Signals end a command without a trace of its temporary files.
#![cfg(unix)]

use crate::support::program::{folder, ok, quoted_program};
use rustix::process::{Pid, Signal, kill_process};
use std::fs;
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread::sleep;
use std::time::Duration;

fn started(at: &Path, line: &str) -> Child {
    let line = line.replace("junqi", &quoted_program());
    Command::new("sh")
        .current_dir(at)
        .args(["-c", &format!("exec {line}")])
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap()
}

fn temporary_files(at: &Path) -> usize {
    let names = fs::read_dir(at).unwrap().map(|entry| entry.unwrap().file_name());
    names.filter(|name| name.to_string_lossy().ends_with(".tmp")).count()
}

/// Starts a command and sends it a signal while it has a temporary file; how it ended.
fn signalled(at: &Path, line: &str, signal: Signal) -> ExitStatus {
    let mut child = started(at, line);
    while child.try_wait().unwrap().is_none() {
        if temporary_files(at) > 0 {
            kill_process(Pid::from_child(&child), signal).unwrap();
            break;
        }
        sleep(Duration::from_micros(200));
    }
    child.wait().unwrap()
}

/// Whether a command hears the end of the terminal: on Linux, unless the tests run under `nohup`.
fn hears_hangup() -> bool {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    ignored.is_some_and(|mask| mask.ends_with(['0', '2', '4', '6', '8', 'a', 'c', 'e']))
}

#[test]
fn a_signal_leaves_no_temporary_file() {
    let here = folder();
    let at = here.path();
    let job = "job = \"selfplay\"\nteam_a = \"random\"\nmode = \"1v1\"\ngames = 500\nshards = 1";
    fs::write(at.join("job.toml"), job).unwrap();
    ok(at, "plan job.toml");
    ok(at, "run job.manifest.json");
    let tree = "junqi tree gen -b 3 -d 12 --out tree.json";
    for (line, signal) in [
        (tree, Signal::TERM),
        (tree, Signal::INT),
        (tree, Signal::HUP),
        ("junqi deploy sample --count 20000 --out sample.txt", Signal::TERM),
        ("junqi merge job.manifest.json", Signal::INT),
    ] {
        if signal == Signal::HUP && !hears_hangup() {
            continue;
        }
        // It may have ended before the signal came.
        let caught =
            (0..30).find(|_| signalled(at, line, signal).signal() == Some(signal.as_raw()));
        assert!(caught.is_some(), "{line}, {signal:?}");
        assert_eq!(temporary_files(at), 0, "{line}, {signal:?}");
    }
    let ended = signalled(at, &format!("nohup {tree}"), Signal::HUP);
    assert!(ended.success() && at.join("tree.json").exists() && temporary_files(at) == 0);
}

/// The second signal ends a long job at once.
#[test]
fn a_second_signal_does_not_wait_for_the_work() {
    let here = folder();
    // It waits ten seconds for an engine that does not answer.
    let engine = "cmd=sh -c 'touch begun; sleep 20'";
    let mut child = started(here.path(), &format!("junqi selfplay --team-a \"{engine}\""));
    while !here.path().join("begun").exists() {
        sleep(Duration::from_millis(5));
    }
    for _ in 0..2 {
        assert!(child.try_wait().unwrap().is_none());
        kill_process(Pid::from_child(&child), Signal::INT).unwrap();
        sleep(Duration::from_millis(600));
    }
    assert_eq!(child.wait().unwrap().code(), Some(130));
}
