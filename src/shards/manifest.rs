//! Manifests: everything that the shards of a job depend on, in one file.

use crate::base::job::{Job, sha256_hex};
use crate::engine::deepening;
use crate::research::algorithms;
use crate::research::experiments;
use crate::shards::Shard;
use crate::tournament::Games;
use crate::tournament::ladder;
use crate::tournament::rating::{Sprt, SprtError};
use serde::{Deserialize, Serialize};
use serde_json::Value as Json;
use std::ops::Range;
use thiserror::Error;

/// A long job, with all it needs.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum JobSpec {
    /// Games between fixed seats.
    Selfplay(Games),
    /// Games between two sides.
    Match {
        /// What the sides are called.
        sides: [String; 2],
        /// The games.
        games: Games,
        /// When to stop before their end.
        sprt: Option<Sprt>,
    },
    /// Matches between many.
    Ladder(ladder::LadderPlan),
    /// An experiment.
    Experiment(experiments::ReadyExperiment),
}

impl JobSpec {
    /// Refuses what no command line would come to.
    fn check(&self) -> Result<(), ManifestError> {
        match self {
            Self::Ladder(plan) => Ok(plan.check()?),
            Self::Match { sprt: Some(sprt), .. } => Ok(sprt.check().map(|_| ())?),
            _ => Ok(()),
        }
    }

    /// What is to be done, line by line.
    pub fn task(&self) -> &dyn Job {
        match self {
            Self::Selfplay(games) | Self::Match { games, .. } => games,
            Self::Ladder(plan) => plan,
            Self::Experiment(ready) => ready,
        }
    }
}

/// What `junqi bench` counts, on trees and at the board.
pub const BENCH: u64 = algorithms::BENCH + deepening::BENCH;

/// A manifest. The order of its fields is that of its file.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Manifest {
    /// The sum of all that follows.
    id: String,
    /// The version of the program.
    version: String,
    /// Nodes of the fixed set of searches of `junqi bench`.
    bench: u64,
    /// By shard its first line and the one after its last.
    shards: Vec<[u64; 2]>,
    /// What is to be done.
    job: JobSpec,
}

/// Why a manifest cannot be used.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ManifestError {
    /// It is no manifest.
    #[error("found no manifest ({0}), expected a file that `junqi plan` wrote")]
    Format(String),
    /// Somebody changed it.
    #[error(
        "found a manifest that was changed since it was written, expected one with the sum {0}"
    )]
    Changed(String),
    /// It was written by another program.
    #[error("found a manifest of {found}, expected one of this program, {expected}")]
    Program {
        /// What wrote it.
        found: String,
        /// What reads it.
        expected: String,
    },
    /// A ladder that cannot be played.
    #[error(transparent)]
    Ladder(#[from] ladder::LadderPlanError),
    /// A sequential test that cannot be.
    #[error(transparent)]
    Sprt(#[from] SprtError),
    /// The job cannot be divided so.
    #[error("found {found} shards for {units} units of work, expected from 1 to {}", (*units).clamp(1, MOST))]
    Shards {
        /// How many were asked for.
        found: u64,
        /// What there is to divide.
        units: u64,
    },
    /// Another number of shards.
    #[error("found shard {found}, expected one of {of}: 0/{of} to {last}/{of}", last = of - 1)]
    Division {
        /// What was asked for.
        found: Shard,
        /// How many there are.
        of: u64,
    },
}

/// More shards would only fill the manifest and the folder.
const MOST: u64 = 100_000;

fn no_manifest(error: &serde_json::Error) -> ManifestError {
    ManifestError::Format(error.to_string())
}

/// What wrote a manifest, in words.
fn program(version: &str, bench: u64) -> String {
    format!("junqi {version} with bench {bench}")
}

impl Manifest {
    /// Divides a job into shards.
    ///
    /// # Errors
    ///
    /// If there are more shards than units of work, or none.
    pub fn new(job: JobSpec, shards: u64) -> Result<Self, ManifestError> {
        job.check()?;
        let task = job.task();
        let units = task.lines().div_ceil(task.unit());
        if shards == 0 || shards > units.min(MOST) {
            return Err(ManifestError::Shards { found: shards, units });
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

    /// Reads a manifest of this very program.
    ///
    /// # Errors
    ///
    /// If it is none, was changed, or another program wrote it.
    pub fn parse(text: &str) -> Result<Self, ManifestError> {
        let json: Json = serde_json::from_str(text).map_err(|error| no_manifest(&error))?;
        let found = (json["version"].as_str(), json["bench"].as_u64());
        if let (Some(version), Some(benched)) = found
            && (version, benched) != (env!("CARGO_PKG_VERSION"), BENCH)
        {
            let expected = program(env!("CARGO_PKG_VERSION"), BENCH);
            return Err(ManifestError::Program { found: program(version, benched), expected });
        }
        let read: Self = serde_json::from_str(text).map_err(|error| no_manifest(&error))?;
        let (id, shards) = (read.sum()?, read.shards());
        if id != read.id {
            return Err(ManifestError::Changed(read.id));
        }
        // Whatever the sum says, it must be what a job comes to here.
        let again = Self::new(read.job, shards)?;
        if again.id == id { Ok(again) } else { Err(ManifestError::Changed(id)) }
    }

    fn sum(&self) -> Result<String, ManifestError> {
        let Self { version, bench, shards, job, .. } = self;
        let text = serde_json::to_string(&(version, bench, shards, job));
        Ok(sha256_hex(text.map_err(|error| no_manifest(&error))?.as_bytes()))
    }

    /// The sum of all that it says: what its shards are known by.
    pub fn id(&self) -> &str {
        &self.id
    }

    /// What is to be done.
    pub fn job(&self) -> &JobSpec {
        &self.job
    }

    /// How many shards there are.
    pub fn shards(&self) -> u64 {
        self.shards.len() as u64
    }

    /// One of the shards, as people name it.
    ///
    /// # Errors
    ///
    /// If it is one of another number of shards.
    pub fn shard(&self, shard: Shard) -> Result<Shard, ManifestError> {
        let of = self.shards();
        if shard.of == of { Ok(shard) } else { Err(ManifestError::Division { found: shard, of }) }
    }
}
