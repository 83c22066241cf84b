//! The engine side of the protocol of `docs/PROTOCOL.md`: reads commands and answers them.
//!
//! One thread reads, so that `stop`, `isready` and `quit` work while another thread searches. An invalid
//! line is answered with an error and changes nothing; only `quit` and the end of the input end the
//! session.

mod queue;
mod state;

use crate::game::board::Board;
use crate::play::protocol::EngineCommand;
use queue::{Queue, Queued};
use state::{RefusedLine, SessionTask, error};
use std::io::{self, BufRead, Read, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

pub use state::Session;

/// Limit of the length of a line, in bytes: a position after a long game is below a tenth of it.
const MOST_BYTES: u64 = 1 << 20;

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
    let queue = Queue::default();
    thread::scope(|scope| {
        let (out, queue) = (&out, &queue);
        let searching = move || work(board, queue, out);
        let worker = thread::Builder::new().spawn_scoped(scope, searching);
        let worker = worker.map_err(|error| {
            io::Error::other(format!("the search thread cannot be started: {error}"))
        })?;
        let mut reader = Reader { board, queue, out, stops: vec![], lost_position: false };
        let read = reader.read(&mut input);
        // No search result is needed any more.
        reader.stop_all();
        queue.close();
        let written = worker.join().unwrap_or_else(|_| Err(ended()));
        read.and(written)
    })
}

/// The error if the search thread stopped.
fn ended() -> io::Error {
    io::Error::other("the search thread stopped unexpectedly")
}

/// The thread that searches.
fn work<W: Write + Send>(board: &'static Board, queue: &Queue, out: &Out<W>) -> io::Result<()> {
    let mut session = Session::new(board);
    while let Some(task) = queue.pop() {
        // A failed write is reported by the lines of the answer.
        let send = |line: &str| drop(out.send(line));
        let begin_search = || (0..queue.begin_search()).for_each(|_| send("readyok"));
        let answer = match task.command {
            Ok(command) => session.answer(command, &task.stop, &send, &begin_search),
            Err(refused) => session.refuse(&refused),
        };
        queue.end_search();
        for line in answer {
            out.send(&line)?;
        }
    }
    Ok(())
}

/// The thread that reads.
struct Reader<'a, W> {
    board: &'static Board,
    queue: &'a Queue,
    out: &'a Out<W>,
    /// The stop flags of all `go` that are not answered yet, and perhaps of some that are.
    stops: Vec<Arc<AtomicBool>>,
    /// Whether the last `position` found the queue full: no `go` may use an older one.
    lost_position: bool,
}

impl<W: Write> Reader<'_, W> {
    fn read(&mut self, input: &mut impl BufRead) -> io::Result<()> {
        loop {
            let mut line = vec![];
            let read = input.by_ref().take(MOST_BYTES).read_until(b'\n', &mut line)?;
            if read == 0 {
                return Ok(());
            }
            let line = String::from_utf8_lossy(&line);
            let is_position = line.split_whitespace().next() == Some("position");
            if read as u64 == MOST_BYTES && !line.ends_with('\n') {
                input.skip_until(b'\n')?;
                let found = format!("found a line of more than {MOST_BYTES} bytes");
                let error = format!("{found}, expected a shorter one");
                self.pass(Err(RefusedLine { error, is_position }))?;
                continue;
            }
            match EngineCommand::parse(&line, self.board) {
                Ok(None) => {}
                Ok(Some(EngineCommand::Quit)) => return Ok(()),
                Ok(Some(command)) => self.pass(Ok(command))?,
                Err(error) => {
                    self.pass(Err(RefusedLine { error: error.to_string(), is_position }))?;
                }
            }
        }
    }

    /// Ends the searches of all `go` so far.
    fn stop_all(&mut self) {
        self.stops.drain(..).for_each(|stop| stop.store(true, Ordering::Relaxed));
    }

    /// Answers what can be answered at once, and queues the rest.
    fn pass(&mut self, command: Result<EngineCommand, RefusedLine>) -> io::Result<()> {
        if matches!(command, Ok(EngineCommand::Stop)) {
            self.stop_all();
            return Ok(());
        }
        let is_go = matches!(command, Ok(EngineCommand::Go(_)));
        let is_position = match &command {
            Ok(command) => matches!(command, EngineCommand::Position { .. }),
            Err(refused) => refused.is_position,
        };
        if is_go && self.lost_position {
            self.out
                .send(&error("found a `position` before that was refused, expected another"))?;
            return self.out.send("bestmove none");
        }
        let stop = Arc::default();
        if is_go {
            self.stops.retain(|stop| Arc::strong_count(stop) > 1); // the task of an answered one is gone
            self.stops.push(Arc::clone(&stop));
        }
        let queued = self.queue.push(SessionTask { command, stop });
        match queued {
            Queued::Waits => {}
            Queued::Ready => self.out.send("readyok")?,
            Queued::Full => {
                self.out.send(&error("found too many commands that wait, expected fewer"))?;
                if is_go {
                    self.out.send("bestmove none")?;
                }
            }
        }
        if is_position {
            self.lost_position = queued == Queued::Full;
        }
        Ok(())
    }
}
