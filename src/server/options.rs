//! The settings of the server.

use crate::game::board::Board;
use std::net::SocketAddr;
use std::path::PathBuf;

/// How the server is set.
#[derive(Debug, Clone)]
pub struct ServerOptions {
    /// Where it listens.
    pub address: SocketAddr,
    /// Names, beside those of this machine, by which browsers may call it.
    pub names: Vec<String>,
    /// Where records are written.
    pub games: Option<PathBuf>,
    /// A folder with the page, in place of the one inside the program.
    pub web: Option<PathBuf>,
    /// How many engines think at once.
    pub threads: usize,
    /// Hears what goes wrong at a table that its people cannot mend.
    pub warn: fn(&str),
    /// The seed of all that is drawn but secrets; the system draws one if none is given.
    pub seed: Option<u64>,
    /// The board.
    pub board: &'static Board,
}
