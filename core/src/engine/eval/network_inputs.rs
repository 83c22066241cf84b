//! The inputs of the network: which piece stands where, from the viewpoint of each seat.

use crate::game::board::{Board, CAPACITY, Cell, SIZE, Seat, Station};
use crate::game::rules::{Kind, Mode, World};
use std::sync::LazyLock;

/// Number of stations of the standard board, the only one that networks support.
pub const POINTS: usize = 129;
const KINDS: usize = 12;

/// The meaning of an input. Seats are relative to the viewing seat: the number of arms anticlockwise from
/// its own arm, which is at the bottom of its board; in a two-player game the other seat is 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Input {
    /// A piece of a seat stands on a station.
    Piece {
        /// The relative seat.
        relation: usize,
        /// The kind of the piece.
        kind: Kind,
        /// The index of the station in the order of cells, row by row from the top, on the board of the
        /// viewing seat.
        point: usize,
    },
    /// The flag of a relative seat is or was public.
    Shown(usize),
    /// A relative seat is to move.
    Turn(usize),
}

/// The numbering of the inputs for a mode of play.
#[derive(Debug)]
pub struct Inputs {
    mode: Mode,
    /// Index of a commander, by viewing seat, seat and station.
    first: [[[u16; CAPACITY]; 4]; 4],
    /// Index for the viewing seat, by viewing seat and South's index.
    seen: [Vec<u16>; 4],
}

/// The cell after rotating the board anticlockwise by quarter turns.
fn turned(cell: Cell, quarters: usize) -> Cell {
    let mut row = cell.row();
    let mut col = cell.col();
    for _ in 0..quarters {
        (row, col) = (SIZE - 1 - col, row);
    }
    Cell::new(row, col).expect("a quarter turn stays on the drawing")
}

/// The stations of the standard board in the order of their cells.
static ORDER: LazyLock<Vec<Station>> = LazyLock::new(|| Board::siguo().reading_order().collect());

/// The index of a station in that order.
fn point_of(station: Station) -> usize {
    ORDER.iter().position(|&s| s == station).expect("a station of the standard board")
}

/// The index of the station of a cell, which is a station after any turn or reflection.
fn point_at(cell: Cell) -> usize {
    point_of(Board::siguo().station(cell).expect("the standard board is symmetric"))
}

