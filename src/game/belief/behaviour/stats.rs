//! The statistics and their counters of each piece.

use crate::game::board::{CAPACITY, Seat, Station};
use crate::game::rules::{PIECES, PieceId, Point, PublicState};

/// Counters of one piece, updated at every turn of its seat until it dies.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct PieceHistory {
    pub(super) moved: bool,
    /// The ply of its last move.
    pub(super) last: u32,
    /// Fights won, attacking or defending.
    pub(super) won: u32,
    /// Turns of its seat begun in the front camps and in the middle camp of its arm.
    pub(super) camps: [u32; 2],
    /// Turns in which it could move but had not yet, and in which it could not.
    pub(super) idle: [u32; 2],
    /// Turns in which it had not moved yet and left an enemy alone that had moved, by [`class`].
    pub(super) declined: [u32; 3],
    /// The same in a camp, moved or not.
    pub(super) declined_in_camp: [u32; 3],
    /// Moved enemies it newly came within reach of on open ground, by [`class`].
    pub(super) approached: [u32; 3],
    /// Unmoved enemies it newly came within reach of.
    pub(super) approached_unmoved: u32,
    /// Moves out of reach of a threat, by [`class`] of the strongest.
    pub(super) ran: [u32; 3],
    /// Turns in which it was under a fresh threat and another piece moved.
    pub(super) stood: u32,
    /// Attacks on a threat that had won nothing.
    pub(super) struck_back: u32,
    /// Attacks won where a piece of its team had just died.
    pub(super) retaken: u32,
    /// Moves towards the front in its own arm, moves longer than an edge, all moves.
    pub(super) forward: u32,
    pub(super) slides: u32,
    pub(super) moves: u32,
    /// Attacks, by [`aim`].
    pub(super) attacked: [u32; 4],
    /// Turns in which it had moved before and left an enemy alone, by [`aim`].
    pub(super) passed: [u32; 4],
}

/// Strength class of a piece: fights won, at most 2.
pub(super) fn class(past: &PieceHistory) -> usize {
    past.won.min(2) as usize
}

/// Class of a target: 0 if it has not moved, else 1 + its [`class`].
pub(super) fn aim(past: &PieceHistory) -> usize {
    if past.moved { 1 + class(past) } else { 0 }
}

/// The behaviour of all pieces since the first move.
#[derive(Debug, Clone)]
pub struct BehaviourStats {
    pub(super) past: Vec<PieceHistory>,
    /// By piece, its home: the point where it stood before the first move.
    pub(super) homes: Vec<Option<Point>>,
    /// By station, the arm that it is in and the point there.
    pub(super) places: Vec<Option<(Seat, Point)>>,
    /// By seat, the first piece that moved.
    pub(super) first: [Option<PieceId>; 4],
    /// By team, station and ply of its last loss.
    pub(super) died: [Option<(Station, u32)>; 2],
}

impl BehaviourStats {
    /// Empty statistics from a position on.
    pub fn new(state: &PublicState) -> Self {
        let board = state.net().board();
        let mut places = vec![None; CAPACITY];
        for seat in Seat::ALL {
            for point in Point::all() {
                if let Some(arm) = board.arm(seat) {
                    places[arm[point.index()].index()] = Some((seat, point));
                }
            }
        }
        let home = |piece: PieceId| {
            let place = state.station_of(piece).and_then(|s| places[s.index()]);
            place.filter(|(seat, _)| *seat == piece.seat() && state.ply() == 0).map(|p| p.1)
        };
        Self {
            past: vec![PieceHistory::default(); PIECES],
            homes: (0..PIECES).map(|i| home(PieceId::from_index(i))).collect(),
            places,
            first: [None; 4],
            died: [None; 2],
        }
    }

    pub(super) fn past(&self, piece: PieceId) -> &PieceHistory {
        &self.past[piece.index()]
    }

    pub(super) fn past_mut(&mut self, piece: PieceId) -> &mut PieceHistory {
        &mut self.past[piece.index()]
    }

    /// The point of a station in the seat's own arm.
    pub(super) fn own_point(&self, seat: Seat, station: Station) -> Option<Point> {
        self.places[station.index()].filter(|p| p.0 == seat).map(|p| p.1)
    }
}
