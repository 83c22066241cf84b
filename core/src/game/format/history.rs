//! Public history: a starting view and the events after it, as text; and positions saved from games.

use super::parse_jfen;
use crate::base::text::{ParseError, Word, Words};
use crate::game::belief::{ApplyError, Information, InformationError, View, Visibility};
use crate::game::board::{Board, Seat, Station};
use crate::game::rules::{Act, CombatResult, Event, Exit, Mode, Move, Phase, World, station};
use std::fmt;
use thiserror::Error;

type Result<T> = std::result::Result<T, ParseError>;

/// All that is public of a game so far, with the view it began from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GameHistory {
    /// The position before the first event, as one seat or the public sees it.
    pub start: View,
    /// The events since.
    pub events: Vec<Event>,
}

const FIGHTS: [(char, Option<CombatResult>); 4] = [
    ('-', None),
    ('>', Some(CombatResult::Win)),
    ('<', Some(CombatResult::Lose)),
    ('=', Some(CombatResult::Both)),
];
const ACTS: [(&str, Act); 4] = [
    ("resign", Act::Resign),
    ("forfeit", Act::Forfeit),
    ("timeout", Act::TimeOut),
    ("draw", Act::Draw),
];
const EXITS: [(&str, Exit); 4] = [
    ("flag", Exit::Flag),
    ("no_move", Exit::NoMove),
    ("resign", Exit::Resign),
    ("forfeit", Exit::Forfeit),
];

/// An event as one word: `S:g6>g12`, `S:g6=g12,!Sh1,!Nj17`, `E:o8>p8,xN,-N.flag`, `W:resign,-W.resign`.
pub fn event_text(event: &Event, board: &Board) -> String {
    let mut text = format!("{}:", event.seat);
    match event.act {
        Act::Move(mv, fight) => {
            let sign = FIGHTS.iter().find(|f| f.1 == fight).map_or('-', |f| f.0);
            let [from, to] = mv.cells(board);
            text += &format!("{from}{sign}{to}");
        }
        act => text += ACTS.iter().find(|a| a.1 == act).map_or("", |a| a.0),
    }
    for &(seat, flag) in &event.flags_shown {
        text += &format!(",!{seat}{}", board.cell(flag));
    }
    if let Some(seat) = event.captured_flag_of {
        text += &format!(",x{seat}");
    }
    for (seat, why) in &event.eliminated {
        let why = EXITS.iter().find(|e| e.1 == *why).map_or("", |e| e.0);
        text += &format!(",-{seat}.{why}");
    }
    for seat in &event.passed {
        text += &format!(",~{seat}");
    }
    text
}

fn leading_seat(word: Word<'_>) -> Result<(Seat, Word<'_>)> {
    let letter = word.text.chars().next();
    match letter.and_then(Seat::from_letter) {
        Some(seat) => Ok((seat, word.from(1))),
        None => Err(word.expected("a seat: S, E, N or W")),
    }
}

fn parse_act(word: Word<'_>, board: &Board) -> Result<Act> {
    if let Some((_, act)) = ACTS.iter().find(|a| a.0 == word.text) {
        return Ok(*act);
    }
    let sign = word
        .text
        .char_indices()
        .find_map(|(at, c)| FIGHTS.iter().find(|f| f.0 == c).map(|f| (at, f.1)));
    let Some((at, fight)) = sign else {
        let expected = "resign, forfeit, timeout, draw, or two cells with -, >, < or = between";
        return Err(word.expected(expected));
    };
    let from = parse_station(Word { text: &word.text[..at], ..word }, board)?;
    let to = parse_station(word.from(at + 1), board)?;
    Ok(Act::Move(Move { from, to }, fight))
}

fn parse_station(word: Word<'_>, board: &Board) -> Result<Station> {
    station(word.text, board).map_err(|error| word.expected(error.expected()))
}

fn parse_note(word: Word<'_>, board: &Board, event: &mut Event) -> Result<()> {
    let Some(sign) = word.text.chars().next().filter(|c| "!x-~".contains(*c)) else {
        return Err(word.expected("a note that begins with !, x, - or ~"));
    };
    let (seat, rest) = leading_seat(word.from(1))?;
    let room = match sign {
        '!' => {
            let at = parse_station(rest, board)?;
            event.flags_shown.try_push((seat, at)).is_ok()
        }
        '-' => {
            let why = EXITS.iter().find(|e| rest.text.strip_prefix('.') == Some(e.0));
            let why = why.ok_or_else(|| rest.expected(".flag, .no_move, .resign or .forfeit"))?;
            event.eliminated.try_push((seat, why.1)).is_ok()
        }
        _ if !rest.text.is_empty() => return Err(rest.expected("the end of the note")),
        'x' => event.captured_flag_of.replace(seat).is_none(),
        _ => event.passed.try_push(seat).is_ok(),
    };
    if room { Ok(()) } else { Err(word.expected("no more notes of this sort")) }
}

