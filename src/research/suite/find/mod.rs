//! What to look for in a game, a file per subject.

mod commander;
mod convert;
mod flags;
mod mines;
mod open_flag;
mod partner;
mod race;
mod scene;

pub(super) use flags::events_before;
pub(super) use scene::Scene;

use super::goal::Goal;
use super::subject::Subject;

/// The goals that a position offers to a subject; the first one that is proved makes the moment.
pub(super) fn goals(subject: Subject, scene: &Scene<'_>) -> Vec<Goal> {
    match subject {
        Subject::Flags => flags::goals(scene),
        Subject::Mines => mines::goals(scene),
        Subject::Commander => commander::goals(scene),
        Subject::Race => race::goals(scene),
        Subject::OpenFlag => open_flag::goals(scene),
        Subject::Convert => convert::goals(scene),
        Subject::Partner => partner::goals(scene),
    }
}
