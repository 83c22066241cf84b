//! `junqi bench`

use super::{Env, print, print_json};
use crate::lab;
use anyhow::Result;
use serde_json::{Map, json};
use std::process::ExitCode;
use std::time::Instant;

#[derive(Debug, clap::Args)]
pub(super) struct Args {}

impl Args {
    pub(super) fn run(self, env: Env) -> Result<ExitCode> {
        let start = Instant::now();
        let mut by_algorithm = Map::new();
        let total = lab::bench(|algo, nodes| {
            by_algorithm.insert(algo.into(), nodes.into());
        });
        let seconds = start.elapsed().as_secs_f64();
        let speed = (total as f64 / seconds.max(1e-9)).round() as u64;
        if env.json {
            print_json(&json!({
                "nodes": total, "nodes_per_second": speed, "seconds": seconds,
                "algorithms": by_algorithm,
            }))?;
        } else {
            let lines = by_algorithm.iter().map(|(algo, nodes)| format!("{algo:<15}: {nodes}\n"));
            let mut text: String = lines.collect();
            text += &format!("\nNodes searched : {total}\nNodes/second   : {speed}\n");
            print(&text)?;
        }
        Ok(ExitCode::SUCCESS)
    }
}
