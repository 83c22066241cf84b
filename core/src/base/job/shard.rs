//! Shards of a job: files of consecutive lines, made on any machine and merged in order.

use super::{Completion, Job, JobError, JobPart, JobRun, OnLine, sha256_hex, write_atomic};
use crate::base::text::read_json;
use serde::{Deserialize, Serialize};
use std::env::consts;
use std::fmt;
use std::fs;
use std::io;
use std::ops::{ControlFlow, Range};
use std::path::PathBuf;
use std::str::FromStr;
use std::sync::atomic::AtomicBool;
use thiserror::Error;

/// A shard of a job, written `i/N`: eight shards are 0/8 to 7/8.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Shard {
    /// Index, from 0.
    pub index: u64,
    /// Number of shards of the job.
    pub of: u64,
}

/// A text that is no shard of the form `i/N`.
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
    /// The lines of a job that belong to the shard: whole units, divided as evenly as possible.
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

/// Why the file of a shard cannot be used.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ShardError {
    /// The file cannot be read.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// The file belongs to another job.
    #[error("found a shard of another job or of another number of shards; choose another folder")]
    Foreign,
    /// The file was cut or changed.
    #[error("found {0}")]
    Damaged(String),
}

/// The first line of a shard's file: the manifest it belongs to, and the checksum of its lines.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct ShardHeader {
    manifest: String,
    shard: String,
    lines: u64,
    sha256: String,
    /// Where it was made: its last digits depend on the platform's logarithms.
    platform: String,
}

/// The platform that this program was built for, such as `x86_64-linux-gnu`.
fn platform() -> String {
    let c_library = if cfg!(target_env = "musl") {
        "-musl"
    } else if cfg!(target_env = "gnu") {
        "-gnu"
    } else {
        ""
    };
    format!("{}-{}{c_library}", consts::ARCH, consts::OS)
}

/// A finished shard.
pub struct FinishedShard {
    /// Its lines.
    pub lines: String,
    /// The platform that made it, such as `x86_64-linux-gnu`.
    pub platform: String,
}

impl FinishedShard {
    /// Why it cannot be merged with the others, if it was made on another platform than the `first` one; the first call
    /// sets that.
    pub fn other_platform(&self, first: &mut Option<String>) -> Option<String> {
        let found = &self.platform;
        let first = first.get_or_insert_with(|| found.clone());
        let why = || {
            format!(
                "made on {found}, expected {first} as the shards before it: results of different platforms differ in \
                 the last digits"
            )
        };
        (found != first).then(why)
    }
}

/// The shards of a job as files of a folder.
pub struct Shards<'a> {
    /// The job.
    pub task: &'a dyn Job,
    /// The folder of the files.
    pub folder: PathBuf,
    /// The checksum that identifies the job; files with another one are refused.
    pub manifest: String,
    /// Number of shards.
    pub of: u64,
}

impl Shards<'_> {
    /// The shard with an index.
    pub fn shard(&self, index: u64) -> Shard {
        Shard { index, of: self.of }
    }

    /// The path of a finished shard.
    pub fn path(&self, shard: Shard) -> PathBuf {
        self.folder.join(format!("shard-{:05}.jsonl", shard.index))
    }

    /// The path of an unfinished shard; no two manifests share one.
    pub fn part(&self, shard: Shard) -> PathBuf {
        let manifest = self.manifest.get(..12).unwrap_or(&self.manifest);
        self.folder.join(format!("shard-{:05}.{manifest}.part", shard.index))
    }

    /// Reads a finished shard; none if there is no file.
    ///
    /// # Errors
    ///
    /// If the file cannot be read, belongs to another manifest, or was cut or changed.
    pub fn read(&self, shard: Shard) -> Result<Option<FinishedShard>, ShardError> {
        let damaged = |found: &str| ShardError::Damaged(found.into());
        let text = match fs::read(self.path(shard)) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            read => String::from_utf8(read?).map_err(|_| damaged("no UTF-8 text"))?,
        };
        let (head, lines) = text.split_once('\n').unwrap_or((&text, ""));
        let found: ShardHeader =
            read_json(head).map_err(|e| damaged(&format!("no head of a shard ({e})")))?;
        let expected = ShardHeader { platform: found.platform.clone(), ..self.head(shard, lines) };
        if found.manifest != expected.manifest {
            return Err(ShardError::Foreign);
        }
        if found != expected || lines.lines().count() as u64 != expected.lines {
            return Err(damaged("a shard that was cut or changed"));
        }
        Ok(Some(FinishedShard { lines: lines.to_owned(), platform: found.platform }))
    }

    fn head(&self, shard: Shard, lines: &str) -> ShardHeader {
        let range = shard.range(self.task);
        ShardHeader {
            manifest: self.manifest.clone(),
            shard: shard.to_string(),
            lines: range.end - range.start,
            sha256: sha256_hex(lines.as_bytes()),
            platform: platform(),
        }
    }

    /// Makes a shard or resumes an unfinished one; its file appears complete or not at all, and replaces one that cannot
    /// be [read](Self::read).
    ///
    /// # Errors
    ///
    /// If a line cannot be computed, or a file cannot be written.
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
        // Another process may have finished the shard before it released the part.
        if !matches!(self.read(shard), Ok(Some(_))) {
            if run.go_on(jobs, stop, each)? == Completion::Stopped {
                return Ok(Completion::Stopped);
            }
            let lines = fs::read_to_string(&path)?;
            let head = serde_json::to_string(&self.head(shard, &lines)).map_err(io::Error::from)?;
            write_atomic(&self.path(shard), format!("{head}\n{lines}").as_bytes())?;
        }
        match fs::remove_file(&path) {
            // Another process that finished the shard has removed it.
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error.into()),
            _ => Ok(Completion::Finished),
        }
    }

    /// Recomputes a shard and compares it with `lines`; returns the number of the first line that
    /// differs, from 1, if one does.
    ///
    /// # Errors
    ///
    /// If a line cannot be computed.
    pub fn verify(
        &self,
        shard: Shard,
        lines: &str,
        (jobs, stop): (usize, &AtomicBool),
        on_line: &mut dyn FnMut(),
    ) -> Result<(Completion, Option<u64>), JobError> {
        let part = JobPart::new(self.task, shard.range(self.task));
        let mut found = lines.lines();
        let mut differs = None;
        let mut run = JobRun::open(&part, None, &mut |_| Ok(ControlFlow::Continue(())))?;
        let stopped = run.go_on(jobs, stop, &mut |line| {
            on_line();
            if found.next() == Some(line.text) {
                return Ok(ControlFlow::Continue(()));
            }
            differs = Some(line.number + 1);
            Ok(ControlFlow::Break(()))
        })?;
        // The file must not have more lines either.
        differs = differs.or_else(|| found.next().map(|_| part.lines() + 1));
        Ok((stopped, differs.filter(|_| stopped == Completion::Finished)))
    }
}
