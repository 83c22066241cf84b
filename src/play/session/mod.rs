//! The engine side of the protocol of `docs/PROTOCOL.md`: reads commands and answers them.
//!
//! One thread reads, so that `stop`, `isready` and `quit` work while another thread searches. An invalid
//! line is answered with an error and changes nothing; only `quit` and the end of the input end the
//! session.

mod state;

use crate::game::board::Board;
use crate::play::protocol::EngineCommand;
use state::{Session, SessionTask, error};
use std::io::{self, BufRead, Read, Write};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

/// Limit of the length of a line, in bytes: a position after a long game is below a tenth of it.
const MOST_BYTES: u64 = 1 << 20;
/// Limit of the number of waiting commands; more are refused.
const MOST_WAITING: usize = 1000;

/// The output; every line is flushed.
struct Out<W>(Mutex<W>);

impl<W: Write> Out<W> {
    fn send(&self, text: &str) -> io::Result<()> {
        let mut out = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        writeln!(out, "{text}")?;
        out.flush()
    }
}

/// Answers commands until `quit` or the end of the input.
///
/// # Errors
///
/// If the input cannot be read or the output cannot be written.
pub fn serve(
    board: &'static Board,
    mut input: impl BufRead,
    output: impl Write + Send,
) -> io::Result<()> {
    let out = Out(Mutex::new(output));
    let (send, tasks) = channel();
    let counts = TaskCounts::default();
    thread::scope(|scope| {
        let (out, counts) = (&out, &counts);
        let worker = scope.spawn(move || work(board, &tasks, out, counts));
        let mut reader = Reader { board, send, counts, out, stop: Arc::default() };
        let read = reader.read(&mut input);
        // No search result is needed any more.
        reader.stop.store(true, Ordering::Relaxed);
        drop(reader);
        let written = worker.join().unwrap_or_else(|_| Err(ended()));
        read.and(written)
    })
}

/// The error if the search thread stopped.
fn ended() -> io::Error {
    io::Error::other("the search thread stopped unexpectedly")
}

/// The number of unfinished commands, and of searches among them.
#[derive(Default)]
struct TaskCounts {
    waiting: AtomicUsize,
    searching: AtomicUsize,
}

/// The thread that searches.
fn work<W: Write + Send>(
    board: &'static Board,
    tasks: &Receiver<SessionTask>,
    out: &Out<W>,
    counts: &TaskCounts,
) -> io::Result<()> {
    let mut session = Session::new(board);
    for task in tasks {
        let is_search = task.is_search();
        // A failed write is reported by the lines of the answer.
        let send = |line: &str| drop(out.send(line));
        for line in session.answer(task, &send) {
            out.send(&line)?;
        }
        counts.waiting.fetch_sub(1, Ordering::Relaxed);
        counts.searching.fetch_sub(usize::from(is_search), Ordering::Relaxed);
    }
    Ok(())
}

/// The thread that reads.
struct Reader<'a, W> {
    board: &'static Board,
    send: Sender<SessionTask>,
    counts: &'a TaskCounts,
    out: &'a Out<W>,
    /// The stop flag of the last `go`.
    stop: Arc<AtomicBool>,
}

impl<W: Write> Reader<'_, W> {
    fn read(&mut self, input: &mut impl BufRead) -> io::Result<()> {
        loop {
            let mut line = vec![];
            let read = input.by_ref().take(MOST_BYTES).read_until(b'\n', &mut line)?;
            if read == 0 {
                return Ok(());
            }
            if read as u64 == MOST_BYTES && !line.ends_with(b"\n") {
                skip_line(input)?;
                let found = format!("found a line of more than {MOST_BYTES} bytes");
                self.pass(Err(format!("{found}, expected a shorter one")))?;
                continue;
            }
            let line = String::from_utf8_lossy(&line);
            match EngineCommand::parse(&line, self.board) {
                Ok(None) => {}
                Ok(Some(EngineCommand::Quit)) => return Ok(()),
                Ok(Some(command)) => self.pass(Ok(command))?,
                Err(error) => self.pass(Err(error.to_string()))?,
            }
        }
    }

    /// Answers what can be answered at once, and queues the rest.
    fn pass(&mut self, command: Result<EngineCommand, String>) -> io::Result<()> {
        let load = |count: &AtomicUsize| count.load(Ordering::Relaxed);
        let (waiting, searching) = (load(&self.counts.waiting), load(&self.counts.searching));
        match command {
            Ok(EngineCommand::Stop) => self.stop.store(true, Ordering::Relaxed),
            Ok(EngineCommand::IsReady) if searching > 0 => self.out.send("readyok")?,
            _ if waiting >= MOST_WAITING => {
                let found = format!("found {waiting} commands that wait");
                self.out.send(&error(&format!("{found}, expected fewer")))?;
            }
            command => {
                if let Ok(EngineCommand::Go(_)) = command {
                    self.stop = Arc::default();
                    self.counts.searching.fetch_add(1, Ordering::Relaxed);
                }
                self.counts.waiting.fetch_add(1, Ordering::Relaxed);
                let task = SessionTask { command, stop: Arc::clone(&self.stop) };
                self.send.send(task).map_err(|_| ended())?;
            }
        }
        Ok(())
    }
}

/// Skips the rest of a line that is too long.
fn skip_line(input: &mut impl BufRead) -> io::Result<()> {
    loop {
        let buffer = input.fill_buf()?;
        let (length, end) = match buffer.iter().position(|byte| *byte == b'\n') {
            Some(at) => (at + 1, true),
            None => (buffer.len(), buffer.is_empty()),
        };
        input.consume(length);
        if end {
            return Ok(());
        }
    }
}
