//! Atomic files, which appear complete or not at all.

use std::ffi::OsStr;
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::process;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The temporary files that exist now. They are the process's, as its number in their names is, and a program that a
/// signal ends has no other way to them.
static TEMPORARY: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

fn temporary_files() -> MutexGuard<'static, Vec<PathBuf>> {
    TEMPORARY.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Removes the temporary files of this process, and calls `end`, which should end it: meanwhile no file can be created
/// or renamed.
pub fn without_temporary_files(end: impl FnOnce()) {
    let files = temporary_files();
    for file in files.iter() {
        // It may be gone already.
        let _ = fs::remove_file(file);
    }
    end();
}

/// A file under a temporary name in its folder until `finish` renames it. Removed if dropped before.
///
/// A symbolic link is followed. What exists and is no regular file, such as `/dev/stdout` or a named pipe,
/// is written directly, because a renamed file would replace it.
pub struct AtomicFile {
    path: PathBuf,
    /// The temporary name; none for what is written directly.
    temporary: Option<PathBuf>,
    file: Option<BufWriter<File>>,
}

impl AtomicFile {
    /// Creates the temporary file, with the permissions of the file that it will replace.
    ///
    /// # Errors
    ///
    /// If the file cannot be created.
    pub fn create(path: &Path) -> io::Result<Self> {
        let created = Self::create_with(path, &mut File::options())?;
        if let (Some(file), Some(_)) = (&created.file, &created.temporary)
            && let Ok(replaced) = fs::metadata(&created.path)
        {
            file.get_ref().set_permissions(replaced.permissions())?;
        }
        Ok(created)
    }

    fn create_with(path: &Path, options: &mut OpenOptions) -> io::Result<Self> {
        if is_special(path) {
            let file = Some(BufWriter::new(File::options().write(true).open(path)?));
            return Ok(Self { path: path.to_owned(), temporary: None, file });
        }
        let path = target(path)?;
        let is_folder = path.is_dir() || path.as_os_str().as_encoded_bytes().ends_with(b"/");
        let name = path.file_name().filter(|_| !is_folder);
        let name = name.ok_or_else(|| io::Error::other("found a folder, expected a file name"))?;
        let (temporary, file) = unused(&path, name, options)?;
        Ok(Self { path, temporary: Some(temporary), file: Some(BufWriter::new(file)) })
    }

    /// Checks that the file could be created, and leaves nothing behind. A device or a pipe is not opened.
    ///
    /// # Errors
    ///
    /// If the file cannot be created.
    pub fn probe(path: &Path) -> io::Result<()> {
        if is_special(path) { Ok(()) } else { Self::create(path).map(drop) }
    }

    /// Flushes the file and returns its path so far.
    ///
    /// # Errors
    ///
    /// If the file cannot be written completely.
    pub fn written(&mut self) -> io::Result<&Path> {
        self.flush()?;
        Ok(self.temporary.as_ref().unwrap_or(&self.path))
    }

    /// Renames the file to its final name, and replaces an older file of that name.
    ///
    /// # Errors
    ///
    /// If the file cannot be written completely or renamed.
    pub fn finish(mut self) -> io::Result<()> {
        self.flush()?;
        if let (Some(file), Some(temporary)) = (&self.file, &self.temporary) {
            file.get_ref().sync_all()?;
            let mut files = temporary_files();
            fs::rename(temporary, &self.path)?;
            files.retain(|file| file != temporary);
        }
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
        if let (Some(_), Some(temporary)) = (self.file.take(), &self.temporary) {
            let mut files = temporary_files();
            // The file may be gone already, and `drop` cannot report errors.
            let _ = fs::remove_file(temporary);
            files.retain(|file| file != temporary);
        }
    }
}

/// Creates a file under a temporary name that nothing has yet. Another process may write the same file at the same
/// time, on machines that share a folder with the same process number.
fn unused(path: &Path, name: &OsStr, options: &mut OpenOptions) -> io::Result<(PathBuf, File)> {
    let mut number = 0;
    let mut files = temporary_files();
    loop {
        let mut name = name.to_owned();
        name.push(format!(".{}.{number}.tmp", process::id()));
        let temporary = path.with_file_name(name);
        match options.write(true).create_new(true).open(&temporary) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists && number < MOST_NAMES => {
                number += 1;
            }
            opened => {
                let file = opened?;
                files.push(temporary.clone());
                return Ok((temporary, file));
            }
        }
    }
}

