//! Behaviour statistics: how pieces were played, beyond what the rules prove about them.
//!
//! Human players treat kinds differently: bombs wait in front camps, engineers avoid winners, a
//! commander retakes. The statistics are counted per piece from public events alone, so they are
//! the same for every observer. [`features`] turns the counts into features, and a
//! [`BehaviourModel`](super::BehaviourModel) turns features into factors for kinds.
//!
//! *Our reading* throughout: the features were selected from about 600 candidates because they predicted
//! hidden kinds in recorded human games.

mod features;
mod turn;

pub use features::{BehaviourFeature, FEATURES};

use crate::game::board::{CAPACITY, Seat, Station};
use crate::game::rules::{ARMY, PieceId, Point, PublicState};

/// Counters of one piece, updated at every turn of its seat until it dies.
#[derive(Debug, Clone, Default, PartialEq)]
struct PieceHistory {
    moved: bool,
    /// The ply of its last move.
    last: u32,
    /// Fights won, attacking or defending.
    won: u32,
    /// Turns of its seat begun in the front camps and in the middle camp of its arm.
    camps: [u32; 2],
    /// Turns in which it could move but had not yet, and in which it could not.
    idle: [u32; 2],
    /// Turns in which it had not moved yet and left an enemy alone that had moved, by [`class`].
    declined: [u32; 3],
    /// The same in a camp, moved or not.
    declined_in_camp: [u32; 3],
    /// Moved enemies it newly came within reach of on open ground, by [`class`].
    approached: [u32; 3],
    /// Unmoved enemies it newly came within reach of.
    approached_unmoved: u32,
    /// Moves out of reach of a threat, by [`class`] of the strongest.
    ran: [u32; 3],
    /// Turns in which it was under a fresh threat and another piece moved.
    stood: u32,
    /// Attacks on a threat that had won nothing.
    struck_back: u32,
    /// Attacks won where a piece of its team had just died.
    retaken: u32,
    /// Moves towards the front in its own arm, moves longer than an edge, all moves.
    forward: u32,
    slides: u32,
    moves: u32,
    /// Attacks, by [`aim`].
    attacked: [u32; 4],
    /// Turns in which it had moved before and left an enemy alone, by [`aim`].
    passed: [u32; 4],
}

/// Strength class of a piece: fights won, at most 2.
fn class(past: &PieceHistory) -> usize {
    past.won.min(2) as usize
}

/// Class of a target: 0 if it has not moved, else 1 + its [`class`].
fn aim(past: &PieceHistory) -> usize {
    if past.moved { 1 + class(past) } else { 0 }
}

/// The behaviour of all pieces since the first move.
#[derive(Debug, Clone)]
pub struct BehaviourStats {
    past: Vec<PieceHistory>,
    /// By piece, its home: the point where it stood before the first move.
    homes: Vec<Option<Point>>,
    /// By station, the arm that it is in and the point there.
    places: Vec<Option<(Seat, Point)>>,
    /// By seat, the first piece that moved.
    first: [Option<PieceId>; 4],
    /// By team, station and ply of its last loss.
    died: [Option<(Station, u32)>; 2],
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
            past: vec![PieceHistory::default(); 4 * ARMY],
            homes: (0..4 * ARMY).map(|i| home(PieceId::from_index(i))).collect(),
            places,
            first: [None; 4],
            died: [None; 2],
        }
    }

    fn past(&self, piece: PieceId) -> &PieceHistory {
        &self.past[piece.index()]
    }

    fn past_mut(&mut self, piece: PieceId) -> &mut PieceHistory {
        &mut self.past[piece.index()]
    }

    /// The point of a station in the seat's own arm.
    fn own_point(&self, seat: Seat, station: Station) -> Option<Point> {
        self.places[station.index()].filter(|p| p.0 == seat).map(|p| p.1)
    }
}
