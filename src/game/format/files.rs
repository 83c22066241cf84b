//! Finding files in folders and reading them.

use super::file_kind::{FINISHED_LIST, OPEN_TABLE};
use std::collections::HashSet;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

/// Largest file that is read, in bytes.
const LARGEST: u64 = 1 << 30;

/// Whether a file of this name in the folder of a server is no record: its list of finished games, or an
/// open table.
fn is_server_state(name: &str) -> bool {
    name == FINISHED_LIST || name.ends_with(OPEN_TABLE)
}

/// The files below a path with one of these endings, sorted by name. In folders the files are left out in
/// which a server keeps its list of games and its tables. A folder that links lead to again is read once.
///
/// # Errors
///
/// If the path, or a folder below it, cannot be read.
pub fn files_below(path: &Path, endings: &[&str]) -> io::Result<Vec<PathBuf>> {
    collect(path, endings, &mut HashSet::new())
}

fn collect(
    path: &Path,
    endings: &[&str],
    visited: &mut HashSet<PathBuf>,
) -> io::Result<Vec<PathBuf>> {
    let with_path = |e: io::Error| io::Error::new(e.kind(), format!("{}: {e}", path.display()));
    if !fs::metadata(path).map_err(with_path)?.is_dir() {
        return Ok(vec![path.to_owned()]);
    }
    if !visited.insert(fs::canonicalize(path).map_err(with_path)?) {
        return Ok(vec![]);
    }
    let mut entries: Vec<PathBuf> =
        fs::read_dir(path).map_err(with_path)?.map(|e| Ok(e?.path())).collect::<io::Result<_>>()?;
    entries.sort();
    let mut files = vec![];
    for entry in entries {
        let name = entry.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        let ending = entry.extension().and_then(|e| e.to_str()).unwrap_or_default();
        if entry.is_dir() {
            files.extend(collect(&entry, endings, visited)?);
        } else if endings.contains(&ending.to_lowercase().as_str()) && !is_server_state(name) {
            files.push(entry);
        }
    }
    Ok(files)
}

/// Opens a file that can be read again: no pipe.
///
/// # Errors
///
/// If the file cannot be opened or is not a regular one.
pub fn open_file(path: &Path) -> io::Result<File> {
    if !fs::metadata(path)?.is_file() {
        return Err(io::Error::other("not a regular file"));
    }
    File::open(path)
}

/// Reads a file of at most a gibibyte.
///
/// # Errors
///
/// If the file cannot be read or is larger.
pub fn read_file(path: &Path) -> io::Result<Vec<u8>> {
    let mut bytes = vec![];
    open_file(path)?.take(LARGEST + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > LARGEST {
        return Err(io::Error::other("the file is larger than 1 GiB, the maximum"));
    }
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(unix)]
    #[test]
    fn folders_that_links_lead_to_again_are_read_once() {
        let folder = tempfile::tempdir().unwrap();
        let [one, two] = ["one", "two"].map(|name| folder.path().join(name));
        for (own, other) in [(&one, &two), (&two, &one)] {
            fs::create_dir(own).unwrap();
            fs::write(own.join("game.jsonl"), "").unwrap();
            for (name, to) in [("up", folder.path()), ("across", other)] {
                std::os::unix::fs::symlink(to, own.join(name)).unwrap();
            }
        }
        let found = files_below(folder.path(), &["jsonl"]).unwrap();
        assert_eq!(found, [one.join("across/game.jsonl"), one.join("game.jsonl")]);
    }
}
