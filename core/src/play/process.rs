//! The process of another program that speaks the engine protocol.
//!
//! A misbehaving program cannot block this one: a thread reads its output line by line, another thread
//! writes its input, and every wait has a deadline.

use super::PlayerError;
use super::error_output::ErrorOutput;
use super::process_group::{has_ended, kill_group, shell};
use crate::game::board::Board;
use crate::play::protocol::{EngineCommand, EngineReply, NewGame};
use std::io::{self, BufRead, BufReader, Read, Write};
use std::process::{Child, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, SyncSender, channel, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

/// Time limit of every answer except a move.
pub(super) const PATIENCE: Duration = Duration::from_secs(10);
/// Tolerance beyond the time limit of a move.
pub(super) const OVER: Duration = Duration::from_secs(1);
/// Time between `quit` and the end by force.
const PARTING: Duration = Duration::from_millis(100);
/// Limit of the length of a line, in bytes.
const MOST_BYTES: u64 = 1 << 16;
/// Limit of the number of lines before an answer.
const MOST_LINES: u32 = 100_000;
/// Interval at which the stop flag is polled.
const TICK: Duration = Duration::from_millis(20);

/// A running program.
pub(super) struct EngineProcess {
    board: &'static Board,
    memory_mib: Option<u64>,
    child: Child,
    /// Lines to the program; a thread writes them, because the program may not read.
    input: Option<Sender<String>>,
    /// Lines from the program; a thread reads them, and waits while the channel is full.
    output: Receiver<OutputLine>,
    errors: ErrorOutput,
    /// Whether the end of the program has been collected: its number may belong to another one.
    reaped: bool,
}

/// A line of output.
enum OutputLine {
    Line(String),
    TooLong,
}

impl EngineProcess {
    /// Starts a command, each of whose processes may have this much memory.
    pub(super) fn start(
        command: &str,
        memory_mib: Option<u64>,
        board: &'static Board,
    ) -> Result<Self, PlayerError> {
        if memory_mib.is_some() && cfg!(not(unix)) {
            return Err(PlayerError::Crashed("`memory` was set, but needs Unix".into()));
        }
        let failed = |error| PlayerError::Crashed(format!("`{command}` could not be run: {error}"));
        let mut child = shell(command, memory_mib)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .map_err(failed)?;
        let connected = connect(&mut child).inspect_err(|_| {
            kill_group(&mut child);
            let _reaped = child.wait();
        });
        let (input, output, errors) = connected.map_err(failed)?;
        let input = Some(input);
        Ok(Self { board, memory_mib, child, input, output, errors, reaped: false })
    }

    /// Sends a command.
    pub(super) fn send(&self, command: &EngineCommand) {
        if let Some(input) = &self.input {
            let _closed = input.send(command.line(self.board));
        }
    }

    /// Starts the protocol: sends the seed and the game, and waits until the program is ready.
    pub(super) fn greet(&mut self, seed: u64, game: Option<NewGame>) -> Result<(), PlayerError> {
        let seed = EngineCommand::SetOption { name: "Seed".into(), value: seed.to_string() };
        self.send(&EngineCommand::Uci);
        let is = |wanted| move |reply| (reply == wanted).then_some(());
        self.wait("uciok", PATIENCE, || false, is(EngineReply::UciOk))?;
        self.send(&seed);
        self.send(&EngineCommand::NewGame(game));
        self.send(&EngineCommand::IsReady);
        self.wait("readyok", PATIENCE, || false, is(EngineReply::ReadyOk))
    }

    /// Waits for an answer of which `keyword` is the first word, and sends `stop` once `stopped` returns true.
    pub(super) fn wait<T>(
        &mut self,
        keyword: &'static str,
        allowed: Duration,
        stopped: impl Fn() -> bool,
        mut answer: impl FnMut(EngineReply) -> Option<T>,
    ) -> Result<T, PlayerError> {
        let (mut lines, mut stop_sent) = (0, false);
        let mut deadline = Instant::now() + allowed;
        loop {
            if stopped() && !stop_sent {
                self.send(&EngineCommand::Stop);
                (stop_sent, deadline) = (true, deadline.min(Instant::now() + OVER));
            }
            let left = deadline.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return Err(PlayerError::NoAnswer { answer: keyword, allowed });
            }
            let line = match self.output.recv_timeout(left.min(TICK)) {
                Ok(OutputLine::Line(line)) => line,
                Ok(OutputLine::TooLong) => {
                    let found = format!("found a line of more than {MOST_BYTES} bytes");
                    return Err(PlayerError::Protocol(format!("{found}, expected a short one")));
                }
                Err(RecvTimeoutError::Timeout) => continue,
                Err(RecvTimeoutError::Disconnected) => return Err(self.ended()),
            };
            lines += 1;
            if lines > MOST_LINES {
                let found = format!("found {MOST_LINES} lines without an answer");
                return Err(PlayerError::Protocol(format!("{found}, expected one")));
            }
            match EngineReply::parse(&line, self.board) {
                EngineReply::Wrong(why) => return Err(PlayerError::Protocol(why)),
                reply => {
                    if let Some(found) = answer(reply) {
                        return Ok(found);
                    }
                }
            }
        }
    }

    /// The error of a program whose output has ended.
    fn ended(&mut self) -> PlayerError {
        self.end_within(OVER);
        self.reaped = true;
        let how = self.child.wait().map_or_else(|e| e.to_string(), |status| status.to_string());
        let limit = self.memory_mib.map(|mib| format!("; its memory limit: {mib} MiB"));
        let (limit, last) = (limit.unwrap_or_default(), self.errors.last_lines());
        PlayerError::Crashed(format!("the program ended ({how}), expected an answer{limit}{last}"))
    }
}

