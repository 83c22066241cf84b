//! Star1 and Star2: alpha-beta for trees with chance nodes.
//!
//! The value of a move is a mean over its outcomes. Because every evaluation lies in a known range,
//! the outcomes searched so far bound that mean. The window of an outcome contains the values with
//! which the mean can still lie in the window of the move.
//!
//! Source: Ballard, "The *-minimax search procedure for trees containing chance nodes", Artificial
//! Intelligence 21 (1983); fail-soft values and the number of probes: Hauk, Buro & Schaeffer,
//! "*-Minimax performance in backgammon", Computers and Games 2004, LNCS 3846 (2006).
//! In the paper → here: [L, U] → `range`; the running bounds of a chance node → `Fan::mean`; A and B
//! → `Fan::share`; the probing factor → `probes`. *Our reading*: likely outcomes are searched first,
//! so that the bounds narrow soon. The search of a probed node continues after its probed moves. A
//! node is probed only if its side can end the search of the fan. If the same team moves twice in a
//! row, a probe gives a lower bound instead of an upper one. After a cutoff the returned value is never
//! inside the window, in spite of rounding.
//! Laws tested: value = expectiminimax for every range that contains the evaluations and every number
//! of probes; no node is visited twice; without chance, the leaves of alpha-beta in their order; a
//! value inside the window is exact, one outside is a bound, also with rounding; a worked example.
//! Memory: per ply a frame and the outcomes of a move; Star2 also the moves of the probed nodes.

mod fan;
mod search;

pub use search::{star1, star2};
