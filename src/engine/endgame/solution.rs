//! The solution of an endgame.

use super::verdict::EndgameResult;
use crate::game::rules::Move;

/// The solution of a position, possibly partial.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Solution {
    /// Result with best play, for the side to move.
    pub verdict: EndgameResult,
    /// The best move: it keeps the result, and among such moves a winner takes the fastest and a loser the
    /// slowest. If the result is unknown, a move after which the side to move cannot lose, if one is
    /// known.
    pub best: Option<Move>,
    /// Best play to the end of a won or lost game, as far as the limit allows; otherwise the best move
    /// alone.
    pub line: Vec<Move>,
    /// The legal moves with their results for the side that makes them; plies include the move itself. The
    /// result of the position may be known before those of all moves.
    pub moves: Vec<(Move, EndgameResult)>,
    /// Whether the side to move is known not to lose with right play.
    pub holds: bool,
    /// Whether the other side is known not to lose with right play.
    pub held: bool,
    /// Number of moves that the solver made.
    pub nodes: u64,
}
