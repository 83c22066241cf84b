//! A pool of sampled worlds for the Monte-Carlo searches.

use super::SamplingInput;
use crate::game::rules::World;
use rand::rngs::ChaCha8Rng;

/// A fixed number of sampled worlds that are used in turn; each is sampled at its first use.
pub(super) struct WorldPool {
    worlds: Vec<World>,
    size: usize,
    drawn: u32,
}

impl WorldPool {
    /// A pool of up to `size` worlds; with 0 every world is a new sample.
    pub(super) fn new(size: usize) -> Self {
        Self { worlds: Vec::new(), size, drawn: 0 }
    }

    /// World `number`, modulo the size of the pool. Numbers must come in order from 0; an earlier number
    /// may come again. `None` if no world explains the observation.
    pub(super) fn world(
        &mut self,
        number: usize,
        input: &SamplingInput<'_>,
        rng: &mut ChaCha8Rng,
    ) -> Option<World> {
        let place = number.checked_rem(self.size).unwrap_or(0);
        if let Some(world) = self.worlds.get(place).filter(|_| self.size > 0) {
            return Some(world.clone());
        }
        let world = input.worlds(1, rng).pop()?;
        self.drawn += 1;
        if self.size > 0 {
            self.worlds.push(world.clone());
        }
        Some(world)
    }

    /// The number of worlds sampled.
    pub(super) fn drawn(&self) -> u32 {
        self.drawn
    }
}
