//! Commands to an engine.

use crate::base::text::{Word, Words};
use crate::game::belief::{View, Visibility};
use crate::game::board::{Board, Seat};
use crate::game::format::{event_text, parse_event, parse_jfen, read_deployment};
use crate::game::rules::{Deployment, Event, Move, Rules};
use std::time::Duration;
use thiserror::Error;

/// A command to an engine, one per line.
#[derive(Debug, Clone, PartialEq)]
pub enum EngineCommand {
    /// `uci`: asks for name and options.
    Uci,
    /// `isready`: asks for an answer once all earlier commands are done.
    IsReady,
    /// `setoption name NAME value VALUE`.
    SetOption {
        /// Name of the option.
        name: String,
        /// Value of the option; empty if none is given.
        value: String,
    },
    /// `ucinewgame`: begins another game.
    NewGame,
    /// `setup`: asks for a deployment.
    Setup {
        /// The seat.
        seat: Seat,
        /// The rules.
        rules: Rules,
        /// Whose pieces the seat will see.
        visibility: Visibility,
        /// A legal deployment; the engine may choose another.
        offered: Deployment,
    },
    /// `position`: the start as a seat sees it, and all events since.
    Position {
        /// The view at the start.
        start: Box<View>,
        /// Whose pieces the seat sees.
        visibility: Visibility,
        /// The events since the start.
        events: Vec<Event>,
    },
    /// `go`: searches.
    Go(GoCommand),
    /// `stop`: ends the search at once.
    Stop,
    /// `quit`: ends the session.
    Quit,
}

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

/// Why a line is not a command.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{0}")]
pub struct CommandError(String);

/// The first words of all commands.
const COMMANDS: &str = "uci, isready, setoption, ucinewgame, setup, position, go, stop or quit";

impl EngineCommand {
    /// Parses a line; `None` for an empty one. As in UCI, words after a command without arguments are
    /// ignored.
    ///
    /// # Errors
    ///
    /// If the line is not a command.
    pub fn parse(line: &str, board: &'static Board) -> Result<Option<Self>, CommandError> {
        let line = line.trim();
        let (first, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        Ok(Some(match first {
            "" => return Ok(None),
            "uci" | "ucci" | "jqi" => Self::Uci,
            "isready" => Self::IsReady,
            "ucinewgame" => Self::NewGame,
            "stop" => Self::Stop,
            "quit" => Self::Quit,
            "setoption" => set_option(rest)?,
            "setup" => setup(rest)?,
            "position" => position(rest, board)?,
            "go" => Self::Go(go(rest, board)?),
            other => return Err(found(other, COMMANDS)),
        }))
    }

    /// The line without its line end.
    pub fn line(&self, board: &Board) -> String {
        match self {
            Self::Uci => "uci".into(),
            Self::IsReady => "isready".into(),
            Self::SetOption { name, value } => format!("setoption name {name} value {value}"),
            Self::NewGame => "ucinewgame".into(),
            Self::Setup { seat, rules, visibility, offered } => {
                format!("setup seat {seat} rules {rules} visibility {visibility} offered {offered}")
            }
            Self::Position { start, visibility, events } => {
                let mut line = format!("position visibility {visibility} jfen {start} moves");
                for event in events {
                    line.push(' ');
                    line += &event_text(event, board);
                }
                line
            }
            Self::Go(go) => format!("go{}", go.text(board)),
            Self::Stop => "stop".into(),
            Self::Quit => "quit".into(),
        }
    }
}

fn found(what: &str, expected: &str) -> CommandError {
    let short: String = what.chars().take(60).collect();
    let what = if short.is_empty() { "nothing".to_owned() } else { format!("`{short}`") };
    CommandError(format!("found {what}, expected {expected}"))
}

/// The word after a key, and what follows it.
fn after<'a>(text: &'a str, key: &str) -> Result<(&'a str, &'a str), CommandError> {
    let (word, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    if word != key {
        return Err(found(word, &format!("`{key}`")));
    }
    let rest = rest.trim_start();
    Ok(rest.split_once(char::is_whitespace).unwrap_or((rest, "")))
}

fn set_option(text: &str) -> Result<EngineCommand, CommandError> {
    let name = text.strip_prefix("name").ok_or_else(|| found(text, "`name`"))?;
    let (name, value) = name.split_once(" value").unwrap_or((name, ""));
    let (name, value) = (name.trim().to_owned(), value.trim().to_owned());
    Ok(EngineCommand::SetOption { name, value })
}

fn visibility(word: &str) -> Result<Visibility, CommandError> {
    let all = [Visibility::FourDark, Visibility::DoubleOpen, Visibility::AllOpen];
    let found_one = all.into_iter().find(|visibility| visibility.to_string() == word);
    found_one.ok_or_else(|| found(word, "four-dark, double-open or all-open"))
}

fn setup(text: &str) -> Result<EngineCommand, CommandError> {
    let (word, rest) = after(text, "seat")?;
    let letter = word.parse::<char>().ok().and_then(Seat::from_letter);
    let seat = letter.ok_or_else(|| found(word, "S, E, N or W"))?;
    let (word, rest) = after(rest.trim_start(), "rules")?;
    let rules = word.parse().map_err(|e| CommandError(format!("rules: {e}")))?;
    let (word, rest) = after(rest.trim_start(), "visibility")?;
    let visibility = visibility(word)?;
    let text = rest.trim_start().strip_prefix("offered");
    let text = text.ok_or_else(|| found(rest, "`offered`"))?.trim();
    let offered = read_deployment(Word { text, line: 1, column: 1 });
    let offered = offered.map_err(|e| CommandError(format!("offered: {e}")))?;
    Ok(EngineCommand::Setup { seat, rules, visibility, offered })
}

fn position(text: &str, board: &'static Board) -> Result<EngineCommand, CommandError> {
    let (visibility, text) = if text.starts_with("visibility") {
        let (word, rest) = after(text, "visibility")?;
        (visibility(word)?, rest.trim_start())
    } else {
        (Visibility::FourDark, text)
    };
    let jfen = text.strip_prefix("jfen ").ok_or_else(|| found(text, "`jfen`"))?;
    let (jfen, moves) = jfen.split_once(" moves").unwrap_or((jfen, ""));
    let start =
        parse_jfen(jfen.trim(), 1, board).map_err(|e| CommandError(format!("jfen: {e}")))?;
    let events = Words::new(1, moves).map(|word| parse_event(word, board));
    let events: Result<_, _> = events.collect();
    let events = events.map_err(|e| CommandError(format!("moves: {e}")))?;
    Ok(EngineCommand::Position { start: Box::new(start), visibility, events })
}

/// The keys of `go` that take a number.
const NUMBERS: [&str; 5] = ["nodes", "depth", "movetime", "gametime", "increment"];

fn go(text: &str, board: &Board) -> Result<GoCommand, CommandError> {
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
    fn text(&self, board: &Board) -> String {
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
