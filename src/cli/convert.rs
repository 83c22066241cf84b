//! `junqi convert`

use super::env::{Env, Usage};
use super::load;
use super::note::note;
use anyhow::{Context, Result, anyhow, bail};
use junqi_core::game::format::{FileKind, GameRecord, Jgs};
use junqi_core::game::rules::Rules;
use serde_json::json;
use std::path::PathBuf;
use std::process::ExitCode;

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Input file: .jgs or .jsonl (a text history is output only).
    input: PathBuf,
    /// Output file: .jgs (one game), .jsonl, or .txt (text history of one game).
    output: load::Output,
    /// Index of the game to convert, from 0; needed if the output format holds one game and the
    /// input several [default: all games].
    #[arg(long)]
    game: Option<usize>,
    /// Rules of .jgs files, which do not name their rules (docs/RULES.md).
    #[arg(long, default_value = "qq")]
    rules: Rules,
}

impl Args {
    pub(super) fn run(self, env: Env) -> Result<ExitCode> {
        let mut records = self.records(env)?;
        if let Some(game) = self.game {
            let count = records.len();
            let record = records.into_iter().nth(game);
            records = vec![record.with_context(|| {
                format!("--game: no game {game}: {count} games, counted from 0")
            })?];
        }
        let only = || match records.as_slice() {
            [record] => Ok(record),
            _ => Err(anyhow!("{} games in the input; choose one with --game", records.len())),
        };
        let content = match load::ending(&self.output).as_str() {
            "jsonl" => records.iter().map(|r| r.line() + "\n").collect::<String>().into_bytes(),
            "jgs" => Jgs::from_record(only()?, env.board).map_err(|e| anyhow!("{e}"))?.write()?,
            "txt" => only()?.history(env.board)?.to_string().into_bytes(),
            other => {
                let fault =
                    format!("OUTPUT: cannot write `.{other}` files; use .jgs, .jsonl or .txt");
                bail!(Usage(fault));
            }
        };
        if load::ending(&self.output) == "jgs" {
            self.warn_of_rules(&records);
        }
        load::write(&self.output, &content)?;
        let games = records.len();
        let json = json!({ "games": games, "output": self.output });
        env.show(&json, || format!("{games} games written to {}\n", self.output.display()))?;
        Ok(ExitCode::SUCCESS)
    }

    /// A `.jgs` file does not say by which rules it was played.
    fn warn_of_rules(&self, records: &[GameRecord]) {
        for record in records {
            let read = self.rules.with_mode(record.rules.mode);
            if record.rules != read {
                let found = record.rules;
                let expected = read;
                note(format_args!(
                    "note: the game was played under the rules {found}, which the .jgs file does not record; \
                     read it with these --rules, not with {expected}"
                ));
            }
        }
    }

    fn records(&self, env: Env) -> Result<Vec<GameRecord>> {
        if load::kind(&self.input)? == FileKind::Json {
            return load::records(&self.input);
        }
        Ok(vec![load::replay(&self.input, self.rules, env)?])
    }
}
