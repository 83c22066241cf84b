//! Finding files in folders and reading them.

use super::file_kind::{FINISHED_LIST, OPEN_TABLE};
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
/// which a server keeps its list of games and its tables.
///
/// # Errors
///
/// If the path, or a folder below it, cannot be read.
pub fn files_below(path: &Path, endings: &[&str]) -> io::Result<Vec<PathBuf>> {
    let with_path = |e: io::Error| io::Error::new(e.kind(), format!("{}: {e}", path.display()));
    if !fs::metadata(path).map_err(with_path)?.is_dir() {
        return Ok(vec![path.to_owned()]);
    }
    let mut entries: Vec<PathBuf> =
        fs::read_dir(path).map_err(with_path)?.map(|e| Ok(e?.path())).collect::<io::Result<_>>()?;
    entries.sort();
    let mut files = vec![];
    for entry in entries {
        let name = entry.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        let ending = entry.extension().and_then(|e| e.to_str()).unwrap_or_default();
        if entry.is_dir() {
            if !leads_up(&entry, path) {
                files.extend(files_below(&entry, endings)?);
            }
        } else if endings.contains(&ending.to_lowercase().as_str()) && !is_server_state(name) {
            files.push(entry);
        }
    }
    Ok(files)
}

/// Whether an entry of a folder is a link to it or to one above, whose files are these again.
fn leads_up(entry: &Path, folder: &Path) -> bool {
    let full = |path| fs::canonicalize(path).ok();
    full(folder).zip(full(entry)).is_some_and(|(folder, entry)| folder.starts_with(entry))
}

/// Reads a file of at most a gibibyte.
///
/// # Errors
///
/// If the file cannot be read or is larger.
pub fn read_file(path: &Path) -> io::Result<Vec<u8>> {
    if !fs::metadata(path)?.is_file() {
        return Err(io::Error::other("not a regular file"));
    }
    let mut bytes = vec![];
    File::open(path)?.take(LARGEST + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > LARGEST {
        return Err(io::Error::other("the file is larger than 1 GiB, the maximum"));
    }
    Ok(bytes)
}
