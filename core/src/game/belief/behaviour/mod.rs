//! Behaviour statistics: how pieces were played, beyond what the rules prove about them.
//!
//! Human players treat kinds differently: bombs wait in front camps, engineers avoid winners, a
//! commander retakes. The statistics are counted per piece from public events alone, so they are
//! the same for every observer. [`features`] turns the counts into features, and a
//! [`BehaviourModel`](super::BehaviourModel) turns features into factors for kinds.
//!
//! *Our reading* throughout: the features were selected from about 600 candidates because they predicted
//! hidden kinds in recorded human games.

mod choice;
mod features;
mod stats;

pub use choice::{
    ChoiceEvidence, ChoiceModel, ChoiceStats, ChoiceWeights, DESCRIPTOR_COUNT, DESCRIPTORS,
    DescriptorGroup, KIND_FEATURES,
};
pub use choice::{PieceMoves, TurnOptions};
pub use features::{BehaviourFeature, FEATURES};
pub use stats::BehaviourStats;
