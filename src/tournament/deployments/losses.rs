//! The places where a deployment loses its flag and its strong pieces.

use crate::game::board::{Board, Cell, SIZE, Seat, Station};
use crate::game::rules::{Act, CombatResult, Event, Kind, Team, World};
use std::collections::BTreeMap;

/// Kinds that count as strong.
const STRONG: [Kind; 4] = [Kind::Commander, Kind::General, Kind::Division, Kind::Brigade];

/// Losses by cell of the board, turned so that the owner sits at the bottom.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Losses {
    /// Number of strong pieces captured on each cell.
    pub strong: BTreeMap<(usize, usize), u32>,
    /// Number of flags captured on each cell.
    pub flags: BTreeMap<(usize, usize), u32>,
    /// Number of games counted.
    pub games: u64,
}

impl Losses {
    /// Counts the losses of a team in an event; `world` is the position before it.
    pub(super) fn learn(&mut self, world: &World, event: &Event, own: Team) {
        let Act::Move(mv, Some(result)) = event.act else { return };
        let (attacker, defender) = (world.piece_at(mv.from), world.piece_at(mv.to));
        let fallen = match result {
            CombatResult::Win => [None, defender],
            CombatResult::Lose => [attacker, None],
            CombatResult::Both => [attacker, defender],
        };
        for piece in fallen.into_iter().flatten() {
            let (seat, kind) = (piece.seat(), world.kind(piece));
            if world.rules().team(seat) != own {
                continue;
            }
            let cell = own_cell(world.board(), seat, mv.to);
            match kind {
                Kind::Flag => *self.flags.entry(cell).or_default() += 1,
                kind if STRONG.contains(&kind) => *self.strong.entry(cell).or_default() += 1,
                _ => {}
            }
        }
    }
}

/// Row and column of a station, from 0, on the board turned so that a seat is at the bottom.
fn own_cell(board: &Board, seat: Seat, station: Station) -> (usize, usize) {
    let cell: Cell = board.cell(station);
    let last = SIZE - 1;
    let (mut row, mut col) = (cell.row(), cell.col());
    for _ in 0..seat.index() {
        (row, col) = (col, last - row);
    }
    (row, col)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Turned for its owner, every arm lies where the south one does.
    #[test]
    fn every_seat_sees_its_arm_at_the_bottom() {
        let board = Board::siguo();
        let cells = |seat: Seat| -> Vec<_> {
            board.arm(seat).unwrap().iter().map(|s| own_cell(board, seat, *s)).collect()
        };
        for seat in Seat::ALL {
            assert_eq!(cells(seat), cells(Seat::South), "{seat}");
        }
    }
}
