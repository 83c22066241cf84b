//! `junqi tree`: synthetic game trees and the search algorithms on them.

mod batch;
mod list;
mod search;
mod source;

use super::env::{Env, Usage, print, print_json};
use super::load;
use anyhow::{Result, bail};
use junqi_core::gametree::tree::Explicit;
use serde_json::json;
use source::Spec;
use std::process::ExitCode;

#[derive(Debug, clap::Subcommand)]
pub(super) enum Command {
    /// Write a generated tree to a file.
    Gen(Gen),
    /// Search a tree with one or more algorithms and compare their node counts.
    Search(search::Args),
    /// List the algorithms with their options, and the tree generators.
    List,
}

impl Command {
    pub(super) fn run(self, env: Env) -> Result<ExitCode> {
        match self {
            Self::Gen(args) => args.run(env),
            Self::Search(args) => args.run(env),
            Self::List => list::run(env),
        }
    }
}

#[derive(Debug, clap::Args)]
pub(super) struct Gen {
    #[command(flatten)]
    spec: Spec,
    /// Output file [default: standard output].
    #[arg(long, short, value_name = "FILE")]
    out: Option<load::Output>,
}

impl Gen {
    fn run(self, env: Env) -> Result<ExitCode> {
        let tree = self.spec.tree()?;
        let nodes = tree.shape().nodes();
        if nodes > MOST_NODES {
            let large =
                format!("a tree of {nodes} nodes is too large for a file (at most {MOST_NODES})");
            bail!(Usage(format!("{large}; `junqi tree search` can generate it without one")));
        }
        let text = Explicit::from_tree(&tree)?.to_json() + "\n";
        match &self.out {
            Some(path) => {
                load::write(path, text.as_bytes())?;
                if env.json {
                    let (tree, out) = (self.spec.name(), path.display().to_string());
                    print_json(&json!({ "tree": tree, "nodes": nodes, "out": out }))?;
                }
            }
            None => print(&text)?,
        }
        Ok(ExitCode::SUCCESS)
    }
}

/// The largest tree that is written to a file.
const MOST_NODES: u64 = 50_000_000;
