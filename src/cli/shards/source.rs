//! A manifest on the command line, and the files beside it.

use crate::cli::load;
use anyhow::{Context, Result};
use junqi_lab::shards::{Manifest, Shards};
use std::path::{Path, PathBuf};

/// The ending of a manifest's file name, after the name of its job.
pub(super) const ENDING: &str = ".manifest.json";

/// A manifest and the folder of its shards.
#[derive(Debug, clap::Args)]
pub(crate) struct ManifestSource {
    /// Manifest written by `junqi plan`.
    pub(super) manifest: PathBuf,
    /// Folder of the shard files [default: JOB.shards in the folder of JOB.manifest.json].
    #[arg(long, value_name = "DIR")]
    dir: Option<PathBuf>,
}

impl ManifestSource {
    /// Reads the manifest.
    pub(super) fn read(&self) -> Result<Manifest> {
        let named = || self.manifest.display().to_string();
        Manifest::parse(&load::text(&self.manifest)?).with_context(named)
    }

    /// The files of its shards.
    pub(super) fn shards<'a>(&self, manifest: &'a Manifest) -> Shards<'a> {
        let folder = self.dir.clone().unwrap_or_else(|| beside(&self.manifest, ".shards"));
        manifest.shards_in(folder)
    }
}

/// The file or folder of the same job in the folder of its manifest.
pub(super) fn beside(manifest: &Path, ending: &str) -> PathBuf {
    let mut job = PathBuf::from(manifest.file_name().unwrap_or_default());
    for ending in ["json", "manifest"] {
        if job.extension() == Some(ending.as_ref()) {
            job.set_extension("");
        } else {
            break;
        }
    }
    let mut name = job.into_os_string();
    name.push(ending);
    manifest.with_file_name(name)
}