impl Inputs {
    /// The inputs of a mode of play.
    pub fn of(mode: Mode) -> &'static Self {
        static ALL: LazyLock<[Inputs; 2]> = LazyLock::new(|| Mode::ALL.map(Inputs::new));
        &ALL[mode as usize]
    }

    fn new(mode: Mode) -> Self {
        let mut inputs = Self { mode, first: [[[0; CAPACITY]; 4]; 4], seen: [const { vec![] }; 4] };
        for &view in inputs.seats() {
            for &seat in inputs.seats() {
                let relation = inputs.relation(view, seat);
                for &station in ORDER.iter() {
                    let cell = turned(Board::siguo().cell(station), 4 - view.index());
                    let first = relation * KINDS * POINTS + point_at(cell);
                    inputs.first[view.index()][seat.index()][station.index()] = first as u16;
                }
            }
        }
        for &view in inputs.seats() {
            inputs.seen[view.index()] =
                (0..inputs.count()).map(|number| inputs.seen_by(view, number) as u16).collect();
        }
        inputs
    }

    /// The mode of play.
    pub fn mode(&self) -> Mode {
        self.mode
    }

    /// The seats that play.
    #[inline]
    pub fn seats(&self) -> &'static [Seat] {
        match self.mode {
            Mode::FourPlayer => &Seat::ALL,
            Mode::TwoPlayer => &[Seat::South, Seat::North],
        }
    }

    /// The number of inputs.
    pub fn count(&self) -> usize {
        self.seats().len() * (KINDS * POINTS + 2)
    }

    /// A seat relative to the viewing seat.
    #[inline]
    fn relation(&self, view: Seat, seat: Seat) -> usize {
        let arms = (seat.index() + 4 - view.index()) % 4;
        arms * self.seats().len() / 4
    }

    /// The index of a piece on a station, for a viewing seat.
    #[inline]
    pub fn piece(&self, view: Seat, seat: Seat, kind: Kind, station: Station) -> usize {
        let first = self.first[view.index()][seat.index()][station.index()];
        usize::from(first) + kind.index() * POINTS
    }

    /// The index of a seat's public flag, for a viewing seat.
    pub fn shown(&self, view: Seat, seat: Seat) -> usize {
        self.number(Input::Shown(self.relation(view, seat)))
    }

    /// The index of a seat's turn, for a viewing seat.
    #[inline]
    pub fn turn(&self, view: Seat, seat: Seat) -> usize {
        self.number(Input::Turn(self.relation(view, seat)))
    }

    /// The index of an input.
    #[inline]
    pub fn number(&self, input: Input) -> usize {
        let seats = self.seats().len();
        let pieces = seats * KINDS * POINTS;
        match input {
            Input::Piece { relation, kind, point } => {
                (relation * KINDS + kind.index()) * POINTS + point
            }
            Input::Shown(relation) => pieces + relation,
            Input::Turn(relation) => pieces + seats + relation,
        }
    }

    /// The input of an index below [`count`](Self::count).
    pub fn input(&self, number: usize) -> Input {
        let seats = self.seats().len();
        let pieces = seats * KINDS * POINTS;
        if number < pieces {
            let kind = Kind::ALL[number / POINTS % KINDS];
            let relation = number / POINTS / KINDS;
            return Input::Piece { relation, kind, point: number % POINTS };
        }
        let relation = (number - pieces) % seats;
        if number < pieces + seats { Input::Shown(relation) } else { Input::Turn(relation) }
    }

    /// The station of an index, on South's board.
    pub fn station(point: usize) -> Station {
        ORDER[point]
    }

    /// The index of a station after rotating the board anticlockwise by quarter turns.
    pub fn turned_point(point: usize, quarters: usize) -> usize {
        point_at(turned(Board::siguo().cell(ORDER[point]), quarters))
    }

    /// The index of a station after mirroring the board left to right.
    pub fn mirrored_point(point: usize) -> usize {
        let cell = Board::siguo().cell(ORDER[point]);
        point_at(Cell::new(cell.row(), SIZE - 1 - cell.col()).expect("on the drawing"))
    }

    /// The index for a viewing seat of what has this index for South.
    fn seen_by(&self, view: Seat, number: usize) -> usize {
        let seats = self.seats().len();
        let other = |relation| (relation + seats - view.index() * seats / 4) % seats;
        self.number(match self.input(number) {
            Input::Piece { relation, kind, point } => Input::Piece {
                relation: other(relation),
                kind,
                point: Self::turned_point(point, 4 - view.index()),
            },
            Input::Shown(relation) => Input::Shown(other(relation)),
            Input::Turn(relation) => Input::Turn(other(relation)),
        })
    }

    /// Indices for a viewing seat, by South's index.
    pub fn seen(&self, view: Seat) -> &[u16] {
        &self.seen[view.index()]
    }

    /// The active inputs of a world for a viewing seat, the turn last.
    pub fn of_world(&self, view: Seat, world: &World) -> impl Iterator<Item = usize> {
        let pieces = world
            .pieces()
            .map(move |(piece, at)| self.piece(view, piece.seat(), world.kind(piece), at));
        let shown = world.flags_shown().iter().map(move |seat| self.shown(view, seat));
        pieces.chain(shown).chain([self.turn(view, world.turn())])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_quarter_turn_brings_every_arm_onto_the_next_point_by_point() {
        let board = Board::siguo();
        for seat in Seat::ALL {
            let next = Seat::from_index(seat.index() + 1);
            let (own, other) = (board.arm(seat).unwrap(), board.arm(next).unwrap());
            for (a, b) in own.iter().zip(other) {
                assert_eq!(Inputs::turned_point(point_of(*a), 1), point_of(*b));
            }
        }
    }

    #[test]
    fn numbers_and_inputs_are_one_to_one() {
        for mode in Mode::ALL {
            let inputs = Inputs::of(mode);
            for &view in inputs.seats() {
                let mut seen = vec![false; inputs.count()];
                for number in 0..inputs.count() {
                    assert_eq!(inputs.number(inputs.input(number)), number);
                    seen[usize::from(inputs.seen(view)[number])] = true;
                }
                assert!(seen.iter().all(|&seen| seen));
            }
        }
    }

    #[test]
    fn all_seats_see_themselves_alike() {
        for mode in Mode::ALL {
            let (inputs, board) = (Inputs::of(mode), Board::siguo());
            for &view in inputs.seats() {
                let (own, other) = (board.arm(Seat::South).unwrap(), board.arm(view).unwrap());
                for ((a, b), kind) in own.iter().zip(other).zip(Kind::ALL.into_iter().cycle()) {
                    let number = inputs.piece(Seat::South, Seat::South, kind, *a);
                    assert_eq!(number, inputs.piece(view, view, kind, *b));
                    let there = inputs.piece(Seat::South, view, kind, *b);
                    assert_eq!(usize::from(inputs.seen(view)[there]), number);
                }
            }
        }
    }
}
