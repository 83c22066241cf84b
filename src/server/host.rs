//! What all tables and connections share: the list of tables, secrets, and who may think.

use super::message::Error;
use super::options::ServerOptions;
use super::room::Mail;
use crate::base::random;
use rand::TryRng;
use rand::rngs::SysRng;
use serde_json::Value;
use std::collections::BTreeMap;
use std::io;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::sync::Semaphore;
use tokio::sync::mpsc::UnboundedSender;

/// Tables at most.
const TABLES: usize = 200;
/// Connections at most.
pub(super) const CONNECTIONS: usize = 1000;
/// Letters and digits of the names of tables: none that look alike.
const LETTERS: &[u8; 32] = b"abcdefghjkmnpqrstuvwxyz023456789";

/// What the lobby tells of a table.
#[derive(Clone)]
pub(super) struct Notice(pub(super) Value);

impl Notice {
    pub(super) fn json(&self, name: &str) -> Value {
        let mut value = self.0.clone();
        value["table"] = name.into();
        value
    }
}

/// What the lobby knows of a table.
#[derive(Clone)]
pub(super) struct Entry {
    pub(super) mail: UnboundedSender<Mail>,
    /// None where the lobby does not list it.
    pub(super) notice: Option<Notice>,
}

/// What is shared.
pub(super) struct Host {
    pub(super) options: ServerOptions,
    seed: u64,
    tables: Mutex<BTreeMap<String, Entry>>,
    opened: AtomicU64,
    pub(super) connections: AtomicUsize,
    /// Engines at tables that may think at once.
    pub(super) thinkers: Arc<Semaphore>,
    /// Studies that may go on at once: they take no engine's place.
    pub(super) students: Arc<Semaphore>,
}

impl Host {
    pub(super) fn new(options: ServerOptions) -> io::Result<Self> {
        if let Some(games) = &options.games {
            std::fs::create_dir_all(games)?;
        }
        let seed = match options.seed {
            Some(seed) => seed,
            None => secret_word()?,
        };
        let [thinkers, students] =
            [(); 2].map(|()| Arc::new(Semaphore::new(options.threads.max(1))));
        Ok(Self {
            options,
            seed,
            tables: Mutex::default(),
            opened: AtomicU64::new(0),
            connections: AtomicUsize::new(0),
            thinkers,
            students,
        })
    }

    fn tables(&self) -> MutexGuard<'_, BTreeMap<String, Entry>> {
        self.tables.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The table of a name.
    pub(super) fn table(&self, name: &str) -> Result<UnboundedSender<Mail>, Error> {
        let known = self.tables().get(name).map(|entry| entry.mail.clone());
        let short: String = name.chars().take(20).collect();
        known.ok_or_else(|| {
            Error::new("unknown", format!("found no table `{short}`, expected one of the lobby"))
        })
    }

    /// The tables that are open to all.
    pub(super) fn lobby(&self) -> Vec<Value> {
        self.tables()
            .iter()
            .filter_map(|(name, entry)| Some(entry.notice.as_ref()?.json(name)))
            .collect()
    }

    /// Adds a table under a new name; `create` gets the name and the seed.
    pub(super) fn add_table<T>(
        &self,
        create: impl FnOnce(String, u64) -> (Entry, T),
    ) -> Result<(String, T), Error> {
        let system = |error: io::Error| Error::new("limit", error);
        let mut tables = self.tables();
        if tables.len() >= TABLES {
            let text = format!("found {TABLES} tables, expected fewer: try later");
            return Err(Error::new("limit", text));
        }
        let mut name = new_name().map_err(system)?;
        while tables.contains_key(&name) {
            name = new_name().map_err(system)?;
        }
        let seed = random::derive(self.seed, &[self.opened.fetch_add(1, Ordering::Relaxed)]) >> 11;
        let (entry, created) = create(name.clone(), seed);
        tables.insert(name.clone(), entry);
        Ok((name, created))
    }

    /// What the lobby is to know of a table now.
    pub(super) fn post(&self, name: &str, notice: Notice) {
        if let Some(entry) = self.tables().get_mut(name)
            && entry.notice.is_some()
        {
            entry.notice = Some(notice);
        }
    }

    /// A table is no more.
    pub(super) fn close(&self, name: &str) {
        self.tables().remove(name);
    }
}

/// Eight bytes that nobody can guess.
fn secret_word() -> io::Result<u64> {
    SysRng.try_next_u64().map_err(io::Error::other)
}

fn new_name() -> io::Result<String> {
    let mut word = secret_word()?;
    let letter = |_| {
        let letter = LETTERS[(word % 32) as usize];
        word /= 32;
        char::from(letter)
    };
    Ok((0..8).map(letter).collect())
}

/// A secret that proves a seat: 128 bits.
pub(super) fn new_token() -> io::Result<String> {
    Ok(format!("{:016x}{:016x}", secret_word()?, secret_word()?))
}
