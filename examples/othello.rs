//! Othello on a small board, solved to the end: a game in which a side without moves passes.
//!
//! `cargo run --release --example othello` solves 4 x 4 at once. `-- 6` solves 6 x 6, which takes
//! more than ten minutes.

use junqi::base::random;
use junqi::gametree::position::{Evaluate, Node, Position, Side};
use junqi::gametree::score::{Score, Window};
use junqi::gametree::search::{
    Context, FailLow, Horizon, Limit, Meter, MoveOrder, NodeToOrder, Plies, Transposition, pvs,
};

/// A board of N x N squares, N even and at most 6. A square is a bit in rows of eight; the unused
/// columns are a border that stops shifts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Othello<const N: u32> {
    /// The discs of each player.
    discs: [u64; 2],
    mover: usize,
}

impl<const N: u32> Othello<N> {
    const SQUARES: u64 = (0x0101_0101_0101_0101 * ((1 << N) - 1)) & ((1 << (8 * N)) - 1);
    /// The length of a whole game: the number of empty squares at the start.
    pub(crate) const PLIES: u32 = N * N - 4;

    /// The start position: two discs each in the middle; black moves first.
    pub(crate) fn start() -> Self {
        let corner = 8 * (N / 2 - 1) + N / 2 - 1;
        Self { discs: [0x0102 << corner, 0x0201 << corner], mover: 0 }
    }

    /// Shifts a set by one step in one of eight directions; squares off the board are dropped.
    fn shift(set: u64, direction: usize) -> u64 {
        let step = [1, 7, 8, 9][direction % 4];
        (if direction < 4 { set << step } else { set >> step }) & Self::SQUARES
    }

    /// The opponent's discs in an unbroken row that starts next to `from`.
    fn row(&self, from: u64, direction: usize, mover: usize) -> u64 {
        let other = self.discs[1 - mover];
        let mut row = Self::shift(from, direction) & other;
        for _ in 3..N {
            row |= Self::shift(row, direction) & other;
        }
        row
    }

    /// The legal moves of a player: empty squares at the end of a row that starts at an own disc.
    fn targets(&self, mover: usize) -> u64 {
        let empty = Self::SQUARES & !(self.discs[0] | self.discs[1]);
        let ends = |d| Self::shift(self.row(self.discs[mover], d, mover), d) & empty;
        (0..8).fold(0, |all, direction| all | ends(direction))
    }
}

/// A lazy iterator over the squares of a set.
pub(crate) struct Squares(u64);

impl Iterator for Squares {
    type Item = u32;
    fn next(&mut self) -> Option<u32> {
        let square = (self.0 != 0).then(|| self.0.trailing_zeros());
        self.0 &= self.0.wrapping_sub(1);
        square
    }
}

impl<const N: u32> Node for Othello<N> {
    type Move = u32;
    type Undo = Self;
    type Moves = Squares;
    /// False: a pass is not a move, so the same side may move again.
    const ALTERNATES: bool = false;

    fn side(&self) -> Side {
        if self.mover == 0 { Side::Max } else { Side::Min }
    }
    fn moves(&self) -> Squares {
        Squares(self.targets(self.mover))
    }
    fn unmake(&mut self, _: u32, before: Self) {
        *self = before;
    }
    /// A hash of the discs and the side to move.
    fn key(&self) -> u64 {
        random::derive(self.mover as u64, &self.discs)
    }
}

impl<const N: u32> Position for Othello<N> {
    fn make(&mut self, square: u32) -> Self {
        let (before, mover, disc) = (*self, self.mover, 1 << square);
        for direction in 0..8 {
            let row = before.row(disc, direction, mover);
            if Self::shift(row | disc, direction) & before.discs[mover] != 0 {
                self.discs[mover] |= row;
                self.discs[1 - mover] &= !row;
            }
        }
        self.discs[mover] |= disc;
        if self.targets(1 - mover) != 0 {
            self.mover = 1 - mover;
        }
        before
    }
}

/// The evaluation: own discs minus the opponent's.
pub(crate) struct Discs;

impl<const N: u32> Evaluate<Othello<N>> for Discs {
    type Value = Score;
    fn evaluate(&mut self, board: &Othello<N>) -> Score {
        let count = |player: usize| i64::from(board.discs[player].count_ones());
        Score(count(board.mover) - count(1 - board.mover))
    }
}

/// The transposition-table move first, then the moves that leave the opponent the fewest replies.
pub(crate) struct FewestReplies;

impl<const N: u32, H: Horizon<Othello<N>, Score>> MoveOrder<Othello<N>, Discs, H>
    for FewestReplies
{
    type Moves = std::vec::IntoIter<u32>;

    fn moves(
        &mut self,
        at: NodeToOrder<'_, Othello<N>, Discs, H, H::Path>,
        best: Option<u32>,
    ) -> Self::Moves {
        let other = 1 - at.position.mover;
        let mut moves: Vec<_> = at.position.moves().collect();
        moves.sort_by_cached_key(|&m| {
            let mut after = *at.position;
            after.make(m);
            (Some(m) != best, after.targets(other).count_ones())
        });
        moves.into_iter()
    }
}

/// Solves the game with a transposition table; prints and returns the first player's value.
pub(crate) fn solve<const N: u32>() -> Score {
    let mut cx = Context::new(Discs, Plies(Othello::<N>::PLIES))
        .with_order(FewestReplies)
        .with_memory(Transposition::with_bytes(1 << (4 * N + 4)))
        .with_observer(Meter::new(Limit::default()));
    let answer = pvs(&mut cx, &mut Othello::<N>::start(), Window::FULL, FailLow::Soft);
    let (value, nodes) = (answer.value.expect("not stopped"), cx.observer.visits.nodes);
    println!("{N} x {N}: {} for the first player, {nodes} nodes", value.0);
    value
}

fn main() {
    if std::env::args().nth(1).as_deref() == Some("6") {
        assert_eq!(solve::<6>(), Score(-4), "the second player wins by 4");
    } else {
        assert_eq!(solve::<4>(), Score(-8), "the second player wins by 8");
    }
}
