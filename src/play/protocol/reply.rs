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
    /// `info`: an intermediate or final search report.
    Info(SearchInfo),
    /// Any other line; it is ignored.
    Other,
    /// An invalid `bestmove` or `bestsetup`, with what was found and expected.
    Wrong(String),
}

/// The search report of an `info` line.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct SearchInfo {
    /// Depth of the last search, in plies; 0 if unknown.
    pub depth: u32,
    /// Number of worlds searched; 0 if unknown.
    pub worlds: u32,
    /// Number of nodes visited.
    pub nodes: u64,
    /// Time since the search began.
    pub time: Duration,
    /// Value of the position for the engine's team, in centi-pieces.
    pub score: Option<Score>,
    /// Principal variation.
    pub line: Vec<Move>,
}

impl From<SearchReport> for SearchInfo {
    fn from(report: SearchReport) -> Self {
        Self {
            depth: report.depth,
            worlds: report.worlds,
            nodes: report.nodes,
            time: report.time,
            score: report.value,
            line: report.principal_variation,
        }
    }
}

impl From<SearchInfo> for SearchReport {
    fn from(info: SearchInfo) -> Self {
        Self {
            value: info.score,
            best: info.line.first().copied(),
            principal_variation: info.line,
            depth: info.depth,
            nodes: info.nodes,
            worlds: info.worlds,
            time: info.time,
            ..Self::default()
        }
    }
}

impl EngineReply {
    /// Parses a line.
    pub fn parse(line: &str, board: &Board) -> Self {
        let line = line.trim();
        let (first, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        match first {
            "uciok" => Self::UciOk,
            "readyok" => Self::ReadyOk,
            "info" => Self::Info(SearchInfo::parse(rest, board)),
            "bestsetup" => match read_deployment(Word { text: rest, line: 1, column: 1 }) {
                Ok(deployment) => Self::BestSetup(deployment),
                Err(error) => Self::Wrong(format!("bestsetup: {error}")),
            },
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

impl SearchInfo {
    /// Parses the known fields; others are skipped.
    fn parse(text: &str, board: &Board) -> Self {
        let mut info = Self::default();
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
                    info.score = score.map(|units| Score(units.clamp(-MAX_SCORE, MAX_SCORE)));
                }
                "pv" => {
                    let is_move = |word: &&str| Move::parse(word, board).ok();
                    while let Some(m) = words.peek().and_then(is_move) {
                        info.line.push(m);
                        words.next();
                    }
                }
                "string" => break,
                _ => {}
            }
        }
        info
    }

    /// The line without its line end; all numbers are whole.
    pub fn text(&self, board: &Board) -> String {
        let micros = self.time.as_micros().max(1);
        let nps = u128::from(self.nodes) * 1_000_000 / micros;
        let time = self.time.as_millis();
        let mut text = format!("info depth {}", self.depth);
        if self.worlds > 0 {
            text += &format!(" worlds {}", self.worlds);
        }
        text += &format!(" nodes {} nps {nps} time {time}", self.nodes);
        if let Some(score) = self.score {
            text += &format!(" score cp {}", score.0.clamp(-MAX_SCORE, MAX_SCORE));
        }
        if !self.line.is_empty() {
            text += " pv";
            self.line.iter().for_each(|mv| text += &format!(" {}", mv.text(board)));
        }
        text
    }
}

/// Limit of a printed score, in centi-pieces.
const MAX_SCORE: i64 = 1_000_000;
