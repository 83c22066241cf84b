//! A place for a study: the next question is mostly of the same game and the same eyes.

use super::message::Of;
use super::room::Source;
use crate::server::study::{Study, StudyError};
use std::sync::{Arc, Mutex, PoisonError};

/// What a study begins from.
pub(super) struct Game {
    pub(super) of: Of,
    pub(super) source: Source,
}

/// A study that is kept for the next question.
#[derive(Clone, Default)]
pub(super) struct Slot(Arc<Mutex<Option<(Of, Study)>>>);

impl Slot {
    /// Works on the study of a game; one question after another.
    pub(super) fn work(
        &self,
        game: Game,
        work: impl FnOnce(&mut Study) -> Result<(), StudyError>,
    ) -> Result<(), StudyError> {
        let mut last = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let of = game.of;
        let mut study = continued(last.take(), game)?;
        let done = work(&mut study);
        *last = Some((of, study));
        done
    }
}

/// The last study if the game goes on from it, or else a new one.
fn continued(last: Option<(Of, Study)>, game: Game) -> Result<Study, StudyError> {
    let Game { of, source: Source { start, seat, visibility, events } } = game;
    if let Some((was, mut study)) = last
        && was == of
        && study.is_of(&start, (seat, visibility))
        && events.starts_with(study.events())
    {
        let known = study.events().len();
        study.extend(&events[known..]);
        return Ok(study);
    }
    Study::new(&start, (seat, visibility), events)
}
