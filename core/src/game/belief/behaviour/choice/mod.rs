//! Move choices: how likely each move would have been for each kind that a hidden piece may be.
//!
//! A conditional logit model (D. McFadden, "Conditional logit analysis of qualitative choice
//! behavior", 1974): the probability of a move is proportional to the exponential of its utility, a
//! weighted sum of [`DESCRIPTORS`] with weights by the kind of the moving piece. The likelihood of a
//! kind of a piece, given a turn, is the probability of the move if the piece is of that kind: for the
//! piece that moved, and for those that could have moved and did not. The other pieces of the seat
//! count with their estimated kinds.
//!
//! *Our reading* throughout. Everything is computed from public events, so it is the same for every
//! observer. The estimates ([`strengths`]) use what earlier turns showed.

mod model;
mod moves;
mod stats;
mod strengths;

pub use model::{ChoiceModel, ChoiceWeights, TurnOptions};
pub use moves::{DESCRIPTOR_COUNT, DESCRIPTORS, DescriptorGroup, PieceMoves};
pub use stats::{ChoiceEvidence, ChoiceStats, KIND_FEATURES};
