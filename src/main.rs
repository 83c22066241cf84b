//! The `junqi` program.

use junqi::cli::Cli;
use std::process::ExitCode;

/// Counts the bytes that searches hold.
#[cfg(feature = "heap")]
#[global_allocator]
static HEAP: peak_alloc::PeakAlloc = peak_alloc::PeakAlloc;

fn main() -> ExitCode {
    Cli::read(std::env::args_os()).map_or_else(|code| code, Cli::run)
}
