//! `junqi perft`

use super::env::{Env, print, print_json};
use super::load;
use anyhow::Result;
use junqi_core::game::rules::{divide, perft};
use serde_json::json;
use std::process::ExitCode;
use std::time::Instant;

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Position as a JFEN line, or `start` (the reference deployment in all four arms).
    jfen: String,
    /// Length of the sequences, in plies.
    #[arg(long)]
    depth: u32,
    /// Print the count of every first move separately.
    #[arg(long)]
    divide: bool,
}

impl Args {
    pub(super) fn run(self, env: Env) -> Result<ExitCode> {
        let mut world = load::world(&self.jfen, env)?;
        let start = Instant::now();
        let (divided, nodes) = if self.divide && self.depth > 0 {
            let divided = divide(&mut world, self.depth);
            let total = divided.iter().map(|d| d.1).sum();
            (Some(divided), total)
        } else {
            (None, perft(&mut world, self.depth))
        };
        let seconds = start.elapsed().as_secs_f64();
        let text = |mv: junqi_core::game::rules::Move| mv.text(env.board);
        if env.json {
            let moves = divided.map(|d| -> serde_json::Map<_, _> {
                d.into_iter().map(|(mv, n)| (text(mv), n.into())).collect()
            });
            print_json(&json!({
                "depth": self.depth, "nodes": nodes, "seconds": seconds, "divide": moves,
            }))?;
        } else {
            for (mv, count) in divided.into_iter().flatten() {
                print(&format!("{}: {count}\n", text(mv)))?;
            }
            let speed = nodes as f64 / seconds.max(1e-9) / 1e6;
            print(&format!("perft {}: {nodes} ({speed:.1} million leaves/s)\n", self.depth))?;
        }
        Ok(ExitCode::SUCCESS)
    }
}
