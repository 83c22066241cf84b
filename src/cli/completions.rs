//! `junqi completions`

use super::env::Env;
use anyhow::Result;
use clap::Command;
use clap_complete::Shell;
use serde_json::json;
use std::process::ExitCode;

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Shell that will read the script.
    shell: Shell,
}

impl Args {
    /// Prints the completion script of the program.
    pub(super) fn run(self, env: Env, mut program: Command) -> Result<ExitCode> {
        let name = program.get_name().to_owned();
        let mut script = vec![];
        clap_complete::generate(self.shell, &mut program, name, &mut script);
        let script = String::from_utf8_lossy(&script);
        let json = json!({ "shell": self.shell.to_string(), "script": script });
        env.show(&json, || script.into_owned())?;
        Ok(ExitCode::SUCCESS)
    }
}
