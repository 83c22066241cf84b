//! `junqi plan`, `junqi run`, `junqi merge`

mod merge;
mod plan;
mod run;

pub(super) use merge::MergeArgs;
pub(super) use plan::PlanArgs;
pub(super) use run::RunArgs;

use super::load;
use crate::shards::Manifest;
use crate::shards::Shards;
use anyhow::{Context, Result};
use std::path::{Path, PathBuf};

/// What the file of a manifest is called after the name of its job.
const ENDING: &str = ".manifest.json";

/// A manifest on the command line.
#[derive(Debug, clap::Args)]
pub(super) struct ManifestSource {
    /// The manifest, written by `junqi plan`.
    manifest: PathBuf,
    /// The folder of the shards: JOB.shards beside JOB.manifest.json if not given.
    #[arg(long, value_name = "DIR")]
    dir: Option<PathBuf>,
}

impl ManifestSource {
    fn read(&self) -> Result<Manifest> {
        let named = || self.manifest.display().to_string();
        Manifest::parse(&load::text(&self.manifest)?).with_context(named)
    }

    fn shards<'a>(&self, manifest: &'a Manifest) -> Shards<'a> {
        let folder = self.dir.clone().unwrap_or_else(|| beside(&self.manifest, ".shards"));
        Shards {
            task: manifest.job().task(),
            folder,
            manifest: manifest.id().into(),
            of: manifest.shards(),
        }
    }
}

/// The file or folder beside a manifest that belongs to the same job.
fn beside(manifest: &Path, ending: &str) -> PathBuf {
    let name = manifest.file_name().unwrap_or_default().to_string_lossy();
    let job = name.strip_suffix(ENDING).or_else(|| name.strip_suffix(".json")).unwrap_or(&name);
    manifest.with_file_name(format!("{job}{ending}"))
}
