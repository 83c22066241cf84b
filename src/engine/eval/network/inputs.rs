//! The inputs: which piece stands where, as each seat sees it.

use crate::game::board::{Board, CAPACITY, Cell, SIZE, Seat, Station};
use crate::game::rules::{Kind, Mode, World};
use std::sync::LazyLock;

/// Stations of the standard board, the only one that networks know.
pub const POINTS: usize = 129;
const KINDS: usize = 12;

/// What an input stands for. Seats are told by their relation to the seat that looks: how many arms
/// anticlockwise from its own arm, which it sees at the bottom; in a game of two the other seat is 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Input {
    /// A piece of the seat stands there.
    Piece {
        /// Whose.
        relation: usize,
        /// Which.
        kind: Kind,
        /// Where: the number of the point in the order of cells, row by row from the top, on the
        /// board as the seat sees it.
        point: usize,
    },
    /// The flag of the seat is or was public.
    Shown(usize),
    /// The seat is to move.
    Turn(usize),
}

/// The inputs of a kind of game, numbered.
#[derive(Debug)]
pub struct Inputs {
    mode: Mode,
    /// By seat that looks, seat and station: the number of the commander there.
    first: [[[u16; CAPACITY]; 4]; 4],
    /// By seat that looks and South's number: its own number of the same thing.
    seen: [Vec<u16>; 4],
}

/// Where a cell comes to lie when the board is turned by quarters, anticlockwise.
fn turned(cell: Cell, quarters: usize) -> Cell {
    let quarter = |(row, col): (usize, usize)| (SIZE - 1 - col, row);
    let (row, col) = (0..quarters).fold((cell.row(), cell.col()), |at, _| quarter(at));
    Cell::new(row, col).expect("a quarter turn stays on the drawing")
}

/// The stations of the standard board in the order of their cells.
static ORDER: LazyLock<Vec<Station>> = LazyLock::new(|| Board::siguo().reading_order().collect());

/// The number of a station among them.
fn point_of(station: Station) -> usize {
    ORDER.iter().position(|&s| s == station).expect("a station of the standard board")
}

/// The point that a cell is.
fn point_at(cell: Cell) -> usize {
    point_of(Board::siguo().station(cell).expect("the standard board is symmetric"))
}

impl Inputs {
    /// The inputs of a kind of game.
    pub fn of(mode: Mode) -> &'static Self {
        static ALL: LazyLock<[Inputs; 2]> =
            LazyLock::new(|| [Mode::FourPlayer, Mode::TwoPlayer].map(Inputs::new));
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
            let seen = (0..inputs.count()).map(|n| inputs.seen_by(view, n) as u16).collect();
            inputs.seen[view.index()] = seen;
        }
        inputs
    }

    /// Which kind of game.
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

    /// How many inputs there are.
    pub fn count(&self) -> usize {
        self.seats().len() * (KINDS * POINTS + 2)
    }

    /// Relation of a seat to the one that looks.
    #[inline]
    fn relation(&self, view: Seat, seat: Seat) -> usize {
        let arms = (seat.index() + 4 - view.index()) % 4;
        arms * self.seats().len() / 4
    }

    /// The number of a piece on a station, as a seat sees it.
    #[inline]
    pub fn piece(&self, view: Seat, seat: Seat, kind: Kind, station: Station) -> usize {
        let first = self.first[view.index()][seat.index()][station.index()];
        usize::from(first) + kind.index() * POINTS
    }

    /// The number of a seat's public flag.
    pub fn shown(&self, view: Seat, seat: Seat) -> usize {
        self.number(Input::Shown(self.relation(view, seat)))
    }

    /// The number of a seat's turn.
    #[inline]
    pub fn turn(&self, view: Seat, seat: Seat) -> usize {
        self.number(Input::Turn(self.relation(view, seat)))
    }

    /// The number of an input.
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

    /// The input of a number below [`count`](Self::count).
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

    /// The station of a point, as South sees it.
    pub fn station(point: usize) -> Station {
        ORDER[point]
    }

    /// The point that a point becomes when the board is turned by quarters, anticlockwise.
    pub fn turned_point(point: usize, quarters: usize) -> usize {
        point_at(turned(Board::siguo().cell(ORDER[point]), quarters))
    }

    /// The point that a point becomes when left and right change places.
    pub fn mirrored_point(point: usize) -> usize {
        let cell = Board::siguo().cell(ORDER[point]);
        point_at(Cell::new(cell.row(), SIZE - 1 - cell.col()).expect("on the drawing"))
    }

    /// The number that a seat has for what South has a number for.
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

    /// By South's number, a seat's number of the same thing.
    pub fn seen(&self, view: Seat) -> &[u16] {
        &self.seen[view.index()]
    }

    /// The inputs of a world that a seat sees, the turn last.
    pub fn of_world(&self, view: Seat, world: &World) -> impl Iterator<Item = usize> {
        let pieces = world
            .pieces()
            .map(move |(id, station)| self.piece(view, id.seat(), world.kind(id), station));
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
        for mode in [Mode::FourPlayer, Mode::TwoPlayer] {
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
        for mode in [Mode::FourPlayer, Mode::TwoPlayer] {
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
