//! `junqi serve`

use super::{Env, print, print_json};
use crate::server::{ServerOptions, serve};
use anyhow::{Context, Result};
use serde_json::json;
use std::net::{IpAddr, SocketAddr};
use std::path::PathBuf;
use std::process::ExitCode;
use std::thread::available_parallelism;

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Where it listens: this machine alone if not given.
    #[arg(long, default_value = "127.0.0.1", value_name = "ADDRESS")]
    host: IpAddr,
    /// On which port; 0 takes a free one.
    #[arg(long, default_value_t = 7717)]
    port: u16,
    /// A name by which browsers may call it, beside those of this machine; may be repeated.
    #[arg(long = "name", value_name = "NAME")]
    names: Vec<String>,
    /// Write the record of every game into this folder, as it is played.
    #[arg(long, value_name = "FOLDER")]
    games: Option<PathBuf>,
    /// How many engines think at once; as many as the machine has threads if not given.
    #[arg(long)]
    threads: Option<usize>,
    /// The seed of deployments and engines; drawn by the system if not given. Secrets always are.
    #[arg(long)]
    seed: Option<u64>,
    /// Take the page from this folder, to work on it.
    #[arg(long, value_name = "FOLDER")]
    web: Option<PathBuf>,
}

impl Args {
    /// Serves until somebody ends it.
    pub(super) fn run(self, env: Env) -> Result<ExitCode> {
        let address = SocketAddr::new(self.host, self.port);
        let mut names = self.names;
        if !self.host.is_unspecified() && !self.host.is_loopback() {
            names.push(self.host.to_string());
        }
        let options = ServerOptions {
            address,
            names,
            games: self.games,
            web: self.web,
            threads: self.threads.unwrap_or_else(|| available_parallelism().map_or(1, Into::into)),
            seed: self.seed,
            warn: |text| eprintln!("warning: {text}"),
            board: env.board,
        };
        let ready = |address: SocketAddr| {
            let told = if env.json {
                print_json(
                    &json!({"address": address.to_string(), "page": format!("http://{address}/")}),
                )
            } else {
                print(&format!("junqi serves http://{address}/ (Ctrl-C ends it)\n"))
            };
            // Whoever does not want to hear it is served all the same.
            let _ = told;
        };
        serve(options, ready).with_context(|| address.to_string())?;
        Ok(ExitCode::SUCCESS)
    }
}
