//! Replays recorded games and checkable cases and compares everything they say.

mod beliefs;
mod cases;
mod fights;
mod games;

use crate::game::board::Board;
use crate::game::format::Jgs;
use crate::game::rules::Rules;
use rayon::prelude::*;
use serde::Serialize;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

/// Largest file that is read, in bytes.
const LARGEST: u64 = 1 << 30;

/// What was replayed, and what did not agree.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct VerifyReport {
    /// Files read.
    pub files: usize,
    /// Games and scripts replayed.
    pub games: usize,
    /// Positions whose moves were listed and counted.
    pub positions: usize,
    /// Moves made.
    pub moves: usize,
    /// Fights among them, and entries of fight tables.
    pub fights: usize,
    /// Belief cases whose posterior was compared.
    pub beliefs: usize,
    /// Files that hold nothing that can be verified, where a folder was given.
    pub ignored: Vec<PathBuf>,
    /// Each with file, game, ply, found and expected.
    pub disagreements: Vec<String>,
}

impl VerifyReport {
    fn join(mut self, other: Self) -> Self {
        self.files += other.files;
        self.games += other.games;
        self.positions += other.positions;
        self.moves += other.moves;
        self.fights += other.fights;
        self.beliefs += other.beliefs;
        self.ignored.extend(other.ignored);
        self.disagreements.extend(other.disagreements);
        self
    }

    fn disagree(&mut self, place: &str, what: impl std::fmt::Display) {
        self.disagreements.push(format!("{place}: {what}"));
    }

    /// The last line of the command.
    pub fn summary(&self) -> String {
        format!(
            "verified: {} files, {} games, {} moves, {} fights, {} disagreements",
            self.files,
            self.games,
            self.moves,
            self.fights,
            self.disagreements.len()
        )
    }
}

/// What to verify with.
#[derive(Debug, Clone, Copy)]
pub struct Verifier {
    /// The board that games are played on.
    pub board: &'static Board,
    /// The rules of `.jgs` files; the number of players is the file's.
    pub jgs_rules: Rules,
}

/// The files below a path with an ending that is known, in the order of their names.
///
/// # Errors
///
/// If the path, or a folder below it, cannot be read.
pub fn files_below(path: &Path, endings: &[&str]) -> io::Result<Vec<PathBuf>> {
    let with_path = |e: io::Error| io::Error::new(e.kind(), format!("{}: {e}", path.display()));
    if !fs::metadata(path).map_err(with_path)?.is_dir() {
        return Ok(vec![path.to_owned()]);
    }
    let mut entries: Vec<PathBuf> =
        fs::read_dir(path).map_err(with_path)?.map(|e| Ok(e?.path())).collect::<io::Result<_>>()?;
    entries.sort();
    let mut files = vec![];
    for entry in entries {
        let ending = entry.extension().and_then(|e| e.to_str()).unwrap_or_default();
        if entry.is_dir() {
            files.extend(files_below(&entry, endings)?);
        } else if endings.contains(&ending.to_lowercase().as_str()) {
            files.push(entry);
        }
    }
    Ok(files)
}

/// Reads a file of at most a gibibyte.
///
/// # Errors
///
/// If it cannot be read or is larger.
pub fn read_file(path: &Path) -> io::Result<Vec<u8>> {
    if !fs::metadata(path)?.is_file() {
        return Err(io::Error::other("found no regular file, expected one"));
    }
    let mut bytes = vec![];
    File::open(path)?.take(LARGEST + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > LARGEST {
        return Err(io::Error::other("found more than 1 GiB, expected a smaller file"));
    }
    Ok(bytes)
}

impl Verifier {
    /// Verifies files and everything in folders, on all cores; the report does not depend on how
    /// many there are.
    ///
    /// # Errors
    ///
    /// If a path cannot be read.
    pub fn paths(&self, paths: &[PathBuf]) -> io::Result<VerifyReport> {
        let mut files = vec![];
        for path in paths {
            let named = !path.is_dir();
            let found = files_below(path, &["jgs", "json", "jsonl"])?;
            files.extend(found.into_iter().map(|f| (f, named)));
        }
        let reports: Vec<io::Result<VerifyReport>> =
            files.par_iter().map(|(file, named)| self.file(file, *named)).collect();
        let mut all = VerifyReport::default();
        for report in reports {
            all = all.join(report?);
        }
        let held = all.games + all.positions + all.fights + all.beliefs;
        if held + all.disagreements.len() == 0 {
            let place = paths.first().map_or(String::new(), |path| path.display().to_string());
            all.disagree(&place, "found nothing to verify, expected games or cases");
        }
        Ok(all)
    }

    fn file(&self, path: &Path, named: bool) -> io::Result<VerifyReport> {
        let place = path.display().to_string();
        let with_place = |e: io::Error| io::Error::new(e.kind(), format!("{place}: {e}"));
        let bytes = read_file(path).map_err(with_place)?;
        let mut report = VerifyReport { files: 1, ..VerifyReport::default() };
        if bytes.starts_with(b"QQGame JQS") || path.extension().is_some_and(|e| e == "jgs") {
            match Jgs::parse(&bytes) {
                Ok(jgs) => games::verify_jgs(self, &place, &jgs, &mut report),
                Err(error) => report.disagree(&place, error),
            }
            return Ok(report);
        }
        let known = match std::str::from_utf8(&bytes) {
            Ok(text) => self.json(&place, text.trim_start_matches('\u{feff}'), &mut report),
            Err(error) => {
                let what =
                    format!("byte {}: found no UTF-8 text, expected JSON", error.valid_up_to());
                report.disagree(&place, what);
                true
            }
        };
        if known {
            Ok(report)
        } else if named {
            let what = "found JSON of another form, expected cases, a fight table or records";
            report.disagree(&place, what);
            Ok(report)
        } else {
            Ok(VerifyReport { ignored: vec![path.to_owned()], ..VerifyReport::default() })
        }
    }

    /// Verifies a file of cases or records; false if it is neither.
    fn json(&self, place: &str, text: &str, report: &mut VerifyReport) -> bool {
        match serde_json::from_str::<serde_json::Value>(text) {
            Ok(value) if value.get("cases").is_some() => {
                cases::verify_cases(self, place, &value, report);
                true
            }
            Ok(value) if value.get("attackers").is_some() => {
                fights::verify_fights(place, &value, report);
                true
            }
            Ok(value) if value.get("events").is_none() => false,
            _ => {
                games::verify_records(self, place, text, report);
                true
            }
        }
    }
}
