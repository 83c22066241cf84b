//! The files that a command line names: no output may replace an input.

use crate::cli::usage::Usage;
use anyhow::{Context, Result};
use clap::ArgMatches;
use junqi_core::game::format::files_below;
use serde::{Serialize, Serializer};
use std::ffi::OsString;
use std::fmt;
use std::fs;
use std::ops::Deref;
use std::path::{Path, PathBuf};

/// The endings of files with games, by which they are found in folders.
pub(in crate::cli) const GAMES: &[&str] = &["jgs", "jsonl"];
/// The endings of files with deployments.
pub(in crate::cli) const DEPLOYMENTS: &[&str] = &["txt", "jql", "jgs", "jsonl"];

/// What a command reads: a file, a folder of deployments, or something built in. A file may have any name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::cli) struct Source(OsString);

impl From<OsString> for Source {
    fn from(name: OsString) -> Self {
        Self(name)
    }
}

impl From<&Path> for Source {
    fn from(path: &Path) -> Self {
        Self(path.into())
    }
}

impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.path().display().fmt(f)
    }
}

impl Source {
    /// Whether it has this name.
    pub(in crate::cli) fn is(&self, name: &str) -> bool {
        self.0 == *name
    }

    /// The name as a path.
    pub(in crate::cli) fn path(&self) -> &Path {
        Path::new(&self.0)
    }

    /// The name as text, which that of a file need not be.
    pub(in crate::cli) fn text(&self) -> Result<&str> {
        self.0.to_str().with_context(|| format!("found `{self}`, expected UTF-8 text"))
    }
}

/// A file or a folder that a command writes.
#[derive(Debug, Clone)]
pub(in crate::cli) struct Output(PathBuf);

impl From<OsString> for Output {
    fn from(path: OsString) -> Self {
        Self(path.into())
    }
}

impl Deref for Output {
    type Target = Path;

    fn deref(&self) -> &Path {
        &self.0
    }
}

impl Serialize for Output {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&self.display())
    }
}

/// The files and folders that a command line names: outputs by the type [`Output`], inputs by any other.
#[derive(Debug, Clone, Default)]
pub(in crate::cli) struct NamedFiles {
    inputs: Vec<Input>,
    outputs: Vec<PathBuf>,
}

/// A file, or a folder with the endings of the files that are read in it.
#[derive(Debug, Clone)]
struct Input {
    path: PathBuf,
    endings: &'static [&'static str],
}

impl NamedFiles {
    /// The files of a command line.
    pub(in crate::cli) fn of(matches: &ArgMatches) -> Self {
        let mut named = Self::default();
        named.add(matches);
        named
    }

    fn add(&mut self, matches: &ArgMatches) {
        for id in matches.ids() {
            let id = id.as_str();
            if let Ok(Some(outputs)) = matches.try_get_many::<Output>(id) {
                self.outputs.extend(outputs.map(|output| output.0.clone()));
                continue;
            }
            if let Ok(Some(paths)) = matches.try_get_many::<PathBuf>(id) {
                self.read(paths.map(PathBuf::as_path), GAMES);
            }
            if let Ok(Some(sources)) = matches.try_get_many::<Source>(id) {
                self.read(sources.map(Source::path), DEPLOYMENTS);
            }
            for text in matches.try_get_raw(id).ok().flatten().into_iter().flatten() {
                self.read(files_of_seats(text.to_str().unwrap_or_default()), GAMES);
            }
        }
        if let Some((_, of_command)) = matches.subcommand() {
            self.add(of_command);
        }
    }

    fn read<'a>(
        &mut self,
        paths: impl Iterator<Item = &'a Path>,
        endings: &'static [&'static str],
    ) {
        self.inputs.extend(paths.map(|path| Input { path: path.to_owned(), endings }));
    }

    /// Refuses an output that is also an input or another output.
    pub(in crate::cli) fn check(&self) -> Result<(), Usage> {
        for (i, output) in self.outputs.iter().enumerate() {
            self.check_output(output)?;
            let place = place(output);
            if place.is_some() && self.outputs[..i].iter().any(|other| self::place(other) == place)
            {
                return Err(Usage(format!("{}: two outputs are the same file", output.display())));
            }
        }
        Ok(())
    }

    /// Refuses an output that is also an input, by whatever name. Only a regular file can be lost.
    pub(in crate::cli) fn check_output(&self, output: &Path) -> Result<(), Usage> {
        let Some(written) = file_id(output) else { return Ok(()) };
        for input in &self.inputs {
            for file in input.files() {
                if file_id(&file).as_ref() == Some(&written) {
                    let what = "input and output are the same file";
                    return Err(Usage(format!("{}: {what}", output.display())));
                }
            }
        }
        Ok(())
    }
}

impl Input {
    /// The files; an error of a folder is that of the command which reads it.
    fn files(&self) -> Vec<PathBuf> {
        if !self.path.is_dir() {
            return vec![self.path.clone()];
        }
        files_below(&self.path, self.endings).map(|found| found.files).unwrap_or_default()
    }
}

/// The files of seats that a text names: `FILE.toml`, `FILE.toml:NAME`, several with commas between.
fn files_of_seats(text: &str) -> impl Iterator<Item = &Path> {
    text.split([',', '=']).filter_map(|part| {
        let file = part.rsplit_once(':').map_or(part, |(file, _)| file);
        file.to_lowercase().ends_with(".toml").then(|| Path::new(file))
    })
}

/// What a regular file is, by all its names.
#[cfg(unix)]
fn file_id(path: &Path) -> Option<(u64, u64)> {
    use std::os::unix::fs::MetadataExt;
    let found = fs::metadata(path).ok().filter(fs::Metadata::is_file)?;
    Some((found.dev(), found.ino()))
}

#[cfg(not(unix))]
fn file_id(path: &Path) -> Option<PathBuf> {
    fs::canonicalize(path).ok().filter(|path| path.is_file())
}

/// Where a regular file is or will be.
fn place(path: &Path) -> Option<PathBuf> {
    if path.exists() {
        return fs::canonicalize(path).ok().filter(|there| there.is_file());
    }
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    let folder = fs::canonicalize(folder.unwrap_or(Path::new("."))).ok()?;
    Some(folder.join(path.file_name()?))
}
