//! Files to which a job appends one line at a time, and which it can resume.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::path::Path;
use thiserror::Error;

/// Why a file cannot be continued. The file is unchanged.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum LinesError {
    /// The file cannot be read or written.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// Another run has locked the file.
    #[error("another run is writing this file; wait for it, or choose another file")]
    Locked,
    /// The file has a line that does not belong to this run.
    #[error("line {}: found {found}, expected a line of this run; give the same options, or \
         write elsewhere", index + 1)]
    Other {
        /// The number of the line, from 0.
        index: u64,
        /// The text found.
        found: String,
    },
}

/// Maximum length of a line, in bytes.
const LONGEST: u64 = 1 << 26;

/// Opens or creates a file of lines, to append to it. Calls `each` with every whole line and its
/// number, from 0. Removes an incomplete last line if it begins like a line of this job. Returns the
/// file, locked against other runs, and the number of its lines.
///
/// # Errors
///
/// If `each` rejects a line and says what it found, or the half line begins in another way.
pub fn open_lines(
    path: &Path,
    beginning: &[u8],
    each: impl FnMut(u64, &[u8]) -> Result<(), String>,
) -> Result<(File, u64), LinesError> {
    if path.exists() && !path.is_file() {
        return Err(io::Error::other("found no regular file, expected one or none").into());
    }
    let file = OpenOptions::new().read(true).append(true).create(true).open(path)?;
    match file.try_lock() {
        Err(TryLockError::WouldBlock) => return Err(LinesError::Locked),
        Err(TryLockError::Error(error)) => return Err(error.into()),
        Ok(()) => {}
    }
    let (index, whole) = read_lines(&file, beginning, each)?;
    file.set_len(whole)?;
    (&file).seek(SeekFrom::End(0))?;
    Ok((file, index))
}

/// Calls `each` with every whole line of a file and its number, from 0. Returns the number of whole lines and
/// of their bytes.
///
/// # Errors
///
/// If `each` rejects a line and says what it found, or half a line at the end begins in another way.
pub fn read_lines(
    file: &File,
    beginning: &[u8],
    mut each: impl FnMut(u64, &[u8]) -> Result<(), String>,
) -> Result<(u64, u64), LinesError> {
    let mut reader = BufReader::new(file);
    let (mut index, mut whole, mut line) = (0, 0, vec![]);
    loop {
        line.clear();
        let length = (&mut reader).take(LONGEST).read_until(b'\n', &mut line)?;
        if line.last() != Some(&b'\n') {
            break;
        }
        each(index, &line).map_err(|found| LinesError::Other { index, found })?;
        whole += length as u64;
        index += 1;
    }
    let shorter = line.len().min(beginning.len());
    if line[..shorter] != beginning[..shorter] {
        let found = "half a line that is no record".into();
        return Err(LinesError::Other { index, found });
    }
    Ok((index, whole))
}

/// Appends a whole line.
///
/// # Errors
///
/// If the file cannot be written.
pub fn append_line(mut file: &File, line: &str) -> io::Result<()> {
    file.write_all(format!("{line}\n").as_bytes())
}
