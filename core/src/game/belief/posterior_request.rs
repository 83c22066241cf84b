//! How much work and time a posterior may take.

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

/// A request for a posterior: the seed and the work limits of sampling, and the clock.
#[derive(Clone, Copy)]
pub struct PosteriorRequest<'a> {
    /// Random seed of the samples.
    pub seed: u64,
    /// Work limits of enumeration and sampling.
    pub budget: SamplingBudget,
    /// Fraction of the available time that has passed, polled often. From [`Self::SAMPLING_ENDS`] on, no more
    /// samples are drawn and marginals are estimated; from [`Self::COUNTING_ENDS`] on, no further seat is
    /// counted, although counts are exact.
    pub time_used: &'a dyn Fn() -> f64,
}

impl PosteriorRequest<'_> {
    /// Fraction of the time after which no more samples are drawn.
    pub const SAMPLING_ENDS: f64 = 0.5;
    /// Fraction of the time after which no further seat is counted.
    pub const COUNTING_ENDS: f64 = 1.0;

    /// A request with the full budget and without a time limit.
    pub fn full(seed: u64) -> Self {
        Self { seed, budget: SamplingBudget::FULL, time_used: &|| 0.0 }
    }

    /// Whether no more samples are drawn.
    pub(super) fn sampling_is_over(&self) -> bool {
        (self.time_used)() >= Self::SAMPLING_ENDS
    }

    /// Whether no further seat is counted.
    pub(super) fn counting_is_over(&self) -> bool {
        (self.time_used)() >= Self::COUNTING_ENDS
    }
}
