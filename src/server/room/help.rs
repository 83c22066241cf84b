//! Analysis during a game: free for a single person against engines, by agreement of all among several.

use super::state::Room;
use crate::game::board::Seat;
use crate::server::message::Error;

impl Room {
    /// Whether the people at the table may analyse during the game.
    pub(super) fn help(&self) -> bool {
        let people = || self.humans().filter_map(|seat| self.seat_states[seat.index()].as_ref());
        self.settings.help && (people().count() <= 1 || people().all(|place| place.agrees_to_help))
    }

    /// A person agrees to analysis during the game, or no longer does.
    pub(super) fn agree_to_help(&mut self, seat: Seat, agrees: bool) -> Result<(), Error> {
        if !self.settings.help {
            return Err(Error::new(
                "refused",
                "This table does not allow analysis during the game.",
            ));
        }
        if let Some(place) = &mut self.seat_states[seat.index()] {
            place.agrees_to_help = agrees;
        }
        self.save_table();
        self.broadcast_seats();
        Ok(())
    }
}
