//! `./test`: what it installs before the tests, and what it says where that cannot be done.
#![cfg(unix)]

use crate::support::program::folder;
use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::Path;
use std::process::Command;

/// Programs that the script finds as they are.
const REAL: [&str; 7] = ["bash", "cmp", "dirname", "grep", "mktemp", "rm", "tail"];

/// Runs `./test a_test` with few real programs and the given ones, each a name and a shell command. Returns both
/// outputs.
fn run(scripts: &[(&str, &str)]) -> [String; 2] {
    let here = folder();
    let tools = here.path().join("tools");
    fs::create_dir(&tools).unwrap();
    for tool in REAL {
        let folders = ["/bin", "/usr/bin", "/usr/local/bin"];
        let found = folders.map(|folder| Path::new(folder).join(tool));
        symlink(found.iter().find(|path| path.exists()).unwrap(), tools.join(tool)).unwrap();
    }
    let always = [("cargo", "echo cargo \"$@\""), ("id", "echo 0"), ("sleep", "echo slept >&2")];
    for (tool, command) in always.iter().chain(scripts) {
        let file = tools.join(tool);
        fs::write(&file, format!("#!{}/bash\n{command}\n", tools.display())).unwrap();
        fs::set_permissions(&file, fs::Permissions::from_mode(0o755)).unwrap();
    }
    let ran = Command::new(tools.join("bash"))
        .args([concat!(env!("CARGO_MANIFEST_DIR"), "/test"), "a_test"])
        .env("PATH", &tools)
        .env("CARGO_TARGET_DIR", here.path())
        .env("TMPDIR", here.path())
        .output()
        .unwrap();
    [ran.stdout, ran.stderr].map(|bytes| String::from_utf8(bytes).unwrap())
}

const NO_PYTHON: &str = "note: the Python packages of tests/browser could not be installed\n";

/// Where there is no Python, the script says so in a line of its own, without errors of the shell.
#[test]
fn without_python_it_is_plain() {
    let expected = ["cargo test a_test\n", NO_PYTHON];
    assert_eq!(run(&[("chromium", "")]), expected);
}

#[test]
fn it_waits_for_a_locked_package_manager() {
    let apt = "if [ $1 = update ] && [ ! -e $TMPDIR/second ]; then
        echo >$TMPDIR/second; echo 'E: Could not get lock /var/lib/apt/lists/lock' >&2; exit 100; fi";
    let expected = ["cargo test a_test\n".to_owned(), format!("slept\n{NO_PYTHON}")];
    assert_eq!(run(&[("apt-get", apt)]), expected);
}

#[test]
fn it_says_why_nothing_was_installed() {
    let apt = "echo 'Reading'; echo 'E: Unable to locate package' >&2; exit 100";
    let [out, err] = run(&[("apt-get", apt)]);
    assert_eq!(out, "cargo test a_test\n");
    let why = "E: Unable to locate package\n";
    let chromium = "note: Chromium could not be installed\n";
    assert_eq!(err, format!("{why}{chromium}{why}{NO_PYTHON}"));
}
