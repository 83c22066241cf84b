//! What a server gives its tables: threads for their engines, files for their games, the lobby and the counters.

use super::host::{Host, random_secret};
use super::message::TableMessage;
use junqi_core::base::job::write_private;
use junqi_core::game::format::OPEN_TABLE;
use junqi_tables::answer::LobbyTable;
use junqi_tables::engines::{EngineAnswer, EngineTask, Engines};
use junqi_tables::room::{KeptGame, Surroundings};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::{fs, io};
use tokio::sync::mpsc::UnboundedSender;
use tokio::task::{block_in_place, spawn_blocking};

/// The surroundings of one table.
pub(super) struct TableFiles {
    host: Arc<Host>,
    sender: UnboundedSender<TableMessage>,
    engines: Arc<Mutex<Engines>>,
    /// Ends the searches that run.
    stop: Arc<AtomicBool>,
}

impl TableFiles {
    /// The surroundings of a table that receives its messages by `sender`.
    pub(super) fn new(host: Arc<Host>, sender: UnboundedSender<TableMessage>) -> Self {
        let engines = Arc::new(Mutex::new(Engines::new(host.options.board)));
        Self { host, sender, engines, stop: Arc::default() }
    }

    /// Counts a failed write.
    fn counted(&self, written: io::Result<()>) -> io::Result<()> {
        if written.is_err() {
            self.host.metrics.count_save_failure();
        }
        written
    }

    fn write_game(&self, folder: &Path, game: &KeptGame) -> io::Result<()> {
        let KeptGame { name, record, listed } = game;
        let path = folder.join(format!("{name}.jsonl"));
        write_private(&path, (record.line() + "\n").as_bytes()).map_err(|e| named(&path, &e))?;
        if let Some(seats) = listed {
            let added = self.host.finished.add(name.clone(), record, seats.clone());
            added.map_err(|e| io::Error::new(e.kind(), format!("list of finished games: {e}")))?;
        }
        Ok(())
    }
}

impl Surroundings for TableFiles {
    fn secret(&mut self) -> io::Result<u64> {
        random_secret()
    }

    fn ask_engine(&mut self, task: EngineTask) {
        let engines = self.engines.clone();
        let board = self.host.options.board;
        let stop = self.stop.clone();
        let sender = self.sender.clone();
        let permits = self.host.engine_permits.clone();
        tokio::spawn(async move {
            let permit = permits.acquire_owned().await;
            let serial = task.serial;
            let answer = spawn_blocking(move || {
                let mut engines = engines.lock().unwrap_or_else(|poisoned| {
                    // A session whose search crashed may be of no more use.
                    let mut engines = poisoned.into_inner();
                    *engines = Engines::new(board);
                    engines
                });
                engines.answer(task, &stop)
            });
            // The panic has been printed to standard error.
            let answer = answer.await.unwrap_or_else(|_| EngineAnswer::crashed(serial));
            drop(permit);
            // A table that is closed needs no answer.
            let _ = sender.send(TableMessage::EngineAnswered(answer));
        });
    }

    fn stop_engines(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
        self.stop = Arc::default();
    }

    fn keep_game(&mut self, game: &KeptGame) -> io::Result<()> {
        let Some(folder) = self.host.options.games.clone() else { return Ok(()) };
        let written = block_in_place(|| self.write_game(&folder, game));
        self.counted(written)
    }

    fn keep_table(&mut self, name: &str, text: Option<&str>) -> io::Result<()> {
        let Some(folder) = &self.host.options.games else { return Ok(()) };
        let path = folder.join(format!("{name}{OPEN_TABLE}"));
        let written = match text {
            Some(text) => block_in_place(|| write_private(&path, text.as_bytes())),
            None => removed(&path),
        };
        self.counted(written.map_err(|error| named(&path, &error)))
    }

    fn publish(&mut self, entry: LobbyTable) {
        self.host.update_lobby(entry);
    }

    fn count_move(&mut self, is_over: bool) {
        self.host.metrics.count_move();
        if is_over {
            self.host.metrics.count_game();
        }
    }
}

/// Removes a file, if there is one.
fn removed(path: &PathBuf) -> io::Result<()> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

/// An error with the name of its file.
fn named(path: &Path, error: &io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("{}: {error}", path.display()))
}
