//! The state that all tables and connections share: the list of tables and the search permits.

use super::finished_list::FinishedList;
use super::message::Error;
use super::metrics::{Gauges, Metrics};
use super::options::ServerOptions;
use super::room::TableMessage;
use rand::TryRng;
use rand::rngs::SysRng;
use serde_json::Value;
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use std::io;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::sync::mpsc::UnboundedSender;
use tokio::sync::{Semaphore, watch};
use tokio::time::timeout;
use tracing::warn;

/// The most tables.
const MAX_TABLES: usize = 200;
/// The most `WebSocket`s, and the most connections that are none.
pub(super) const MAX_CONNECTIONS: usize = 1000;
/// The longest that a server that stops waits for its tables.
const STOP_TIMEOUT: Duration = Duration::from_secs(5);
/// The characters of table names, without those that look alike.
const NAME_LETTERS: &[u8; 32] = b"abcdefghjkmnpqrstuvwxyz023456789";

/// A table as the lobby lists it.
#[derive(Clone)]
pub(super) struct LobbyEntry(pub(super) Value);

impl LobbyEntry {
    pub(super) fn json(&self, name: &str) -> Value {
        let mut value = self.0.clone();
        value["table"] = name.into();
        value
    }
}

/// An open table: where its messages go, and what the lobby shows of it.
#[derive(Clone)]
pub(super) struct OpenTable {
    pub(super) sender: UnboundedSender<TableMessage>,
    /// Whether the lobby lists it.
    pub(super) listed: bool,
    pub(super) lobby_entry: LobbyEntry,
}

/// The state shared by all tasks.
pub(super) struct Host {
    pub(super) options: ServerOptions,
    seed: u64,
    tables: Mutex<BTreeMap<String, OpenTable>>,
    opened: AtomicU64,
    /// Changes when the server stops; each table holds a receiver until it has saved its game.
    pub(super) stopping: watch::Sender<()>,
    /// Limits the `WebSocket`s.
    pub(super) websocket_permits: Arc<Semaphore>,
    /// Limits the connections that are no `WebSocket`s.
    pub(super) connection_permits: Arc<Semaphore>,
    pub(super) metrics: Metrics,
    pub(super) finished: FinishedList,
    /// Limits how many engines search at once.
    pub(super) engine_permits: Arc<Semaphore>,
    /// Limits how many studies run at once, apart from the engines at tables.
    pub(super) study_permits: Arc<Semaphore>,
}

impl Host {
    pub(super) fn new(options: ServerOptions) -> io::Result<Self> {
        let seed = match options.seed {
            Some(seed) => seed,
            None => random_secret()?,
        };
        let [engine_permits, study_permits] =
            [(); 2].map(|()| Arc::new(Semaphore::new(options.threads.max(1))));
        let finished = FinishedList::new(options.games.as_ref());
        Ok(Self {
            options,
            seed,
            tables: Mutex::default(),
            opened: AtomicU64::new(0),
            stopping: watch::Sender::new(()),
            websocket_permits: Arc::new(Semaphore::new(MAX_CONNECTIONS)),
            connection_permits: Arc::new(Semaphore::new(MAX_CONNECTIONS)),
            metrics: Metrics::default(),
            finished,
            engine_permits,
            study_permits,
        })
    }

    /// A host that keeps no games, with a fixed seed.
    #[cfg(test)]
    pub(super) fn for_tests() -> Arc<Self> {
        let options = ServerOptions {
            address: ([127, 0, 0, 1], 0).into(),
            names: vec![],
            games: None,
            web: None,
            threads: 1,
            seed: Some(1),
            board: crate::game::board::Board::siguo(),
        };
        Arc::new(Self::new(options).expect("a seed needs no random numbers of the system"))
    }

