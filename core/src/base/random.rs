//! Random numbers from explicit seeds.

use rand::rand_core::utils::fill_bytes_via_next_word;
use rand::{SeedableRng, TryRng, rngs::ChaCha8Rng};
use std::convert::Infallible;

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
/// use junqi_core::base::random::derive;
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

/// The generator of a part of a job: the same stream on every machine.
///
/// ```
/// use junqi_core::base::random::stream;
/// use rand::Rng;
///
/// let (mut game, mut again) = (stream(7, &[1, 0]), stream(7, &[1, 0]));
/// assert_eq!(game.next_u64(), again.next_u64());
/// assert_ne!(game.next_u64(), stream(7, &[1, 1]).next_u64());
/// ```
pub fn stream(seed: u64, part: &[u64]) -> ChaCha8Rng {
    ChaCha8Rng::seed_from_u64(derive(seed, part))
}

/// The `SplitMix64` generator: a word of state and nothing to set up, for the few draws that one
/// node of a synthetic tree needs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SplitMix(pub u64);

impl TryRng for SplitMix {
    type Error = Infallible;

    fn try_next_u32(&mut self) -> Result<u32, Infallible> {
        Ok((split_mix(&mut self.0) >> 32) as u32)
    }

    fn try_next_u64(&mut self) -> Result<u64, Infallible> {
        Ok(split_mix(&mut self.0))
    }

    fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), Infallible> {
        fill_bytes_via_next_word(bytes, || self.try_next_u64())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::Rng;

    #[test]
    fn split_mix_gives_the_published_words() {
        // The first words from seed 1234567, as in the tests of other implementations.
        let mut rng = SplitMix(1_234_567);
        let words: [u64; 3] = std::array::from_fn(|_| rng.next_u64());
        assert_eq!(
            words,
            [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423]
        );
        let mut bytes = [0; 12];
        SplitMix(1_234_567).fill_bytes(&mut bytes);
        assert_eq!(bytes[..8], words[0].to_le_bytes());
        assert_eq!(bytes[8..], words[1].to_le_bytes()[..4]);
    }
}
