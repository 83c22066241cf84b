//! Files: recognising their form by their content, finding them in folders, and reading them.

use std::collections::HashSet;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

/// The form of a file with games or deployments.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum FileKind {
    /// A replay of the QQ client (`.jgs`).
    Jgs,
    /// A deployment of the QQ client (`.jql`).
    Jql,
    /// JSON: records of games, one a line (`.jsonl`), or cases.
    Json,
    /// Any other text: a history, a JFEN line, deployments.
    Text,
}

/// The file in a server's folder of games that lists the finished ones; it is no record.
pub const FINISHED_LIST: &str = "finished.jsonl";

/// The end of the names of the files in that folder that hold open tables; they are no records.
pub const OPEN_TABLE: &str = ".table.json";

/// Number of bytes at the beginning of a file that decide its form.
pub const HEAD_BYTES: usize = 4096;

impl FileKind {
    /// The form of a file that begins with these bytes; the first [`HEAD_BYTES`] suffice.
    pub fn of(head: &[u8]) -> Self {
        let text = head.strip_prefix("\u{feff}".as_bytes()).unwrap_or(head).trim_ascii_start();
        match head {
            _ if head.starts_with(b"QQGame JQS") => Self::Jgs,
            _ if head.starts_with(b"QQGame JQL") => Self::Jql,
            _ if text.starts_with(b"{") => Self::Json,
            _ => Self::Text,
        }
    }

    /// The same, but a file that begins like none of the others has the form that the ending of its
    /// name promises, so that its parser can say what is wrong.
    pub fn of_named(name: &str, head: &[u8]) -> Self {
        let ending = name.rsplit_once('.').map_or("", |(_, ending)| ending).to_lowercase();
        match (Self::of(head), ending.as_str()) {
            (Self::Text, "jgs") => Self::Jgs,
            (Self::Text, "jql") => Self::Jql,
            (Self::Text, "jsonl" | "json") => Self::Json,
            (kind, _) => kind,
        }
    }
}

/// Largest file that is read, in bytes.
const LARGEST: u64 = 1 << 30;

/// Whether a file of this name in the folder of a server is no record: its list of finished games, or an
/// open table.
fn is_server_state(name: &str) -> bool {
    name == FINISHED_LIST || name.ends_with(OPEN_TABLE)
}

/// What an entry of a folder is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EntryKind {
    /// A regular file, or a link to one.
    File,
    /// A folder, or a link to one.
    Folder,
    /// What nobody put there to be read: a name that begins with a dot, the folder that archives of macOS bring along,
    /// a dead link, a pipe, a device.
    Other,
}

/// The entries of a folder, sorted by name.
///
/// # Errors
///
/// If the folder cannot be read.
pub fn read_folder(path: &Path) -> io::Result<Vec<(PathBuf, EntryKind)>> {
    let mut entries = vec![];
    for entry in fs::read_dir(path)? {
        let entry = entry?;
        let name = entry.file_name();
        let kind = match fs::metadata(entry.path()) {
            _ if name.as_encoded_bytes().starts_with(b".") || name == "__MACOSX" => {
                EntryKind::Other
            }
            Ok(found) if found.is_file() => EntryKind::File,
            Ok(found) if found.is_dir() => EntryKind::Folder,
            Err(error) if !entry.path().is_symlink() => return Err(error),
            _ => EntryKind::Other,
        };
        entries.push((entry.path(), kind));
    }
    entries.sort_by(|a, b| a.0.cmp(&b.0));
    Ok(entries)
}

/// The files at a path.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct FoundFiles {
    /// The files, sorted by name.
    pub files: Vec<PathBuf>,
    /// What was left out in folders although its name has the right ending, and folders that were left out.
    pub ignored: Vec<PathBuf>,
}

/// The file of a path, or the files below it with one of these endings. In folders the files are left out in
/// which a server keeps its list of games and its tables. A folder that links lead to again is read once.
///
/// # Errors
///
/// If the path, or a folder below it, cannot be read.
pub fn files_below(path: &Path, endings: &[&str]) -> io::Result<FoundFiles> {
    let mut found = FoundFiles::default();
    collect(path, endings, &mut HashSet::new(), &mut found)?;
    Ok(found)
}

fn collect(
    path: &Path,
    endings: &[&str],
    visited: &mut HashSet<PathBuf>,
    found: &mut FoundFiles,
) -> io::Result<()> {
    let with_path = |e: io::Error| io::Error::new(e.kind(), format!("{}: {e}", path.display()));
    if !fs::metadata(path).map_err(with_path)?.is_dir() {
        found.files.push(path.to_owned());
        return Ok(());
    }
    if !visited.insert(fs::canonicalize(path).map_err(with_path)?) {
        return Ok(());
    }
    for (entry, kind) in read_folder(path).map_err(with_path)? {
        let name = entry.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        let ending = entry.extension().and_then(|e| e.to_str()).unwrap_or_default();
        let has_ending = endings.contains(&ending.to_lowercase().as_str());
        match kind {
            EntryKind::Folder => collect(&entry, endings, visited, found)?,
            EntryKind::File if has_ending && !is_server_state(name) => found.files.push(entry),
            EntryKind::Other if has_ending || entry.is_dir() => found.ignored.push(entry),
            _ => {}
        }
    }
    Ok(())
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
    use std::process::Command;

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
        let found = files_below(folder.path(), &["jsonl"]).unwrap().files;
        assert_eq!(found, [one.join("across/game.jsonl"), one.join("game.jsonl")]);
    }

    #[cfg(unix)]
    #[test]
    fn what_nobody_put_there_is_left_out() {
        use std::os::unix::fs::symlink;
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        for below in ["__MACOSX", ".git", "games"] {
            fs::create_dir(at(below)).unwrap();
            fs::write(at(below).join("a.jgs"), "").unwrap();
        }
        fs::write(at("._a.jgs"), "").unwrap();
        fs::write(at(".DS_Store"), "").unwrap();
        symlink("nowhere", at(".#a.jsonl")).unwrap();
        symlink("nowhere", at("dead.jsonl")).unwrap();
        symlink("loop.jsonl", at("loop.jsonl")).unwrap();
        symlink("games/a.jgs", at("link.jgs")).unwrap();
        assert!(Command::new("mkfifo").arg(at("p.jsonl")).status().unwrap().success());
        symlink("p.jsonl", at("pipe.jgs")).unwrap();
        let found = files_below(folder.path(), &["jgs", "jsonl"]).unwrap();
        assert_eq!(found.files, [at("games/a.jgs"), at("link.jgs")]);
        let ignored = [
            ".#a.jsonl",
            "._a.jgs",
            ".git",
            "__MACOSX",
            "dead.jsonl",
            "loop.jsonl",
            "p.jsonl",
            "pipe.jgs",
        ];
        assert_eq!(found.ignored, ignored.map(at));
    }

    #[test]
    fn content_decides_and_the_name_helps_with_the_rest() {
        for (name, head, kind) in [
            ("a.txt", "QQGame JQS Fl", FileKind::Jgs),
            ("a.jsonl", "QQGame JQL File", FileKind::Jql),
            ("a.jgs", "\u{feff} \n{\"version\":", FileKind::Json),
            ("a", "{}", FileKind::Json),
            ("a.txt", "Sg1/15", FileKind::Text),
            ("a.JGS", "", FileKind::Jgs),
            ("a.jsonl", "half a line", FileKind::Json),
        ] {
            assert_eq!(FileKind::of_named(name, head.as_bytes()), kind, "{name} {head}");
        }
    }
}
