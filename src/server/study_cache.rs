//! A place for a study: the next question is mostly of the same game and the same eyes.

use super::message::Of;
use super::room::GameSource;
use crate::server::study::{Study, StudyError};
use std::sync::{Arc, Mutex, PoisonError};

/// What a study begins from.
pub(super) struct StudiedGame {
    pub(super) of: Of,
    pub(super) source: GameSource,
}

/// A study that is kept for the next question.
#[derive(Clone, Default)]
pub(super) struct StudyCache(Arc<Mutex<Option<(Of, Study)>>>);

impl StudyCache {
    /// Works on the study of a game; one question after another.
    pub(super) fn work(
        &self,
        game: StudiedGame,
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
fn continued(last: Option<(Of, Study)>, game: StudiedGame) -> Result<Study, StudyError> {
    let StudiedGame { of, source: GameSource { start, seat, visibility, events } } = game;
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
