//! Scenes: moments of games as one seat knows them, as text.

use super::GameHistory;
use crate::base::text::ParseError;
use crate::game::belief::{ApplyError, Information, InformationError, Visibility};
use crate::game::board::{Board, Seat};
use crate::game::rules::{Mode, Phase};
use std::fmt;
use thiserror::Error;

/// A moment of a game as the seat to move knows it: its view of the start and the public events
/// since. A belief is made from the view and learns the events.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SavedPosition {
    /// How far the game is.
    pub phase: Phase,
    /// Moves made.
    pub ply: u32,
    /// Whose pieces the seat knows.
    pub visibility: Visibility,
    /// Which game it is from: a file or the seed of a series, and the number of the game.
    pub source: String,
    /// The view of the start, whose observer is the seat to move, and the events.
    pub history: GameHistory,
    seat: Seat,
}

/// Why a text is no scene.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum SavedPositionError {
    /// The line that describes it.
    #[error("scene: found {found}, expected {expected}")]
    Tag {
        /// The text found.
        found: String,
        /// The text expected.
        expected: &'static str,
    },
    /// The history.
    #[error(transparent)]
    History(#[from] ParseError),
    /// The view of the start is none of a seat.
    #[error(transparent)]
    Start(#[from] InformationError),
    /// An event cannot follow.
    #[error("event {event}: {error}")]
    Event {
        /// From 1.
        event: usize,
        /// Why.
        error: ApplyError,
    },
}

/// The prefix of the line that describes a scene.
const TAG: &str = "# scene ";

impl SavedPosition {
    /// A saved position; none if the view of its start has no observer.
    pub fn new(
        history: GameHistory,
        (phase, ply): (Phase, u32),
        visibility: Visibility,
        source: String,
    ) -> Option<Self> {
        let seat = history.start.observer?;
        Some(Self { phase, ply, visibility, source, history, seat })
    }

    /// Who looks, and is to move.
    pub fn seat(&self) -> Seat {
        self.seat
    }

    /// How many play.
    pub fn mode(&self) -> Mode {
        self.history.start.rules.mode
    }

    /// Reads a saved position: its description line, then a history.
    ///
    /// # Errors
    ///
    /// If there is no such line, or a fault in it or in the history.
    pub fn parse(text: &str, board: &'static Board) -> Result<Self, SavedPositionError> {
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
        let scene = Self::new(history, (phase, ply), visibility, source.into());
        let scene = scene.ok_or_else(|| wrong("a start without observer".into(), "one"))?;
        let told = (scene.mode().name(), scene.seat.to_string());
        if (mode, seat) != (told.0, told.1.as_str()) {
            return Err(wrong(format!("{mode} {seat}"), "the mode and the observer of the start"));
        }
        Ok(scene)
    }

    /// Reads a text of many saved positions, one after the other.
    ///
    /// # Errors
    ///
    /// The first fault, with the number of its position, from 1.
    pub fn parse_all(
        text: &str,
        board: &'static Board,
    ) -> Result<Vec<Self>, (usize, SavedPositionError)> {
        let is_first = |at: usize| at == 0 || text[..at].ends_with('\n');
        let starts = text.match_indices(TAG).map(|(at, _)| at).filter(|&at| is_first(at));
        let mut starts: Vec<usize> = starts.collect();
        if starts.is_empty() {
            starts.push(0); // no scene: reading says so
        }
        let ends = starts.iter().skip(1).copied().chain([text.len()]);
        let scenes = starts.iter().zip(ends).map(|(&start, end)| &text[start..end]);
        let read = |(number, scene)| Self::parse(scene, board).map_err(|error| (number, error));
        (1..).zip(scenes).map(read).collect()
    }

    /// What the seat knows at the moment.
    ///
    /// # Errors
    ///
    /// If the start is no view of the seat, or an event cannot follow.
    pub fn information(&self) -> Result<Information, SavedPositionError> {
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
