//! `junqi verify`

use super::env::{Env, print, print_json};
use anyhow::Result;
use junqi_core::game::rules::Rules;
use junqi_lab::research::verify::Verifier;
use std::path::PathBuf;
use std::process::ExitCode;

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Files to verify: .jgs replays, records, rule cases, text histories, recognised by their content;
    /// of folders the files named .jgs, .jsonl and .json.
    #[arg(required = true)]
    paths: Vec<PathBuf>,
    /// Rules of .jgs files: a preset (default or qq), then options as key=value, separated by commas
    /// (docs/RULES.md).
    #[arg(long, default_value = "qq")]
    rules: Rules,
}

impl Args {
    pub(super) fn run(self, env: Env) -> Result<ExitCode> {
        let verifier = Verifier { board: env.board, jgs_rules: self.rules };
        let report = verifier.paths(&self.paths)?;
        if env.json {
            print_json(&report)?;
        } else {
            for disagreement in &report.disagreements {
                print(&format!("{disagreement}\n"))?;
            }
            for path in &report.ignored {
                print(&format!("{}: skipped, nothing to verify\n", path.display()))?;
            }
            if report.positions > 0 {
                print(&format!("positions listed and counted: {}\n", report.positions))?;
            }
            if report.beliefs > 0 {
                print(&format!("belief cases compared: {}\n", report.beliefs))?;
            }
            print(&format!("{}\n", report.summary()))?;
        }
        Ok(ExitCode::from(u8::from(!report.disagreements.is_empty())))
    }
}
