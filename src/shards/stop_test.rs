//! The sequential test of a match that is divided into shards.

use super::manifest::{JobSpec, Manifest};
use crate::base::job::{Shards, WorkError};
use crate::tournament::MatchTally;
use std::ops::ControlFlow;

/// The sequential test of a match, as far as the shards from the first on decide it. Later shards do not
/// count before those between are there, so the decision does not depend on the order of work.
#[derive(Debug, Clone)]
pub struct StopTest {
    tally: MatchTally,
    /// The next shard to count.
    next: u64,
    is_decided: bool,
}

impl StopTest {
    /// The test of a match that has one.
    pub fn new(manifest: &Manifest) -> Option<Self> {
        let JobSpec::Match { games, sprt: Some(sprt), .. } = manifest.job() else { return None };
        let tally = MatchTally::new(&games.series, Some(*sprt));
        Some(Self { tally, next: 0, is_decided: false })
    }

    /// Counts the game of the next line; a break once the test is decided.
    pub(super) fn add(
        &mut self,
        manifest: &Manifest,
        line: &str,
    ) -> Result<ControlFlow<()>, WorkError> {
        let JobSpec::Match { games, .. } = manifest.job() else {
            return Ok(ControlFlow::Continue(()));
        };
        self.tally.add_line(&games.series, line)
    }

    /// Counts the shards below a number that came since the last call; whether the test is decided, so that no
    /// other shard is needed. A shard that is missing or damaged ends the count for now.
    pub fn is_decided(&mut self, manifest: &Manifest, shards: &Shards<'_>, below: u64) -> bool {
        while !self.is_decided && self.next < below {
            let Ok(Some(finished)) = shards.read(shards.shard(self.next)) else { break };
            for line in finished.lines.lines() {
                match self.add(manifest, line) {
                    Ok(ControlFlow::Continue(())) => {}
                    Ok(ControlFlow::Break(())) => {
                        self.is_decided = true;
                        break;
                    }
                    Err(_) => {
                        self.next = shards.of; // what is no game decides nothing, nor does what follows
                        return false;
                    }
                }
            }
            self.next += 1;
        }
        self.is_decided
    }
}
