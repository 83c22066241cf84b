//! The program, run as people run it.

use assert_cmd::Command;
use serde_json::Value;
use std::fs::OpenOptions;
use std::path::Path;
use std::process::Stdio;

/// What a run of the program left.
pub struct Ran {
    /// Its exit code.
    pub code: i32,
    /// Standard output.
    pub out: String,
    /// Standard error.
    pub err: String,
}

/// Runs the program in a folder with words separated by spaces; spaces between double quotes separate none.
pub fn run_in(folder: &Path, line: &str) -> Ran {
    let mut program = Command::cargo_bin("junqi").unwrap();
    let output = program.current_dir(folder).args(words(line)).output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    Ran { code: output.status.code().unwrap(), out: text(output.stdout), err: text(output.stderr) }
}

/// The words of a line, without double quotes.
fn words(line: &str) -> Vec<String> {
    let (mut words, mut quoted) = (vec![String::new()], false);
    for c in line.chars() {
        let last = words.len() - 1;
        match c {
            '"' => quoted = !quoted,
            ' ' if !quoted => words.push(String::new()),
            c => words[last].push(c),
        }
    }
    words.retain(|word| !word.is_empty());
    words
}

/// The program as a word of a shell's command line.
pub fn quoted_program() -> String {
    let path = assert_cmd::cargo::cargo_bin("junqi").display().to_string();
    format!("'{}'", path.replace('\'', r"'\''"))
}

/// A folder of its own.
pub fn folder() -> tempfile::TempDir {
    tempfile::tempdir().unwrap()
}

/// What a run that succeeds prints.
pub fn ok(folder: &Path, line: &str) -> String {
    let ran = run_in(folder, line);
    assert_eq!(ran.code, 0, "{line}: {}{}", ran.out, ran.err);
    ran.out
}

/// The same as JSON.
pub fn json(folder: &Path, line: &str) -> Value {
    serde_json::from_str(&ok(folder, &format!("{line} --json"))).unwrap()
}

/// An output that nobody reads, so that every write to it fails.
pub fn closed_pipe() -> Stdio {
    let (_, writer) = std::io::pipe().unwrap();
    writer.into()
}

/// A file on a full disk; none where the system has no such device.
pub fn full_disk() -> Option<Stdio> {
    Some(OpenOptions::new().write(true).open("/dev/full").ok()?.into())
}
