//! Errors of manifests and shards.

use super::Shard;
use crate::research::learn::LearnError;
use crate::tournament::ladder::LadderError;
use crate::tournament::rating::RatingError;
use junqi_core::base::job::WorkError;
use std::io;
use std::path::PathBuf;
use thiserror::Error;

/// The largest number of shards; more would only bloat the manifest and the folder.
pub(super) const MAX_SHARDS: u64 = 100_000;

/// Why a manifest cannot be used, or shards cannot be run or merged.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ShardsError {
    /// A text is no manifest.
    #[error("this is not a manifest written by `junqi plan`: {0}")]
    Format(String),
    /// The content of a manifest does not match its checksum.
    #[error("this manifest was changed after it was written: its checksum is not {0}")]
    Changed(String),
    /// A manifest was written by another version of the program, whose games may differ.
    #[error("this manifest was written by {found}, but this program is {expected}")]
    Program {
        /// The program that wrote it.
        found: String,
        /// This program.
        expected: String,
    },
    /// A ladder that cannot be played.
    #[error(transparent)]
    Ladder(#[from] LadderError),
    /// Labels or a tuning that cannot be made.
    #[error(transparent)]
    Learn(#[from] LearnError),
    /// A sequential test with impossible settings.
    #[error(transparent)]
    Sprt(#[from] RatingError),
    /// The job cannot be divided into that many shards.
    #[error("a job of {units} units of work can be divided into 1 to {} shards, not {found}", (*units).clamp(1, MAX_SHARDS))]
    Shards {
        /// The requested number of shards.
        found: u64,
        /// Number of units of the job.
        units: u64,
    },
    /// A shard of another division.
    #[error("shard {found} is not one of this manifest, whose shards are 0/{of} to {last}/{of}", last = of - 1)]
    Division {
        /// The requested shard.
        found: Shard,
        /// Number of shards of the manifest.
        of: u64,
    },
    /// A manifest cannot be saved where a file has other content.
    #[error("another file of this name exists; remove it or choose another with --out")]
    OtherManifest,
    /// A manifest cannot be written.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// A file cannot be read or written, or a line of it not be made.
    #[error("{}: {error}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// Why.
        error: WorkError,
    },
    /// The output file exists and has other content.
    #[error(
        "{}: another file of this name exists; remove it or choose another with --out",
        .0.display()
    )]
    Exists(PathBuf),
    /// The callback failed.
    #[error(transparent)]
    Line(WorkError),
}

impl ShardsError {
    pub(super) fn file(path: PathBuf, error: impl Into<WorkError>) -> Self {
        Self::File { path, error: error.into() }
    }
}
