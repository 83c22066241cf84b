//! Who stands where as a thing of its own: for walks that jump from position to position.

use super::{NONE, World};
use crate::game::board::{Seat, SeatSet, Station};
use crate::game::rules::{PieceId, Rules};

/// All that a key covers, for the pieces of a list that the walk keeps.
#[derive(Debug, Clone)]
pub(crate) struct Pose {
    stations: Box<[u8]>,
    turn: Seat,
    alive: SeatSet,
    shown: SeatSet,
    key: u64,
}

impl Pose {
    /// Whose turn it is.
    pub(crate) fn turn(&self) -> Seat {
        self.turn
    }

    /// Pieces on the board.
    pub(crate) fn pieces(&self) -> usize {
        self.stations.iter().filter(|&&s| s != NONE).count()
    }

    /// Pieces of a seat on the board, the list of pieces being told.
    pub(crate) fn pieces_of(&self, seat: Seat, pieces: &[PieceId]) -> usize {
        let on = pieces.iter().zip(&self.stations).filter(|&(_, &s)| s != NONE);
        on.filter(|(p, _)| p.seat() == seat).count()
    }
}

impl World {
    /// The same position in a game without counters: neither quiet plies nor plies ever draw it.
    pub(crate) fn uncounted(&self) -> Self {
        let rules = Rules { draw_quiet_plies: 0, max_plies: 0, ..self.rules };
        Self { rules, quiet: 0, ply: 0, ..self.clone() }
    }

    /// Where these pieces stand, and whose turn it is.
    pub(crate) fn pose(&self, pieces: &[PieceId]) -> Pose {
        let stations = pieces.iter().map(|p| self.station_of[p.index()]).collect();
        let Self { turn, alive, shown, key, .. } = *self;
        Pose { stations, turn, alive, shown, key }
    }

    /// Goes to a pose of these pieces, which must be all that are on the board. Moves made before
    /// cannot be taken back after it.
    pub(crate) fn assume(&mut self, pose: &Pose, pieces: &[PieceId]) {
        let pairs = || pieces.iter().zip(&pose.stations);
        for (piece, &station) in pairs() {
            let now = self.station_of[piece.index()];
            if now != station && now != NONE {
                self.lift(piece.0, Station(now));
                self.station_of[piece.index()] = NONE;
            }
        }
        for (piece, &station) in pairs() {
            if station != NONE && self.station_of[piece.index()] == NONE {
                self.put(piece.0, Station(station));
            }
        }
        self.fallen.clear();
        (self.turn, self.alive, self.shown) = (pose.turn, pose.alive, pose.shown);
        (self.key, self.outcome, self.quiet, self.ply) = (pose.key, None, 0, 0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::random;
    use crate::game::board::Board;
    use crate::game::rules::{Deployment, Rules};
    use crate::gametree::position::Position;
    use rand::Rng;

    #[test]
    fn a_pose_is_gone_to_from_anywhere() {
        let mut state = random::stream(4, &[]);
        let deployments = Seat::ALL.map(|_| Some(Deployment::sample(&mut state)));
        let start =
            World::start(Board::siguo(), Rules::default(), &deployments, Seat::South).unwrap();
        let mut world = start.uncounted();
        let pieces: Vec<PieceId> = world.pieces().map(|p| p.0).collect();
        let mut rng = random::stream(5, &[]);
        let mut poses = vec![];
        while world.outcome().is_none() && poses.len() < 300 {
            poses.push((world.pose(&pieces), world.count_moves()));
            let moves: Vec<_> = world.moves().collect();
            world.make(moves[rng.next_u32() as usize % moves.len()]);
        }
        for (pose, moves) in poses.iter().rev().chain(&poses) {
            world.assume(pose, &pieces);
            assert_eq!(world.key, world.key_from_scratch());
            assert_eq!((world.key, world.count_moves()), (pose.key, *moves));
            assert_eq!(pose.pieces(), world.pieces().count());
            assert_eq!(pose.turn(), world.turn());
        }
    }
}
