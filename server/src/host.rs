//! The state that all tables and connections share: options, the list of tables and the search permits.

use super::finished::FinishedList;
use super::message::TableMessage;
use super::metrics::{Gauges, Metrics};
use junqi_core::game::board::Board;
use junqi_tables::answer::{Error, ErrorCode, LobbyTable};
use junqi_tables::room::one_way;
use rand::TryRng;
use rand::rngs::SysRng;
use std::collections::BTreeMap;
use std::io;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::sync::mpsc::UnboundedSender;
use tokio::sync::{Semaphore, watch};
use tokio::time::{Instant, timeout};
use tracing::warn;

/// The most tables.
const MAX_TABLES: usize = 200;
/// The most `WebSocket`s, and the most connections that are none.
pub(super) const MAX_CONNECTIONS: usize = 1000;
/// The longest that a server that stops waits for its tables.
const STOP_TIMEOUT: Duration = Duration::from_secs(5);
/// The characters of table names, without those that look alike.
const NAME_LETTERS: &[u8; 32] = b"abcdefghjkmnpqrstuvwxyz023456789";

/// The options of the server.
#[derive(Debug, Clone)]
pub struct ServerOptions {
    /// The address to listen on.
    pub address: SocketAddr,
    /// Host names, beside those of this machine, that browsers may use.
    pub names: Vec<String>,
    /// An existing folder for game records; `None` writes none.
    pub games: Option<PathBuf>,
    /// A folder with the page, in place of the embedded one.
    pub web: Option<PathBuf>,
    /// The most engines that search at once.
    pub threads: usize,
    /// The seed of all random draws except secrets; random if `None`.
    pub seed: Option<u64>,
    /// The board.
    pub board: &'static Board,
}

/// An open table: where its messages go, and what the lobby shows of it.
#[derive(Clone)]
pub(super) struct OpenTable {
    pub(super) sender: UnboundedSender<TableMessage>,
    /// Whether the lobby lists it.
    pub(super) listed: bool,
    pub(super) lobby_entry: LobbyTable,
}

/// The state shared by all tasks.
pub(super) struct Host {
    pub(super) options: ServerOptions,
    seed: u64,
    /// The moment from which tables count their time.
    began: Instant,
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
        let threads = options.threads.max(1);
        Ok(Self {
            seed,
            began: Instant::now(),
            tables: Mutex::default(),
            opened: AtomicU64::new(0),
            stopping: watch::Sender::new(()),
            websocket_permits: Arc::new(Semaphore::new(MAX_CONNECTIONS)),
            connection_permits: Arc::new(Semaphore::new(MAX_CONNECTIONS)),
            metrics: Metrics::default(),
            finished: FinishedList::new(options.games.as_ref()),
            engine_permits: Arc::new(Semaphore::new(threads)),
            study_permits: Arc::new(Semaphore::new(threads)),
            options,
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
            board: Board::siguo(),
        };
        Arc::new(Self::new(options).expect("a seed needs no random numbers of the system"))
    }

    /// The time of the tables.
    pub(super) fn now(&self) -> Duration {
        self.began.elapsed()
    }

    /// The instant of a time of the tables.
    pub(super) fn instant(&self, time: Duration) -> Instant {
        self.began + time
    }

    fn tables(&self) -> MutexGuard<'_, BTreeMap<String, OpenTable>> {
        self.tables.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The page `/metrics`.
    pub(super) fn metrics_page(&self) -> String {
        let threads = self.options.threads.max(1);
        self.metrics.page(&Gauges {
            tables: self.tables().len(),
            connections: MAX_CONNECTIONS - self.connection_permits.available_permits(),
            websockets: MAX_CONNECTIONS - self.websocket_permits.available_permits(),
            searches: threads - self.engine_permits.available_permits(),
        })
    }

    /// The sender of a table's messages, by the table's name.
    pub(super) fn table(&self, name: &str) -> Result<UnboundedSender<TableMessage>, Error> {
        let known = self.tables().get(name).map(|entry| entry.sender.clone());
        known.ok_or_else(|| {
            let short: String = name.chars().take(20).collect();
            Error::new(ErrorCode::Unknown, format!("There is no table `{short}`."))
        })
    }

    /// The lobby's list of open tables.
    pub(super) fn lobby(&self) -> Vec<LobbyTable> {
        let tables = self.tables();
        let listed = tables.values().filter(|table| table.listed);
        listed.map(|table| table.lobby_entry.clone()).collect()
    }

    /// Adds a table under a new name; `create` gets the name and the seed.
    pub(super) fn add_table<T>(
        &self,
        create: impl FnOnce(String, u64) -> (OpenTable, T),
    ) -> Result<(String, T), Error> {
        let mut tables = self.tables();
        if tables.len() >= MAX_TABLES {
            let text = format!(
                "The server has {MAX_TABLES} tables, the most it can hold. Try again later."
            );
            return Err(Error::new(ErrorCode::Limit, text));
        }
        let mut name = new_name()?;
        while tables.contains_key(&name) {
            name = new_name()?;
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
    pub(super) fn update_lobby(&self, lobby_entry: LobbyTable) {
        if let Some(table) = self.tables().get_mut(&lobby_entry.table) {
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
pub(super) fn random_secret() -> io::Result<u64> {
    SysRng
        .try_next_u64()
        .map_err(|error| io::Error::other(format!("random numbers of the system: {error}")))
}

fn new_name() -> Result<String, Error> {
    let mut word = random_secret().map_err(|error| Error::new(ErrorCode::Limit, error))?;
    let mut name = String::new();
    for _ in 0..8 {
        name.push(char::from(NAME_LETTERS[(word % 32) as usize]));
        word /= 32;
    }
    Ok(name)
}
