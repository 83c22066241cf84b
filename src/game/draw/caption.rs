//! The caption below a picture: the turn, the counters and the seats.

use crate::game::belief::View;
use crate::game::board::{Seat, SeatSet};
use crate::game::rules::{Move, Team};

/// The caption below a picture, in two lines.
pub(super) fn caption(view: &View, last: Option<Move>) -> [String; 2] {
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

/// The seat to move; `None` once only one team is left. (A view does not show a draw.)
pub(super) fn to_move(view: &View) -> Option<Seat> {
    let lives = |team| view.alive.iter().any(|s| view.rules.team(s) == team);
    Team::ALL.into_iter().all(lives).then_some(view.turn)
}

fn list(seats: SeatSet) -> String {
    if seats.is_empty() { "none".to_owned() } else { seats.iter().map(Seat::letter).collect() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::draw::test_support::middle_game;

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
