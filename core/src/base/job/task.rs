//! A long job as a sequence of lines, each a function of its number.

use super::{Completion, LinesError, append_line, open_lines, ordered, read_lines};
use std::fs::File;
use std::io;
use std::ops::{ControlFlow, Range};
use std::path::Path;
use std::sync::atomic::AtomicBool;
use thiserror::Error;

/// Why a line could not be computed.
pub type WorkError = Box<dyn std::error::Error + Send + Sync>;

/// A long job: the lines of a file, numbered from 0, each a function of the job and its number. So a
/// job can run on many threads, be stopped, resumed and divided among machines, and always produces
/// the same bytes.
pub trait Job: Sync {
    /// Number of lines.
    fn lines(&self) -> u64;

    /// Number of consecutive lines that form a unit, which shards do not divide.
    fn unit(&self) -> u64 {
        1
    }

    /// Prefix of every line. An incomplete last line without it does not belong to this job.
    fn beginning(&self) -> &'static [u8];

    /// Computes a line, without its line end. The result is discarded once the stop flag is set.
    ///
    /// # Errors
    ///
    /// If the line cannot be computed.
    fn line(&self, number: u64, stop: &AtomicBool) -> Result<String, WorkError>;

    /// Checks that a line of a file is the one with this number, as far as possible without computing it.
    ///
    /// # Errors
    ///
    /// A description of the text found instead.
    fn check(&self, number: u64, line: &str) -> Result<(), String>;
}

/// Why a job cannot continue.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum JobError {
    /// Its file cannot be continued.
    #[error(transparent)]
    Lines(#[from] LinesError),
    /// Its file cannot be written.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// A line could not be computed.
    #[error(transparent)]
    Work(WorkError),
}

/// A line of a job that is done.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DoneLine<'a> {
    /// Its number, from 0.
    pub number: u64,
    /// Its text, without the line end.
    pub text: &'a str,
    /// Whether it was computed now, not read from the file of an earlier run.
    pub is_new: bool,
}

/// Callback for every line, in order; [`ControlFlow::Break`] ends the job there, an error fails it.
pub type OnLine<'a> = dyn FnMut(DoneLine<'_>) -> Result<ControlFlow<()>, WorkError> + 'a;

/// A job in progress, possibly resumed from a file.
pub struct JobRun<'a> {
    task: &'a dyn Job,
    file: Option<File>,
    done: u64,
    over: bool,
}

impl<'a> JobRun<'a> {
    /// Opens the file of a job, if it has one, to resume it: checks its whole lines and calls `each`
    /// with them.
    ///
    /// # Errors
    ///
    /// If the file contains anything but lines of this job, which leaves it unchanged, or `each` fails; of the file only an
    /// incomplete last line is cut off then.
    pub fn open(
        task: &'a dyn Job,
        path: Option<&Path>,
        each: &mut OnLine<'_>,
    ) -> Result<Self, JobError> {
        let mut over = Ok(false);
        let Some(path) = path else { return Ok(Self { task, file: None, done: 0, over: false }) };
        let (file, done) = open_lines(path, task.beginning(), own_lines(task, each, &mut over))?;
        Ok(Self { task, file: Some(file), done, over: over.map_err(JobError::Work)? })
    }

    /// Reads the file of a job without locking or changing it: checks its whole lines and calls `each` with
    /// them. Returns their number.
    ///
    /// # Errors
    ///
    /// If the file cannot be read or contains anything but lines of this job, or `each` fails.
    pub fn read(task: &dyn Job, path: &Path, each: &mut OnLine<'_>) -> Result<u64, JobError> {
        let mut over = Ok(false);
        let each = own_lines(task, each, &mut over);
        let (lines, _) = read_lines(&File::open(path)?, task.beginning(), each)?;
        over.map(|_| lines).map_err(JobError::Work)
    }

    /// Number of lines that are done.
    pub fn done(&self) -> u64 {
        self.done
    }

    /// Computes the missing lines on `jobs` threads, in order. The bytes do not depend on the number
    /// of threads or of interruptions. The file stays locked until this value is dropped.
    ///
    /// # Errors
    ///
    /// If a line cannot be computed or written, or `each` fails.
    pub fn go_on(
        &mut self,
        jobs: usize,
        stop: &AtomicBool,
        each: &mut OnLine<'_>,
    ) -> Result<Completion, JobError> {
        if self.over {
            return Ok(Completion::Finished);
        }
        let task = self.task;
        let work = |number| task.line(number, stop);
        let range = self.done..task.lines().max(self.done);
        let (file, done) = (&self.file, &mut self.done);
        let made = ordered(jobs, range, stop, work, |number, line| {
            let line = line.map_err(|failure| End::Error(JobError::Work(failure)))?;
            if let Some(file) = file {
                append_line(file, &line).map_err(|error| End::Error(error.into()))?;
            }
            *done = number + 1;
            match each(DoneLine { number, text: &line, is_new: true }) {
                Ok(ControlFlow::Continue(())) => Ok(()),
                Ok(ControlFlow::Break(())) => Err(End::Enough),
                Err(error) => Err(End::Error(JobError::Work(error))),
            }
        });
        match made {
            Ok(stop) => Ok(stop),
            Err(End::Enough) => {
                self.over = true;
                Ok(Completion::Finished)
            }
            Err(End::Error(error)) => Err(error),
        }
    }
}

