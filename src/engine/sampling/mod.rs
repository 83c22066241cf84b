//! Perfect-information Monte Carlo: searches of worlds that are sampled from a belief.
//!
//! A *world* gives every hidden piece a kind. In a world the cards are open and ordinary searches
//! apply; what a move is worth is a mean over worlds. Two faults of that are known since Frank &
//! Basin ("Search in games with incomplete information", Artificial Intelligence 100, 1998): a
//! search that sees the cards believes that it will see them later as well (*strategy fusion*), and
//! it forgets that others steer by what they see (*non-locality*). What is done about the first is
//! in `fair`, about what moves tell the others in `telling`.

mod flat;
mod ismcts;
mod luck_correction;
mod pimc;
mod playout;
mod question;
mod registry;
mod single_world;
mod telling;

pub use luck_correction::{
    LuckCorrected, LuckCorrectedEvaluation, LuckCorrectedUndo, OpenWorld, SideKnowledge,
};
pub use question::{Candidate, SamplingReport, SamplingRequest};
pub use registry::{SAMPLERS, SamplerKind};
