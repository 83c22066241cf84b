//! `junqi endgame`

use super::env::{Env, print, print_json};
use super::load;
use crate::engine::endgame::{EndgameResult, Solution, solve};
use crate::game::rules::Move;
use crate::gametree::search::Limit;
use anyhow::Result;
use serde::Serialize;
use std::collections::BTreeMap;
use std::process::ExitCode;
use std::time::{Duration, Instant};

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Position or game: a JFEN line, `start` (the reference position), or a file with records
    /// (.jsonl), a replay (.jgs) or a text history.
    source: String,
    /// Node limit of the search.
    #[arg(long, default_value_t = 1_000_000)]
    nodes: u64,
    /// Search time limit, in milliseconds [default: none].
    #[arg(long)]
    movetime: Option<u64>,
    /// Print the outcome of every legal move.
    #[arg(long)]
    moves: bool,
    /// Number of moves to replay [default: the whole game].
    #[arg(long)]
    ply: Option<u32>,
    /// Index of the game in a file of records, from 0.
    #[arg(long, default_value_t = 0)]
    game: usize,
}

#[derive(Debug, Serialize)]
struct EndgameOutput {
    #[serde(flatten)]
    verdict: Named,
    best: Option<String>,
    line: Vec<String>,
    holds: bool,
    held: bool,
    nodes: u64,
    seconds: f64,
    moves: BTreeMap<String, Named>,
}

#[derive(Debug, Clone, Copy, Serialize)]
struct Named {
    verdict: &'static str,
    plies: Option<u32>,
}

impl Args {
    pub(super) fn run(self, env: Env) -> Result<ExitCode> {
        let (moment, advice) = ((self.game, self.ply), "this command needs all pieces known");
        let world = load::truth(&self.source, moment, advice, env)?;
        let start = Instant::now();
        let end = self.movetime.map(Duration::from_millis);
        let over = || end.is_some_and(|end| start.elapsed() >= end);
        let solution = solve(&world, Limit { nodes: Some(self.nodes), over: Some(&over) });
        let seconds = start.elapsed().as_secs_f64();
        let text = |mv: Move| mv.text(env.board);
        let output = EndgameOutput::new(solution, seconds, text);
        if env.json {
            print_json(&output)?;
        } else {
            print(&output.text(self.moves, world.turn().letter()))?;
        }
        Ok(ExitCode::SUCCESS)
    }
}

impl Named {
    fn new(verdict: EndgameResult) -> Self {
        match verdict {
            EndgameResult::Win { plies } => Self { verdict: "win", plies: Some(plies) },
            EndgameResult::Loss { plies } => Self { verdict: "loss", plies: Some(plies) },
            EndgameResult::Draw => Self { verdict: "draw", plies: None },
            EndgameResult::Unknown => Self { verdict: "unknown", plies: None },
        }
    }

    fn text(self) -> String {
        self.plies.map_or_else(|| self.verdict.into(), |n| format!("{} in {n}", self.verdict))
    }
}

impl EndgameOutput {
    fn new(solution: Solution, seconds: f64, text: impl Fn(Move) -> String) -> Self {
        let Solution { verdict, best, line, moves, holds, held, nodes } = solution;
        Self {
            verdict: Named::new(verdict),
            best: best.map(&text),
            line: line.into_iter().map(&text).collect(),
            holds,
            held,
            nodes,
            seconds,
            moves: moves.into_iter().map(|(mv, v)| (text(mv), Named::new(v))).collect(),
        }
    }

    fn text(&self, moves: bool, turn: char) -> String {
        let mut text = format!("{turn} to move: {}", self.verdict.text());
        if self.verdict.verdict == "unknown" {
            text += match (self.holds, self.held) {
                (true, false) => ", but no loss",
                (false, true) => ", but no win",
                _ => "",
            };
        }
        text += "\n";
        if !self.line.is_empty() {
            text += &format!("{}\n", self.line.join(" "));
        }
        if moves {
            for (mv, verdict) in &self.moves {
                text += &format!("{mv}: {}\n", verdict.text());
            }
        }
        text + &format!("nodes {}, {:.3} s\n", self.nodes, self.seconds)
    }
}