/// Checks that lines of a file are those of a job, and passes them on until `each` breaks (`over` is then true) or
/// fails.
fn own_lines<'a>(
    task: &'a dyn Job,
    each: &'a mut OnLine<'_>,
    over: &'a mut Result<bool, WorkError>,
) -> impl FnMut(u64, &[u8]) -> Result<(), String> {
    move |number, line| {
        let text = str::from_utf8(line).map_err(|_| "no UTF-8 text".to_owned())?.trim_end();
        task.check(number, text)?;
        if let Ok(false) = over {
            let most = task.lines();
            if number >= most {
                return Err(format!(
                    "more than the {most} lines asked for (ask for as many as it has)"
                ));
            }
            *over = each(DoneLine { number, text, is_new: false }).map(|next| next.is_break());
        }
        Ok(())
    }
}

/// Why a job ends before its last line.
enum End {
    Enough,
    Error(JobError),
}

/// A range of consecutive lines of a job, as a job of its own.
pub struct JobPart<'a> {
    task: &'a dyn Job,
    range: Range<u64>,
}

impl<'a> JobPart<'a> {
    /// The lines of a range.
    pub fn new(task: &'a dyn Job, range: Range<u64>) -> Self {
        Self { task, range }
    }
}

impl Job for JobPart<'_> {
    fn lines(&self) -> u64 {
        self.range.end - self.range.start
    }

    fn unit(&self) -> u64 {
        self.task.unit()
    }

    fn beginning(&self) -> &'static [u8] {
        self.task.beginning()
    }

    fn line(&self, number: u64, stop: &AtomicBool) -> Result<String, WorkError> {
        self.task.line(self.range.start + number, stop)
    }

    fn check(&self, number: u64, line: &str) -> Result<(), String> {
        self.task.check(self.range.start + number, line)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    /// The squares.
    struct Squares(u64);

    impl Job for Squares {
        fn lines(&self) -> u64 {
            self.0
        }

        fn beginning(&self) -> &'static [u8] {
            b"s"
        }

        fn line(&self, number: u64, _stop: &AtomicBool) -> Result<String, WorkError> {
            if number == 99 { Err("too large".into()) } else { Ok(format!("s{}", number * number)) }
        }

        fn check(&self, number: u64, line: &str) -> Result<(), String> {
            let ours = format!("s{}", number * number);
            if line == ours { Ok(()) } else { Err(format!("{line}, not {ours}")) }
        }
    }

    fn run(task: &dyn Job, path: &Path, end: &str) -> Result<(Completion, Vec<String>), JobError> {
        let mut seen = vec![];
        let mut each = |line: DoneLine<'_>| {
            assert_eq!(line.number, seen.len() as u64);
            seen.push(line.text.to_owned());
            if line.text == "s49" && line.is_new {
                return Err("no 49 today".into());
            }
            Ok(if line.text == end { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
        };
        let mut run = JobRun::open(task, Some(path), &mut each)?;
        let stop = run.go_on(3, &AtomicBool::new(false), &mut each)?;
        Ok((stop, seen))
    }

    #[test]
    fn a_job_goes_on_ends_early_and_can_be_parted() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("squares");
        let whole: Vec<String> = (0..8).map(|n| format!("s{}", n * n)).collect();
        assert_eq!(
            run(&Squares(5), &path, "").unwrap(),
            (Completion::Finished, whole[..5].to_vec())
        );
        let failed = run(&Squares(8), &path, "").unwrap_err().to_string();
        assert_eq!(failed, "no 49 today");
        assert_eq!(run(&Squares(8), &path, "").unwrap(), (Completion::Finished, whole.clone()));
        assert_eq!(fs::read_to_string(&path).unwrap(), whole.join("\n") + "\n");
        // A line that is enough, found in the file or made.
        for _ in 0..2 {
            let enough = folder.path().join("enough");
            assert_eq!(run(&Squares(8), &enough, "s9").unwrap().1, whole[..4]);
            assert_eq!(fs::read_to_string(&enough).unwrap(), "s0\ns1\ns4\ns9\n");
        }
        let (all, part) = (Squares(8), folder.path().join("part"));
        assert_eq!(run(&JobPart::new(&all, 3..6), &part, "").unwrap().1, whole[3..6]);
        let error = |ran: Result<_, JobError>| ran.map(|_| ()).unwrap_err().to_string();
        let shorter = error(run(&JobPart::new(&all, 3..5), &part, ""));
        assert!(shorter.starts_with("line 3: found more than the 2 lines"), "{shorter}");
        let other = error(run(&all, &part, ""));
        assert!(other.starts_with("line 1: found s9, not s0"), "{other}");
        assert_eq!(error(run(&Squares(200), &path, "")), "too large");
    }
}
