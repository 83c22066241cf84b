//! A game: the options, and what follows from them before anything is dealt.

use super::actions::{KINDS, MOVE_ACTIONS, Numbering, possible_moves};
use super::deal::Deal;
use super::error::EnvError;
use crate::engine::data;
use crate::game::belief::Visibility;
use crate::game::board::{Board, Seat};
use crate::game::rules::{ARMY, Deployment, Rules};
use std::sync::Arc;

/// The options of a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct GameOptions {
    /// The rules, with the number of players.
    pub rules: Rules,
    /// The pieces whose kinds a player knows.
    pub visibility: Visibility,
    /// How the armies come to the board.
    pub deal: Deal,
}

/// A game on the standard board, South to move first.
#[derive(Debug, PartialEq)]
pub struct Game {
    options: GameOptions,
    seats: Vec<Seat>,
    pool: Vec<Deployment>,
    possible_moves: Vec<u32>,
    /// By action, its compact number; 0 for moves that nobody could make.
    compact: Vec<u16>,
}

impl Game {
    /// The game of some options.
    ///
    /// # Errors
    ///
    /// If the rules do not end every game, or do not fit the board.
    pub fn new(options: GameOptions) -> Result<Arc<Self>, EnvError> {
        let rules = &options.rules;
        if rules.may_be_endless() {
            return Err(EnvError::NoEnd);
        }
        let net = rules.net(Board::siguo())?;
        let embedded = data::deployments().into_iter().filter_map(|named| named.deployment.ok());
        let pool = embedded.flat_map(|deployment| [deployment, deployment.mirror()]).collect();
        let seats = rules.seats().iter().collect();
        let possible_moves = possible_moves(net, rules);
        let mut compact = vec![0; MOVE_ACTIONS as usize + KINDS];
        let placements = MOVE_ACTIONS..MOVE_ACTIONS + KINDS as u32;
        for (number, action) in (0..).zip(possible_moves.iter().copied().chain(placements)) {
            compact[action as usize] = number;
        }
        Ok(Self { options, seats, pool, possible_moves, compact }.into())
    }

    /// The options.
    pub fn options(&self) -> &GameOptions {
        &self.options
    }

    /// The rules.
    pub fn rules(&self) -> &Rules {
        &self.options.rules
    }

    /// The seats of the players, by number.
    pub fn seats(&self) -> &[Seat] {
        &self.seats
    }

    /// The number of players: 2 or 4.
    pub fn players(&self) -> usize {
        self.seats.len()
    }

    /// The number of the player in a seat that plays.
    pub(super) fn player(&self, seat: Seat) -> usize {
        self.seats.iter().position(|&s| s == seat).expect("only seats that play have turns")
    }

    /// The deployments that [`Deal::Pool`] draws from, by number.
    pub fn pool(&self) -> &[Deployment] {
        &self.pool
    }

    /// Number of actions; the largest is one less.
    pub fn actions(&self) -> u32 {
        self.numbered(Numbering::Pairs)
    }

    /// Number of actions in a numbering; the largest is one less.
    pub fn numbered(&self, numbering: Numbering) -> u32 {
        let placements = if self.options.deal == Deal::Players { KINDS as u32 } else { 0 };
        let moves = match numbering {
            Numbering::Pairs => MOVE_ACTIONS,
            Numbering::Compact => self.possible_moves.len() as u32,
        };
        moves + placements
    }

    /// The number of a possible action in a numbering.
    #[inline]
    pub(super) fn number(&self, action: u32, numbering: Numbering) -> u32 {
        match numbering {
            Numbering::Pairs => action,
            Numbering::Compact => self.compact[action as usize].into(),
        }
    }

    /// The action with a number in a numbering; none if there are fewer.
    pub(super) fn action(&self, number: i64, numbering: Numbering) -> Option<u32> {
        let number = u32::try_from(number).ok().filter(|&n| n < self.numbered(numbering))?;
        let placement = || MOVE_ACTIONS + number - self.possible_moves.len() as u32;
        Some(match numbering {
            Numbering::Pairs => number,
            Numbering::Compact => {
                self.possible_moves.get(number as usize).copied().unwrap_or_else(placement)
            }
        })
    }

    /// The most outcomes of a chance node; 0 without chance.
    pub fn chance_outcomes(&self) -> usize {
        match self.options.deal {
            Deal::Uniform => KINDS,
            Deal::Pool => self.pool.len(),
            Deal::Players => 0,
        }
    }

    /// Number of chance outcomes or placements that deal one army.
    pub(super) fn deal_steps(&self) -> usize {
        if self.options.deal == Deal::Pool { 1 } else { ARMY }
    }

    /// Number of chance outcomes or placements before the first move.
    pub fn deal_length(&self) -> usize {
        self.players() * self.deal_steps()
    }

    /// The actions of all moves that some piece could make in some position, in order: a compact
    /// numbering of the moves, 5,624 under the default rules.
    pub fn possible_moves(&self) -> &[u32] {
        &self.possible_moves
    }
}
