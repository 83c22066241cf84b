//! Evidence, kept for observers that were asked about, and brought up to date when asked.

use super::observer::Eyes;
use crate::game::belief::{Evidence, Visibility};
use crate::game::board::SeatSet;
use crate::game::rules::{Event, World};

/// The evidence of each group of observers that know the same.
#[derive(Debug, Clone, Default)]
pub(super) struct Knowledge(Vec<Known>);

#[derive(Debug, Clone)]
struct Known {
    /// The seats whose kinds they know; everything else follows from it.
    open: SeatSet,
    evidence: Evidence,
    /// Number of events considered.
    events: usize,
}

impl Knowledge {
    pub(super) fn evidence(
        &mut self,
        eyes: Eyes,
        visibility: Visibility,
        start: &World,
        events: &[Event],
    ) -> &Evidence {
        let place = self.0.iter().position(|known| known.open == eyes.open);
        let place = place.unwrap_or_else(|| {
            let evidence = Evidence::new(&eyes.view(start, visibility));
            let evidence = evidence.expect("a dealt position agrees with the rules");
            self.0.push(Known { open: eyes.open, evidence, events: 0 });
            self.0.len() - 1
        });
        let known = &mut self.0[place];
        events[known.events..].iter().for_each(|event| known.evidence.learn(event));
        known.events = events.len();
        &known.evidence
    }
}
