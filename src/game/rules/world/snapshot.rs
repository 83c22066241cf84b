//! Snapshots of a position, for searches that jump between positions.

use super::full_state::World;
use crate::game::board::{Seat, SeatSet, Station};
use crate::game::rules::public_state::NONE;
use crate::game::rules::{PieceId, Rules};

/// All that a key covers, for a fixed list of pieces that the caller keeps.
#[derive(Debug, Clone)]
pub(crate) struct Snapshot {
    stations: Box<[u8]>,
    turn: Seat,
    alive: SeatSet,
    shown: SeatSet,
    public_key: u64,
    pieces_key: u64,
}

impl Snapshot {
    /// The seat to move.
    pub(crate) fn turn(&self) -> Seat {
        self.turn
    }

    /// The number of pieces on the board.
    pub(crate) fn count(&self) -> usize {
        self.stations.iter().filter(|&&s| s != NONE).count()
    }

    /// The number of a seat's pieces on the board; `pieces` is the list of the snapshot.
    pub(crate) fn count_of(&self, seat: Seat, pieces: &[PieceId]) -> usize {
        let on_board = pieces.iter().zip(&self.stations).filter(|&(_, &s)| s != NONE);
        on_board.filter(|(p, _)| p.seat() == seat).count()
    }
}

impl World {
    /// The same position in a game without draw limits.
    pub(crate) fn without_draw_limits(&self) -> Self {
        let mut world = self.clone();
        let rules = Rules { draw_quiet_plies: 0, max_plies: 0, ..*self.rules() };
        (world.public.rules, world.public.quiet, world.public.ply) = (rules, 0, 0);
        world
    }

    /// The snapshot of these pieces.
    pub(crate) fn snapshot(&self, pieces: &[PieceId]) -> Snapshot {
        Snapshot {
            stations: pieces.iter().map(|p| self.public.station_of[p.index()]).collect(),
            turn: self.public.turn,
            alive: self.public.alive,
            shown: self.public.shown,
            public_key: self.public.key,
            pieces_key: self.pieces_key,
        }
    }

    /// Goes to a snapshot of these pieces, which are all that are on the board. Earlier moves
    /// cannot be unmade afterwards.
    pub(crate) fn restore(&mut self, snapshot: &Snapshot, pieces: &[PieceId]) {
        let pairs = || pieces.iter().zip(&snapshot.stations);
        for (&piece, &station) in pairs() {
            if let Some(now) = self.station_of(piece).filter(|now| now.0 != station) {
                self.lift(piece, now);
                self.public.mark_removed(piece);
            }
        }
        for (&piece, &station) in pairs() {
            if station != NONE && self.station_of(piece).is_none() {
                self.put(piece, Station(station));
            }
        }
        self.fallen.clear();
        let Snapshot { turn, alive, shown, public_key, pieces_key, .. } = *snapshot;
        (self.public.turn, self.public.alive, self.public.shown) = (turn, alive, shown);
        (self.public.key, self.pieces_key) = (public_key, pieces_key);
        (self.public.outcome, self.public.quiet, self.public.ply) = (None, 0, 0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::random;
    use crate::game::board::Board;
    use crate::game::rules::{Deployment, Rules};
    use crate::gametree::position::{Node, Position};
    use rand::Rng;

    #[test]
    fn a_snapshot_is_restored_from_any_position() {
        let mut state = random::stream(4, &[]);
        let deployments = Seat::ALL.map(|_| Some(Deployment::sample(&mut state)));
        let start =
            World::start(Board::siguo(), Rules::default(), &deployments, Seat::South).unwrap();
        let mut world = start.without_draw_limits();
        let pieces: Vec<PieceId> = world.pieces().map(|p| p.0).collect();
        let mut rng = random::stream(5, &[]);
        let mut snapshots = vec![];
        while world.outcome().is_none() && snapshots.len() < 300 {
            snapshots.push((world.snapshot(&pieces), world.count_moves()));
            let moves: Vec<_> = world.moves().collect();
            world.make(moves[rng.next_u32() as usize % moves.len()]);
        }
        for (snapshot, moves) in snapshots.iter().rev().chain(&snapshots) {
            world.restore(snapshot, &pieces);
            assert_eq!(world.key(), world.key_from_scratch());
            assert_eq!(world.count_moves(), *moves);
            assert_eq!(snapshot.count(), world.pieces().count());
            assert_eq!(snapshot.turn(), world.turn());
        }
    }
}
