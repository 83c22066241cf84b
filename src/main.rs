//! The `junqi` program.

use std::process::ExitCode;

/// Counts the bytes that searches hold.
#[cfg(feature = "heap")]
#[global_allocator]
static HEAP: peak_alloc::PeakAlloc = peak_alloc::PeakAlloc;

fn main() -> ExitCode {
    junqi::cli::Cli::read().run()
}
