//! What one receiver may see of a game. All that is told of a game while it lasts is made here, from
//! observations; there is no other way to the world.

use super::ending::Ended;
use super::event_view::EventView;
use crate::game::belief::Observation;
use crate::game::board::Seat;
use crate::game::rules::{Kind, PieceId};
use serde::Serialize;
use std::collections::BTreeMap;

/// A game through the eyes of a seat, or of the public.
pub struct Projection<'a> {
    /// Whose eyes; the public's if nobody's.
    pub(super) seat: Option<Seat>,
    pub(super) start: Observation<'a>,
    pub(super) now: Observation<'a>,
    /// What has happened, as far as the receiver may know.
    pub(super) happenings: &'a [EventView],
    pub(super) slips: [u8; 4],
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
    slips: BTreeMap<char, u8>,
    #[serde(flatten)]
    ended: EndedOrNot,
}

/// The end, or its fields with nothing in them.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(untagged)]
enum EndedOrNot {
    Ended(Ended),
    Not { result: (), deployments: (), record: () },
}

/// By cell, the cells that a piece may go to.
pub type Targets = BTreeMap<String, Vec<String>>;

impl Projection<'_> {
    /// All of it; `left` are the seconds of the turn.
    pub fn seen(&self, left: Option<u64>, ended: Option<Ended>) -> GameView {
        let not = EndedOrNot::Not { result: (), deployments: (), record: () };
        let seats = self.start.rules().seats();
        GameView {
            first: self.start.turn(),
            pieces: self.pieces(),
            events: self.happenings.to_vec(),
            turn: self.happenings.last().map_or(Some(self.start.turn()), EventView::turn),
            moves: self.moves(),
            left,
            slips: seats.iter().map(|s| (s.letter(), self.slips[s.index()])).collect(),
            ended: ended.map_or(not, EndedOrNot::Ended),
        }
    }

    /// Whose pieces stood where at the start, and what the receiver knows of them.
    fn pieces(&self) -> Vec<(String, Seat, Option<char>)> {
        let mut pieces: Vec<_> = self.start.pieces().collect();
        pieces.sort_by_key(|&(piece, at)| (piece.seat(), self.start.board().cell(at)));
        let told = |(piece, at): (PieceId, _)| {
            let kind = self.start.kind(piece).filter(|_| self.seat.is_some());
            (self.start.board().cell(at).to_string(), piece.seat(), kind.map(Kind::letter))
        };
        pieces.into_iter().map(told).collect()
    }

    /// The receiver's legal moves, if it is its turn.
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

    /// What has happened, as far as the receiver may know.
    pub fn happenings(&self) -> &[EventView] {
        self.happenings
    }
}
