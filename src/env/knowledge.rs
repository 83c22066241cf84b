//! Evidence, kept for seats that were asked about, and brought up to date when asked.

use super::game::GameOptions;
use crate::game::belief::{Evidence, Observation};
use crate::game::board::Seat;
use crate::game::rules::{Event, World};

/// The evidence of each group of seats that know the same.
#[derive(Debug, Clone, Default)]
pub(super) struct Knowledge([Option<Known>; 4]);

#[derive(Debug, Clone)]
struct Known {
    evidence: Evidence,
    /// Number of events considered.
    events: usize,
}

impl Knowledge {
    pub(super) fn evidence(
        &mut self,
        options: &GameOptions,
        start: &World,
        events: &[Event],
        seat: Seat,
    ) -> &Evidence {
        let seat = first_that_knows_the_same(options, seat);
        let known = self.0[seat.index()].get_or_insert_with(|| {
            let view = Observation::new(start, seat, options.visibility).view();
            let evidence = Evidence::new(&view).expect("a dealt position agrees with the rules");
            Known { evidence, events: 0 }
        });
        events[known.events..].iter().for_each(|event| known.evidence.learn(event));
        known.events = events.len();
        &known.evidence
    }
}

/// The first seat that knows the same kinds as this one: knowing each other's is mutual and passed on.
fn first_that_knows_the_same(options: &GameOptions, seat: Seat) -> Seat {
    let knows = |&other: &Seat| options.visibility.knows(&options.rules, other, seat);
    options.rules.seats().iter().find(knows).unwrap_or(seat)
}
