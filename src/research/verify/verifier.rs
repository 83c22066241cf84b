//! Verifies files; the kind of check depends on the contents of a file.

use super::VerifyReport;
use super::cases::verify_cases;
use super::fights::verify_fights;
use super::games::{verify_history, verify_jgs, verify_record, verify_records};
use crate::base::text::{json_fault, read_json};
use crate::game::board::Board;
use crate::game::format::{FileKind, Jgs, files_below, read_file};
use crate::game::rules::Rules;
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
        let (mut files, mut ignored) = (vec![], vec![]);
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
                Ok(jgs) => verify_jgs((self.board, self.jgs_rules), &place, &jgs, &mut report),
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
                    let (line, fault) = (error.line(), json_fault(&error));
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