/// Whether a path leads to a device or a pipe.
fn is_special(path: &Path) -> bool {
    path.exists() && !path.is_file() && !path.is_dir()
}

/// The most temporary names that are tried.
const MOST_NAMES: u32 = 1000;
/// The most symbolic links that are followed.
const MOST_LINKS: usize = 40;

/// The path that symbolic links lead to, whether it exists or not.
fn target(path: &Path) -> io::Result<PathBuf> {
    let mut path = path.to_owned();
    for _ in 0..MOST_LINKS {
        match fs::read_link(&path) {
            Ok(next) => path = path.parent().unwrap_or(Path::new("")).join(next),
            Err(_) => return Ok(path),
        }
    }
    Err(io::Error::other(format!("found more than {MOST_LINKS} symbolic links, expected a file")))
}

/// Writes a file atomically.
///
/// # Errors
///
/// If the file cannot be written.
pub fn write_atomic(path: &Path, bytes: &[u8]) -> io::Result<()> {
    write(AtomicFile::create(path)?, bytes)
}

/// Writes a file atomically that only its owner may read (on Unix).
///
/// # Errors
///
/// If the file cannot be written.
pub fn write_private(path: &Path, bytes: &[u8]) -> io::Result<()> {
    write(AtomicFile::create_with(path, &mut private_options())?, bytes)
}

fn write(mut whole: AtomicFile, bytes: &[u8]) -> io::Result<()> {
    whole.write_all(bytes)?;
    whole.finish()
}

/// Options that create files which only their owner may read and write (on Unix).
pub fn private_options() -> OpenOptions {
    #[cfg_attr(not(unix), allow(unused_mut, reason = "permissions are those of Unix"))]
    let mut options = File::options();
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options
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
        // Two that write at the same time have a temporary file each.
        let [mut first, mut second] = [(); 2].map(|()| AtomicFile::create(&path).unwrap());
        first.write_all(b"first").unwrap();
        second.write_all(b"second").unwrap();
        first.finish().unwrap();
        second.finish().unwrap();
        assert_eq!((fs::read(&path).unwrap(), files()), (b"second".to_vec(), 1));
        assert!(write_atomic(&folder.path().join("no/where"), b"").is_err());
        assert!(write_atomic(folder.path(), b"").is_err());
        assert!(AtomicFile::probe(&folder.path().join("new/")).is_err());
        AtomicFile::probe(&path).unwrap();
        assert!(AtomicFile::probe(&folder.path().join("no/where")).is_err());
        assert_eq!(files(), 1);
    }

    #[cfg(unix)]
    #[test]
    fn a_file_keeps_its_permissions() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        write_private(&path, b"one").unwrap();
        write_atomic(&path, b"two").unwrap();
        assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o600);
    }

    #[cfg(unix)]
    #[test]
    fn links_are_followed_and_devices_written_directly() {
        use std::os::unix::fs::{FileTypeExt, symlink};
        let folder = tempfile::tempdir().unwrap();
        let [file, link, second] = ["file", "link", "second"].map(|name| folder.path().join(name));
        symlink("file", &link).unwrap();
        symlink(&link, &second).unwrap();
        for text in [b"new", b"old"] {
            write_atomic(&second, text).unwrap();
            assert!(link.is_symlink() && second.is_symlink() && !file.is_symlink());
            assert_eq!(fs::read(&file).unwrap(), text);
        }
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 3);

        let pipe = folder.path().join("pipe");
        let made = process::Command::new("mkfifo").arg(&pipe).status().unwrap();
        assert!(made.success());
        let (reader, path) = (pipe.clone(), pipe.clone());
        let read = std::thread::spawn(move || fs::read(reader).unwrap());
        write_atomic(&path, b"through").unwrap();
        assert_eq!(read.join().unwrap(), b"through");
        assert!(fs::metadata(&pipe).unwrap().file_type().is_fifo());

        symlink(&link, folder.path().join("loop")).unwrap();
        fs::remove_file(&link).unwrap();
        symlink("loop", &link).unwrap();
        assert!(write_atomic(&link, b"").is_err());
    }
}
