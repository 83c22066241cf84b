//! What comes out of the tables, for the page to carry.

use junqi_tables::answer::LobbyTable;
use junqi_tables::engines::EngineTask;
use junqi_tables::room::{KeptGame, Surroundings};
use rand::Rng;
use rand::rngs::ChaCha8Rng;
use serde::Serialize;
use std::io;
use std::sync::{Arc, Mutex, PoisonError};

/// A message that comes out.
#[derive(Debug, Serialize)]
#[serde(tag = "is", rename_all = "snake_case")]
pub(crate) enum Output {
    /// A message of a server to the page.
    Page { text: String },
    /// A task for the engines of a table, with its number.
    Engine { table: String, serial: u64, task: String },
    /// The tasks of the engines of a table end.
    StopEngines { table: String },
    /// A long question, in place of the one that runs, with the number of its request.
    Study { id: Option<u64>, task: String },
    /// The question that runs ends.
    Halt,
    /// A table to keep until it is resumed; without a text it is forgotten.
    Keep { table: String, text: Option<String> },
}

/// The messages that have come out.
#[derive(Debug, Clone, Default)]
pub(crate) struct Outputs(Arc<Mutex<Vec<Output>>>);

impl Outputs {
    pub(crate) fn push(&self, output: Output) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push(output);
    }

    /// All of them as JSON; none are left.
    pub(crate) fn take(&self) -> String {
        let all = std::mem::take(&mut *self.0.lock().unwrap_or_else(PoisonError::into_inner));
        serde_json::to_string(&all).expect("plain data")
    }
}

/// The page around a table.
pub(crate) struct PageAround {
    pub(crate) table: String,
    pub(crate) outputs: Outputs,
    /// Random numbers that nobody can guess, from the seed of the page.
    pub(crate) secrets: ChaCha8Rng,
}

impl Surroundings for PageAround {
    fn secret(&mut self) -> io::Result<u64> {
        Ok(self.secrets.next_u64())
    }

    fn ask_engine(&mut self, task: EngineTask) {
        let table = self.table.clone();
        let serial = task.serial;
        let task = serde_json::to_string(&task).expect("plain data");
        self.outputs.push(Output::Engine { table, serial, task });
    }

    fn stop_engines(&mut self) {
        self.outputs.push(Output::StopEngines { table: self.table.clone() });
    }

    /// The page keeps finished games by itself.
    fn keep_game(&mut self, _: &KeptGame) -> io::Result<()> {
        Ok(())
    }

    fn keep_table(&mut self, name: &str, text: Option<&str>) -> io::Result<()> {
        self.outputs.push(Output::Keep { table: name.into(), text: text.map(Into::into) });
        Ok(())
    }

    fn publish(&mut self, _: LobbyTable) {}

    fn count_move(&mut self, _: bool) {}
}
