//! `junqi man`

use super::env::{Env, print, print_json};
use super::load;
use anyhow::{Context, Result};
use clap::Command;
use clap_mangen::Man;
use serde_json::json;
use std::process::ExitCode;

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Write the pages of all commands to this folder, as junqi.1, junqi-match.1 and so on [default:
    /// print the page of junqi itself].
    #[arg(long, value_name = "DIR")]
    out: Option<load::Output>,
}

impl Args {
    /// Writes the manual pages of the program.
    pub(super) fn run(self, env: Env, mut program: Command) -> Result<ExitCode> {
        program.build();
        let mut pages = vec![];
        add_pages(&program, &mut pages)?;
        if let Some(folder) = &self.out {
            load::write_all(env, folder, &pages).context("--out")?;
        }
        let names: Vec<&str> = pages.iter().map(|(name, _)| name.as_str()).collect();
        match (&self.out, env.json) {
            (_, true) => print_json(&json!({ "out": self.out, "pages": names }))?,
            (Some(folder), false) => {
                print(&format!("{} pages written to {}\n", names.len(), folder.display()))?;
            }
            (None, false) => print(&String::from_utf8_lossy(&pages[0].1))?,
        }
        Ok(ExitCode::SUCCESS)
    }
}

/// Adds the page of a command and those of its subcommands, each with its file name.
fn add_pages(command: &Command, pages: &mut Vec<(String, Vec<u8>)>) -> Result<()> {
    let mut page = vec![];
    let man = Man::new(command.clone());
    man.render(&mut page)?;
    pages.push((man.get_filename(), page));
    for subcommand in command.get_subcommands() {
        // A page that says how to ask for help helps nobody.
        if subcommand.get_name() != "help" {
            add_pages(subcommand, pages)?;
        }
    }
    Ok(())
}
