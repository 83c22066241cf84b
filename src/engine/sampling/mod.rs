//! Determinization: searches of worlds that are sampled from a belief.
//!
//! A *world* gives every hidden piece a kind. Within a world all pieces are visible and ordinary
//! searches apply; the value of a move is its mean over the worlds. Frank & Basin ("Search in games
//! with incomplete information", Artificial Intelligence 100, 1998) describe two faults: *strategy
//! fusion*, the search assumes that it can choose a different strategy in every world; and
//! *non-locality*, opponents steer the game by information that the search ignores. `luck_correction`
//! reduces the first, and `information_cost` charges moves for what they reveal.

mod fight_gains;
mod flat;
mod information_cost;
mod ismcts;
mod luck_correction;
mod options;
mod pimc;
mod playout;
mod registry;
mod single_world;
mod task;
mod world_pool;

pub use luck_correction::{
    LuckCorrected, LuckCorrectedEvaluation, LuckCorrectedUndo, LuckTables, OpenWorld,
};
pub use registry::{SAMPLING_SEARCHES, SamplingInfo, SamplingSearch};
pub use task::SamplingInput;

use task::SamplingTask;
