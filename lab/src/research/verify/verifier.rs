//! Verifies files, among them recorded games (`.jgs` files, records and histories); the kind of check depends on the
//! contents of a file.

use super::cases::{verify_cases, verify_fights};
use super::report::VerifyReport;
use junqi_core::base::text::{json_fault, read_json};
use junqi_core::game::board::Board;
use junqi_core::game::format::{
    FileKind, GameHistory, GameRecord, Jgs, files_below, follow, read_file,
};
use junqi_core::game::rules::{Act, Rules, World};
use rayon::prelude::*;
use serde::de::IgnoredAny;
use std::io;
use std::path::{Path, PathBuf};

/// The board and the rules of a verification.
#[derive(Debug, Clone, Copy)]
pub struct Verifier {
    /// The board that games are played on.
    pub board: &'static Board,
    /// The rules for `.jgs` files, except the number of players, which is in the file.
    pub jgs_rules: Rules,
}

impl Verifier {
    /// Verifies files, and all files below folders, on all cores. The report does not depend on the
    /// number of cores.
    ///
    /// # Errors
    ///
    /// If a path cannot be read.
    pub fn paths(&self, paths: &[PathBuf]) -> io::Result<VerifyReport> {
        let mut files = vec![];
        let mut ignored = vec![];
        for path in paths {
            let named = !path.is_dir();
            let found = files_below(path, &["jgs", "json", "jsonl"])?;
            files.extend(found.files.into_iter().map(|f| (f, named)));
            ignored.extend(found.ignored);
        }
        let reports: Vec<io::Result<VerifyReport>> =
            files.par_iter().map(|(file, named)| self.file(file, *named)).collect();
        let mut all = VerifyReport { ignored, ..VerifyReport::default() };
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
        let kind = FileKind::of_named(&place, &bytes);
        if kind == FileKind::Jgs {
            match Jgs::parse(&bytes) {
                Ok(jgs) => verify_jgs(self.board, self.jgs_rules, &place, &jgs, &mut report),
                Err(error) => report.disagree(&place, error),
            }
            return Ok(report);
        }
        let known = match std::str::from_utf8(&bytes).map(|t| t.trim_start_matches('\u{feff}')) {
            Ok(text) if kind == FileKind::Text => {
                verify_history(self.board, &place, text, &mut report);
                true
            }
            Ok(text) => self.json(&place, text, named, &mut report),
            Err(error) => {
                let at = error.valid_up_to();
                report.disagree(&place, format!("byte {at}: found no UTF-8, expected text"));
                true
            }
        };
        if known {
            Ok(report)
        } else if named {
            let what = "found other JSON, expected cases, a fight table or records";
            report.disagree(&place, what);
            Ok(report)
        } else {
            Ok(VerifyReport { ignored: vec![path.to_owned()], ..VerifyReport::default() })
        }
    }

    /// Verifies a file of cases or records; false if it is neither.
    fn json(&self, place: &str, text: &str, named: bool, report: &mut VerifyReport) -> bool {
        match read_json::<serde_json::Value>(text) {
            Ok(value) if value.get("cases").is_some() => {
                verify_cases(self.board, place, &value, report);
                true
            }
            Ok(value) if value.get("attackers").is_some() => {
                verify_fights(place, &value, report);
                true
            }
            Ok(value) if value.get("events").is_none() => false,
            Ok(_) => {
                verify_record(self.board, &format!("{place}, line 1"), text, report);
                true
            }
            Err(error) => {
                let known = has_records(place, text);
                if known {
                    verify_records(self.board, place, text, report);
                } else if named || text.contains("\"cases\"") || text.contains("\"attackers\"") {
                    let line = error.line();
                    let fault = json_fault(&error);
                    report.disagree(place, format!("line {line}, {fault}"));
                    return true;
                }
                known
            }
        }
    }
}

/// Whether a text that is no JSON as a whole has a record a line, as the first line or the name says.
fn has_records(name: &str, text: &str) -> bool {
    let first = text.lines().find(|line| !line.trim().is_empty()).unwrap_or_default();
    let begins = |key: &str| first.starts_with(&format!("{{\"{key}\""));
    match read_json::<IgnoredAny>(first) {
        Ok(_) => true,
        Err(_) if first.is_empty() || begins("version") => true,
        Err(_) if begins("cases") || begins("attackers") => false,
        Err(error) => name.to_lowercase().ends_with(".jsonl") && !error.is_eof(),
    }
}

/// Verifies a record a line.
fn verify_records(board: &'static Board, place: &str, text: &str, report: &mut VerifyReport) {
    for (number, line) in (1..).zip(text.lines()) {
        if !line.trim().is_empty() {
            verify_record(board, &format!("{place}, line {number}"), line, report);
        }
    }
}

fn verify_record(board: &'static Board, place: &str, text: &str, report: &mut VerifyReport) {
    let record = match GameRecord::read(text) {
        Ok(record) => record,
        Err(error) => return report.disagree(place, json_fault(&error)),
    };
    report.games += 1;
    let mut moves = 0;
    let mut fights = 0;
    let replayed = record.replay(board, |_, event| {
        if let Act::Move(_, fight) = event.act {
            moves += 1;
            fights += usize::from(fight.is_some());
        }
    });
    report.moves += moves;
    report.fights += fights;
    if let Err(error) = replayed {
        report.disagree(place, format!("game {}, {error}", record.game));
    }
}

fn verify_jgs(
    board: &'static Board,
    rules: Rules,
    place: &str,
    jgs: &Jgs,
    report: &mut VerifyReport,
) {
    report.games += 1;
    match jgs.replay(board, rules) {
        Ok(replayed) => {
            report.moves += replayed.moves();
            report.fights += replayed.fights();
            replayed.disagreements.iter().for_each(|what| report.disagree(place, what));
        }
        Err(faults) => report.disagree(place, faults),
    }
}

/// Replays a history; all pieces of its start must be known.
fn verify_history(board: &'static Board, place: &str, text: &str, report: &mut VerifyReport) {
    let history = match GameHistory::parse(text, board) {
        Ok(history) => history,
        Err(error) => return report.disagree(place, error),
    };
    let Some(setup) = history.start.setup() else {
        return report.disagree(place, "found hidden pieces at the start, expected all known");
    };
    let mut world = match World::lenient(&setup) {
        Ok(world) => world,
        Err(faults) => return report.disagree(place, faults),
    };
    report.games += 1;
    for event in &history.events {
        if let Err(error) = follow(&mut world, event) {
            return report.disagree(place, format!("ply {}: {error}", world.ply()));
        }
        if let Act::Move(_, fight) = event.act {
            report.moves += 1;
            report.fights += usize::from(fight.is_some());
        }
    }
}
