//! Merging the shards of a job into one file.

use super::ShardsError;
use super::manifest::Manifest;
use super::run::StopTest;
use junqi_core::base::job::{AtomicFile, ShardError, Shards, WorkError};
use serde::Serialize;
use std::fmt;
use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, Write};
use std::ops::ControlFlow;
use std::path::Path;

/// The shards that prevent a merge.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct ShardGaps {
    /// Shards without a file, as `i/N`.
    pub missing: Vec<String>,
    /// Shards whose file cannot be used.
    pub damaged: Vec<DamagedShard>,
}

/// A shard whose file cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct DamagedShard {
    /// The shard, as `i/N`.
    pub shard: String,
    /// What is wrong with its file.
    pub detail: String,
}

impl ShardGaps {
    /// Whether every shard can be used.
    pub fn is_empty(&self) -> bool {
        self.missing.is_empty() && self.damaged.is_empty()
    }
}

/// One line for the missing shards and one for the damaged ones, each after a line break.
impl fmt::Display for ShardGaps {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let damaged = self.damaged.iter().map(|d| format!("{} ({})", d.shard, d.detail));
        for (name, shards) in [("missing", &self.missing), ("damaged", &damaged.collect())] {
            if !shards.is_empty() {
                write!(f, "\n{name}: {}", shards.join(", "))?;
            }
        }
        Ok(())
    }
}

/// Merges the shards of a job into one file, which appears complete or not at all, and gives every
/// line to `on_line`. A break of `on_line` ends the file there, as a decided sequential test does;
/// later shards are then not needed. Returns the shards that are missing or damaged; if there are any, no file
/// appears; a pipe or a device has got the lines before the first of them.
///
/// # Errors
///
/// If a file cannot be read or written, the output file exists with other content, or `on_line` fails.
pub fn merge(
    shards: &Shards<'_>,
    out: &Path,
    on_line: &mut dyn FnMut(&str) -> Result<ControlFlow<()>, WorkError>,
) -> Result<ShardGaps, ShardsError> {
    let failed = |error: io::Error| ShardsError::file(out.to_owned(), error);
    let mut whole = AtomicFile::create(out).map_err(failed)?;
    let gaps = concatenate(shards, out, &mut whole, on_line)?;
    if !gaps.is_empty() {
        return Ok(gaps);
    }
    // A device or a pipe has no content to compare.
    if out.is_file() {
        let written = whole.written().map_err(failed)?;
        if !same(out, written).map_err(failed)? {
            return Err(ShardsError::Exists(out.to_owned()));
        }
    }
    whole.finish().map_err(failed)?;
    Ok(gaps)
}

/// Merges the shards of a manifest into the file that an undivided run writes: a decided sequential test
/// ends it.
///
/// # Errors
///
/// As [`merge`].
pub fn merge_job(
    manifest: &Manifest,
    shards: &Shards<'_>,
    out: &Path,
) -> Result<ShardGaps, ShardsError> {
    let mut test = StopTest::new(manifest);
    merge(shards, out, &mut |line| match &mut test {
        Some(test) => test.add(manifest, line),
        None => Ok(ControlFlow::Continue(())),
    })
}

fn concatenate(
    shards: &Shards<'_>,
    out: &Path,
    whole: &mut AtomicFile,
    on_line: &mut dyn FnMut(&str) -> Result<ControlFlow<()>, WorkError>,
) -> Result<ShardGaps, ShardsError> {
    let mut gaps = ShardGaps::default();
    let mut first: Option<String> = None;
    for index in 0..shards.of {
        let shard = shards.shard(index);
        let finished = match shards.read(shard) {
            Ok(Some(finished)) => finished,
            Ok(None) => {
                gaps.missing.push(shard.to_string());
                continue;
            }
            Err(ShardError::Io(error)) => {
                return Err(ShardsError::file(shards.path(shard), error));
            }
            Err(error) => {
                let shard = shard.to_string();
                let detail = error.to_string();
                gaps.damaged.push(DamagedShard { shard, detail });
                continue;
            }
        };
        if let Some(detail) = finished.other_platform(&mut first) {
            gaps.damaged.push(DamagedShard { shard: shard.to_string(), detail });
        }
        if !gaps.is_empty() {
            continue;
        }
        for line in finished.lines.lines() {
            let written = writeln!(whole, "{line}");
            written.map_err(|error| ShardsError::file(out.to_owned(), error))?;
            if on_line(line).map_err(ShardsError::Line)?.is_break() {
                return Ok(gaps);
            }
        }
    }
    Ok(gaps)
}

/// Whether two files have the same content.
fn same(one: &Path, other: &Path) -> io::Result<bool> {
    if fs::metadata(one)?.len() != fs::metadata(other)?.len() {
        return Ok(false);
    }
    let [one, other] = [one, other].map(|path| File::open(path).map(BufReader::new));
    let mut one = one?;
    let mut other = other?;
    loop {
        let left = one.fill_buf()?;
        let right = other.fill_buf()?;
        let length = left.len().min(right.len());
        if length == 0 || left[..length] != right[..length] {
            return Ok(left.is_empty() && right.is_empty());
        }
        one.consume(length);
        other.consume(length);
    }
}
