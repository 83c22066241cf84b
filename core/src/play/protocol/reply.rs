//! Replies of an engine.

use crate::base::text::Word;
use crate::engine::SearchReport;
use crate::game::board::Board;
use crate::game::format::read_deployment;
use crate::game::rules::{Deployment, Move};
use crate::gametree::score::Score;
use std::time::Duration;

/// A line from an engine, as far as a player needs it.
#[derive(Debug, Clone, PartialEq)]
pub enum EngineReply {
    /// `uciok`: all options have been listed.
    UciOk,
    /// `readyok`.
    ReadyOk,
    /// `bestsetup`: the chosen deployment.
    BestSetup(Deployment),
    /// `bestmove`: the chosen move.
    BestMove(Move),
    /// `bestmove resign`: the engine resigns.
    Resign,
    /// `bestmove none`: there is no move, or it is not the engine's turn.
    NoMove,
    /// `info`: an intermediate or final search report, without candidates.
    Info(SearchReport),
    /// Any other line; it is ignored.
    Other,
    /// An invalid `bestmove` or `bestsetup`, with what was found and expected.
    Wrong(String),
}

impl EngineReply {
    /// Parses a line.
    pub fn parse(line: &str, board: &'static Board) -> Self {
        let line = line.trim();
        let (first, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        match first {
            "uciok" => Self::UciOk,
            "readyok" => Self::ReadyOk,
            "info" => Self::Info(parse_info(rest, board)),
            "bestsetup" => {
                match read_deployment(Word { text: rest, line: 1, column: 1 }, board.shape()) {
                    Ok(deployment) => Self::BestSetup(deployment),
                    Err(error) => Self::Wrong(format!("bestsetup: {error}")),
                }
            }
            "bestmove" => match rest.split_whitespace().next().unwrap_or_default() {
                "none" | "(none)" | "0000" => Self::NoMove,
                "resign" => Self::Resign,
                text => match Move::parse(text, board) {
                    Ok(mv) => Self::BestMove(mv),
                    Err(error) => {
                        let short: String = text.chars().take(60).collect();
                        let expected = error.expected();
                        Self::Wrong(format!("bestmove: found `{short}`, expected {expected}"))
                    }
                },
            },
            _ => Self::Other,
        }
    }
}

/// The known fields of an `info` line; others are skipped.
fn parse_info(text: &str, board: &Board) -> SearchReport {
    let mut info = SearchReport::default();
    let mut words = text.split_whitespace().peekable();
    while let Some(key) = words.next() {
        let mut number = || words.peek().and_then(|word| word.parse::<u64>().ok()).unwrap_or(0);
        match key {
            "depth" => info.depth = u32::try_from(number()).unwrap_or(0),
            "worlds" => info.worlds = u32::try_from(number()).unwrap_or(0),
            "nodes" => info.nodes = number(),
            "time" => info.time = Duration::from_millis(number()),
            "cp" => {
                let score = words.peek().and_then(|word| word.parse::<i64>().ok());
                info.value = score.map(|units| Score(units.clamp(-MAX_SCORE, MAX_SCORE)));
            }
            "pv" => {
                let is_move = |word: &&str| Move::parse(word, board).ok();
                while let Some(mv) = words.peek().and_then(is_move) {
                    info.principal_variation.push(mv);
                    words.next();
                }
            }
            "string" => break,
            _ => {}
        }
    }
    info.best = info.principal_variation.first().copied();
    info
}

/// The `info` line of a report, without its line end; all numbers are whole.
pub fn info_line(report: &SearchReport, board: &Board) -> String {
    let SearchReport { depth, nodes, .. } = report;
    let micros = report.time.as_micros().max(1);
    let nps = u128::from(*nodes) * 1_000_000 / micros;
    let time = report.time.as_millis();
    let mut text = format!("info depth {depth}");
    if report.worlds > 0 {
        text += &format!(" worlds {}", report.worlds);
    }
    text += &format!(" nodes {nodes} nps {nps} time {time}");
    if let Some(score) = report.value {
        text += &format!(" score cp {}", score.0.clamp(-MAX_SCORE, MAX_SCORE));
    }
    if !report.principal_variation.is_empty() {
        text += " pv";
        report.principal_variation.iter().for_each(|mv| text += &format!(" {}", mv.text(board)));
    }
    text
}

/// Limit of a printed score, in centi-pieces.
const MAX_SCORE: i64 = 1_000_000;
