//! Games of files: records, QQ replays and histories.

use crate::game::belief::{Information, SeenPiece, View, Visibility};
use crate::game::board::{Board, Seat};
use crate::game::format::{
    ChatLine, FileKind, GameHistory, GameRecord, GameResult, GivenSignal, Jgs,
};
use crate::game::rules::{Event, Mode, Rules};
use crate::server::table::{Ending, EventView, closed_cells};
use serde::Serialize;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use thiserror::Error;

/// The most events of a game that can be opened.
const MAX_EVENTS: usize = 10_000;

/// Why a file cannot be opened.
#[derive(Debug, Clone, PartialEq, Error)]
#[error("{name}: {why}")]
pub struct OpenError {
    name: String,
    why: String,
}

/// A game read from a file.
#[derive(Debug, Clone)]
pub struct OpenedGame {
    /// The start: all pieces shown, or as one seat saw it.
    pub start: View,
    /// The events.
    pub events: Vec<Event>,
    /// Whose pieces each seat saw.
    pub visibility: Visibility,
    /// The message that describes it.
    pub message: OpenedMessage,
}

/// A game of a file as `docs/SERVER.md` has it.
#[derive(Debug, Clone, Serialize)]
pub struct OpenedMessage {
    name: String,
    games: usize,
    game: usize,
    mode: Mode,
    rules: String,
    #[serde(rename = "shut")]
    closed_cells: Vec<String>,
    visibility: Visibility,
    seats: BTreeMap<char, String>,
    first: Seat,
    pieces: Vec<(String, Seat, Option<char>)>,
    events: Vec<EventView>,
    result: Option<Ending>,
    notes: Vec<String>,
    signals: Vec<GivenSignal>,
    chat: Vec<ChatLine>,
    record: Option<String>,
}

impl OpenedGame {
    /// The answer to the client that opened it.
    pub fn answer(&self) -> Value {
        let mut message = json!(self.message);
        message["is"] = "opened".into();
        message
    }

    /// Opens a game of a file; its content says the format.
    ///
    /// # Errors
    ///
    /// If the file is no game, or has no game with this index.
    pub fn new(
        name: &str,
        bytes: &[u8],
        game: usize,
        board: &'static Board,
    ) -> Result<Self, OpenError> {
        let short: String = name.chars().filter(|c| !c.is_control()).take(100).collect();
        let error = |why: String| OpenError { name: short.clone(), why };
        let text = || std::str::from_utf8(bytes).map_err(|e| error(e.to_string()));
        let (games, history, record, notes) = match FileKind::of_named(&short, bytes) {
            FileKind::Jgs => replay(bytes, board).map_err(error)?,
            FileKind::Json => record(text()?, game, board).map_err(error)?,
            FileKind::Jql => return Err(error("found a deployment, expected a game".into())),
            FileKind::Text => {
                let history =
                    GameHistory::parse(text()?, board).map_err(|e| error(e.to_string()))?;
                (1, history, None, vec![])
            }
        };
        if game >= games {
            return Err(error(format!(
                "the file has {games} games: there is no game {game} (counted from 0)"
            )));
        }
        let GameHistory { start, events } = history;
        if events.len() > MAX_EVENTS {
            let found = events.len();
            return Err(error(format!(
                "the game has {found} events, expected at most {MAX_EVENTS}"
            )));
        }
        let event_views = event_views(&start, &events).map_err(error)?;
        let message = message((short, games, game), &start, event_views, record, notes);
        Ok(Self { start, events, visibility: message.visibility, message })
    }
}

type Found = (usize, GameHistory, Option<GameRecord>, Vec<String>);

/// A QQ replay: notes list where it breaks the rules; it ends at the first impossible move.
fn replay(bytes: &[u8], board: &'static Board) -> Result<Found, String> {
    let jgs = Jgs::parse(bytes).map_err(|e| e.to_string())?;
    let replayed = jgs.replay(board, Rules::qq()).map_err(|e| e.to_string())?;
    let record = jgs.record_of(&replayed, board);
    let history = record.history(board).map_err(|e| e.to_string())?;
    Ok((1, history, Some(record), replayed.disagreements))
}

/// One record of a file of records.
fn record(text: &str, game: usize, board: &'static Board) -> Result<Found, String> {
    let lines: Vec<(usize, &str)> =
        (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty()).collect();
    let (number, line) = *lines.get(game).ok_or_else(|| {
        format!("the file has {} games: there is no game {game} (counted from 0)", lines.len())
    })?;
    let record = GameRecord::read(line).map_err(|e| format!("line {number}: {e}"))?;
    let history = record.history(board).map_err(|e| format!("line {number}: {e}"))?;
    Ok((lines.len(), history, Some(record), vec![]))
}

/// The views of the events, from the true start or from one seat's view of it.
fn event_views(start: &View, events: &[Event]) -> Result<Vec<EventView>, String> {
    let seat = start.observer.unwrap_or(start.turn);
    let open = if start.observer.is_some() { Visibility::FourDark } else { Visibility::AllOpen };
    let mut known = Information::new(start, seat, open).map_err(|e| e.to_string())?;
    let mut event_views = vec![];
    for (n, event) in (1..).zip(events) {
        let before: Vec<_> = known.observation().pieces().collect();
        known.apply(event).map_err(|e| format!("event {n}: {e}"))?;
        event_views.push(EventView::new(n, event, &before, &known.observation()));
    }
    Ok(event_views)
}

fn message(
    (name, games, game): (String, usize, usize),
    start: &View,
    events: Vec<EventView>,
    record: Option<GameRecord>,
    notes: Vec<String>,
) -> OpenedMessage {
    let cell = |station| start.board.cell(station).to_string();
    let kind = |seen| match seen {
        SeenPiece::Known(kind) => Some(kind.letter()),
        SeenPiece::Hidden => None,
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
        closed_cells: closed_cells(start.board, &start.rules),
        visibility: record.as_ref().map_or(Visibility::default(), |record| record.visibility),
        seats: record.as_ref().map_or(unnamed, named),
        first: start.turn,
        pieces: start.pieces.iter().map(|&(seat, seen, at)| (cell(at), seat, kind(seen))).collect(),
        events,
        result: finished.map(|result| Ending::of(result, &start.rules)),
        notes,
        signals: record.as_ref().map_or(vec![], |record| record.signals.clone()),
        chat: record.as_ref().map_or(vec![], |record| record.chat.clone()),
        record: record.map(|record| record.line()),
    }
}
