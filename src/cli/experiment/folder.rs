//! The experiments that a command chooses, and the folder of their results.

use crate::cli::env::Usage;
use crate::cli::load;
use anyhow::{Context, Result};
use junqi_lab::research::experiments::{Experiment, ExperimentResults, named};
use junqi_lab::research::experiments::{PositionSet, experiments};
use std::fs;
use std::path::{Path, PathBuf};

#[derive(Debug, clap::Args)]
pub(in crate::cli) struct Folder {
    /// Folder of the result files.
    #[arg(long, value_name = "DIR", default_value = "results")]
    pub(super) out: load::Output,
}

#[derive(Debug, clap::Args)]
pub(in crate::cli) struct Chosen {
    /// Name of the experiment (see `junqi experiment list`), or `all`.
    pub(super) name: String,
    #[command(flatten)]
    pub(super) folder: Folder,
}

/// Whether a file of results has a complete line: one that was stopped before its first line ended has none.
pub(super) fn has_line(path: &Path) -> bool {
    fs::read(path).is_ok_and(|bytes| bytes.contains(&b'\n'))
}

impl Folder {
    /// The file of an experiment in the folder.
    pub(super) fn file(&self, name: &str, end: &str) -> PathBuf {
        self.out.join(format!("{name}.{end}"))
    }

    pub(super) fn read<'a>(&self, plan: &'a Experiment) -> Result<ExperimentResults<'a>> {
        let path = self.file(plan.name, "jsonl");
        ExperimentResults::read(plan, &path).with_context(|| path.display().to_string())
    }

    /// Writes a result file atomically.
    pub(super) fn write(&self, name: &str, end: &str, bytes: impl AsRef<[u8]>) -> Result<()> {
        let path = self.file(name, end);
        load::write(&path, bytes.as_ref())
    }
}

impl Chosen {
    pub(super) fn plans(&self, positions: &PositionSet) -> Result<Vec<Experiment>> {
        Ok(named(&self.name, experiments(positions)).map_err(|error| Usage(error.to_string()))?)
    }
}
