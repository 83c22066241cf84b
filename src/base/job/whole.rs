//! Atomic files, which appear complete or not at all.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::process;

/// A file under a temporary name in its folder until `finish` renames it. Removed if dropped before.
pub struct AtomicFile {
    path: PathBuf,
    temporary: PathBuf,
    file: Option<BufWriter<File>>,
}

impl AtomicFile {
    /// Creates the temporary file.
    ///
    /// # Errors
    ///
    /// If the file cannot be created.
    pub fn create(path: &Path) -> io::Result<Self> {
        let name = path.file_name();
        let name = name.ok_or_else(|| io::Error::other("found a folder, expected a file name"))?;
        let mut name = name.to_owned();
        name.push(format!(".{}.tmp", process::id()));
        let temporary = path.with_file_name(name);
        let file = Some(BufWriter::new(File::create(&temporary)?));
        Ok(Self { path: path.to_owned(), temporary, file })
    }

    /// Flushes the file and returns its temporary path.
    ///
    /// # Errors
    ///
    /// If the file cannot be written completely.
    pub fn written(&mut self) -> io::Result<&Path> {
        self.flush()?;
        Ok(&self.temporary)
    }

    /// Renames the file to its final name, and replaces an older file of that name.
    ///
    /// # Errors
    ///
    /// If the file cannot be written completely or renamed.
    pub fn finish(mut self) -> io::Result<()> {
        if let Some(file) = &mut self.file {
            file.flush()?;
            file.get_ref().sync_all()?;
        }
        fs::rename(&self.temporary, &self.path)?;
        self.file = None;
        Ok(())
    }
}

impl Write for AtomicFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.as_mut().map_or(Ok(0), |file| file.write(bytes))
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.as_mut().map_or(Ok(()), Write::flush)
    }
}

impl Drop for AtomicFile {
    fn drop(&mut self) {
        if self.file.take().is_some() {
            // The file may be gone already, and `drop` cannot report errors.
            let _ = fs::remove_file(&self.temporary);
        }
    }
}

/// Writes a file atomically.
///
/// # Errors
///
/// If the file cannot be written.
pub fn write_atomic(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut whole = AtomicFile::create(path)?;
    whole.write_all(bytes)?;
    whole.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_appears_at_its_end_or_not_at_all() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        let files = || fs::read_dir(folder.path()).unwrap().count();
        let mut whole = AtomicFile::create(&path).unwrap();
        whole.write_all(b"half").unwrap();
        assert_eq!(fs::read(whole.written().unwrap()).unwrap(), b"half");
        assert!(!path.exists());
        drop(whole);
        assert_eq!(files(), 0);
        write_atomic(&path, b"one").unwrap();
        write_atomic(&path, b"two").unwrap();
        assert_eq!((fs::read(&path).unwrap(), files()), (b"two".to_vec(), 1));
        assert!(write_atomic(&folder.path().join("no/where"), b"").is_err());
    }
}
