//! Records and replays of games.

use super::files::{bytes, check_json, ending};
use super::named::GAMES;
use crate::cli::env::Env;
use crate::cli::note::note;
use anyhow::{Context, Result, anyhow};
use junqi_core::base::text::json_fault;
use junqi_core::game::format::{GameRecord, Jgs, files_below};
use junqi_core::game::rules::Rules;
use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};

/// The records of a file of JSON lines.
pub(in crate::cli) fn records(path: &Path) -> Result<Vec<GameRecord>> {
    let mut records = vec![];
    each_record(path, |record| {
        records.push(record);
        Ok(())
    })?;
    Ok(records)
}

const RECORD: &str = "a JSON object, the record of a game";

/// Hands every record of a file to `each`, line by line; errors name the line.
pub(in crate::cli) fn each_record(
    path: &Path,
    mut each: impl FnMut(GameRecord) -> Result<()>,
) -> Result<()> {
    let file = File::open(path).with_context(|| path.display().to_string())?;
    let mut file = BufReader::new(file);
    let mut line = String::new();
    for number in 1.. {
        line.clear();
        let named = || format!("{}, line {number}", path.display());
        if file.read_line(&mut line).with_context(named)? == 0 {
            break;
        }
        let text = line.strip_prefix('\u{feff}').unwrap_or(&line).trim();
        match GameRecord::read(text) {
            _ if text.is_empty() => {}
            Ok(record) => each(record).with_context(named)?,
            Err(error) if error.is_eof() && !line.ends_with('\n') => {
                note(format_args!("note: {}: half a record is left out", named()));
            }
            Err(error) => {
                check_json(text, RECORD).with_context(named)?;
                return Err(anyhow!(json_fault(&error))).with_context(named);
            }
        }
    }
    Ok(())
}

/// The recorded games of files and folders, each with its name: of `.jsonl` files, and with rules for
/// them of `.jgs` files.
pub(in crate::cli) fn named_records(
    paths: &[PathBuf],
    jgs_rules: Option<Rules>,
    env: Env,
) -> Result<Vec<(String, GameRecord)>> {
    let endings = if jgs_rules.is_some() { GAMES } else { &["jsonl"] };
    let mut games = vec![];
    for path in paths {
        for file in files_below(path, endings)?.files {
            let name = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
            match jgs_rules {
                Some(rules) if ending(&file) == "jgs" => {
                    games.push((name, replay(&file, rules, env)?));
                }
                _ => each_record(&file, |record| {
                    games.push((format!("{name}, game {}", record.game), record));
                    Ok(())
                })?,
            }
        }
    }
    Ok(games)
}

/// The game of a `.jgs` file, played by some rules, as a record.
pub(in crate::cli) fn replay(path: &Path, rules: Rules, env: Env) -> Result<GameRecord> {
    let named = || path.display().to_string();
    let jgs = Jgs::parse(&bytes(path)?).with_context(named)?;
    jgs.to_record(env.board, rules).map_err(|e| anyhow!("{e}")).with_context(named)
}
