//! What an observer of a state knows.

use super::error::EnvError;
use super::observer::{Eyes, Observer};
use super::state::State;
use crate::game::belief::Visibility;
use crate::game::board::{Seat, SeatSet};

impl State {
    /// What an observer knows.
    ///
    /// # Errors
    ///
    /// If there is no such player.
    pub(super) fn eyes(&self, observer: Observer) -> Result<Eyes, EnvError> {
        let all = self.game().rules().seats();
        Ok(match observer {
            Observer::Player(player) => self.eyes_of(self.seat(player)?),
            Observer::Public => {
                let is_open = self.game().options().visibility == Visibility::AllOpen;
                let open = if is_open { all } else { SeatSet::EMPTY };
                Eyes { seat: None, open, placing: SeatSet::EMPTY }
            }
            Observer::Everyone => Eyes { seat: None, open: all, placing: all },
        })
    }

    /// What the player of a seat knows.
    pub(super) fn eyes_of(&self, seat: Seat) -> Eyes {
        let (rules, visibility) = (self.game().rules(), self.game().options().visibility);
        let open = rules.seats().iter().filter(|&other| visibility.knows(rules, seat, other));
        Eyes { seat: Some(seat), open: open.collect(), placing: [seat].into_iter().collect() }
    }
}
