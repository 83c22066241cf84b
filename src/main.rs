//! The `junqi` program.

use clap::Parser;
use std::process::ExitCode;

fn main() -> ExitCode {
    junqi::cli::Cli::parse().run()
}
