//! How much work a posterior that is sampled may be.

/// Work limits for the joint distribution of the linked pieces: hidden pieces that fights and other
/// evidence tie to each other.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SamplingBudget {
    /// Most consistent assignments that are enumerated; with more, the distribution is sampled.
    pub(super) assignments: usize,
    /// Most steps of the enumeration.
    pub(super) steps: usize,
    /// The number of Gibbs chains.
    pub(super) chains: usize,
    /// Sweeps of a chain before its first sample.
    pub(super) burn_in: usize,
    /// Samples per chain, one per sweep.
    pub(super) samples: usize,
    /// Whether every chain starts from its own assignment.
    pub(super) independent_starts: bool,
    /// Whether every possible kind gets a probability above 0.
    pub(super) witnesses: bool,
}

impl SamplingBudget {
    /// The full budget, for analysis and normal play: up to some 10 ms.
    pub const FULL: Self = Self {
        assignments: 4096,
        steps: 65_536,
        chains: 16,
        burn_in: 16,
        samples: 64,
        independent_starts: true,
        witnesses: true,
    };
    /// A tenth of the full budget, for fast play. Unlikely kinds may get probability 0.
    pub const QUICK: Self = Self {
        assignments: 512,
        steps: 4096,
        chains: 8,
        burn_in: 8,
        samples: 12,
        independent_starts: false,
        witnesses: false,
    };
}

/// How a posterior is sampled where it is not exact.
#[derive(Clone, Copy)]
pub struct Sampling<'a> {
    /// Random seed.
    pub seed: u64,
    /// Work limits.
    pub budget: SamplingBudget,
    /// The part of the available time that has passed, asked often. From [`Self::HURRY`] on the samples
    /// drawn so far have to do and marginals are estimated; from [`Self::LATE`] on no further seat is
    /// counted.
    pub time_used: &'a dyn Fn() -> f64,
}

impl Sampling<'_> {
    /// Part of the time from which beliefs are no longer sampled.
    pub const HURRY: f64 = 0.5;
    /// Part of the time from which beliefs are no longer counted.
    pub const LATE: f64 = 1.0;

    /// Sampling with the full budget, which nothing ends early.
    pub fn full(seed: u64) -> Self {
        Self { seed, budget: SamplingBudget::FULL, time_used: &|| 0.0 }
    }

    /// Whether the samples drawn so far have to do.
    pub(super) fn is_over(&self) -> bool {
        (self.time_used)() >= Self::HURRY
    }

    /// Whether there is no time to count.
    pub(super) fn is_late(&self) -> bool {
        (self.time_used)() >= Self::LATE
    }
}
