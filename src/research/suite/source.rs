//! Recorded games as sources of moments.

use crate::game::board::{Board, Seat};
use crate::game::format::{GameRecord, RecordError};
use crate::game::rules::{Event, Team, World};

/// A recorded game, replayed.
pub struct SourceGame {
    /// Description of the source.
    pub name: String,
    /// The record.
    pub record: GameRecord,
    /// The world before every event, and at the end.
    pub worlds: Vec<World>,
    /// The events.
    pub events: Vec<Event>,
}

impl SourceGame {
    /// Replays a record.
    ///
    /// # Errors
    ///
    /// If the record cannot be replayed.
    pub fn new(
        name: String,
        record: GameRecord,
        board: &'static Board,
    ) -> Result<Self, RecordError> {
        let (mut worlds, mut events) = (vec![], vec![]);
        let last = record.replay(board, |world, event| {
            worlds.push(world.clone());
            events.push(event.clone());
        })?;
        worlds.push(last);
        Ok(Self { name, record, worlds, events })
    }

    /// The captures of flags: index of the event, and owner of the flag.
    pub fn falls(&self) -> impl Iterator<Item = (usize, Seat)> + '_ {
        let captured = |(at, event): (usize, &Event)| Some((at, event.captured_flag_of?));
        self.events.iter().enumerate().filter_map(captured)
    }

    /// The result for a team: 1 won, 0.5 drawn, 0 lost; none if the game was broken off.
    pub fn result_of(&self, team: Team) -> Option<f64> {
        match (self.record.result.winning_team(), self.record.result.why.as_str()) {
            (_, "failure" | "unfinished") => None,
            (Some(winner), _) => Some(if winner == team { 1.0 } else { 0.0 }),
            (None, _) => Some(0.5),
        }
    }
}
