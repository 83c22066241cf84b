//! Pictures of a position: in a terminal and as SVG.
//!
//! Both are made from a [`View`] and the drawing of its board alone, so they show no more than
//! the view knows and fit every board. [`heat`] adds what is believed of hidden pieces, and
//! [`calibration`] draws how often such beliefs come true. [`intervals`] draws ratings,
//! [`deployment`] a deployment and [`losses`] where it lost its pieces.
//!
//! ```
//! use junqi::game::belief::View;
//! use junqi::game::board::{Board, Seat};
//! use junqi::game::draw::{KindNames, svg, terminal};
//! use junqi::game::rules::{Rules, Setup, World};
//!
//! let empty = Setup::start(Board::siguo(), Rules::default(), &[None; 4], Seat::South);
//! let view = View::truth(&World::lenient(&empty).unwrap());
//! assert!(terminal(&view, None, KindNames::Letters).contains("═══╬═══════╬═══"));
//! assert!(svg(&view, None).starts_with("<svg"));
//! ```

mod calibration;
mod canvas;
mod deployment;
mod heat;
mod heat_map;
mod intervals;
mod layout;
mod style;
mod svg;
mod terminal;

pub use calibration::{Dot, DotSeries, calibration};
pub use deployment::{deployment, losses};
pub use heat::{Heat, HeatPiece, HeatSeat, heat};
pub use intervals::{Bar, intervals};
pub use svg::svg;
pub use terminal::{KindNames, terminal};

use crate::game::belief::View;
use crate::game::board::{Seat, SeatSet};
use crate::game::rules::{Move, Team};

/// What is said below both pictures.
fn caption(view: &View, last: Option<Move>) -> [String; 2] {
    let View { ply, quiet, .. } = view;
    let turn = to_move(view).map_or("game over".into(), |seat| format!("{seat} to move"));
    let (alive, shown) = (list(view.alive), list(view.flags_shown));
    let eyes = view.observer.map_or(String::new(), |seat| format!(" · seen by {seat}"));
    let last = last.map_or("none".to_owned(), |mv| mv.text(view.board));
    [
        format!("{turn} · ply {ply} · quiet plies {quiet} · last move {last}"),
        format!("in the game {alive} · flags shown {shown}{eyes}"),
    ]
}

/// The seat to move; none once only one team is left. (A draw cannot be told from a view.)
fn to_move(view: &View) -> Option<Seat> {
    let lives = |team| view.alive.iter().any(|s| view.rules.team(s) == team);
    Team::ALL.into_iter().all(lives).then_some(view.turn)
}

fn list(seats: SeatSet) -> String {
    if seats.is_empty() { "none".to_owned() } else { seats.iter().map(Seat::letter).collect() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::belief::{Observation, Visibility};
    use crate::game::board::Board;
    use crate::game::rules::{Deployment, Kind, Rules, World};

    /// South's view in the middle of a game, with the last move.
    pub(super) fn middle_game() -> (View, Move) {
        let mut points = [None; 30];
        let letters = "dfceia.x.bih.gde.x.chmifgmqmhg".chars();
        for (point, letter) in points.iter_mut().zip(letters) {
            *point = Kind::from_letter(letter);
        }
        let deployments = [Some(Deployment::new(points).unwrap()); 4];
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
        let (mut open, mut count) = (vec![], 0);
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

    #[test]
    fn the_caption_says_it_all() {
        let (mut view, last) = middle_game();
        view.alive.remove(Seat::East);
        let [first, second] = caption(&view, Some(last));
        assert!(first.contains(" to move · ply 90 · quiet plies "));
        assert!(first.ends_with(&format!("last move {}", last.text(view.board))));
        assert_eq!(second, "in the game SNW · flags shown none · seen by S");
        view.observer = None;
        assert!(caption(&view, None)[1].ends_with("flags shown none"));
    }
}
