//! The part of a game that one receiver may see. Every message about a running game is made here, from
//! observations, never from the true world.

use super::ending::FinishedGame;
use super::event_view::EventView;
use crate::game::belief::Observation;
use crate::game::board::Seat;
use crate::game::rules::{Kind, PieceId};
use serde::Serialize;
use std::collections::BTreeMap;

/// A game as a seat or the public sees it.
pub struct Projection<'a> {
    /// The receiving seat; `None` for the public.
    pub(super) seat: Option<Seat>,
    /// Whether the receiver sees the kinds that `start` shows; not the public, but with all cards open.
    pub(super) kinds_shown: bool,
    pub(super) start: Observation<'a>,
    pub(super) now: Observation<'a>,
    /// The events that the receiver may see.
    pub(super) event_views: &'a [EventView],
}

/// A game as `docs/SERVER.md` has it.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct GameView {
    first: Seat,
    pieces: Vec<(String, Seat, Option<char>)>,
    events: Vec<EventView>,
    turn: Option<Seat>,
    moves: Option<Targets>,
    left: Option<u64>,
    slips: BTreeMap<char, usize>,
    #[serde(flatten)]
    ended: FinishedFields,
}

/// The fields of a finished game, null while it goes on.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(untagged)]
enum FinishedFields {
    FinishedGame(FinishedGame),
    Unfinished { result: (), deployments: (), record: () },
}

/// By cell, the cells that a piece may go to.
pub type Targets = BTreeMap<String, Vec<String>>;

impl Projection<'_> {
    /// The whole state; `left` is the seconds left of the turn.
    pub fn game_view(&self, left: Option<u64>, ended: Option<FinishedGame>) -> GameView {
        let unfinished = FinishedFields::Unfinished { result: (), deployments: (), record: () };
        let seats = self.start.rules().seats();
        GameView {
            first: self.start.turn(),
            pieces: self.pieces(),
            events: self.event_views.to_vec(),
            turn: self.event_views.last().map_or(Some(self.start.turn()), EventView::turn),
            moves: self.moves(),
            left,
            slips: seats
                .iter()
                .map(|seat| (seat.letter(), EventView::timeouts(self.event_views, seat)))
                .collect(),
            ended: ended.map_or(unfinished, FinishedFields::FinishedGame),
        }
    }

    /// Cell, seat and, if known to the receiver, kind of every piece at the start.
    fn pieces(&self) -> Vec<(String, Seat, Option<char>)> {
        let mut pieces: Vec<_> = self.start.pieces().collect();
        pieces.sort_by_key(|&(piece, at)| (piece.seat(), self.start.board().cell(at)));
        let placed = |(piece, at): (PieceId, _)| {
            let kind = self.start.kind(piece).filter(|_| self.kinds_shown);
            (self.start.board().cell(at).to_string(), piece.seat(), kind.map(Kind::letter))
        };
        pieces.into_iter().map(placed).collect()
    }

    /// The receiver's legal moves; `None` when another seat is to move.
    pub fn moves(&self) -> Option<Targets> {
        let own_turn = self.now.outcome().is_none() && self.seat == Some(self.now.turn());
        own_turn.then(|| {
            let mut targets = Targets::new();
            for mv in self.now.moves() {
                let [from, to] = mv.cells(self.now.board()).map(|cell| cell.to_string());
                targets.entry(from).or_default().push(to);
            }
            for cells in targets.values_mut() {
                cells.sort();
            }
            targets
        })
    }

    /// The events that the receiver may see.
    pub fn event_views(&self) -> &[EventView] {
        self.event_views
    }
}
