//! Evidence, kept for seats that were asked about, and brought up to date when asked.

use super::game::GameOptions;
use crate::game::belief::{Evidence, Observation, Visibility};
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

/// The first seat that knows the same kinds as this one.
fn first_that_knows_the_same(options: &GameOptions, seat: Seat) -> Seat {
    let rules = &options.rules;
    let same = |&other: &Seat| match options.visibility {
        Visibility::FourDark => other == seat,
        Visibility::DoubleOpen => rules.team(other) == rules.team(seat),
        Visibility::AllOpen => true,
    };
    rules.seats().iter().find(same).unwrap_or(seat)
}
