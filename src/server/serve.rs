//! The server's start: the routes and the listener.

use super::host::Host;
use super::options::ServerOptions;
use super::{connection, pages};
use axum::Router;
use axum::routing::get;
use axum::serve::ListenerExt;
use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use tokio::net::TcpListener;

/// Serves until the process ends; calls `ready` with the address once it listens.
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
