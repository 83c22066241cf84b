//! Games of files: records, QQ replays and histories, and variations of them that are made by hand.

use super::table::{BySeat, Ending, EventView, Targets, by_seat, closed_cells, targets};
use junqi_core::game::belief::{Information, Observation, SeenPiece, View, Visibility};
use junqi_core::game::board::{Board, Seat};
use junqi_core::game::format::{
    ChatLine, FileKind, GameHistory, GameRecord, GivenSignal, Jgs, follow,
};
use junqi_core::game::rules::{Event, Mode, Move, Rules, World};
use serde::{Deserialize, Serialize};
use std::fmt::Display;
use thiserror::Error;

/// The most events of a game that can be opened.
const MAX_EVENTS: usize = 10_000;

/// The most moves of a variation.
const MAX_VARIATION: usize = 200;

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
}

/// The description of an opened game.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct OpenedDescription {
    name: String,
    games: usize,
    game: usize,
    mode: Mode,
    rules: String,
    #[serde(rename = "shut")]
    closed_cells: Vec<String>,
    visibility: Visibility,
    seats: BySeat<String>,
    first: Seat,
    pieces: Vec<(String, Seat, Option<char>)>,
    events: Vec<EventView>,
    result: Option<Ending>,
    notes: Vec<String>,
    signals: Vec<GivenSignal>,
    chat: Vec<ChatLine>,
    record: Option<String>,
}

/// What a file holds: the chosen game, and what is known beside it.
struct FileContent {
    /// The number of games in the file.
    games: usize,
    history: GameHistory,
    record: Option<GameRecord>,
    /// Where the game breaks the rules.
    notes: Vec<String>,
}

impl OpenedGame {
    /// Opens a game of a file, whose content says the format, and describes it.
    ///
    /// # Errors
    ///
    /// If the file is no game, or has no game with this index.
    pub fn open(
        name: &str,
        bytes: &[u8],
        game: usize,
        board: &'static Board,
    ) -> Result<(Self, OpenedDescription), OpenError> {
        let name: String = name.chars().filter(|c| !c.is_control()).take(100).collect();
        Self::read(&name, bytes, game, board).map_err(|why| OpenError { name, why })
    }

    fn read(
        name: &str,
        bytes: &[u8],
        game: usize,
        board: &'static Board,
    ) -> Result<(Self, OpenedDescription), String> {
        let content = FileContent::read(name, bytes, game, board)?;
        if game >= content.games {
            return Err(no_game(content.games, game));
        }
        let events = content.history.events.len();
        if events > MAX_EVENTS {
            return Err(format!("the game has {events} events, expected at most {MAX_EVENTS}"));
        }
        let description = OpenedDescription::new(name, game, &content)?;
        let GameHistory { start, events } = content.history;
        Ok((Self { start, events, visibility: description.visibility }, description))
    }

    /// The events of the game up to the position after `at` events, followed by some moves; and their description.
    ///
    /// # Errors
    ///
    /// If the game hides pieces, has no such position, or a move is not legal.
    pub fn variation(
        &self,
        at: usize,
        moves: &[String],
    ) -> Result<(Vec<Event>, Variation), VariationError> {
        let setup = self.start.setup().ok_or(VariationError::HiddenPieces)?;
        let mut world = World::lenient(&setup).map_err(illegal)?;
        if at > self.events.len() || moves.len() > MAX_VARIATION {
            return Err(VariationError::TooLong);
        }
        let mut events = self.events[..at].to_vec();
        for event in &events {
            follow(&mut world, event).map_err(illegal)?;
        }
        let mut views = vec![];
        for text in moves {
            let mv = Move::parse(&text.replace('-', ""), self.start.board).map_err(illegal)?;
            let before: Vec<_> = world.pieces().collect();
            let event = world.play(mv).map_err(illegal)?;
            let after = Observation::new(&world, event.seat, Visibility::AllOpen);
            views.push(EventView::new(events.len() + 1, &event, &before, &after));
            events.push(event);
        }
        let moves = match world.outcome() {
            None => targets(&Observation::new(&world, world.turn(), Visibility::AllOpen)),
            Some(_) => Targets::new(),
        };
        Ok((events, Variation { at, events: views, moves }))
    }
}

