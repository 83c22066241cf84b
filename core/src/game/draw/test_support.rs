//! What the tests of pictures share: a position and a check of the document.

use crate::game::belief::{Observation, View, Visibility};
use crate::game::board::{Board, Seat};
use crate::game::rules::{Deployment, Kind, Move, Rules, World};

/// South's view in the middle of a game, with the last move.
pub(super) fn middle_game() -> (View, Move) {
    let mut points = [None; 30];
    let letters = "dfceia.x.bih.gde.x.chmifgmqmhg".chars();
    for (point, letter) in points.iter_mut().zip(letters) {
        *point = Kind::from_letter(letter);
    }
    let deployments = [Some(Deployment::new(Board::siguo().shape(), &points).unwrap()); 4];
    let mut world =
        World::start(Board::siguo(), Rules::default(), &deployments, Seat::South).unwrap();
    let mut last = None;
    for turn in 0..90 {
        let moves: Vec<Move> = world.moves().collect();
        last = Some(moves[turn * 31 % moves.len()]);
        world.play(last.unwrap()).unwrap();
    }
    (Observation::new(&world, Seat::South, Visibility::FourDark).view(), last.unwrap())
}

/// The number of elements, if every tag is closed in its turn and no text holds a bare `<`,
/// `>` or `&`.
pub(super) fn elements(document: &str) -> Option<usize> {
    let mut open = vec![];
    let mut count = 0;
    for part in document.strip_prefix('<')?.split('<') {
        let (tag, text) = part.split_once('>')?;
        let entity = |after: &str| ["amp;", "lt;", "gt;"].iter().any(|e| after.starts_with(e));
        let mut sound = !text.contains('>') && text.split('&').skip(1).all(entity);
        if let Some(name) = tag.strip_prefix('/') {
            sound &= open.pop() == Some(name);
        } else {
            sound &= tag.matches('"').count() % 2 == 0;
            count += 1;
            open.extend((!tag.ends_with('/')).then(|| tag.split(' ').next()).flatten());
        }
        sound.then_some(())?;
    }
    open.is_empty().then_some(count)
}
