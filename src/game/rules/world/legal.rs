//! Legal moves, and the reasons why others are illegal.

use super::full_state::World;
use crate::game::board::{Seat, Station, StationSet};
use crate::game::rules::{BombVsFlag, Kind, Move, Moves, PieceId};
use thiserror::Error;

/// An illegal move; the world is unchanged.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{text} is illegal: {why}")]
pub struct IllegalMove {
    /// The move.
    pub mv: Move,
    pub(super) text: String,
    pub(super) why: &'static str,
}

impl World {
    /// The legal moves; none once the game is over.
    pub fn moves(&self) -> Moves {
        self.moves_from(self.public.net.open())
    }

    /// The legal moves that start on some of the stations.
    pub fn moves_from(&self, sources: StationSet) -> Moves {
        let over = self.public.outcome.is_some();
        Moves::new(self, self.public.turn, if over { StationSet::EMPTY } else { sources })
    }

    /// The legal moves that attack a piece.
    pub fn fights(&self) -> Moves {
        self.moves().fights(self, self.public.turn)
    }

    /// Whether a mobile enemy stands beside the flag of the seat to move.
    pub fn is_flag_attacked(&self) -> bool {
        let flag = self.flag(self.turn()).and_then(|flag| self.station_of(flag));
        let Some(station) = flag else { return false };
        let enemies = self.movers(self.public.rules.team(self.public.turn).other());
        self.public.net.neighbours(station).meets(enemies)
    }

    /// A seat's bombs, and the known flags that they may not capture, under `bomb_vs_flag=illegal`.
    pub(in crate::game::rules) fn forbidden(&self, seat: Seat) -> (StationSet, StationSet) {
        if self.public.rules.bomb_vs_flag == BombVsFlag::Capture {
            return (StationSet::EMPTY, StationSet::EMPTY);
        }
        let of = |kind| move |&(id, _): &(PieceId, Station)| self.kind(id) == kind;
        let bombs = self.pieces().filter(of(Kind::Bomb)).filter(|(id, _)| id.seat() == seat);
        let known = |&(id, _): &(PieceId, Station)| {
            !self.stand_ins.contains(id.seat()) || self.shown_flag(id.seat()) == Some(id)
        };
        let flags = self.pieces().filter(of(Kind::Flag)).filter(known);
        (bombs.map(|(_, s)| s).collect(), flags.map(|(_, s)| s).collect())
    }

    /// Whether a seat would have a legal move if it were its turn.
    #[inline]
    pub(super) fn has_move(&self, seat: Seat) -> bool {
        if self.public.exits_are_moves() {
            let barred = self.public.barred(seat);
            return self.mobile(seat).into_iter().any(|s| self.public.has_exit(s, barred));
        }
        Moves::new(self, seat, self.public.net.open()).next().is_some()
    }

    /// Whether a seat fails the stuck test of the QQ server: none of its mobile pieces can move.
    pub(super) fn is_stuck_qq(&self, seat: Seat) -> bool {
        !self.mobile(seat).into_iter().any(|s| self.public.has_exit_qq(seat, s))
    }

    pub(super) fn why_illegal(&self, mv: Move) -> &'static str {
        let Some(piece) = self.piece_at(mv.from) else { return "no piece stands there" };
        let team = self.public.rules.team(piece.seat());
        let target = self.piece_at(mv.to);
        match target.map(|t| self.public.rules.team(t.seat()) == team) {
            _ if self.public.outcome.is_some() => "the game is over",
            _ if piece.seat() != self.public.turn => {
                "the piece belongs to another seat than the one to move"
            }
            _ if !self.kind(piece).is_mobile() => "mines and flags do not move",
            _ if !self.mobile[self.public.turn.index()].contains(mv.from) => {
                "a piece in a headquarters stays there"
            }
            Some(true) => "a piece of the same team stands on the target",
            Some(false) if self.public.net.camps().contains(mv.to) => {
                "a piece in a camp cannot be attacked"
            }
            _ if !self.public.net.stops().contains(mv.to) => {
                "no piece may stop on the target under these rules"
            }
            Some(false) if self.is_barred_bomb(mv) => {
                "a bomb may not capture a flag under these rules"
            }
            _ => "no step, slide or engineer's route leads there",
        }
    }

    fn is_barred_bomb(&self, mv: Move) -> bool {
        let (bombs, flags) = self.forbidden(self.public.turn);
        bombs.contains(mv.from) && flags.contains(mv.to)
    }
}
