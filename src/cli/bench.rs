//! `junqi bench`

use super::env::{Env, print, print_json};
use super::note::note;
use anyhow::Result;
use junqi_core::engine::deepening;
use junqi_core::gametree::tree_runs;
use junqi_lab::shards::BENCH;
use serde_json::json;
use std::process::ExitCode;
use std::time::Instant;

pub(super) fn run(env: Env) -> Result<ExitCode> {
    let start = Instant::now();
    let mut searches = Vec::new();
    let mut total = tree_runs::bench(|algo, nodes| searches.push((algo.to_owned(), nodes)));
    total += deepening::bench(|name, nodes| searches.push((format!("seat {name}"), nodes)));
    let nanoseconds = start.elapsed().as_nanos().max(1);
    let speed = u128::from(total) * 1_000_000_000 / nanoseconds;
    if env.json {
        let searches: Vec<_> =
            searches.iter().map(|(algo, nodes)| json!({ "algo": algo, "nodes": nodes })).collect();
        let json =
            json!({ "nodes": total, "nodes_per_second": speed as u64, "searches": searches });
        print_json(&json)?;
    } else {
        let lines = searches.iter().map(|(algo, nodes)| format!("{algo:<16}: {nodes}\n"));
        let total = format!("\nNodes searched : {total}\nNodes/second   : {speed}\n");
        print(&(lines.collect::<String>() + &total))?;
    }
    if total != BENCH {
        let constants = "the constants `BENCH` in gametree::tree_runs and engine::deepening";
        note(format_args!("warning: {total} nodes searched, but {constants} add up to {BENCH}"));
    }
    Ok(ExitCode::SUCCESS)
}