    fn tables(&self) -> MutexGuard<'_, BTreeMap<String, OpenTable>> {
        self.tables.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The page `/metrics`.
    pub(super) fn metrics_page(&self) -> String {
        let free = |permits: &Semaphore| permits.available_permits();
        self.metrics.page(&Gauges {
            tables: self.tables().len(),
            connections: MAX_CONNECTIONS - free(&self.connection_permits),
            websockets: MAX_CONNECTIONS - free(&self.websocket_permits),
            searches: self.options.threads.max(1) - free(&self.engine_permits),
        })
    }

    /// The sender of a table's messages, by the table's name.
    pub(super) fn table(&self, name: &str) -> Result<UnboundedSender<TableMessage>, Error> {
        let known = self.tables().get(name).map(|entry| entry.sender.clone());
        let short: String = name.chars().take(20).collect();
        known.ok_or_else(|| Error::new("unknown", format!("There is no table `{short}`.")))
    }

    /// The lobby's list of open tables.
    pub(super) fn lobby(&self) -> Vec<Value> {
        self.tables()
            .iter()
            .filter(|(_, table)| table.listed)
            .map(|(name, table)| table.lobby_entry.json(name))
            .collect()
    }

    /// Adds a table under a new name; `create` gets the name and the seed.
    pub(super) fn add_table<T>(
        &self,
        create: impl FnOnce(String, u64) -> (OpenTable, T),
    ) -> Result<(String, T), Error> {
        let system = |error: io::Error| Error::new("limit", error);
        let mut tables = self.tables();
        if tables.len() >= MAX_TABLES {
            let text = format!(
                "The server has {MAX_TABLES} tables, the most it can hold. Try again later."
            );
            return Err(Error::new("limit", text));
        }
        let mut name = new_name().map_err(system)?;
        while tables.contains_key(&name) {
            name = new_name().map_err(system)?;
        }
        let seed = one_way(self.seed, self.opened.fetch_add(1, Ordering::Relaxed));
        let (entry, created) = create(name.clone(), seed);
        tables.insert(name.clone(), entry);
        Ok((name, created))
    }

    /// Adds a table under the name that it had before a restart.
    pub(super) fn restore_table(&self, name: String, table: OpenTable) {
        self.tables().insert(name, table);
    }

    /// Updates the lobby's entry of a table.
    pub(super) fn update_lobby(&self, name: &str, lobby_entry: LobbyEntry) {
        if let Some(table) = self.tables().get_mut(name) {
            table.lobby_entry = lobby_entry;
        }
    }

    /// Lets all tables save their games and end.
    pub(super) async fn stop_tables(&self) {
        self.stopping.send_replace(());
        if timeout(STOP_TIMEOUT, self.stopping.closed()).await.is_err() {
            warn!("tables that were not saved after {STOP_TIMEOUT:?} are as they were last saved");
        }
    }

    /// Removes a table.
    pub(super) fn close(&self, name: &str) {
        self.tables().remove(name);
    }
}

/// Eight random bytes from the operating system.
fn random_secret() -> io::Result<u64> {
    let named = |error| io::Error::other(format!("random numbers of the system: {error}"));
    SysRng.try_next_u64().map_err(named)
}

/// A seed that depends on another and on a number, from which the other cannot be computed: finished records show the
/// seed of their game, which must not tell how others are dealt.
pub(super) fn one_way(seed: u64, number: u64) -> u64 {
    let digest = Sha256::digest([seed.to_le_bytes(), number.to_le_bytes()].concat());
    u64::from_le_bytes(std::array::from_fn(|i| digest[i]))
}

fn new_name() -> io::Result<String> {
    let mut word = random_secret()?;
    let letter = |_| {
        let letter = NAME_LETTERS[(word % 32) as usize];
        word /= 32;
        char::from(letter)
    };
    Ok((0..8).map(letter).collect())
}

/// A new seat token: 128 random bits, in hexadecimal.
pub(super) fn new_token() -> io::Result<String> {
    Ok(format!("{:016x}{:016x}", random_secret()?, random_secret()?))
}
