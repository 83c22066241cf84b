//! Star1 and Star2: alpha-beta where chance decides.
//!
//! The value of a move is a mean over its outcomes. As every evaluation lies in a known range, the
//! outcomes searched so far bound that mean, and an outcome is searched with the window of those
//! values of it with which the mean can still lie in the window of the move.
//!
//! Source: Ballard, "The *-minimax search procedure for trees containing chance nodes", Artificial
//! Intelligence 21 (1983); fail-soft values and the number of probes: Hauk, Buro & Schaeffer,
//! "*-Minimax performance in backgammon", Computers and Games 2004, LNCS 3846 (2006).
//! In the paper → here: [L, U] → `range`; the running bounds of a chance node → `Fan::mean`; A and B
//! → `Fan::share`; the probing factor → `probes`. *Our reading*: likely outcomes go first, so that
//! little is left open soon; a probed node is not searched again from its first move but gone on
//! with; it is probed only where its side can end the search of the fan; where a team moves twice
//! running a probe bounds from below what it bounds from above elsewhere; a cut returns nothing inside
//! the window, whatever rounding says.
//! Laws tested: value = expectiminimax for every range that holds the evaluations and every number
//! of probes; no node twice; without chance the leaves of alpha-beta in their order; a value inside
//! the window is exact, one outside is a bound, rounding or not; a worked example.
//! Memory: a frame and the outcomes of a move a ply; Star2 also the moves of the nodes it probed.

mod fan;
mod search;

pub use search::{star1, star2};
