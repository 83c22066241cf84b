//! `junqi merge`

use super::{ManifestSource, beside};
use crate::base::job::AtomicFile;
use crate::cli::job::conclude;
use crate::cli::reporter::{Reporter, teller};
use crate::cli::{Env, print_json};
use crate::shards::{ShardError, Shards};
use anyhow::{Context, Result, bail};
use serde::Serialize;
use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

#[derive(Debug, clap::Args)]
pub(crate) struct MergeArgs {
    #[command(flatten)]
    source: ManifestSource,
    /// The file; JOB.jsonl beside JOB.manifest.json if not given.
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

/// The shards that are not there as they should be.
#[derive(Default, Serialize)]
struct Lacking {
    missing: Vec<String>,
    damaged: Vec<Damaged>,
}

#[derive(Serialize)]
struct Damaged {
    shard: String,
    detail: String,
}

impl MergeArgs {
    pub(crate) fn run(self, env: Env) -> Result<ExitCode> {
        let manifest = self.source.read()?;
        let shards = self.source.shards(&manifest);
        let out = self.out.unwrap_or_else(|| beside(&self.source.manifest, ".jsonl"));
        let named = || out.display().to_string();
        let mut teller = teller(manifest.job());
        let mut whole = AtomicFile::create(&out).with_context(named)?;
        let lacking = together(&shards, &mut whole, &mut *teller)?;
        if !lacking.missing.is_empty() || !lacking.damaged.is_empty() {
            if env.json {
                print_json(&lacking)?;
                return Ok(ExitCode::FAILURE);
            }
            bail!(
                "{}: found not all shards, expected {}{}",
                shards.folder.display(),
                shards.of,
                lacking.told()
            );
        }
        if out.exists() && !same(&out, whole.written()?).with_context(named)? {
            let found = "found another file, expected none or the same; choose another with --out";
            bail!("{}: {found}", out.display());
        }
        whole.finish().with_context(named)?;
        conclude(env, &*teller)?;
        Ok(ExitCode::SUCCESS)
    }
}

impl Lacking {
    fn told(&self) -> String {
        let found = |what: &str, which: &[String]| match which {
            [] => String::new(),
            which => format!("\n{what}: {}", which.join(", ")),
        };
        let damaged = self.damaged.iter().map(|d| format!("{} ({})", d.shard, d.detail));
        found("missing", &self.missing) + &found("damaged", &damaged.collect::<Vec<_>>())
    }
}

/// Puts shards together until the teller has heard enough: what is missing after that is not missed.
fn together(
    shards: &Shards<'_>,
    out: &mut AtomicFile,
    teller: &mut dyn Reporter,
) -> Result<Lacking> {
    let mut lacking = Lacking::default();
    for index in 0..shards.of {
        let shard = shards.shard(index);
        let lines = match shards.read(shard) {
            Ok(Some(lines)) => lines,
            Ok(None) => {
                lacking.missing.push(shard.to_string());
                continue;
            }
            Err(ShardError::Io(error)) => {
                return Err(error).with_context(|| shards.path(shard).display().to_string());
            }
            Err(error) => {
                let (shard, detail) = (shard.to_string(), error.to_string());
                lacking.damaged.push(Damaged { shard, detail });
                continue;
            }
        };
        if !lacking.missing.is_empty() || !lacking.damaged.is_empty() {
            continue;
        }
        for line in lines.lines() {
            writeln!(out, "{line}")?;
            if teller.line(line)?.is_break() {
                return Ok(lacking);
            }
        }
    }
    Ok(lacking)
}

/// Whether two files hold the same bytes.
fn same(one: &Path, other: &Path) -> io::Result<bool> {
    if fs::metadata(one)?.len() != fs::metadata(other)?.len() {
        return Ok(false);
    }
    let [one, other] = [one, other].map(|path| File::open(path).map(BufReader::new));
    let (mut one, mut other) = (one?, other?);
    loop {
        let (left, right) = (one.fill_buf()?, other.fill_buf()?);
        let length = left.len().min(right.len());
        if length == 0 || left[..length] != right[..length] {
            return Ok(left.is_empty() && right.is_empty());
        }
        one.consume(length);
        other.consume(length);
    }
}
