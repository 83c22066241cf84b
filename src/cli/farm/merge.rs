//! `junqi merge`

use super::{Source, beside};
use crate::cli::tell::{Tell, teller};
use crate::cli::work::conclude;
use crate::cli::{Env, load, print_json};
use crate::job::Shards;
use anyhow::{Result, bail};
use serde_json::json;
use std::fs;
use std::path::PathBuf;
use std::process::ExitCode;

#[derive(Debug, clap::Args)]
pub(crate) struct Merge {
    #[command(flatten)]
    source: Source,
    /// The file; JOB.jsonl beside JOB.manifest.json if not given.
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

/// Shards put together in order.
#[derive(Default)]
struct Merged {
    text: String,
    missing: Vec<String>,
    damaged: Vec<String>,
}

impl Merge {
    pub(crate) fn run(self, env: Env) -> Result<ExitCode> {
        let manifest = self.source.read()?;
        let shards = self.source.shards(&manifest);
        let mut teller = teller(manifest.job());
        let merged = together(&shards, &mut *teller)?;
        let Merged { text, missing, damaged } = merged;
        if !missing.is_empty() || !damaged.is_empty() {
            if env.json {
                print_json(&json!({ "missing": missing, "damaged": damaged }))?;
                return Ok(ExitCode::FAILURE);
            }
            let found = |what: &str, which: &[String]| match which {
                [] => String::new(),
                which => format!("\n{what}: {}", which.join(", ")),
            };
            let [missing, damaged] = [found("missing", &missing), found("damaged", &damaged)];
            let folder = shards.folder.display();
            bail!("{folder}: found not all shards, expected {}{missing}{damaged}", shards.of);
        }
        let out = self.out.unwrap_or_else(|| beside(&self.source.manifest, ".jsonl"));
        if fs::read(&out).is_ok_and(|old| old != text.as_bytes()) {
            let path = out.display();
            bail!(
                "{path}: found another file, expected none or the same; choose another with --out"
            );
        }
        load::write(&out, text.as_bytes())?;
        conclude(env, &*teller)?;
        Ok(ExitCode::SUCCESS)
    }
}

/// Puts shards together until the teller has heard enough: what is missing after that is not missed.
fn together(shards: &Shards<'_>, teller: &mut dyn Tell) -> Result<Merged> {
    let mut merged = Merged::default();
    for index in 0..shards.of {
        let shard = shards.shard(index);
        let lines = match shards.read(shard) {
            Ok(Some(lines)) => lines,
            Ok(None) => {
                merged.missing.push(shard.to_string());
                continue;
            }
            Err(damage) => {
                merged.damaged.push(format!("{shard} ({damage})"));
                continue;
            }
        };
        if !merged.missing.is_empty() || !merged.damaged.is_empty() {
            continue;
        }
        for line in lines.lines() {
            merged.text += line;
            merged.text.push('\n');
            if teller.line(line)?.is_break() {
                return Ok(merged);
            }
        }
    }
    Ok(merged)
}
