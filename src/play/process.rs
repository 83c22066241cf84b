//! Another program that runs and answers.
//!
//! Whatever it does, the run goes on: what it writes is read by a thread of its own and a line at a time,
//! what it is told waits in another, and nobody waits for it beyond a deadline.

use super::PlayerError;
use crate::game::board::Board;
use crate::play::protocol::{EngineCommand, EngineReply};
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, SyncSender, channel, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

/// Time for anything but a move.
pub(super) const PATIENCE: Duration = Duration::from_secs(10);
/// Time over that for a move before the program is given up.
pub(super) const OVER: Duration = Duration::from_secs(1);
/// Bytes of a line, and lines before an answer.
const MOST_BYTES: u64 = 1 << 16;
const MOST_LINES: u32 = 100_000;
/// Between looks at the stop flag.
const TICK: Duration = Duration::from_millis(20);

/// A program that runs.
pub(super) struct EngineProcess {
    board: &'static Board,
    child: Child,
    /// What it is to be told; a thread writes it, for the program may not read.
    told: Option<Sender<String>>,
    /// What it says; a thread reads it, and waits while nobody listens.
    said: Receiver<Said>,
}

/// A line, or why there is none.
enum Said {
    Line(String),
    TooLong,
}

impl EngineProcess {
    pub(super) fn start(command: &str, board: &'static Board) -> Result<Self, PlayerError> {
        let failed = |error| PlayerError::Crashed(format!("`{command}` could not be run: {error}"));
        let mut child = shell(command)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .map_err(failed)?;
        let (told, lines) = channel::<String>();
        let (say, said) = sync_channel(1024);
        if let Some(mut input) = child.stdin.take() {
            // Who hangs up is noticed by what it does not say.
            thread::spawn(move || {
                while let Ok(line) = lines.recv() {
                    if writeln!(input, "{line}").and_then(|()| input.flush()).is_err() {
                        break;
                    }
                }
            });
        }
        if let Some(output) = child.stdout.take() {
            thread::spawn(move || listen(BufReader::new(output), &say));
        }
        Ok(Self { board, child, told: Some(told), said })
    }

    pub(super) fn tell(&self, command: &EngineCommand) {
        if let Some(told) = &self.told {
            let _hung_up = told.send(command.line(self.board));
        }
    }

    /// The first words of every game.
    pub(super) fn greet(&mut self, seed: u64) -> Result<(), PlayerError> {
        let seed = EngineCommand::SetOption { name: "Seed".into(), value: seed.to_string() };
        self.tell(&EngineCommand::Uci);
        self.wait(PATIENCE, || false, |reply| (reply == EngineReply::UciOk).then_some(()))?;
        self.tell(&seed);
        self.tell(&EngineCommand::NewGame);
        self.tell(&EngineCommand::IsReady);
        self.wait(PATIENCE, || false, |reply| (reply == EngineReply::ReadyOk).then_some(()))
    }

    /// Waits for an answer; asked to stop, it passes that on once.
    pub(super) fn wait<T>(
        &mut self,
        allowed: Duration,
        stopped: impl Fn() -> bool,
        mut answer: impl FnMut(EngineReply) -> Option<T>,
    ) -> Result<T, PlayerError> {
        let (begin, mut lines, mut told) = (Instant::now(), 0, false);
        let mut deadline = begin + allowed;
        loop {
            if stopped() && !told {
                self.tell(&EngineCommand::Stop);
                (told, deadline) = (true, deadline.min(Instant::now() + OVER));
            }
            let left = deadline.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return Err(PlayerError::OutOfTime { used: begin.elapsed(), allowed });
            }
            let line = match self.said.recv_timeout(left.min(TICK)) {
                Ok(Said::Line(line)) => line,
                Ok(Said::TooLong) => {
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

    fn ended(&mut self) -> PlayerError {
        let how = self.child.wait().map_or_else(|e| e.to_string(), |status| status.to_string());
        PlayerError::Crashed(format!("the program ended ({how}), expected an answer"))
    }
}

impl Drop for EngineProcess {
    fn drop(&mut self) {
        self.tell(&EngineCommand::Quit);
        self.told = None;
        for _ in 0..20 {
            if matches!(self.child.try_wait(), Ok(Some(_))) {
                return;
            }
            thread::sleep(Duration::from_millis(5));
        }
        let _gone = self.child.kill();
        let _reaped = self.child.wait();
    }
}

/// Reads lines until the program or the listener is gone.
fn listen(mut output: impl BufRead, say: &SyncSender<Said>) {
    loop {
        let mut line = vec![];
        match output.by_ref().take(MOST_BYTES + 1).read_until(b'\n', &mut line) {
            Err(_) | Ok(0) => return,
            Ok(_) if line.len() as u64 > MOST_BYTES => {
                let _nobody = say.send(Said::TooLong);
                return;
            }
            Ok(_) => {
                let line = String::from_utf8_lossy(&line).trim_end().to_owned();
                if say.send(Said::Line(line)).is_err() {
                    return;
                }
            }
        }
    }
}

/// The command as a shell would run it, in place of the shell so that it can be ended.
#[cfg(unix)]
fn shell(command: &str) -> std::process::Command {
    let mut shell = std::process::Command::new("sh");
    shell.arg("-c").arg(format!("exec {command}"));
    shell
}

/// The command as a shell would run it.
#[cfg(not(unix))]
fn shell(command: &str) -> std::process::Command {
    let mut shell = std::process::Command::new("cmd");
    shell.arg("/C").arg(command);
    shell
}