impl EngineProcess {
    /// Waits until the program ends, at most this long, then kills it and all that it has started.
    fn end_within(&mut self, patience: Duration) {
        let deadline = Instant::now() + patience;
        while !has_ended(&mut self.child) && Instant::now() < deadline {
            thread::sleep(Duration::from_millis(5));
        }
        kill_group(&mut self.child);
    }
}

impl Drop for EngineProcess {
    fn drop(&mut self) {
        self.send(&EngineCommand::Quit);
        self.input = None;
        if self.reaped {
            return;
        }
        self.end_within(PARTING);
        let _reaped = self.child.wait();
    }
}

/// Starts the threads that write to and read from a program.
fn connect(child: &mut Child) -> io::Result<(Sender<String>, Receiver<OutputLine>, ErrorOutput)> {
    let (input, lines) = channel::<String>();
    let (sender, output) = sync_channel(1024);
    if let Some(mut stdin) = child.stdin.take() {
        // A program that closes its input is noticed by its missing answers.
        thread::Builder::new().spawn(move || {
            while let Ok(line) = lines.recv() {
                if writeln!(stdin, "{line}").and_then(|()| stdin.flush()).is_err() {
                    break;
                }
            }
        })?;
    }
    if let Some(stdout) = child.stdout.take() {
        thread::Builder::new().spawn(move || read_lines(BufReader::new(stdout), &sender))?;
    }
    Ok((input, output, ErrorOutput::of(child.stderr.take())?))
}

/// Reads lines until the program ends or the receiver is dropped.
fn read_lines(mut output: impl BufRead, sender: &SyncSender<OutputLine>) {
    loop {
        let mut line = vec![];
        match output.by_ref().take(MOST_BYTES + 1).read_until(b'\n', &mut line) {
            Err(_) | Ok(0) => return,
            Ok(_) if line.len() as u64 > MOST_BYTES => {
                let _dropped = sender.send(OutputLine::TooLong);
                return;
            }
            Ok(_) => {
                let line = String::from_utf8_lossy(&line).trim_end().to_owned();
                if sender.send(OutputLine::Line(line)).is_err() {
                    return;
                }
            }
        }
    }
}
