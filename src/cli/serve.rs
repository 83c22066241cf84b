//! `junqi serve`

use super::env::{Env, print, print_json};
use super::note::Notes;
use super::signals::interrupt;
use anyhow::{Context, Result, bail, ensure};
use junqi_core::base::job::AtomicFile;
use junqi_server::{ServerOptions, serve};
use serde_json::json;
use std::fs::DirBuilder;
use std::io;
use std::net::{IpAddr, Ipv6Addr, SocketAddr};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::thread::available_parallelism;
use tracing::Level;

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Address to listen on; the default is reachable from this machine only.
    #[arg(long, default_value = "127.0.0.1", value_name = "ADDRESS")]
    host: IpAddr,
    /// Port to listen on; 0 chooses a free port.
    #[arg(long, default_value_t = 7717)]
    port: u16,
    /// Additional host name under which browsers may reach the server; may be repeated.
    #[arg(long = "name", value_name = "NAME", value_parser = host_name)]
    names: Vec<String>,
    /// Folder for the game records, written while the games are played [default: not recorded].
    #[arg(long, value_name = "FOLDER")]
    games: Option<PathBuf>,
    /// Maximum number of players that search at the same time [default: number of CPU threads].
    #[arg(long)]
    threads: Option<usize>,
    /// Random seed of deployments and players [default: from the operating system, as session secrets
    /// always are].
    #[arg(long)]
    seed: Option<u64>,
    /// Least severity of the log entries on standard error; `info` has tables and games, `debug`
    /// connections and refused requests.
    #[arg(long, value_enum, default_value = "warn", value_name = "LEVEL")]
    log: LogLevel,
    /// Serve the web page from this folder instead of the built-in one, for development.
    #[arg(long, value_name = "FOLDER")]
    web: Option<PathBuf>,
}

/// The severity of a log entry.
#[derive(Debug, Clone, Copy, clap::ValueEnum)]
enum LogLevel {
    Error,
    Warn,
    Info,
    Debug,
    Trace,
}

impl LogLevel {
    /// Writes log entries of this severity and above to standard error. Those that cannot be written are dropped.
    fn start(self) {
        let level = match self {
            Self::Error => Level::ERROR,
            Self::Warn => Level::WARN,
            Self::Info => Level::INFO,
            Self::Debug => Level::DEBUG,
            Self::Trace => Level::TRACE,
        };
        tracing_subscriber::fmt()
            .with_max_level(level)
            .with_writer(|| Notes)
            .with_ansi(false)
            .init();
    }
}

/// A host name without scheme, port or path; an IPv6 address stands in brackets.
fn host_name(text: &str) -> Result<String, String> {
    let bare = text.strip_prefix('[').and_then(|rest| rest.strip_suffix(']'));
    let bare = bare.map_or(!text.contains(':'), |address| address.parse::<Ipv6Addr>().is_ok());
    if bare && !text.is_empty() && !text.contains(|c: char| c == '/' || c.is_whitespace()) {
        return Ok(text.to_lowercase());
    }
    Err("expected a host name such as `games.example`, without scheme, port, path and spaces"
        .into())
}

/// An address as browsers name it in a request.
fn name_of(address: IpAddr) -> String {
    match address {
        IpAddr::V4(address) => address.to_string(),
        IpAddr::V6(address) => format!("[{address}]"),
    }
}

/// Creates a folder that only its owner may read (on Unix), if it does not exist.
fn create_private_folder(path: &Path) -> io::Result<()> {
    let mut builder = DirBuilder::new();
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.recursive(true).create(path)
}

impl Args {
    /// Serves until interrupted.
    pub(super) fn run(self, env: Env) -> Result<ExitCode> {
        self.log.start();
        let address = SocketAddr::new(self.host, self.port);
        let mut names = self.names;
        if !self.host.is_unspecified() {
            names.push(name_of(self.host));
        }
        if let Some(web) = &self.web {
            let page = web.join("index.html");
            ensure!(
                page.is_file(),
                "--web: found no {}, expected the folder of the page",
                page.display()
            );
        }
        if let Some(games) = &self.games {
            let folder = create_private_folder(games);
            folder.with_context(|| format!("--games: {} cannot be created", games.display()))?;
            AtomicFile::probe(&games.join("probe"))
                .with_context(|| format!("--games: cannot write in {}", games.display()))?;
        }
        if !env.board.shape().is_standard() {
            bail!("--board: the page draws the arms and the army of the standard board only");
        }
        let options = ServerOptions {
            address,
            names,
            games: self.games,
            web: self.web,
            threads: self.threads.unwrap_or_else(|| available_parallelism().map_or(1, Into::into)),
            seed: self.seed,
            board: env.board,
        };
        let ready = |address: SocketAddr| {
            let printed = if env.json {
                print_json(
                    &json!({"address": address.to_string(), "page": format!("http://{address}/")}),
                )
            } else {
                print(&format!("junqi serves http://{address}/ (Ctrl-C ends it)\n"))
            };
            // A closed standard output is no reason not to serve.
            let _ = printed;
        };
        // The server ends itself.
        interrupt();
        serve(options, ready)?;
        Ok(ExitCode::SUCCESS)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_ipv6_address_has_brackets_in_a_name() {
        for (address, name) in [("192.0.2.1", "192.0.2.1"), ("2001:db8::1", "[2001:db8::1]")] {
            let found = name_of(address.parse().unwrap());
            assert_eq!((found.as_str(), host_name(name)), (name, Ok(name.to_owned())));
        }
    }
}
