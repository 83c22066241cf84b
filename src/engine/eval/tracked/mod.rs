//! Open worlds whose evaluation is updated move by move, by weighted features or by a network.

mod evaluation;
mod features;
mod world;

pub use evaluation::TrackedEvaluation;
pub use features::{FeatureSums, FeatureTables, FeatureTracker};
pub use world::{Tracked, Tracker};
