//! A moment of the suite and its file: one JSON object per line.

use super::goal::{Goal, Target};
use super::half::Half;
use super::subject::Subject;
use crate::base::text::read_json;
use crate::game::belief::{Observation, View};
use crate::game::board::{Board, Seat};
use crate::game::format::{GameRecord, RecordError, follow};
use crate::game::rules::{Event, Move, World};
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// A moment: a position of a recorded game with a proved threat or chance for a seat. The record holds the true
/// deployments; a seat that is measured gets only its own view of them.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SuiteMoment {
    /// The subject.
    pub subject: Subject,
    /// The half.
    pub half: Half,
    /// Description of the source game.
    pub source: String,
    /// The seat to move, by letter.
    pub seat: char,
    /// Number of events of the record before the moment.
    pub at: usize,
    /// The pieces that one team tries to capture: letters of seats for their flags, or cells of pieces at
    /// the moment, separated by spaces. If they are the enemy's, the seat's team is the one that tries.
    pub take: String,
    /// The pieces that this team may not lose before, in the same form.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub keep: String,
    /// Horizon of the proof, in plies from the moment.
    pub plies: u32,
    /// The moves that achieve it, separated by spaces: they force the capture, or avoid that it is forced.
    /// Empty for a moment that only measures foresight.
    pub good: String,
    /// Number of legal moves.
    pub legal: usize,
    /// Share of worlds sampled from the seat's posterior in which the same capture is forced.
    pub share: f64,
    /// Number of events before the capture of a flag of the seat's team in the source game; none if no
    /// capture follows soon.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fall: Option<usize>,
    /// Result of the source game for the seat's team: 1, 0.5 or 0; none if it was broken off.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub result: Option<f64>,
    /// The source game, cut off shortly after the moment.
    pub record: GameRecord,
}

/// Why a moment cannot be used.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum MomentError {
    /// A line is no moment.
    #[error("line {line}: {error}")]
    Line {
        /// Number of the line, from 1.
        line: usize,
        /// Why.
        error: serde_json::Error,
    },
    /// The record cannot be replayed.
    #[error("record: {0}")]
    Record(#[from] RecordError),
    /// A field does not fit the record.
    #[error("{field}: {error}")]
    Field {
        /// The field.
        field: &'static str,
        /// What was found and expected.
        error: String,
    },
}

fn wrong(field: &'static str, error: impl Into<String>) -> MomentError {
    MomentError::Field { field, error: error.into() }
}

/// A moment with its game replayed: for the referee, who knows all pieces.
pub struct ReadMoment {
    /// The world at the start of the game.
    pub start: World,
    /// All events of the record.
    pub events: Vec<Event>,
    /// The world at the moment.
    pub world: World,
    /// The goal.
    pub goal: Goal,
    /// The good moves.
    pub good: Vec<Move>,
}

impl SuiteMoment {
    /// The seat to move.
    ///
    /// # Errors
    ///
    /// If the letter is not a seat.
    pub fn seat(&self) -> Result<Seat, MomentError> {
        let found = Seat::from_letter(self.seat);
        found.ok_or_else(|| wrong("seat", format!("found `{}`, expected S, E, N or W", self.seat)))
    }

    /// Whether the moment only measures foresight: no move avoids the loss.
    pub fn is_foresight(&self) -> bool {
        self.good.is_empty()
    }

    /// The start of the game as a seat sees it: all that the seat gets, together with the public events.
    ///
    /// # Errors
    ///
    /// If the record has no legal start.
    pub fn start_view(&self, seat: Seat, board: &'static Board) -> Result<View, MomentError> {
        let start = self.record.first_world(board)?;
        Ok(Observation::new(&start, seat, self.record.visibility).view())
    }

    /// Replays the record and reads all fields; checks that they fit together.
    ///
    /// # Errors
    ///
    /// If the record cannot be replayed, or a field does not fit it.
    pub fn read(&self, board: &'static Board) -> Result<ReadMoment, MomentError> {
        let start = self.record.first_world(board)?;
        let events = self.record.events(board);
        let events = events.map_err(|error| wrong("events", error.to_string()))?;
        let (mut world, mut now) = (start.clone(), None);
        for (number, event) in events.iter().enumerate() {
            if number == self.at {
                now = Some(world.clone());
            }
            let followed = follow(&mut world, event);
            followed.map_err(|e| wrong("events", format!("event {}: {e}", number + 1)))?;
        }
        if self.at == events.len() {
            now = Some(world);
        }
        let fault = || format!("found {}, expected at most {} events", self.at, events.len());
        let world = now.ok_or_else(|| wrong("at", fault()))?;
        self.check(&world, events.len())?;
        let goal = Goal {
            take: targets("take", &self.take, &world)?,
            keep: targets("keep", &self.keep, &world)?,
            plies: self.plies,
        };
        if goal.take.is_empty() {
            return Err(wrong("take", "found no target, expected at least one"));
        }
        let good = self.read_moves(&world)?;
        Ok(ReadMoment { start, events, world, goal, good })
    }

    fn check(&self, world: &World, events: usize) -> Result<(), MomentError> {
        if let Some(fall) = self.fall.filter(|fall| !(self.at..events).contains(fall)) {
            let expected = format!("expected an event from {} to before {events}", self.at);
            return Err(wrong("fall", format!("found {fall}, {expected}")));
        }
        if world.outcome().is_some() || world.turn() != self.seat()? {
            let error = format!("found {}, expected the seat to move at the moment", self.seat);
            return Err(wrong("seat", error));
        }
        if world.count_moves() != self.legal {
            let error = format!("found {}, expected {}", self.legal, world.count_moves());
            return Err(wrong("legal", error));
        }
        if Half::of(&self.record) != self.half {
            return Err(wrong("half", "found the other half than that of the record's game"));
        }
        Ok(())
    }

    fn read_moves(&self, world: &World) -> Result<Vec<Move>, MomentError> {
        let legal: Vec<Move> = world.moves().collect();
        let read = |text: &str| {
            let mv = Move::parse(text, world.board()).ok().filter(|mv| legal.contains(mv));
            mv.ok_or_else(|| wrong("good", format!("found `{text}`, expected a legal move")))
        };
        self.good.split_ascii_whitespace().map(read).collect()
    }

    /// The moment on its line, without the line's end.
    pub fn line(&self) -> String {
        serde_json::to_string(self).expect("a moment is plain data")
    }
}

fn targets(field: &'static str, text: &str, world: &World) -> Result<Vec<Target>, MomentError> {
    let read = |word| Target::parse(word, world).map_err(|error| wrong(field, error));
    text.split_ascii_whitespace().map(read).collect()
}

/// Parses a file of moments, one JSON object per line; empty lines are skipped.
///
/// # Errors
///
/// With the number of the first line that is not a moment.
pub fn parse_moments(text: &str) -> Result<Vec<SuiteMoment>, MomentError> {
    let lines = (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty());
    let read = |(line, text)| read_json(text).map_err(|error| MomentError::Line { line, error });
    lines.map(read).collect()
}
