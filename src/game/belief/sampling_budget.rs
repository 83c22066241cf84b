//! How much work a belief may be.

/// How much work the joint distribution of bound pieces may be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SamplingBudget {
    /// Most ways to satisfy the bonds that are listed; the distribution is sampled if there are more.
    pub(super) ways: usize,
    /// Most steps in looking whether there are more.
    pub(super) steps: usize,
    /// Chains that start apart and go their own ways.
    pub(super) chains: usize,
    /// Sweeps of a chain before its first sample.
    pub(super) burn_in: usize,
    /// Samples of a chain, a sweep apart.
    pub(super) samples: usize,
    /// Whether every chain looks for its own start.
    pub(super) apart: bool,
    /// Whether what is possible never gets probability 0.
    pub(super) witnesses: bool,
}

impl SamplingBudget {
    /// What suits an analysis, and a seat with time: up to some 10 ms.
    pub const FULL: Self = Self {
        ways: 4096,
        steps: 65_536,
        chains: 16,
        burn_in: 16,
        samples: 64,
        apart: true,
        witnesses: true,
    };
    /// What suits a seat in a hurry: a tenth of that. A kind that is possible but unlikely may get
    /// probability 0.
    pub const QUICK: Self = Self {
        ways: 512,
        steps: 4096,
        chains: 8,
        burn_in: 8,
        samples: 12,
        apart: false,
        witnesses: false,
    };
}
