//! Reading and writing files as a whole.

use super::named::Output;
use crate::cli::env::Env;
use crate::cli::note::note;
use anyhow::{Context, Result, anyhow, ensure};
use junqi_core::base::job::{AtomicFile, write_atomic};
use junqi_core::game::format::{FileKind, HEAD_BYTES, open_file, read_file};
use std::fs;
use std::io::Read;
use std::path::Path;

/// The bytes of a file.
pub(in crate::cli) fn bytes(path: &Path) -> Result<Vec<u8>> {
    read_file(path).with_context(|| path.display().to_string())
}

/// The text of a file, or of standard input, which is written `-`.
pub(in crate::cli) fn text_or_input(path: &Path) -> Result<String> {
    if path != Path::new("-") {
        return text(path);
    }
    let mut bytes = vec![];
    std::io::stdin().read_to_end(&mut bytes)?;
    decode(bytes).context("standard input")
}

/// The text of a file.
pub(in crate::cli) fn text(path: &Path) -> Result<String> {
    decode(bytes(path)?).with_context(|| path.display().to_string())
}

/// Checks that a text may be JSON, before a parser says so in its own words. `expected` says what it must be.
pub(in crate::cli) fn check_json(text: &str, expected: &str) -> Result<()> {
    let text = text.trim_start();
    let line = text.lines().next().unwrap_or_default();
    let start: String = line.chars().take(LONGEST_QUOTE).collect();
    ensure!(text.starts_with(['{', '[']), "found `{start}`, expected {expected}");
    Ok(())
}

/// Maximum number of characters of a file that an error quotes.
const LONGEST_QUOTE: usize = 30;

fn decode(bytes: Vec<u8>) -> Result<String> {
    let text = String::from_utf8(bytes)
        .map_err(|e| anyhow!("not UTF-8 text (byte {})", e.utf8_error().valid_up_to()))?;
    // Some editors begin a file with a mark of its byte order.
    Ok(text.strip_prefix('\u{feff}').map(str::to_owned).unwrap_or(text))
}

/// Writes a file as a whole: under a temporary name beside it, then renamed.
pub(in crate::cli) fn write(path: &Path, content: &[u8]) -> Result<()> {
    write_atomic(path, content).with_context(|| path.display().to_string())
}

/// Writes a picture and says so on standard error, because nothing else is printed.
pub(in crate::cli) fn write_picture(path: &Path, picture: &str) -> Result<()> {
    write(path, picture.as_bytes())?;
    note(format_args!("picture written to {}", path.display()));
    Ok(())
}

/// Writes files into a folder, which is created; none of them if one is an input.
pub(in crate::cli) fn write_all(
    env: Env,
    folder: &Path,
    files: &[(impl AsRef<Path>, impl AsRef<[u8]>)],
) -> Result<()> {
    for (name, _) in files {
        env.files.check_output(&folder.join(name))?;
    }
    fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
    files.iter().try_for_each(|(name, content)| write(&folder.join(name), content.as_ref()))
}

/// Checks before long work that a file can be written.
pub(in crate::cli) fn writable(path: Option<&Output>) -> Result<()> {
    let Some(path) = path else { return Ok(()) };
    AtomicFile::probe(path).with_context(|| path.display().to_string())
}

/// The ending of a file's name, in small letters.
pub(in crate::cli) fn ending(path: &Path) -> String {
    path.extension().and_then(|e| e.to_str()).unwrap_or_default().to_lowercase()
}

/// The form of a file, by its content.
pub(in crate::cli) fn kind(path: &Path) -> Result<FileKind> {
    let head = || -> std::io::Result<Vec<u8>> {
        let mut head = vec![];
        open_file(path)?.take(HEAD_BYTES as u64).read_to_end(&mut head)?;
        Ok(head)
    };
    let head = head().with_context(|| path.display().to_string())?;
    Ok(FileKind::of_named(&path.to_string_lossy(), &head))
}