/// Reads an event.
///
/// # Errors
///
/// With the place of the first fault.
pub fn parse_event(word: Word<'_>, board: &Board) -> Result<Event> {
    let (seat, rest) = leading_seat(word)?;
    if !rest.text.starts_with(':') {
        return Err(rest.expected("a colon after the seat"));
    }
    let mut parts = rest.from(1).split(',');
    let act = parts.next().unwrap_or(rest);
    let mut event = Event::new(seat, parse_act(act, board)?);
    parts.try_for_each(|note| parse_note(note, board, &mut event))?;
    Ok(event)
}

/// Whether a line begins with the rows of a position, which no event has.
fn is_jfen(line: &str) -> bool {
    line.split_whitespace().next().is_some_and(|word| word.contains('/'))
}

/// The starting view on its line, then the events, eight to a line.
impl fmt::Display for GameHistory {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", self.start)?;
        for line in self.events.chunks(8) {
            let words: Vec<String> = line.iter().map(|e| event_text(e, self.start.board)).collect();
            writeln!(f, "{}", words.join(" "))?;
        }
        Ok(())
    }
}

impl GameHistory {
    /// Reads a history: a JFEN line, then events with white space between; lines that begin with
    /// `#` are comments.
    ///
    /// # Errors
    ///
    /// With the place of the first fault.
    pub fn parse(text: &str, board: &'static Board) -> Result<Self> {
        let mut lines = vec![];
        for (number, line) in (1..).zip(text.lines()) {
            if !line.starts_with('#') && !line.trim().is_empty() {
                lines.push((number, line));
            }
        }
        let Some((&(number, line), lines)) = lines.split_first() else {
            return Err(ParseError::new(1, 1, "nothing", "a JFEN line, then events"));
        };
        let start = parse_jfen(line, number, board)?;
        // A second position is reported before any fault of an event.
        if let Some(&(number, _)) = lines.iter().find(|line| is_jfen(line.1)) {
            let positions = 1 + lines.iter().filter(|line| is_jfen(line.1)).count();
            let found = format!("another position ({positions} in this text)");
            let expected = "events; a text has one position, so give each in a file of its own";
            return Err(ParseError::new(number, 1, found, expected));
        }
        let mut events = vec![];
        for &(number, line) in lines {
            for word in Words::new(number, line) {
                events.push(parse_event(word, board)?);
            }
        }
        Ok(Self { start, events })
    }
}

/// A disagreement between a history and the rules.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("found {found}, expected {expected}")]
pub struct Disagreement {
    /// The event in the history.
    pub found: String,
    /// The event by the rules.
    pub expected: String,
}

/// Makes the act of an event in a world and compares everything that becomes public.
///
/// # Errors
///
/// If the act is not possible, or becomes public in another way than the event says. After a
/// difference in the outcome alone the act is made; after an impossible one the world is as it was.
pub fn follow(world: &mut World, event: &Event) -> std::result::Result<(), Disagreement> {
    let board = world.board();
    let impossible = |why: String| Disagreement { found: event_text(event, board), expected: why };
    if world.outcome().is_some() {
        return Err(impossible("nothing: the game is over".into()));
    }
    let turn = world.turn();
    let made = match event.act {
        Act::Move(..) | Act::TimeOut if event.seat != turn => {
            return Err(impossible(format!("an act of {turn}, whose turn it is")));
        }
        Act::Move(mv, _) => {
            Some(world.play(mv).map_err(|e| impossible(format!("a legal move ({e})")))?)
        }
        Act::Resign => world.resign(event.seat),
        Act::Forfeit => world.forfeit(event.seat),
        Act::TimeOut => world.time_out(),
        Act::Draw => world.agree_draw(event.seat),
    };
    let made = made.ok_or_else(|| impossible("nothing: the seat is out".into()))?;
    if made == *event {
        return Ok(());
    }
    Err(Disagreement { found: event_text(event, board), expected: event_text(&made, board) })
}

/// A position of a game as the seat to move knows it: its view of the start and the public events
/// since. A belief is made from the view and learns the events.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SavedPosition {
    /// The phase of the game.
    pub phase: Phase,
    /// Moves made.
    pub ply: u32,
    /// The pieces that the seat knows.
    pub visibility: Visibility,
    /// The game that it is from: a file or the seed of a series, and the number of the game.
    pub source: String,
    /// The view of the start, whose observer is the seat to move, and the events.
    pub history: GameHistory,
    seat: Seat,
}

