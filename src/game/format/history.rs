//! Public history: a starting view and the events after it, as text.

use super::parse_jfen;
use crate::base::text::{ParseError, Word, Words};
use crate::game::belief::View;
use crate::game::board::{Board, Seat};
use crate::game::rules::{Act, CombatResult, Event, Exit, Move, World, station};
use std::fmt;
use thiserror::Error;

type Result<T> = std::result::Result<T, ParseError>;

/// All that is public of a game so far, with the view it began from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GameHistory {
    /// The position before the first event, as one seat or everybody sees it.
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
    let cell = |w: Word<'_>| station(w.text, board).map_err(|e| w.expected(e.expected()));
    let from = cell(Word { text: &word.text[..at], ..word })?;
    Ok(Act::Move(Move { from, to: cell(word.from(at + 1))? }, fight))
}

fn parse_note(word: Word<'_>, board: &Board, event: &mut Event) -> Result<()> {
    let Some(sign) = word.text.chars().next().filter(|c| "!x-~".contains(*c)) else {
        return Err(word.expected("a note that begins with !, x, - or ~"));
    };
    let (seat, rest) = leading_seat(word.from(1))?;
    let room = match sign {
        '!' => {
            let at = station(rest.text, board).map_err(|e| rest.expected(e.expected()))?;
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
        let mut lines = (text.lines().enumerate())
            .map(|(i, line)| (i + 1, line))
            .filter(|(_, line)| !line.starts_with('#') && !line.trim().is_empty());
        let Some((number, line)) = lines.next() else {
            return Err(ParseError::new(1, 1, "nothing", "a JFEN line, then events"));
        };
        let start = parse_jfen(line, number, board)?;
        let lines: Vec<(usize, &str)> = lines.collect();
        let others: Vec<&(usize, &str)> = lines.iter().filter(|line| is_jfen(line.1)).collect();
        if let [(number, _), ..] = others[..] {
            let found = format!("another position ({} in this text)", others.len() + 1);
            let expected = "events; a text has one position, so give each in a file of its own";
            return Err(ParseError::new(*number, 1, found, expected));
        }
        let mut events = vec![];
        for word in lines.into_iter().flat_map(|(number, line)| Words::new(number, line)) {
            events.push(parse_event(word, board)?);
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
    let texts = (event_text(event, board), event_text(&made, board));
    if made == *event { Ok(()) } else { Err(Disagreement { found: texts.0, expected: texts.1 }) }
}
