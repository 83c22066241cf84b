//! Changing kinds: for worlds in which some kinds stand in for unknown ones.

use super::full_state::World;
use crate::game::board::{Seat, SeatSet};
use crate::game::rules::public_event::follow;
use crate::game::rules::public_state::NONE;
use crate::game::rules::{Event, Kind, PieceId, zobrist};

impl World {
    /// Follows a public event, whose decisions replace those that the kinds would give. A flag that
    /// is shown or captured becomes the flag of its seat.
    ///
    /// # Errors
    ///
    /// The reason why the event cannot follow; the world is unchanged then.
    pub(crate) fn follow(&mut self, event: &Event) -> Result<(), &'static str> {
        self.public.check(event)?;
        follow(self, event, |_| {});
        Ok(())
    }

    /// Makes a piece its seat's flag; the previous flag gets the kind that the piece had.
    pub(super) fn swap_flag_to(&mut self, piece: PieceId) {
        let seat = piece.seat();
        let before = self.flag(seat);
        if before == Some(piece) {
            return;
        }
        let kind = self.kind(piece);
        self.set_kind(piece, Kind::Flag);
        if let Some(before) = before {
            self.set_kind(before, kind);
        } else if self.gone[seat.index()].take(Kind::Flag) {
            self.gone[seat.index()].put(kind);
        }
        self.flags[seat.index()] = piece.0;
    }

    /// Sets the kind of a piece, on the board or gone. To be reset before earlier moves are
    /// unmade.
    pub(crate) fn set_kind(&mut self, piece: PieceId, kind: Kind) {
        let Some(station) = self.station_of(piece) else {
            self.kinds[piece.index()] = kind;
            return;
        };
        let seat = piece.seat();
        self.pieces_key ^= zobrist::piece(seat, self.kind(piece), station);
        self.lift(piece, station);
        self.kinds[piece.index()] = kind;
        self.put(piece, station);
        self.pieces_key ^= zobrist::piece(seat, kind, station);
    }

    /// The world in which kinds stand in for those of some seats: only their flags that are shown are known.
    #[must_use]
    pub(crate) fn with_stand_ins(self, seats: SeatSet) -> Self {
        Self { stand_ins: seats, ..self }
    }

    /// Sets the kinds of all pieces of a seat, by number. Pieces that left before this world was
    /// set up share the rest of the army; with stand-ins they mean nothing.
    pub(crate) fn set_kinds(&mut self, seat: Seat, kinds: &[Kind]) {
        let mut rest = self.army(seat);
        let fallen: Vec<PieceId> = self.fallen.iter().map(|f| f.0).collect();
        self.flags[seat.index()] = NONE;
        for (piece, &kind) in PieceId::of(seat).zip(kinds) {
            if self.station_of(piece).is_some() || fallen.contains(&piece) {
                self.set_kind(piece, kind);
                rest.take(kind);
                if kind == Kind::Flag {
                    self.flags[seat.index()] = piece.0;
                }
            }
        }
        self.gone[seat.index()] = rest;
    }
}
