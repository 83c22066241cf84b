//! A game: the options, and what follows from them before anything is dealt.

use super::actions::{Actions, KINDS, Numbering};
use super::deal::Deal;
use super::error::EnvError;
use super::tensor::Firsts;
use crate::engine::data;
use crate::game::belief::Visibility;
use crate::game::board::{Board, Seat};
use crate::game::rules::{Deployment, Rules};
use std::sync::Arc;

/// The options of a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct GameOptions {
    /// The board, with its armies.
    pub board: &'static Board,
    /// The rules, with the number of players.
    pub rules: Rules,
    /// The pieces whose kinds a player knows.
    pub visibility: Visibility,
    /// How the armies come to the board.
    pub deal: Deal,
}

impl Default for GameOptions {
    fn default() -> Self {
        Self {
            board: Board::siguo(),
            rules: Rules::default(),
            visibility: Visibility::default(),
            deal: Deal::default(),
        }
    }
}

/// A game on a board, South to move first.
#[derive(Debug, PartialEq)]
pub struct Game {
    options: GameOptions,
    seats: Vec<Seat>,
    pool: Vec<Deployment>,
    actions: Actions,
    firsts: Firsts,
    possible_moves: Vec<u32>,
    /// By action, its compact number; 0 for moves that nobody could make.
    compact: Vec<u16>,
}

impl Game {
    /// The game of some options.
    ///
    /// # Errors
    ///
    /// If the rules do not end every game or do not fit the board, the board does not look alike from all
    /// seats, or deployments of a pool are to be drawn for other arms than the standard ones.
    pub fn new(options: GameOptions) -> Result<Arc<Self>, EnvError> {
        let rules = &options.rules;
        if rules.may_be_endless() {
            return Err(EnvError::NoEnd);
        }
        let board = options.board;
        let net = rules.net(board)?;
        let pool = pool(options)?;
        let seats: Vec<Seat> = rules.seats().iter().collect();
        let actions = Actions::new(board)?;
        let firsts = Firsts::new(board, &actions);
        let possible_moves = actions.possible_moves(net, rules);
        let mut compact = vec![0; actions.moves() as usize + KINDS];
        let placements = actions.moves()..actions.moves() + KINDS as u32;
        for (number, action) in (0..).zip(possible_moves.iter().copied().chain(placements)) {
            compact[action as usize] = number;
        }
        Ok(Self { options, seats, pool, actions, firsts, possible_moves, compact }.into())
    }

    /// The options.
    pub fn options(&self) -> &GameOptions {
        &self.options
    }

    /// The rules.
    pub fn rules(&self) -> &Rules {
        &self.options.rules
    }

    /// The board.
    pub fn board(&self) -> &'static Board {
        self.options.board
    }

    /// What the actions stand for.
    pub fn action_numbers(&self) -> &Actions {
        &self.actions
    }

    /// Where the channels of stations are in a tensor.
    pub(super) fn firsts(&self) -> &Firsts {
        &self.firsts
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
            Numbering::Pairs => self.actions.moves(),
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
        let placement = || self.actions.moves() + number - self.possible_moves.len() as u32;
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
        if self.options.deal == Deal::Pool { 1 } else { self.board().shape().army().len() }
    }

    /// Number of chance outcomes or placements before the first move.
    pub fn deal_length(&self) -> usize {
        self.players() * self.deal_steps()
    }

    /// The actions of all moves that some piece could make in some position, in order: a compact
    /// numbering of the moves, 5,624 on the standard board under the default rules.
    pub fn possible_moves(&self) -> &[u32] {
        &self.possible_moves
    }
}

/// The deployments to draw from: the embedded ones and their mirror images.
fn pool(options: GameOptions) -> Result<Vec<Deployment>, EnvError> {
    if options.deal == Deal::Pool && !options.board.shape().is_standard() {
        return Err(EnvError::NoPool);
    }
    let mut pool = vec![];
    for named in data::deployments() {
        if let Ok(deployment) = named.deployment {
            pool.extend([deployment, deployment.mirror()]);
        }
    }
    Ok(pool)
}
