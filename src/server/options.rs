//! The settings of the server.

use crate::game::board::Board;
use std::net::SocketAddr;
use std::path::PathBuf;

/// The settings of the server.
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
    /// The seed of all random draws but secrets; random if `None`.
    pub seed: Option<u64>,
    /// The board.
    pub board: &'static Board,
}
