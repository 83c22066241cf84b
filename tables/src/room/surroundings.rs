//! What a table asks of the program around it.

use crate::answer::{LobbyTable, SeatInfo};
use crate::engines::EngineTask;
use crate::table::BySeat;
use junqi_core::game::format::GameRecord;
use std::io;

/// The program around a table: a server, or a page.
pub trait Surroundings: Send {
    /// A random number that nobody can guess.
    ///
    /// # Errors
    ///
    /// If the system has none.
    fn secret(&mut self) -> io::Result<u64>;

    /// Gives a task to an engine; its answer is for [`Room::engine_answered`](super::Room::engine_answered).
    fn ask_engine(&mut self, task: EngineTask);

    /// Ends the searches of the engines: nobody waits for their answers any more.
    fn stop_engines(&mut self);

    /// Keeps the record of a game so far.
    ///
    /// # Errors
    ///
    /// If it cannot be kept now; it is tried again.
    fn keep_game(&mut self, game: &KeptGame) -> io::Result<()>;

    /// Keeps a table, or forgets it.
    ///
    /// # Errors
    ///
    /// If it cannot be kept now; it is tried again.
    fn keep_table(&mut self, name: &str, text: Option<&str>) -> io::Result<()>;

    /// What the lobby shows of the table has changed.
    fn publish(&mut self, entry: LobbyTable);

    /// A move was made, and the game may be over by it.
    fn count_move(&mut self, is_over: bool);
}

/// A game to keep.
pub struct KeptGame {
    /// The table's name and the game's number.
    pub name: String,
    /// Its record.
    pub record: GameRecord,
    /// The seats, if the game is over and was public: then it belongs in the list of finished games.
    pub listed: Option<BySeat<SeatInfo>>,
}

#[cfg(test)]
pub(super) mod tests {
    use super::{EngineTask, KeptGame, LobbyTable, Surroundings, io};

    /// Nothing around a table.
    pub(crate) struct Alone;

    impl Surroundings for Alone {
        fn secret(&mut self) -> io::Result<u64> {
            Ok(7)
        }

        fn ask_engine(&mut self, _: EngineTask) {}

        fn stop_engines(&mut self) {}

        fn keep_game(&mut self, _: &KeptGame) -> io::Result<()> {
            Ok(())
        }

        fn keep_table(&mut self, _: &str, _: Option<&str>) -> io::Result<()> {
            Ok(())
        }

        fn publish(&mut self, _: LobbyTable) {}

        fn count_move(&mut self, _: bool) {}
    }
}
