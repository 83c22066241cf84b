//! Tic-tac-toe, a game of your own: implement `Position` and `Evaluate`, and run two searches.
//!
//! `cargo run --example tic_tac_toe`

use junqi::gametree::position::{Evaluate, Node, Position, Side};
use junqi::gametree::score::{Score, Window};
use junqi::gametree::search::{Context, Limit, Meter, NextBound, Perfect, Plies, alpha_beta, mtd};

/// The squares of each player as bits; the first player moves first.
#[derive(Clone, Copy, Default, PartialEq, Debug)]
pub(crate) struct Board(pub(crate) [u16; 2]);

pub(crate) const LINES: [u16; 8] = [0o007, 0o070, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124];

impl Board {
    fn taken(self) -> u16 {
        self.0[0] | self.0[1]
    }
    fn mover(self) -> usize {
        self.taken().count_ones() as usize % 2
    }
    pub(crate) fn is_won(self) -> bool {
        self.0.iter().any(|own| LINES.iter().any(|line| own & line == *line))
    }
}

impl Node for Board {
    type Move = u8;
    type Undo = ();
    type Moves = std::vec::IntoIter<u8>;
    const ALTERNATES: bool = true;

    fn side(&self) -> Side {
        if self.mover() == 0 { Side::Max } else { Side::Min }
    }
    fn moves(&self) -> Self::Moves {
        let free = |square: &u8| !self.is_won() && self.taken() >> square & 1 == 0;
        (0..9).filter(free).collect::<Vec<u8>>().into_iter()
    }
    fn unmake(&mut self, square: u8, (): ()) {
        self.0 = self.0.map(|own| own & !(1 << square));
    }
    fn key(&self) -> u64 {
        u64::from(self.0[0]) << 9 | u64::from(self.0[1])
    }
}

impl Position for Board {
    fn make(&mut self, square: u8) {
        self.0[self.mover()] |= 1 << square;
    }
}

/// The evaluation: 0 for a draw, -1 for the side to move on a won board.
pub(crate) struct Lines;

impl Evaluate<Board> for Lines {
    type Value = Score;
    fn evaluate(&mut self, board: &Board) -> Score {
        Score(-i64::from(board.is_won()))
    }
}

fn main() {
    let mut cx = Context::new(Lines, Plies(9)).with_observer(Meter::new(Limit::default()));
    let answer = alpha_beta(&mut cx, &mut Board::default(), Window::FULL);
    let nodes = cx.observer.visits.nodes;
    println!("alpha-beta: value {:?}, line {:?}, {nodes} nodes", answer.value, answer.line);
    assert_eq!(answer.value, Some(Score(0)), "the game is a draw");

    let mut cx = cx.with_memory(Perfect::default()).with_observer(Meter::new(Limit::default()));
    let (answer, passes) = mtd(&mut cx, &mut Board::default(), Score(0), NextBound::Bound);
    let (nodes, passes) = (cx.observer.visits.nodes, passes.len());
    println!("MTD(f): value {:?}, {nodes} nodes in {passes} passes", answer.value);
    assert_eq!(answer.value, Some(Score(0)), "whoever looks at it");
}
