//! Errors in belief models.

use crate::game::rules::{Kind, Point};
use thiserror::Error;

/// Smallest weight of a legal kind: no product of 25 weights and behaviour factors underflows.
pub(super) const MIN_WEIGHT: f64 = 1e-8;

/// Largest weight.
pub(super) const MAX_WEIGHT: f64 = 1e8;

/// The largest number of formations of a prior.
pub const MOST_FORMATIONS: usize = 32;

/// Largest absolute weight, in nats per unit of a feature or of a descriptor of moves.
pub(super) const LARGEST: f64 = 100.0;

/// Why a prior or a behaviour model cannot be made of given numbers.
#[derive(Debug, Clone, PartialEq, Error)]
#[non_exhaustive]
pub enum ModelError {
    /// A prior has too few or too many formations.
    #[error("{0} formations: a prior has 1 to {MOST_FORMATIONS}")]
    Formations(usize),
    /// The share of a formation is out of range.
    #[error("formation {0}: share {1} is out of range, expected {MIN_WEIGHT:e} to {MAX_WEIGHT:e}")]
    Share(usize, f64),
    /// A weight of a formation is out of range, or above 0 for a forbidden kind.
    #[error("formation {0}: weight {3} for a {2} at {1} is out of range, expected {expected}",
            expected = if .1.allows(*.2) { "1e-8 to 1e8" } else { "0: the kind is forbidden there" })]
    KindWeight(usize, Point, Kind, f64),
    /// A behaviour feature is unknown.
    #[error("unknown behaviour feature `{0}`")]
    UnknownFeature(String),
    /// A weight of a behaviour feature is out of range.
    #[error("behaviour feature {0}: weight {1} is out of range, expected -{LARGEST} to {LARGEST}")]
    FeatureWeight(String, f64),
    /// A descriptor of moves is unknown.
    #[error("unknown descriptor of moves `{0}`")]
    UnknownDescriptor(String),
    /// A weight of a descriptor is out of range.
    #[error("descriptor {0}: weight {1} is out of range, expected -{LARGEST} to {LARGEST}")]
    DescriptorWeight(String, f64),
}
