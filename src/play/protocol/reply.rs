//! What an engine says.

use crate::base::text::Word;
use crate::game::board::Board;
use crate::game::format::read_deployment;
use crate::game::rules::{Deployment, Move};
use crate::gametree::score::Score;
use std::time::Duration;

/// A line from an engine, as far as it matters to whoever plays with it.
#[derive(Debug, Clone, PartialEq)]
pub enum EngineReply {
    /// `uciok`: all options were told.
    UciOk,
    /// `readyok`.
    ReadyOk,
    /// `bestsetup`: the deployment it chose.
    BestSetup(Deployment),
    /// `bestmove`: the move it chose.
    BestMove(Move),
    /// `bestmove resign`: it gives up.
    Resign,
    /// `bestmove none`: it has none, or was asked out of turn.
    NoMove,
    /// `info`: what it thinks.
    Info(SearchInfo),
    /// Anything else: ignored.
    Other,
    /// A `bestmove` or `bestsetup` that is none, with what was found and expected.
    Wrong(String),
}

/// What an engine thinks.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct SearchInfo {
    /// Plies of its last search; 0 if it does not tell.
    pub depth: u32,
    /// Worlds it looked at.
    pub worlds: u32,
    /// Nodes it visited.
    pub nodes: u64,
    /// Time it took.
    pub time: Duration,
    /// What the game is worth to its team, in centi-pieces.
    pub score: Option<Score>,
    /// The line it expects.
    pub line: Vec<Move>,
}

impl EngineReply {
    /// Reads a line.
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
    /// Reads what is known of it; the rest is passed over.
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
                    info.score = score.map(|units| Score(units.clamp(-MOST, MOST)));
                }
                "pv" => {
                    info.line = words.by_ref().map_while(|w| Move::parse(w, board).ok()).collect();
                }
                "string" => break,
                _ => {}
            }
        }
        info
    }

    /// The line, without its end: whole numbers only.
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
            text += &format!(" score cp {}", score.0.clamp(-MOST, MOST));
        }
        if !self.line.is_empty() {
            text += " pv";
            self.line.iter().for_each(|mv| text += &format!(" {}", mv.text(board)));
        }
        text
    }
}

/// Centi-pieces beyond which a score says no more.
const MOST: i64 = 1_000_000;
