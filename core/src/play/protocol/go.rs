//! The command `go`: the limits of a search.

use super::error::{CommandError, found};
use crate::game::board::Board;
use crate::game::rules::Move;
use std::time::Duration;

/// The limits of a search; `None` means no limit.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct GoCommand {
    /// Node limit.
    pub nodes: Option<u64>,
    /// Time limit for this move.
    pub movetime: Option<Duration>,
    /// Time left for all moves of the game.
    pub gametime: Option<Duration>,
    /// Time added after every move.
    pub increment: Duration,
    /// Depth limit, in plies.
    pub depth: Option<u32>,
    /// Searches until `stop`.
    pub infinite: bool,
    /// All legal moves, for engines that do not know the rules; may be empty.
    pub legal: Vec<Move>,
}

/// The keys of `go` that take a number.
const NUMBERS: [&str; 5] = ["nodes", "depth", "movetime", "gametime", "increment"];

pub(super) fn parse_go(text: &str, board: &Board) -> Result<GoCommand, CommandError> {
    let (mut go, mut words) = (GoCommand::default(), text.split_whitespace());
    while let Some(key) = words.next() {
        if key == "infinite" {
            go.infinite = true;
            continue;
        }
        if key == "legal" {
            let read = |word: &str| {
                let expected = |_| found(word, "a legal move such as g6g7");
                Move::parse(word, board).map_err(expected)
            };
            go.legal = words.map(read).collect::<Result<_, _>>()?;
            break;
        }
        if !NUMBERS.contains(&key) {
            return Err(found(key, &format!("{}, infinite or legal", NUMBERS.join(", "))));
        }
        let value = words.next().unwrap_or_default();
        let number: Result<u64, _> = value.parse();
        let number = number.map_err(|_| found(value, &format!("a whole number for `{key}`")))?;
        let time = Duration::from_millis(number);
        match key {
            "nodes" => go.nodes = Some(number.max(1)),
            "depth" => go.depth = Some(u32::try_from(number).unwrap_or(u32::MAX).max(1)),
            "movetime" => go.movetime = Some(time),
            "gametime" => go.gametime = Some(time),
            _ => go.increment = time,
        }
    }
    Ok(go)
}

impl GoCommand {
    pub(super) fn text(&self, board: &Board) -> String {
        let mut text = String::new();
        let mut put = |key: &str, value: Option<u128>| {
            if let Some(value) = value {
                text += &format!(" {key} {value}");
            }
        };
        put("nodes", self.nodes.map(u128::from));
        put("movetime", self.movetime.map(|time| time.as_millis()));
        put("gametime", self.gametime.map(|time| time.as_millis()));
        put("increment", self.gametime.map(|_| self.increment.as_millis()));
        put("depth", self.depth.map(u128::from));
        text += if self.infinite { " infinite" } else { "" };
        text += if self.legal.is_empty() { "" } else { " legal" };
        self.legal.iter().for_each(|mv| text += &format!(" {}", mv.text(board)));
        text
    }
}
