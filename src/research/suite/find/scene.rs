//! A position of a game, as the subjects look at it.

use crate::game::board::{Seat, Station, StationSet};
use crate::game::rules::{Kind, PieceId, World};
use crate::research::suite::goal::{Goal, Target};

/// A position with all pieces known and a seat to move.
pub(in crate::research::suite) struct Scene<'a> {
    pub(super) world: &'a World,
    pub(super) seat: Seat,
}

impl<'a> Scene<'a> {
    /// The position; its seat to move is the one that a moment would be about.
    pub(in crate::research::suite) fn new(world: &'a World) -> Self {
        Self { world, seat: world.turn() }
    }

    /// Number of plies of a round at the start of the game: the number of seats.
    pub(super) fn round(&self) -> u32 {
        self.world.rules().seats().len() as u32
    }

    /// The living seats of the own team, or of the enemies.
    pub(super) fn seats(&self, own: bool) -> Vec<Seat> {
        let rules = self.world.rules();
        let team = rules.team(self.seat);
        self.world.alive().iter().filter(|&seat| (rules.team(seat) == team) == own).collect()
    }

    /// The flags of the living seats of the own team, or of the enemies.
    pub(super) fn flags(&self, own: bool) -> Vec<Target> {
        self.seats(own).into_iter().map(Target::Flag).collect()
    }

    /// The goal of capturing one of these within a number of rounds.
    pub(super) fn goal(&self, take: Vec<Target>, rounds: u32) -> Goal {
        Goal { take, keep: vec![], plies: rounds * self.round() }
    }

    /// The mines of a seat beside its flag.
    pub(super) fn mines_at_flag(&self, seat: Seat) -> Vec<PieceId> {
        let flag = Target::Flag(seat).piece(self.world).and_then(|p| self.world.station_of(p));
        let beside = flag.map_or(StationSet::EMPTY, |at| self.world.net().neighbours(at));
        let mine = |at: Station| {
            let piece = self.world.piece_at(at)?;
            (piece.seat() == seat && self.world.kind(piece) == Kind::Mine).then_some(piece)
        };
        beside.iter().filter_map(mine).collect()
    }

    /// Whether an engineer of a seat could take one of these pieces if it were the seat's turn.
    pub(super) fn engineer_can_take(&self, seat: Seat, pieces: &[PieceId]) -> bool {
        let mut world = self.world.clone();
        for _ in 0..4 {
            if world.turn() == seat || world.outcome().is_some() {
                break;
            }
            world.time_out();
        }
        let stations: Vec<Station> =
            pieces.iter().filter_map(|&piece| world.station_of(piece)).collect();
        let is_engineer = |at| world.piece_at(at).is_some_and(|p| world.kind(p) == Kind::Engineer);
        world.turn() == seat
            && world.fights().any(|mv| stations.contains(&mv.to) && is_engineer(mv.from))
    }
}
