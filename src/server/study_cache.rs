//! A cache of one study: most questions are about the same game and seat.

use super::message::GameOrigin;
use super::room::GameSource;
use crate::server::study::{Study, StudyError};
use std::sync::{Arc, Mutex, PoisonError};

/// The game that a study is about.
#[derive(Clone)]
pub(super) struct StudiedGame {
    pub(super) of: GameOrigin,
    pub(super) source: GameSource,
}

/// The last study, kept for the next question.
#[derive(Clone, Default)]
pub(super) struct StudyCache(Arc<Mutex<Option<(GameOrigin, Study)>>>);

impl StudyCache {
    /// Runs work on the study of a game, one question at a time.
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

/// The last study if the game continues it, otherwise a new one.
fn continued(last: Option<(GameOrigin, Study)>, game: StudiedGame) -> Result<Study, StudyError> {
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
