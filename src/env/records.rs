//! States from records of games, and records of states.

use super::actions::Actions;
use super::deal::Deal;
use super::error::EnvError;
use super::game::{Game, GameOptions};
use super::state::State;
use crate::game::board::{Board, Seat};
use crate::game::format::{GameRecord, GameResult};
use crate::game::rules::Act;

impl State {
    /// The game so far as a record, or `None` until all armies are dealt. Number and seed are 0, and no
    /// players are named.
    pub fn record(&self) -> Option<GameRecord> {
        let (events, world) = (self.play.as_ref()?.events(), self.world()?);
        let options = self.game().options();
        Some(GameRecord {
            deployments: self.armies().map(|army| army.map(|army| army.to_string())),
            events: GameRecord::events_text(events, world.board()),
            result: GameResult::of(world.outcome(), world.rules()),
            plies: world.ply(),
            ..GameRecord::unplayed(world.board(), options.rules, options.visibility)
        })
    }

    /// The state of a recorded game after some moves, or after all of them.
    ///
    /// # Errors
    ///
    /// If the record cannot be replayed, its game did not begin with South and deployments, has fewer
    /// moves, or before that another event than a move, such as a resignation: no action stands for it.
    pub fn of_record(record: &GameRecord, moves: Option<u32>) -> Result<Self, EnvError> {
        let &GameRecord { rules, visibility, .. } = record;
        let game = Game::new(GameOptions { rules, visibility, deal: Deal::Uniform })?;
        let wrong = |error: &dyn ToString| EnvError::Record(error.to_string());
        if record.start.is_some() || record.first != Seat::South.letter() {
            return Err(wrong(&"found another start, expected deployments with South to move"));
        }
        record.replay(Board::siguo(), |_, _| ()).map_err(|error| wrong(&error))?;
        let mut state = Self::start(&game);
        let armies = record.read_deployments().map_err(|error| wrong(&error))?;
        armies.iter().flatten().for_each(|army| state.deal_army(army));
        let events = record.events(Board::siguo()).map_err(|error| wrong(&error))?;
        let wanted = moves.map_or(events.len(), |moves| moves as usize);
        for event in events.iter().take(wanted) {
            let Act::Move(m, _) = event.act else {
                let ply = state.world().map_or(0, |world| world.ply());
                let text =
                    format!("found an event after ply {ply} that no player's action stands for");
                return Err(wrong(&format!("{text}, expected a move")));
            };
            state.apply(Actions::get().of_move(m, Seat::South))?;
        }
        let (asked, found) = (wanted as u64, events.len().min(wanted) as u64);
        if found < asked {
            return Err(wrong(&format!("found {found} moves, expected at least {asked}")));
        }
        Ok(state)
    }
}
