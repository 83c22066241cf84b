//! The seat `random`: every legal move is equally likely.

use super::{Choice, Player, PlayerError, SearchRequest};
use crate::game::belief::Observation;
use rand::{RngExt, rngs::ChaCha8Rng};

/// Plays uniformly at random.
#[derive(Debug)]
pub struct Random {
    rng: ChaCha8Rng,
}

impl Random {
    /// A player with its own stream of random numbers.
    pub fn new(rng: ChaCha8Rng) -> Self {
        Self { rng }
    }
}

impl Player for Random {
    fn choose(
        &mut self,
        observation: &Observation<'_>,
        _request: &SearchRequest<'_>,
    ) -> Result<Choice, PlayerError> {
        let count = observation.count_moves();
        let pick = if count == 0 { 0 } else { self.rng.random_range(0..count) };
        observation.moves().nth(pick).map(Into::into).ok_or(PlayerError::NoMove)
    }
}
