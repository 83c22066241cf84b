//! `junqi endgame`

use super::env::Env;
use super::load;
use anyhow::{Context, Result, ensure};
use junqi_core::engine::endgame::{
    AdviceGoal, AdviceMoves, EndgameResult, EndgameWords, MINED_FLAG, Solution, parse_advice, solve,
};
use junqi_core::game::rules::{Move, World};
use junqi_core::gametree::search::{AdviceTable, Limit, Meter, advise};
use serde::Serialize;
use std::collections::BTreeMap;
use std::process::ExitCode;
use std::time::{Duration, Instant};

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Position or game: a JFEN line, `start` (the reference position), or a file with records
    /// (.jsonl), a replay (.jgs) or a text history.
    source: load::Source,
    /// Node limit of the search.
    #[arg(long, default_value_t = 1_000_000)]
    nodes: u64,
    /// Search time limit, in milliseconds [default: none].
    #[arg(long)]
    movetime: Option<u64>,
    /// Print the outcome of every legal move.
    #[arg(long, conflicts_with = "advice")]
    moves: bool,
    /// Look for a forced win by a table of advice instead: `mined-flag`, or a TOML file like it
    /// (docs/ENGINES.md).
    #[arg(long, value_name = "TABLE")]
    advice: Option<load::Source>,
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
        let place = (self.game, self.ply);
        let hint = "this command needs all pieces known";
        let world = load::truth(&self.source, place, hint, env)?;
        let table = self.advice.as_ref().map(advice_table).transpose()?;
        let start = Instant::now();
        let end = self.movetime.map(Duration::from_millis);
        let over = || end.is_some_and(|end| start.elapsed() >= end);
        let limit = Limit { nodes: Some(self.nodes), over: Some(&over) };
        let seconds = || start.elapsed().as_secs_f64();
        let turn = world.turn().letter();
        if let Some(table) = table {
            let output = AdviceOutput::new(&table, world, limit, seconds);
            env.show(&output, || output.text(turn))?;
        } else {
            let solution = solve(&world, limit);
            let output = EndgameOutput::new(solution, seconds(), |mv| mv.text(env.board));
            env.show(&output, || output.text(self.moves, turn))?;
        }
        Ok(ExitCode::SUCCESS)
    }
}

type Table = AdviceTable<AdviceGoal, AdviceMoves>;

/// The table of advice of this name: a built-in one or a file.
fn advice_table(name: &load::Source) -> Result<Table> {
    if name.is("mined-flag") {
        return Ok(parse_advice(MINED_FLAG)?);
    }
    let path = name.path();
    ensure!(path.exists(), "found `{name}`, expected mined-flag or a file; there is no such file");
    parse_advice(&load::text(path)?).with_context(|| name.to_string())
}

#[derive(Debug, Serialize)]
struct AdviceOutput {
    /// The first move of the forced win, and the piece of advice that has found it.
    best: Option<String>,
    advice: Option<String>,
    complete: bool,
    nodes: u64,
    seconds: f64,
}

impl AdviceOutput {
    fn new(table: &Table, mut world: World, limit: Limit, seconds: impl Fn() -> f64) -> Self {
        let words = EndgameWords::new(&world);
        let mut meter = Meter::new(limit);
        let found = advise(&words, table, &mut meter, &mut world);
        Self {
            best: found.forced.map(|(mv, _)| mv.text(world.board())),
            advice: found.forced.map(|(_, place)| table.advice[place].name.clone()),
            complete: found.complete,
            nodes: meter.visits.nodes,
            seconds: seconds(),
        }
    }

    fn text(&self, turn: char) -> String {
        let answer = match (&self.advice, &self.best) {
            (Some(advice), Some(best)) => format!("win by `{advice}`, first {best}"),
            _ if self.complete => "the table knows no forced win".into(),
            _ => "no answer within the limit".into(),
        };
        format!("{turn} to move: {answer}\nnodes {}, {:.3} s\n", self.nodes, self.seconds)
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
