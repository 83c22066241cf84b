//! Games of files: records, replays of the QQ client, histories.

use crate::game::belief::{View, Visibility};
use crate::game::board::{Board, Seat};
use crate::game::format::{GameHistory, GameRecord, GameResult, Jgs};
use crate::game::rules::{Event, Mode, Rules};
use crate::server::table::{Ending, EventView, shut};
use serde::Serialize;
use std::collections::BTreeMap;
use thiserror::Error;

/// Why a file cannot be opened.
#[derive(Debug, Clone, PartialEq, Error)]
#[error("{name}: {why}")]
pub struct OpenError {
    name: String,
    why: String,
}

/// A game of a file.
#[derive(Debug, Clone)]
pub struct Opened {
    /// The game as it began: all cards open, or as somebody saw it.
    pub start: View,
    /// What happened.
    pub events: Vec<Event>,
    /// Whose pieces the players knew.
    pub visibility: Visibility,
    /// What is told of it.
    pub told: OpenedMessage,
}

/// A game of a file as `docs/SERVER.md` has it.
#[derive(Debug, Clone, Serialize)]
pub struct OpenedMessage {
    name: String,
    games: usize,
    game: usize,
    mode: Mode,
    rules: String,
    shut: Vec<String>,
    visibility: Visibility,
    seats: BTreeMap<char, String>,
    first: Seat,
    pieces: Vec<(String, Seat, Option<char>)>,
    events: Vec<EventView>,
    result: Option<Ending>,
    notes: Vec<String>,
    record: Option<String>,
}

impl Opened {
    /// Opens a game of a file, told apart by the ending of its name.
    ///
    /// # Errors
    ///
    /// If the file is not what its name says, or has no such game.
    pub fn new(
        name: &str,
        bytes: &[u8],
        game: usize,
        board: &'static Board,
    ) -> Result<Self, OpenError> {
        let short: String = name.chars().filter(|c| !c.is_control()).take(100).collect();
        let wrong = |why: String| OpenError { name: short.clone(), why };
        let text = || std::str::from_utf8(bytes).map_err(|e| wrong(e.to_string()));
        let ending = short.rsplit_once('.').map_or("", |(_, ending)| ending).to_lowercase();
        let (games, history, record, notes) = match ending.as_str() {
            "jgs" => replay(bytes, board).map_err(wrong)?,
            "jsonl" | "json" => record(text()?, game, board).map_err(wrong)?,
            _ => {
                let history =
                    GameHistory::parse(text()?, board).map_err(|e| wrong(e.to_string()))?;
                (1, history, None, vec![])
            }
        };
        if game >= games {
            return Err(wrong(format!("found {games} games, expected game {game}")));
        }
        let GameHistory { start, events } = history;
        let happenings = happenings(&start, &events).map_err(wrong)?;
        let told = told((short, games, game), &start, happenings, record, notes);
        Ok(Self { start, events, visibility: told.visibility, told })
    }
}

type Found = (usize, GameHistory, Option<GameRecord>, Vec<String>);

/// A replay of the QQ client; where it leaves the rules is told, and it ends where a move is impossible.
fn replay(bytes: &[u8], board: &'static Board) -> Result<Found, String> {
    let jgs = Jgs::parse(bytes).map_err(|e| e.to_string())?;
    let replayed = jgs.replay(board, Rules::qq()).map_err(|e| e.to_string())?;
    let record = jgs.record_of(&replayed, board);
    let history = record.history(board).map_err(|e| e.to_string())?;
    Ok((1, history, Some(record), replayed.disagreements))
}

/// A record of a file of them.
fn record(text: &str, game: usize, board: &'static Board) -> Result<Found, String> {
    let lines: Vec<(usize, &str)> =
        (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty()).collect();
    let (number, line) = *lines
        .get(game)
        .ok_or_else(|| format!("found {} games, expected game {game}", lines.len()))?;
    let record: GameRecord =
        serde_json::from_str(line).map_err(|e| format!("line {number}: {e}"))?;
    let history = record.history(board).map_err(|e| format!("line {number}: {e}"))?;
    Ok((lines.len(), history, Some(record), vec![]))
}

/// The events with what follows from them: as the truth has it, or as somebody saw it.
fn happenings(start: &View, events: &[Event]) -> Result<Vec<EventView>, String> {
    use crate::game::belief::Information;
    let seat = start.observer.unwrap_or(start.turn);
    let open = if start.observer.is_some() { Visibility::FourDark } else { Visibility::AllOpen };
    let mut known = Information::new(start, seat, open).map_err(|e| e.to_string())?;
    let mut happenings = vec![];
    for (n, event) in (1..).zip(events) {
        let before: Vec<_> = known.observation().pieces().collect();
        known.apply(event).map_err(|e| format!("event {n}: {e}"))?;
        happenings.push(EventView::new(n, event, &before, &known.observation()));
    }
    Ok(happenings)
}

fn told(
    (name, games, game): (String, usize, usize),
    start: &View,
    events: Vec<EventView>,
    record: Option<GameRecord>,
    notes: Vec<String>,
) -> OpenedMessage {
    let cell = |station| start.board.cell(station).to_string();
    let kind = |seen| match seen {
        crate::game::belief::SeenPiece::Known(kind) => Some(kind.letter()),
        crate::game::belief::SeenPiece::Hidden => None,
    };
    let unnamed: BTreeMap<char, String> =
        start.rules.seats().iter().map(|seat| (seat.letter(), seat.to_string())).collect();
    let named = |record: &GameRecord| {
        let seats = Seat::ALL.into_iter().zip(record.seats.clone());
        seats.filter_map(|(seat, name)| Some((seat.letter(), name?))).collect()
    };
    let result = record.as_ref().map(|record| &record.result);
    let finished = result.filter(|result: &&GameResult| result.why != "unfinished");
    OpenedMessage {
        name,
        games,
        game,
        mode: start.rules.mode,
        rules: start.rules.to_string(),
        shut: shut(start.board, &start.rules),
        visibility: record.as_ref().map_or(Visibility::default(), |record| record.visibility),
        seats: record.as_ref().map_or(unnamed, named),
        first: start.turn,
        pieces: start.pieces.iter().map(|&(seat, seen, at)| (cell(at), seat, kind(seen))).collect(),
        events,
        result: finished.map(|result| Ending::of(result, &start.rules)),
        notes,
        record: record.map(|record| record.line()),
    }
}
