//! The server's start: the routes and the listener.

use super::host::{Host, ServerOptions};
use super::task::resume_tables;
use super::{connection, pages};
use axum::Router;
use axum::routing::get;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use junqi_core::base::job::private_options;
use std::fmt::Display;
use std::fs::{File, TryLockError};
use std::io::{self, ErrorKind};
use std::net::SocketAddr;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::OwnedSemaphorePermit;
use tokio::time::{sleep, timeout};
use tracing::{debug, info, warn};

/// A connection that has not sent the header of a request after this time is closed.
const HEADER_TIMEOUT: Duration = Duration::from_secs(10);
/// A connection that is no WebSocket is closed after this time, even while it reads or writes.
const PAGE_TIMEOUT: Duration = Duration::from_secs(60);
/// Pause after the system has refused a connection, for example because too many files are open.
const ACCEPT_PAUSE: Duration = Duration::from_secs(1);

/// The file in the folder of games that a running server locks.
const LOCK: &str = ".junqi-lock";

/// Serves until Ctrl-C or SIGTERM, then saves the tables; calls `ready` with the address once it listens.
///
/// # Errors
///
/// If it cannot listen, or another server uses the folder of games.
pub fn serve(options: ServerOptions, ready: impl FnOnce(SocketAddr)) -> io::Result<()> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    // Held until the server has ended.
    let _lock = options.games.as_deref().map(lock_folder).transpose()?;
    let served = runtime.block_on(async {
        let stop = stop_signal()?;
        let listener = TcpListener::bind(options.address).await;
        let listener = listener.map_err(|error| named(&options.address, &error))?;
        let address = listener.local_addr()?;
        let host = Arc::new(Host::new(options)?);
        resume_tables(&host)?;
        let router = Router::new()
            .route("/ws", get(connection::open))
            .route("/healthz", get(pages::health))
            .route("/metrics", get(pages::metrics))
            .fallback(get(pages::page))
            .with_state(host.clone());
        info!(%address, "listening");
        ready(address);
        tokio::select! {
            failed = accept(&listener, &router, &host) => failed,
            () = stop => {
                host.stop_tables().await;
                info!("stopped");
                Ok(())
            }
        }
    });
    // Searches that still run are dropped: their tables have stopped.
    runtime.shutdown_background();
    served
}

/// An error with the address or folder that it is about.
fn named(what: &dyn Display, error: &dyn Display) -> io::Error {
    io::Error::other(format!("{what}: {error}"))
}

/// Locks the folder of games against other servers until the file is dropped.
fn lock_folder(folder: &Path) -> io::Result<File> {
    let file = private_options().create(true).append(true).open(folder.join(LOCK));
    let file = file.map_err(|error| named(&folder.display(), &error))?;
    match file.try_lock() {
        Err(TryLockError::WouldBlock) => {
            let text = "another server uses this folder; choose a folder of its own with --games";
            Err(named(&folder.display(), &text))
        }
        Err(TryLockError::Error(error)) => {
            warn!(folder = %folder.display(), "{error}; the folder is not locked");
            Ok(file)
        }
        Ok(()) => Ok(file),
    }
}

/// Ends at the first Ctrl-C or SIGTERM. Signals count from the call on, for process 1 of a container ignores
/// those without a handler.
#[cfg(unix)]
fn stop_signal() -> io::Result<impl Future<Output = ()>> {
    use tokio::signal::unix::{SignalKind, signal};
    let mut interrupt = signal(SignalKind::interrupt())?;
    let mut terminate = signal(SignalKind::terminate())?;
    Ok(async move {
        tokio::select! { _ = interrupt.recv() => {}, _ = terminate.recv() => {} }
    })
}

/// Ends at the first Ctrl-C.
#[cfg(not(unix))]
fn stop_signal() -> io::Result<impl Future<Output = ()>> {
    let mut interrupt = tokio::signal::windows::ctrl_c()?;
    Ok(async move {
        let _ = interrupt.recv().await;
    })
}

/// Accepts connections for ever; above the limit they are closed at once.
async fn accept(listener: &TcpListener, router: &Router, host: &Arc<Host>) -> io::Result<()> {
    loop {
        let (stream, peer) = match listener.accept().await {
            Ok(accepted) => accepted,
            Err(error) if is_of_the_client(&error) => continue,
            Err(error) => {
                warn!(%error, "cannot accept a connection");
                sleep(ACCEPT_PAUSE).await;
                continue;
            }
        };
        let Ok(permit) = host.connection_permits.clone().try_acquire_owned() else {
            warn!(%peer, "too many connections: refused");
            continue;
        };
        debug!(%peer, "connection");
        tokio::spawn(serve_connection(stream, router.clone(), permit));
    }
}

fn is_of_the_client(error: &io::Error) -> bool {
    use ErrorKind::{ConnectionAborted, ConnectionRefused, ConnectionReset};
    matches!(error.kind(), ConnectionAborted | ConnectionRefused | ConnectionReset)
}

/// Serves the requests of a connection until it closes or becomes a `WebSocket`.
async fn serve_connection(stream: TcpStream, router: Router, _permit: OwnedSemaphorePermit) {
    // Moves are small and have to go at once. A closed connection is noticed below.
    let _ = stream.set_nodelay(true);
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(HEADER_TIMEOUT)
        .serve_connection(TokioIo::new(stream), TowerToHyperService::new(router))
        .with_upgrades();
    match timeout(PAGE_TIMEOUT, connection).await {
        Ok(Ok(())) => {}
        Ok(Err(error)) => debug!(%error, "connection closed"),
        Err(_) => debug!("connection closed after {PAGE_TIMEOUT:?}"),
    }
}
