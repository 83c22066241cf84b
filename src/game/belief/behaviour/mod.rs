//! Conduct: what pieces do, as far as it is not proof of anything.
//!
//! People move different kinds differently: bombs wait in front camps, engineers keep away from
//! whoever wins, a commander retakes. Here it is counted piece by piece, from public events alone,
//! so that it is the same for every observer; [`features`] turns the counts into numbers and
//! [`Habits`](super::Habits) the numbers into factors for kinds.
//!
//! *Our reading* throughout: the features were found by measuring which of about 600 candidates
//! foresee hidden kinds in recorded games of people.

mod features;
mod turn;

pub use features::{BehaviourFeature, FEATURES};

use crate::game::board::{CAPACITY, Seat, Station};
use crate::game::rules::{ARMY, PieceId, Point, PublicState};

/// What a piece has done: counted at every turn of its seat, until it dies.
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

/// How much a piece has shown to fear: fights won, at most 2.
fn class(past: &PieceHistory) -> usize {
    past.won.min(2) as usize
}

/// What an enemy has shown: 0 if it has not moved, or 1 and its [`class`].
fn aim(past: &PieceHistory) -> usize {
    if past.moved { 1 + class(past) } else { 0 }
}

/// What all pieces have done since the first move.
#[derive(Debug, Clone)]
pub struct BehaviourStats {
    past: Vec<PieceHistory>,
    /// By piece, where it stood before the first move.
    homes: Vec<Option<Point>>,
    /// By station, whose arm it is in and where.
    places: Vec<Option<(Seat, Point)>>,
    /// By seat, the first piece to move.
    first: [Option<PieceId>; 4],
    /// By team, where a piece died last, and when.
    died: [Option<(Station, u32)>; 2],
}

impl BehaviourStats {
    /// Nothing done yet.
    pub fn new(field: &PublicState) -> Self {
        let board = field.net().board();
        let mut places = vec![None; CAPACITY];
        for seat in Seat::ALL {
            for point in Point::all() {
                if let Some(arm) = board.arm(seat) {
                    places[arm[point.index()].index()] = Some((seat, point));
                }
            }
        }
        let home = |piece: PieceId| {
            let place = field.station_of(piece).and_then(|s| places[s.index()]);
            place.filter(|(seat, _)| *seat == piece.seat() && field.ply() == 0).map(|p| p.1)
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

    /// The point of the seat's own arm that a station is.
    fn own_point(&self, seat: Seat, station: Station) -> Option<Point> {
        self.places[station.index()].filter(|p| p.0 == seat).map(|p| p.1)
    }
}
