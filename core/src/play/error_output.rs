//! The last lines that another program wrote to its standard error.

use std::collections::VecDeque;
use std::io::{self, BufRead, BufReader, Read};
use std::sync::mpsc::{Receiver, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

/// Number of lines kept.
const LINES: usize = 5;
/// Limit of the length of a line kept, in bytes.
const MOST_BYTES: u64 = 300;
/// Time limit to read what an ended program has written.
const PATIENCE: Duration = Duration::from_millis(200);

/// Keeps the last lines; a thread reads them, so that the program never waits.
pub(super) struct ErrorOutput {
    lines: Arc<Mutex<VecDeque<String>>>,
    /// Disconnected once everything has been read.
    end: Receiver<()>,
}

impl ErrorOutput {
    /// Reads from a stream until its end.
    ///
    /// # Errors
    ///
    /// If there can be no thread for it.
    pub(super) fn of(stream: Option<impl Read + Send + 'static>) -> io::Result<Self> {
        let lines = Arc::new(Mutex::new(VecDeque::new()));
        let ((sender, end), kept) = (channel(), Arc::clone(&lines));
        if let Some(stream) = stream {
            thread::Builder::new().spawn(move || {
                let _until_the_end = sender;
                let mut stream = BufReader::new(stream);
                while let Some(line) = line(&mut stream) {
                    let mut kept = kept.lock().unwrap_or_else(PoisonError::into_inner);
                    kept.push_back(line);
                    if kept.len() > LINES {
                        kept.pop_front();
                    }
                }
            })?;
        }
        Ok(Self { lines, end })
    }

    /// The last lines of a program that has ended, as the end of a sentence; empty if there are none.
    pub(super) fn last_lines(&self) -> String {
        let _end = self.end.recv_timeout(PATIENCE);
        let lines = self.lines.lock().unwrap_or_else(PoisonError::into_inner);
        let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
        if lines.is_empty() {
            String::new()
        } else {
            format!("; its error output: {}", lines.join(" / "))
        }
    }
}

/// The next line, cut to the limit; `None` at the end.
fn line(stream: &mut impl BufRead) -> Option<String> {
    let mut line = vec![];
    let read = stream.by_ref().take(MOST_BYTES).read_until(b'\n', &mut line);
    read.ok().filter(|&bytes| bytes > 0)?;
    if line.last() != Some(&b'\n') {
        stream.skip_until(b'\n').ok()?;
    }
    Some(String::from_utf8_lossy(&line).trim_end().to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_lines_are_kept() {
        let text = (1..=9).fold(String::new(), |text, n| text + &format!("line {n}\n"));
        let text = text + &"y".repeat(999) + "\n" + &"x".repeat(250);
        let errors = ErrorOutput::of(Some(io::Cursor::new(text))).unwrap();
        let expected =
            format!("line 7 / line 8 / line 9 / {} / {}", "y".repeat(300), "x".repeat(250));
        assert_eq!(errors.last_lines(), format!("; its error output: {expected}"));
        assert_eq!(ErrorOutput::of(Some(io::empty())).unwrap().last_lines(), "");
    }
}
