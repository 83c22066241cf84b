//! `junqi engine`

use super::env::Env;
use anyhow::{Context, Result};
use junqi_core::play::session;
use std::io;
use std::process::ExitCode;

/// Plays for another program: reads commands from standard input, answers on standard output.
pub(super) fn run(env: Env) -> Result<ExitCode> {
    session::serve(env.board, io::stdin().lock(), io::stdout())
        .context("standard input or output")?;
    Ok(ExitCode::SUCCESS)
}
