//! Search algorithms, one per file; [`catalogue`] lists them.
//!
//! A [`Context`] holds an evaluation and four policies: horizon, move order, memory and observer. Searches
//! are generic over the context; some need more, such as chance nodes or a memory that forgets nothing.
//! [`DepthFirst`] chooses a depth-first search at run time. A direct call:
//!
//! ```
//! use junqi_core::gametree::score::Window;
//! use junqi_core::gametree::search::{Context, Limit, Meter, Plies, alpha_beta};
//! use junqi_core::gametree::tree::{Generated, Ordered, Payoffs, Shape};
//!
//! let tree = Ordered::new(100, Shape::new(3, 4)?, 7)?;
//! let meter = Meter::new(Limit::default()); // counts, and keeps the best line
//! let mut cx = Context::new(Payoffs::default(), Plies(4)).with_observer(meter);
//! let answer = alpha_beta(&mut cx, &mut Generated::new(tree), Window::FULL);
//! assert_eq!(answer.line, [0, 0, 0, 0]); // the first move is always the best in this tree
//! # Ok::<(), junqi_core::gametree::tree::TreeError>(())
//! ```

mod advice;
mod alpha_beta;
mod aspiration;
mod awt;
mod b_star;
mod best_first;
mod best_first_linear;
mod builders;
pub mod catalogue;
mod context;
mod depth_first;
mod descent;
mod expectimax;
mod fuzzy;
mod ground;
mod horizon;
mod interval;
mod iterative;
mod memory;
mod minimax;
mod mt;
mod mtd_best;
mod negamax;
mod observer;
mod open;
mod order;
mod partition;
mod pb_star;
mod pool;
mod pvs;
mod quiet;
mod selective;
mod sss;
mod star;

pub use advice::{AdviceTable, AdviceWords, Advised, PieceOfAdvice, advise};
pub use alpha_beta::alpha_beta;
pub use aspiration::{WindowOutcome, aspiration};
pub use awt::{Accepted, Ticks, Timer, awt};
pub use b_star::{BStarProof, Purpose, Strategy, b_star};
pub use best_first::{AtTerminal, BestFirstEnd, Growth, best_first};
pub use best_first_linear::best_first_linear;
pub use context::{Context, Detailed, Search, SearchResult};
pub use depth_first::{DepthFirst, DepthFirstResult, SearchTrace};
pub use descent::for_max;
pub use expectimax::expectimax;
pub use fuzzy::{FuzzyEvaluate, FuzzyValue, fuzzy};
pub use ground::{Ground, Plan, Policies, frame};
pub use horizon::{
    Deepen, Horizon, PathEntropy, PathRule, Plies, Shrinking, Shrinks, ThresholdCut, Trail,
};
pub use interval::ValueInterval;
pub use iterative::iterative;
pub use memory::{Forget, Found, Hints, Memory, Perfect, TableHit, TableUse, Transposition};
pub use minimax::minimax;
pub use mt::{MtdPass, NextBound, middle, mt, mtd};
pub use mtd_best::{Call, Calls, mtd_best};
pub use negamax::negamax;
pub use observer::{Limit, Meter, NodeCounter, Observer, Silent, Stopped, Visits};
pub use order::{
    BestCertain, Certain, Certainty, First, HistoryOrder, LargestFirst, MoveOrder, Natural,
    NodeToOrder, OrderCost, Remembered, Tactical,
};
pub use partition::{Features, Partition, PartitionTable, TreePartition, partition};
pub use pb_star::pb_star;
pub use pvs::{FailLow, pvs};
pub use quiet::{Beyond, Quiet};
pub use selective::{Selectivity, selective_pvs};
pub use sss::{OpenCounts, TieRule, dual_star, sss_star};
pub use star::{star1, star2};
