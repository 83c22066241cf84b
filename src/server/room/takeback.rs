//! Taking back a move at a table with one person, whose other seats are engines.

use super::state::Room;
use crate::game::board::Seat;
use crate::game::rules::{Act, Event};
use crate::server::message::Error;
use crate::server::table::TableGame;
use tokio::task::block_in_place;

impl Room {
    /// Goes back to the last position in which the person moved.
    pub(super) fn take_back(&mut self, seat: Seat) -> Result<(), Error> {
        if self.humans().count() != 1 {
            let text = "A move can only be taken back in a game against engines.";
            return Err(Error::new("refused", text));
        }
        let game = self.game.as_ref().filter(|game| game.turn() == Some(seat));
        let game =
            game.ok_or_else(|| Error::new("turn", "Take a move back when it is your turn."))?;
        let own = |event: &Event| event.seat == seat && matches!(event.act, Act::Move(..));
        let last = game.events().iter().rposition(own);
        let last = last.ok_or_else(|| Error::new("turn", "You have made no move yet."))?;
        let terms = (*game.rules(), self.settings.visibility);
        let (events, first) = (game.events()[..last].to_vec(), game.first());
        let (board, deployments) = (self.host.options.board, self.deployments);
        let earlier = TableGame::restored(board, terms, deployments, first, &events);
        let earlier = earlier.map_err(|error| Error::new("turn", error))?;
        block_in_place(|| self.install(earlier)).map_err(|error| Error::new("turn", error))?;
        self.begin_turn(Some(seat), false);
        self.draw_offers.clear();
        for line in &mut self.chat {
            line.at = line.at.min(last);
        }
        self.unsaved = true;
        self.send_state(|_| true);
        Ok(())
    }
}