/// Moves made by hand from a position of an opened game.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Variation {
    /// The number of events before the position.
    at: usize,
    /// The events of the moves.
    events: Vec<EventView>,
    /// The legal moves after them.
    moves: Targets,
}

/// Why a variation cannot be made.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum VariationError {
    /// The game hides pieces.
    #[error("This game hides pieces: moves cannot be tried on its board.")]
    HiddenPieces,
    /// The game has fewer events, or there are too many moves.
    #[error("The game has no such moment, or the variation is too long.")]
    TooLong,
    /// A move or an event of the game is against the rules.
    #[error("{0}")]
    Illegal(String),
}

fn illegal(error: impl Display) -> VariationError {
    VariationError::Illegal(error.to_string())
}

fn no_game(games: usize, game: usize) -> String {
    format!("the file has {games} games: there is no game {game} (counted from 0)")
}

impl FileContent {
    fn read(name: &str, bytes: &[u8], game: usize, board: &'static Board) -> Result<Self, String> {
        match FileKind::of_named(name, bytes) {
            FileKind::Jgs => Self::read_replay(bytes, board),
            FileKind::Json => Self::read_record(utf8(bytes)?, game, board),
            FileKind::Jql => Err("found a deployment, expected a game".into()),
            FileKind::Text => {
                let history = GameHistory::parse(utf8(bytes)?, board).map_err(|e| e.to_string())?;
                Ok(Self { games: 1, history, record: None, notes: vec![] })
            }
        }
    }

    /// A QQ replay: notes list where it breaks the rules; it ends at the first impossible move.
    fn read_replay(bytes: &[u8], board: &'static Board) -> Result<Self, String> {
        let jgs = Jgs::parse(bytes).map_err(|e| e.to_string())?;
        let replayed = jgs.replay(board, Rules::qq()).map_err(|e| e.to_string())?;
        let record = jgs.record_of(&replayed, board);
        let history = record.history(board).map_err(|e| e.to_string())?;
        Ok(Self { games: 1, history, record: Some(record), notes: replayed.disagreements })
    }

    /// One record of a file of records.
    fn read_record(text: &str, game: usize, board: &'static Board) -> Result<Self, String> {
        let lines: Vec<(usize, &str)> =
            (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty()).collect();
        let games = lines.len();
        let &(number, line) = lines.get(game).ok_or_else(|| no_game(games, game))?;
        let record = GameRecord::read(line).map_err(|e| format!("line {number}: {e}"))?;
        let history = record.history(board).map_err(|e| format!("line {number}: {e}"))?;
        Ok(Self { games, history, record: Some(record), notes: vec![] })
    }
}

fn utf8(bytes: &[u8]) -> Result<&str, String> {
    str::from_utf8(bytes).map_err(|e| e.to_string())
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

impl OpenedDescription {
    fn new(name: &str, game: usize, content: &FileContent) -> Result<Self, String> {
        let GameHistory { start, events } = &content.history;
        let rules = &start.rules;
        let mut pieces = vec![];
        for &(seat, seen, at) in &start.pieces {
            let kind = match seen {
                SeenPiece::Known(kind) => Some(kind.letter()),
                SeenPiece::Hidden => None,
            };
            pieces.push((start.board.cell(at).to_string(), seat, kind));
        }
        let record = content.record.as_ref();
        let result = record.map(|record| &record.result);
        let finished = result.filter(|result| result.why != "unfinished");
        Ok(Self {
            name: name.into(),
            games: content.games,
            game,
            mode: rules.mode,
            rules: rules.to_string(),
            closed_cells: closed_cells(start.board, rules),
            visibility: record.map_or(Visibility::default(), |record| record.visibility),
            seats: match record {
                Some(record) => by_seat(&record.seats),
                None => rules.seats().iter().map(|s| (s.letter(), s.to_string())).collect(),
            },
            first: start.turn,
            pieces,
            events: event_views(start, events)?,
            result: finished.map(|result| Ending::of(result, rules)),
            notes: content.notes.clone(),
            signals: record.map_or(vec![], |record| record.signals.clone()),
            chat: record.map_or(vec![], |record| record.chat.clone()),
            record: record.map(GameRecord::line),
        })
    }
}
