//! Commands to an engine.

use super::error::{CommandError, after, found};
use super::game::{GameOver, NewGame};
use super::go::{GoCommand, parse_go};
use super::position::{parse_position, parse_visibility};
use crate::base::text::Word;
use crate::game::belief::{View, Visibility};
use crate::game::board::{Board, Seat};
use crate::game::format::{event_text, read_deployment};
use crate::game::rules::{Deployment, Event, Rules};

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
    /// `ucinewgame`: begins another game, and may say which.
    NewGame(Option<NewGame>),
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
    /// `gameover`: the result of the game.
    GameOver(GameOver),
    /// `quit`: ends the session.
    Quit,
}

/// The first words of all commands.
const COMMANDS: &str =
    "uci, isready, setoption, ucinewgame, setup, position, go, stop, gameover or quit";

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
            "ucinewgame" => Self::NewGame(NewGame::parse(rest)?),
            "gameover" => Self::GameOver(GameOver::parse(rest)?),
            "stop" => Self::Stop,
            "quit" => Self::Quit,
            "setoption" => set_option(rest)?,
            "setup" => setup(rest, board)?,
            "position" => {
                let (start, visibility, events) = parse_position(rest, board)?;
                Self::Position { start: Box::new(start), visibility, events }
            }
            "go" => Self::Go(parse_go(rest, board)?),
            other => return Err(found(other, COMMANDS)),
        }))
    }

    /// The line without its line end.
    pub fn line(&self, board: &Board) -> String {
        match self {
            Self::Uci => "uci".into(),
            Self::IsReady => "isready".into(),
            Self::SetOption { name, value } => format!("setoption name {name} value {value}"),
            Self::NewGame(None) => "ucinewgame".into(),
            Self::NewGame(Some(game)) => format!("ucinewgame {game}"),
            Self::GameOver(result) => format!("gameover {result}"),
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

fn set_option(text: &str) -> Result<EngineCommand, CommandError> {
    let (_, rest) = around(text, "name")
        .filter(|(before, _)| before.is_empty())
        .ok_or_else(|| found(text, "`name`"))?;
    let (name, value) = around(rest, "value").unwrap_or((rest, ""));
    let (name, value) = (name.trim().to_owned(), value.trim().to_owned());
    Ok(EngineCommand::SetOption { name, value })
}

/// What stands before and after the first place of a word between spaces.
fn around<'a>(text: &'a str, word: &str) -> Option<(&'a str, &'a str)> {
    let parts = text.match_indices(word).map(|(at, _)| (&text[..at], &text[at + word.len()..]));
    let apart = |(before, after): &(&str, &str)| {
        (before.is_empty() || before.ends_with(char::is_whitespace))
            && (after.is_empty() || after.starts_with(char::is_whitespace))
    };
    parts.into_iter().find(apart)
}

fn setup(text: &str, board: &'static Board) -> Result<EngineCommand, CommandError> {
    let (word, rest) = after(text, "seat")?;
    let letter = word.parse::<char>().ok().and_then(Seat::from_letter);
    let seat = letter.ok_or_else(|| found(word, "S, E, N or W"))?;
    let (word, rest) = after(rest.trim_start(), "rules")?;
    let rules = word.parse().map_err(|e| CommandError(format!("rules: {e}")))?;
    let (word, rest) = after(rest.trim_start(), "visibility")?;
    let visibility = parse_visibility(word)?;
    let text = rest.trim_start().strip_prefix("offered");
    let text = text.ok_or_else(|| found(rest, "`offered`"))?.trim();
    let offered = read_deployment(Word { text, line: 1, column: 1 }, board.shape());
    let offered = offered.map_err(|e| CommandError(format!("offered: {e}")))?;
    Ok(EngineCommand::Setup { seat, rules, visibility, offered })
}
