//! `junqi convert`

use super::{Env, Usage, load, print, print_json};
use crate::game::format::{GameRecord, Jgs};
use crate::game::rules::Rules;
use anyhow::{Context, Result, anyhow, bail};
use serde_json::json;
use std::path::PathBuf;
use std::process::ExitCode;

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Games: .jgs or .jsonl.
    input: PathBuf,
    /// The new file: .jgs (one game), .jsonl, or .txt (text history of one game).
    output: PathBuf,
    /// Which game of a file of records, from 0; needed where the new form holds one game only.
    #[arg(long)]
    game: Option<usize>,
    /// The rules of .jgs files.
    #[arg(long, default_value = "qq")]
    rules: Rules,
}

impl Args {
    pub(super) fn run(self, env: Env) -> Result<ExitCode> {
        if self.input == self.output {
            bail!(Usage("found one file as input and output, expected two".into()));
        }
        let mut records = self.records(env)?;
        if let Some(game) = self.game {
            let count = records.len();
            let record = records.into_iter().nth(game);
            records =
                vec![record.with_context(|| format!("found {count} games, expected game {game}"))?];
        }
        let only = || match records.as_slice() {
            [record] => Ok(record),
            _ => Err(anyhow!("found {} games, expected one: choose it with --game", records.len())),
        };
        let content = match load::ending(&self.output).as_str() {
            "jsonl" => records.iter().map(|r| r.line() + "\n").collect::<String>().into_bytes(),
            "jgs" => Jgs::from_record(only()?, env.board).map_err(|e| anyhow!("{e}"))?.write()?,
            "txt" => only()?.history(env.board)?.to_string().into_bytes(),
            other => {
                let found = format!("found the ending `{other}`, expected .jgs, .jsonl or .txt");
                bail!(Usage(found));
            }
        };
        if load::ending(&self.output) == "jgs" {
            self.warn_of_rules(&records);
        }
        load::write(&self.output, &content)?;
        let games = records.len();
        if env.json {
            print_json(&json!({ "games": games, "output": self.output }))?;
        } else {
            print(&format!("{games} games written to {}\n", self.output.display()))?;
        }
        Ok(ExitCode::SUCCESS)
    }

    /// A `.jgs` file does not say by which rules it was played.
    fn warn_of_rules(&self, records: &[GameRecord]) {
        for record in records {
            let read = self.rules.with_mode(record.rules.mode);
            if record.rules != read {
                let (found, expected) = (record.rules, read);
                eprintln!(
                    "note: the game was played by the rules {found}; read it with --rules, not by {expected}"
                );
            }
        }
    }

    fn records(&self, env: Env) -> Result<Vec<GameRecord>> {
        if load::ending(&self.input) == "jsonl" {
            return load::records(&self.input);
        }
        Ok(vec![load::replay(&self.input, self.rules, env)?])
    }
}
