//! States and actions as text; states from records of games, and records of states.

use super::deal::Deal;
use super::error::EnvError;
use super::game::{Game, GameOptions};
use super::observer::{Eyes, Observer};
use super::state::{State, Turn};
use crate::game::belief::View;
use crate::game::board::{Board, Seat};
use crate::game::format::{GameHistory, GameRecord, GameResult};
use crate::game::rules::{Act, Kind};
use std::fmt;

impl State {
    /// Everything that an observer has seen: the first position as it saw it and the public events
    /// since, as text; before that, its own placements.
    ///
    /// # Errors
    ///
    /// If there is no such player.
    pub fn information_state(&self, observer: impl Into<Observer>) -> Result<String, EnvError> {
        let eyes = self.eyes(observer.into())?;
        let Some((start, events)) = self.seen_by(eyes) else { return Ok(self.placements(eyes)) };
        Ok(GameHistory { start, events: events.to_vec() }.to_string())
    }

    /// The position as an observer sees it, as a JFEN line; before the first move, its own placements.
    ///
    /// # Errors
    ///
    /// If there is no such player.
    pub fn observation(&self, observer: impl Into<Observer>) -> Result<String, EnvError> {
        let eyes = self.eyes(observer.into())?;
        let Some(world) = self.world() else { return Ok(self.placements(eyes)) };
        Ok(eyes.view(world, self.game.options().visibility).to_string())
    }

    /// The deal as an observer sees it: whose army is dealt, how much of it, and the placements that it sees.
    fn placements(&self, eyes: Eyes) -> String {
        let dealing = self.dealing();
        let mut text = format!("{}:{}", self.game.seats()[dealing], self.army_steps(dealing).len());
        if self.game.options().deal == Deal::Players {
            for seat in eyes.placing.iter() {
                let placed = self.placed(self.game.player(seat)).into_iter();
                text += &format!(" {seat}:{}", placed.map(Kind::letter).collect::<String>());
            }
        }
        text
    }

    /// An action or chance outcome as text: `g6g11` for a move, a kind's letter for a placement, `#7` for
    /// a deployment of the pool.
    pub fn action_text(&self, action: u32) -> String {
        let deal = self.game.options().deal;
        let actions = self.game.action_numbers();
        let kind = match (self.turn(), deal) {
            (Turn::Chance, Deal::Pool) => return format!("#{action}"),
            (Turn::Chance, _) => Kind::ALL.get(action as usize).copied(),
            _ => actions.placed_kind(action),
        };
        match (actions.to_move(action), kind) {
            (_, Some(kind)) => kind.letter().to_string(),
            (Some(m), None) => m.text(self.game.board()),
            (None, None) => format!("#{action}"),
        }
    }

    /// The legal action or possible chance outcome with a text.
    pub fn action_of(&self, text: &str) -> Option<u32> {
        let mut list = self.legal_actions();
        list.extend(self.chance_outcomes().into_iter().map(|outcome| outcome.0));
        list.into_iter().find(|&action| self.action_text(action) == text)
    }
}

/// Writes the position with all pieces shown as a JFEN line; before the first move, the armies so far.
impl fmt::Display for State {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(world) = self.world() {
            return View::truth(world).fmt(f);
        }
        for (player, seat) in self.game.seats().iter().enumerate() {
            let letters: String = self.placed(player).into_iter().map(Kind::letter).collect();
            write!(f, "{}{seat}:{letters}", if player == 0 { "" } else { " " })?;
        }
        Ok(())
    }
}

/// Records.
impl State {
    /// The game so far as a record, or `None` until all armies are dealt. Number and seed are 0, and no
    /// players are named.
    pub fn record(&self) -> Option<GameRecord> {
        let events = self.play.as_ref()?.events();
        let world = self.world()?;
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
    pub fn of_record(
        record: &GameRecord,
        board: &'static Board,
        moves: Option<u32>,
    ) -> Result<Self, EnvError> {
        let &GameRecord { rules, visibility, .. } = record;
        let game = Game::new(GameOptions { board, rules, visibility, deal: Deal::Uniform })?;
        let wrong = |error: &dyn ToString| EnvError::Record(error.to_string());
        if record.start.is_some() || record.first != Seat::South.letter() {
            return Err(wrong(&"found another start, expected deployments with South to move"));
        }
        record.replay(board, |_, _| ()).map_err(|error| wrong(&error))?;
        let mut state = Self::start(&game);
        let armies = record.read_deployments(board).map_err(|error| wrong(&error))?;
        armies.iter().flatten().for_each(|army| state.deal_army(army));
        let events = record.events(board).map_err(|error| wrong(&error))?;
        let wanted = moves.map_or(events.len(), |moves| moves as usize);
        for event in events.iter().take(wanted) {
            let Act::Move(m, _) = event.act else {
                let ply = state.world().map_or(0, |world| world.ply());
                return Err(wrong(&format!(
                    "found an event after ply {ply} that no player's action stands for, \
                     expected a move"
                )));
            };
            state.apply(game.action_numbers().of_move(m, Seat::South))?;
        }
        let found = events.len();
        if found < wanted {
            return Err(wrong(&format!("found {found} moves, expected at least {wanted}")));
        }
        Ok(state)
    }
}
