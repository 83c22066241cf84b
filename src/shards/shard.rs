//! A job in shards: files of some lines each, made anywhere, put together in order.

use crate::base::job::{
    Completion, Job, JobError, JobPart, JobRun, OnLine, sha256_hex, write_atomic,
};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::fs;
use std::io;
use std::ops::{ControlFlow, Range};
use std::path::PathBuf;
use std::str::FromStr;
use std::sync::atomic::AtomicBool;
use thiserror::Error;

/// One of the parts of a job, written `i/N`: the shards of eight are 0/8 to 7/8.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Shard {
    /// Its number, from 0.
    pub index: u64,
    /// How many there are.
    pub of: u64,
}

/// A text that names no shard.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("found `{0}`, expected i/N with i below N: 0/8 to 7/8 are the shards of eight")]
pub struct ParseShardError(String);

impl FromStr for Shard {
    type Err = ParseShardError;

    fn from_str(text: &str) -> Result<Self, ParseShardError> {
        let read = || {
            let (index, of) = text.split_once('/')?;
            let shard = Self { index: index.parse().ok()?, of: of.parse().ok()? };
            (shard.index < shard.of).then_some(shard)
        };
        read().ok_or_else(|| ParseShardError(text.into()))
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.index, self.of)
    }
}

impl Shard {
    /// The lines of a task that are its: whole units, in shards as even as they can be.
    pub fn range(&self, task: &dyn Job) -> Range<u64> {
        let (lines, unit) = (task.lines(), task.unit());
        let units = u128::from(lines.div_ceil(unit));
        let start = |index: u64| {
            let before = units * u128::from(index) / u128::from(self.of);
            (before as u64).saturating_mul(unit).min(lines)
        };
        start(self.index)..start(self.index + 1)
    }
}

/// Why the file of a shard is of no use.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ShardError {
    /// It cannot be read.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// It belongs to another manifest.
    #[error(
        "found a shard of another manifest, expected none or one of this; choose another --dir"
    )]
    Foreign,
    /// It is not what was written.
    #[error("found {0}")]
    Damaged(String),
}

/// The first line of a shard's file: whose it is, and the sum of all that follows.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct ShardHeader {
    manifest: String,
    shard: String,
    lines: u64,
    sha256: String,
}

/// The shards of a job in a folder.
pub struct Shards<'a> {
    /// What is made.
    pub task: &'a dyn Job,
    /// Where the files are.
    pub folder: PathBuf,
    /// Whose they are.
    pub manifest: String,
    /// How many there are.
    pub of: u64,
}

impl Shards<'_> {
    /// The shard with a number.
    pub fn shard(&self, index: u64) -> Shard {
        Shard { index, of: self.of }
    }

    /// The file of a shard.
    pub fn path(&self, shard: Shard) -> PathBuf {
        self.folder.join(format!("shard-{:05}.jsonl", shard.index))
    }

    /// Where a shard is while it is made, for this manifest alone.
    pub fn part(&self, shard: Shard) -> PathBuf {
        let manifest = self.manifest.get(..12).unwrap_or(&self.manifest);
        self.folder.join(format!("shard-{:05}.{manifest}.part", shard.index))
    }

    /// The lines of a shard as a whole; none if it is missing.
    ///
    /// # Errors
    ///
    /// If there is a file that cannot be read, or is not this shard, whole and unchanged.
    pub fn read(&self, shard: Shard) -> Result<Option<String>, ShardError> {
        let damaged = |found: &str| ShardError::Damaged(found.into());
        let text = match fs::read(self.path(shard)) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            read => String::from_utf8(read?).map_err(|_| damaged("no UTF-8 text"))?,
        };
        let (head, lines) = text.split_once('\n').unwrap_or((&text, ""));
        let found: ShardHeader = serde_json::from_str(head)
            .map_err(|e| damaged(&format!("no head of a shard ({e})")))?;
        let expected = self.head(shard, lines);
        if found.manifest != expected.manifest {
            return Err(ShardError::Foreign);
        }
        if found != expected || lines.lines().count() as u64 != expected.lines {
            return Err(damaged("a shard that was cut or changed"));
        }
        Ok(Some(lines.to_owned()))
    }

    fn head(&self, shard: Shard, lines: &str) -> ShardHeader {
        let range = shard.range(self.task);
        ShardHeader {
            manifest: self.manifest.clone(),
            shard: shard.to_string(),
            lines: range.end - range.start,
            sha256: sha256_hex(lines.as_bytes()),
        }
    }

    /// Makes a shard, going on where it was left: its file appears whole or not at all.
    ///
    /// # Errors
    ///
    /// If a line cannot be made, or a file not written.
    pub fn make(
        &self,
        shard: Shard,
        jobs: usize,
        stop: &AtomicBool,
        each: &mut OnLine<'_>,
    ) -> Result<Completion, JobError> {
        let part = JobPart::new(self.task, shard.range(self.task));
        let path = self.part(shard);
        fs::create_dir_all(&self.folder)?;
        let mut run = JobRun::open(&part, Some(&path), each)?;
        // Whoever had the part before may have finished the shard meanwhile.
        if !matches!(self.read(shard), Ok(Some(_))) {
            if run.go_on(jobs, stop, each)? == Completion::Asked {
                return Ok(Completion::Asked);
            }
            let lines = fs::read_to_string(&path)?;
            let head = serde_json::to_string(&self.head(shard, &lines)).map_err(io::Error::from)?;
            write_atomic(&self.path(shard), format!("{head}\n{lines}").as_bytes())?;
        }
        fs::remove_file(&path)?;
        Ok(Completion::Finished)
    }

    /// Makes a shard once more and compares its lines: the first one that differs, from 1, if any does.
    ///
    /// # Errors
    ///
    /// If a line cannot be made.
    pub fn verify(
        &self,
        shard: Shard,
        lines: &str,
        jobs: usize,
        stop: &AtomicBool,
    ) -> Result<(Completion, Option<u64>), JobError> {
        let part = JobPart::new(self.task, shard.range(self.task));
        let mut found = lines.lines();
        let mut differs = None;
        let mut run = JobRun::open(&part, None, &mut |_, _| ControlFlow::Continue(()))?;
        let stopped = run.go_on(jobs, stop, &mut |number, line| {
            if found.next() == Some(line) {
                return ControlFlow::Continue(());
            }
            differs = Some(number + 1);
            ControlFlow::Break(())
        })?;
        // Nor may there be more.
        differs = differs.or_else(|| found.next().map(|_| part.lines() + 1));
        Ok((stopped, differs.filter(|_| stopped == Completion::Finished)))
    }
}