/// Why a text is no saved position.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum SavedPositionError {
    /// A fault of the line that describes it.
    #[error("scene: found {found}, expected {expected}")]
    Tag {
        /// The text found.
        found: String,
        /// The text expected.
        expected: &'static str,
    },
    /// A fault of the history.
    #[error(transparent)]
    History(#[from] ParseError),
    /// The view of the start is not that of a seat.
    #[error(transparent)]
    Start(#[from] InformationError),
    /// An event cannot follow.
    #[error("event {event}: {error}")]
    Event {
        /// The number of the event, from 1.
        event: usize,
        /// The reason.
        error: ApplyError,
    },
}

/// The prefix of the line that describes a saved position.
const TAG: &str = "# scene ";

impl SavedPosition {
    /// A saved position; none if the view of its start has no observer.
    pub fn new(
        history: GameHistory,
        phase: Phase,
        ply: u32,
        visibility: Visibility,
        source: String,
    ) -> Option<Self> {
        let seat = history.start.observer?;
        Some(Self { phase, ply, visibility, source, history, seat })
    }

    /// The observer, who is to move.
    pub fn seat(&self) -> Seat {
        self.seat
    }

    /// The number of players.
    pub fn mode(&self) -> Mode {
        self.history.start.rules.mode
    }

    /// Reads a saved position: its description line, then a history.
    ///
    /// # Errors
    ///
    /// If there is no such line, or a fault in it or in the history.
    pub fn parse(
        text: &str,
        board: &'static Board,
    ) -> std::result::Result<Self, SavedPositionError> {
        let wrong = |found: String, expected| SavedPositionError::Tag { found, expected };
        let expected = "a line `# scene MODE PHASE SEAT ply=N VISIBILITY SOURCE`";
        let tag = text.lines().find_map(|line| line.strip_prefix(TAG));
        let tag = tag.ok_or_else(|| wrong("none".into(), expected))?;
        let words: Vec<&str> = tag.splitn(6, ' ').collect();
        let [mode, phase, seat, ply, visibility, source] = words[..] else {
            return Err(wrong(format!("`{tag}`"), expected));
        };
        let phase = Phase::named(phase)
            .ok_or_else(|| wrong(format!("`{phase}`"), "opening, middle or end"))?;
        let ply = ply.strip_prefix("ply=").and_then(|number| number.parse().ok());
        let ply = ply.ok_or_else(|| wrong(format!("`{tag}`"), "ply= and a number"))?;
        let visibility = Visibility::named(visibility)
            .ok_or_else(|| wrong(format!("`{visibility}`"), "a visibility"))?;
        let history = GameHistory::parse(text, board)?;
        let position = Self::new(history, phase, ply, visibility, source.into());
        let position = position.ok_or_else(|| wrong("a start without observer".into(), "one"))?;
        if mode != position.mode().name() || seat != position.seat.to_string() {
            return Err(wrong(format!("{mode} {seat}"), "the mode and the observer of the start"));
        }
        Ok(position)
    }

    /// Reads a text of many saved positions, one after the other.
    ///
    /// # Errors
    ///
    /// The first fault, with the number of its position, from 1.
    pub fn parse_all(
        text: &str,
        board: &'static Board,
    ) -> std::result::Result<Vec<Self>, (usize, SavedPositionError)> {
        let mut starts = vec![];
        for (at, _) in text.match_indices(TAG) {
            if at == 0 || text[..at].ends_with('\n') {
                starts.push(at);
            }
        }
        if starts.is_empty() {
            starts.push(0); // no position: reading says so
        }
        let mut positions = vec![];
        for (i, &start) in starts.iter().enumerate() {
            let end = starts.get(i + 1).copied().unwrap_or(text.len());
            let position = Self::parse(&text[start..end], board);
            positions.push(position.map_err(|error| (i + 1, error))?);
        }
        Ok(positions)
    }

    /// What the seat knows.
    ///
    /// # Errors
    ///
    /// If the start is no view of the seat, or an event cannot follow.
    pub fn information(&self) -> std::result::Result<Information, SavedPositionError> {
        let mut known = Information::new(&self.history.start, self.seat, self.visibility)?;
        for (event, number) in self.history.events.iter().zip(1..) {
            known
                .apply(event)
                .map_err(|error| SavedPositionError::Event { event: number, error })?;
        }
        Ok(known)
    }
}

/// The description line, then the history.
impl fmt::Display for SavedPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { phase, ply, visibility, source, history, seat } = self;
        let mode = self.mode().name();
        writeln!(f, "{TAG}{mode} {phase} {seat} ply={ply} {visibility} {source}")?;
        write!(f, "{history}")
    }
}
