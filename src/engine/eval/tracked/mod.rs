//! Open worlds whose evaluation is updated move by move, by weighted features, by a network, or
//! by features that a network corrects.

mod evaluation;
mod features;
mod world;

pub use evaluation::TrackedEvaluation;
pub use features::{FeatureSums, FeatureTables, FeatureTracker};
pub use world::{Tracked, Tracker};
