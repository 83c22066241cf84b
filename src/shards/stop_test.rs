//! The sequential test of a match that is divided into shards.

use super::manifest::{JobSpec, Manifest};
use crate::base::job::{Shard, Shards, WorkError};
use crate::tournament::{MatchTally, Series};
use std::ops::ControlFlow;

/// The sequential test of a match, as far as the shards from the first on decide it.
pub(super) struct StopTest<'a> {
    series: &'a Series,
    tally: MatchTally,
    /// Whether all shards so far could be read.
    complete: bool,
}

impl<'a> StopTest<'a> {
    /// The test of a match that has one.
    pub(super) fn new(manifest: &'a Manifest) -> Option<Self> {
        let JobSpec::Match { games, sprt: Some(sprt), .. } = manifest.job() else { return None };
        let series = &games.series;
        Some(Self { series, tally: MatchTally::new(series, Some(*sprt)), complete: true })
    }

    /// Counts the game of the next line; a break once the test is decided.
    pub(super) fn add(&mut self, line: &str) -> Result<ControlFlow<()>, WorkError> {
        self.tally.add_line(self.series, line)
    }

    /// Counts the games of the next shard; whether they decide the test.
    pub(super) fn is_decided_by(&mut self, shards: &Shards<'_>, shard: Shard) -> bool {
        let lines = if self.complete { shards.read(shard).ok().flatten() } else { None };
        let Some(lines) = lines else {
            self.complete = false;
            return false;
        };
        for line in lines.lines() {
            match self.add(line) {
                Ok(ControlFlow::Continue(())) => {}
                Ok(ControlFlow::Break(())) => return true,
                Err(_) => {
                    self.complete = false;
                    return false;
                }
            }
        }
        false
    }
}

/// Whether the shards from the first on that are there decide the sequential test of a match, so that no
/// other shard is needed.
pub fn is_decided(manifest: &Manifest, shards: &Shards<'_>) -> bool {
    let Some(mut test) = StopTest::new(manifest) else { return false };
    (0..shards.of).any(|index| test.is_decided_by(shards, shards.shard(index)))
}
