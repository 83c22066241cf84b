//! Colours, letters, shapes and the caption that pictures share.

use crate::game::belief::View;
use crate::game::board::{Seat, SeatSet};
use crate::game::rules::{Move, Team};

pub(super) const PAPER: &str = "#f4ead2";
pub(super) const FONTS: &str = "'Noto Sans CJK SC','Source Han Sans SC','PingFang SC','Microsoft YaHei','WenQuanYi Zen Hei',sans-serif";
pub(super) const INK: &str = "#3b3127";
pub(super) const ROAD: &str = "#a48f6c";
pub(super) const POST: &str = "#fffaf0";
pub(super) const MARK: &str = "#f2a900";

pub(super) const DEFINITIONS: &str = r##"<defs>
<g id="post"><rect x="-19" y="-12" width="38" height="24" rx="6"/></g>
<g id="camp"><circle r="25"/><circle r="21" stroke-width="1"/></g>
<g id="house"><path d="M-27 21V-5A27 21 0 0 1 27 -5V21Z"/></g>
<g id="tile"><rect x="-23" y="-14" width="46" height="34" rx="7" fill="#000" fill-opacity="0.3"/><rect x="-23" y="-17" width="46" height="34" rx="7"/><rect x="-21" y="-15" width="42" height="30" rx="5" fill="none" stroke="#fff" stroke-opacity="0.5"/></g>
<pattern id="weave" width="7" height="7" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><path d="M0 0H7M0 0V7" stroke="#fff" stroke-opacity="0.6" stroke-width="2"/></pattern>
<g id="back"><use href="#tile"/><rect x="-21" y="-15" width="42" height="30" rx="5" fill="url(#weave)"/></g>
<marker id="head" markerWidth="4" markerHeight="4" refX="1" refY="2" orient="auto"><path d="M0 0L4 2L0 4Z" fill="#f2a900"/></marker>
</defs>
"##;

pub(super) fn colour(seat: Seat) -> &'static str {
    ["#bf3a2b", "#1f7a55", "#2a5f9e", "#7d3f8c"][seat.index()]
}

pub(super) fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

/// The caption below a picture, in two lines.
pub(super) fn caption(view: &View, last: Option<Move>) -> [String; 2] {
    let View { ply, quiet, .. } = view;
    let turn = to_move(view).map_or("game over".into(), |seat| format!("{seat} to move"));
    let alive = list(view.alive);
    let shown = list(view.flags_shown);
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
