//! `junqi serve`: tables, clocks and the page for the browser, over `WebSocket`s, as `docs/SERVER.md`
//! says.
//!
//! Every connection is a task and every table is one; they send each other messages and share nothing
//! but the list of tables. Whatever thinks does so outside of both, on so many threads as there are.

mod connection;
mod deployments;
mod host;
mod message;
mod origin_check;
mod outbox;
mod pages;
mod room;
mod studies;
pub mod study;
mod study_cache;
pub mod table;

use crate::game::board::Board;
use axum::Router;
use axum::routing::get;
use axum::serve::ListenerExt;
use host::Host;
use std::io;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;
use tokio::net::TcpListener;

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

/// Serves until the process ends; `ready` hears the address once it listens.
///
/// # Errors
///
/// If it cannot listen.
pub fn serve(options: ServerOptions, ready: impl FnOnce(SocketAddr)) -> io::Result<()> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    runtime.block_on(async {
        let listener = TcpListener::bind(options.address).await?;
        let address = listener.local_addr()?;
        let host = Arc::new(Host::new(options)?);
        let router = Router::new()
            .route("/ws", get(connection::open))
            .fallback(get(pages::page))
            .with_state(host);
        ready(address);
        // Moves are small and have to go at once.
        let listener = listener.tap_io(|stream| drop(stream.set_nodelay(true)));
        axum::serve(listener, router).await
    })
}
