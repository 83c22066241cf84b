//! Manifests: a job, its division into shards, and the program that must run them, in one file.

use super::error::{MAX_SHARDS, ShardsError};
use crate::research::experiments;
use crate::research::learn::{LabelPlan, SpsaPlan};
use crate::tournament::Games;
use crate::tournament::ladder;
use crate::tournament::rating::Sprt;
use junqi_core::base::job::{Job, Shard, Shards, sha256_hex, write_atomic};
use junqi_core::base::text::{pretty_json, read_json};
use junqi_core::engine::deepening;
use junqi_core::gametree::tree_runs;
use serde::{Deserialize, Serialize};
use serde_json::Value as Json;
use std::fs;
use std::io;
use std::ops::Range;
use std::path::{Path, PathBuf};

/// A long job with everything that its lines depend on.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum JobSpec {
    /// Games between engines in fixed seats.
    Selfplay(Games),
    /// A match between two sides.
    Match {
        /// Names of the sides.
        sides: [String; 2],
        /// The games.
        games: Games,
        /// The sequential test that ends the match early; none to play all games.
        sprt: Option<Sprt>,
    },
    /// A ladder: matches between many engines.
    Ladder(ladder::LadderPlan),
    /// An experiment.
    Experiment(experiments::ReadyExperiment),
    /// Games with labelled positions.
    Labels(LabelPlan),
    /// Games that tune weights of the evaluation.
    Spsa(Box<SpsaPlan>),
}

impl JobSpec {
    /// Checks what the type does not: a command line cannot describe every job.
    fn check(&self) -> Result<(), ShardsError> {
        match self {
            Self::Ladder(plan) => Ok(plan.check()?),
            Self::Match { sprt: Some(sprt), .. } => Ok(sprt.check().map(|_| ())?),
            Self::Labels(plan) => Ok(plan.check()?),
            Self::Spsa(plan) => Ok(plan.check()?),
            _ => Ok(()),
        }
    }

    /// Whether an engine plays by the clock, so that lines and shards differ from run to run.
    pub fn is_timed(&self) -> bool {
        match self {
            Self::Selfplay(games) | Self::Match { games, .. } => games.series.is_timed(),
            Self::Ladder(plan) => plan.is_timed(),
            Self::Spsa(plan) => plan.series.is_timed(),
            Self::Experiment(ready) => ready.is_timed(),
            Self::Labels(_) => false,
        }
    }

    /// The job line by line.
    pub fn task(&self) -> &dyn Job {
        match self {
            Self::Selfplay(games) | Self::Match { games, .. } => games,
            Self::Ladder(plan) => plan,
            Self::Experiment(ready) => ready,
            Self::Labels(plan) => plan,
            Self::Spsa(plan) => &**plan,
        }
    }
}

/// The node total of `junqi bench`: searches of trees and of positions.
pub const BENCH: u64 = tree_runs::BENCH + deepening::BENCH;

/// A job divided into shards. The order of the fields is that of the file.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Manifest {
    /// The checksum of the other fields.
    id: String,
    /// The version of the program that wrote it.
    version: String,
    /// The node total of `junqi bench` of that program.
    bench: u64,
    /// For each shard its first line and the line after its last.
    shards: Vec<[u64; 2]>,
    /// The job.
    job: JobSpec,
}

fn no_manifest(error: &serde_json::Error) -> ShardsError {
    ShardsError::Format(error.to_string())
}

/// The identity of a program, in words.
fn program(version: &str, bench: u64) -> String {
    format!("junqi {version} with bench {bench}")
}

impl Manifest {
    /// Divides a job into shards.
    ///
    /// # Errors
    ///
    /// If the job is impossible, or the number of shards is 0 or above the number of units.
    pub fn new(job: JobSpec, shards: u64) -> Result<Self, ShardsError> {
        job.check()?;
        let task = job.task();
        let units = task.lines().div_ceil(task.unit());
        if shards == 0 || shards > units.min(MAX_SHARDS) {
            return Err(ShardsError::Shards { found: shards, units });
        }
        let range = |index| Shard { index, of: shards }.range(task);
        let ends = |range: Range<u64>| [range.start, range.end];
        let mut manifest = Self {
            id: String::new(),
            version: env!("CARGO_PKG_VERSION").into(),
            bench: BENCH,
            shards: (0..shards).map(range).map(ends).collect(),
            job,
        };
        manifest.id = manifest.sum()?;
        Ok(manifest)
    }

    /// Parses a manifest that this version of the program wrote.
    ///
    /// # Errors
    ///
    /// If the text is no manifest, was changed, or was written by another version of the program.
    pub fn parse(text: &str) -> Result<Self, ShardsError> {
        let json: Json = read_json(text).map_err(|error| no_manifest(&error))?;
        let found = (json["version"].as_str(), json["bench"].as_u64());
        if let (Some(version), Some(benched)) = found
            && (version, benched) != (env!("CARGO_PKG_VERSION"), BENCH)
        {
            let expected = program(env!("CARGO_PKG_VERSION"), BENCH);
            return Err(ShardsError::Program { found: program(version, benched), expected });
        }
        let read: Self = read_json(text).map_err(|error| no_manifest(&error))?;
        let (id, shards) = (read.sum()?, read.shards());
        if id != read.id {
            return Err(ShardsError::Changed(read.id));
        }
        // A forged checksum is not enough: the job must divide into the same shards here.
        let again = Self::new(read.job, shards)?;
        if again.id == id { Ok(again) } else { Err(ShardsError::Changed(id)) }
    }

    fn sum(&self) -> Result<String, ShardsError> {
        let Self { version, bench, shards, job, .. } = self;
        let text = serde_json::to_string(&(version, bench, shards, job));
        Ok(sha256_hex(text.map_err(|error| no_manifest(&error))?.as_bytes()))
    }

    /// The checksum of its content, which identifies its shards.
    pub fn id(&self) -> &str {
        &self.id
    }

    /// The job.
    pub fn job(&self) -> &JobSpec {
        &self.job
    }

    /// Number of shards.
    pub fn shards(&self) -> u64 {
        self.shards.len() as u64
    }

    /// Checks that a shard is one of this manifest.
    ///
    /// # Errors
    ///
    /// If it belongs to another number of shards, or its index is not below their number.
    pub fn shard(&self, shard: Shard) -> Result<Shard, ShardsError> {
        let of = self.shards();
        let is_one = shard.of == of && shard.index < of;
        if is_one { Ok(shard) } else { Err(ShardsError::Division { found: shard, of }) }
    }

    /// The shards of the manifest as files of a folder.
    pub fn shards_in(&self, folder: PathBuf) -> Shards<'_> {
        Shards { task: self.job.task(), folder, manifest: self.id.clone(), of: self.shards() }
    }

    /// Writes the manifest to a file. An existing file is only kept if it has the same content.
    ///
    /// # Errors
    ///
    /// If the file exists with other content or cannot be written.
    pub fn save(&self, path: &Path) -> Result<(), ShardsError> {
        let text = pretty_json(self).map_err(io::Error::from)?;
        // A device or a pipe has no content to compare.
        if path.is_file() && fs::read(path).is_ok_and(|old| old != text.as_bytes()) {
            return Err(ShardsError::OtherManifest);
        }
        Ok(write_atomic(path, text.as_bytes())?)
    }
}
