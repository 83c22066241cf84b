//! Random numbers from explicit seeds.

use rand::{SeedableRng, rngs::ChaCha8Rng};

/// The next word of the `SplitMix64` sequence. Source: Steele, Lea & Flood, "Fast splittable
/// pseudorandom number generators", OOPSLA 2014.
pub const fn split_mix(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let mut z = *state;
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

/// The seed of a part of a job, a function of the job's seed and the part's numbers alone.
///
/// ```
/// use junqi::random::derive;
/// assert_eq!(derive(7, &[1, 2]), derive(7, &[1, 2]));
/// assert_ne!(derive(7, &[1, 2]), derive(7, &[2, 1]));
/// ```
pub fn derive(seed: u64, part: &[u64]) -> u64 {
    part.iter().fold(seed, |seed, &number| {
        let mut state = seed;
        let mut next = split_mix(&mut state) ^ number;
        split_mix(&mut next)
    })
}

/// A generator for a part of a job: the same stream on every machine.
pub fn stream(seed: u64, part: &[u64]) -> ChaCha8Rng {
    ChaCha8Rng::seed_from_u64(derive(seed, part))
}
