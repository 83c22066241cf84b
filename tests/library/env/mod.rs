//! The environment: actions, deals, states, tensors, batches.

#![allow(clippy::float_cmp, reason = "zeros, ones and sums of ones are exact")]

mod batch;
mod deals;
mod observers;
mod responses;
mod states;
mod tensors;

use junqi::base::random;
use junqi::env::{Deal, Game, GameOptions, State, Turn};
use junqi::game::belief::Visibility;
use junqi::game::board::Board;
use junqi::game::rules::{Mode, Rules};
use rand::{Rng, RngExt};
use std::sync::Arc;

/// Games of every deal, visibility and number of players, the number of each following from its place; then games on
/// the small board.
fn games() -> Vec<Arc<Game>> {
    let mut games = vec![];
    let all = [Deal::Uniform, Deal::Pool, Deal::Players];
    let kinds = [
        (Board::siguo(), Mode::TwoPlayer, &all[..]),
        (Board::siguo(), Mode::FourPlayer, &all[..]),
        (Board::mini(), Mode::TwoPlayer, &[Deal::Uniform, Deal::Players]),
    ];
    for (board, mode, deals) in kinds {
        for &deal in deals {
            for visibility in [Visibility::FourDark, Visibility::DoubleOpen, Visibility::AllOpen] {
                let rules = Rules::default().with_mode(mode);
                let options = GameOptions { board, rules, visibility, deal };
                games.push(Game::new(options).unwrap());
            }
        }
    }
    games
}

/// Makes a random legal action, or lets chance deal.
fn step(state: &mut State, rng: &mut impl Rng) -> u32 {
    let mut actions = state.legal_actions();
    actions.extend(state.chance_outcomes().iter().map(|outcome| outcome.0));
    let action = actions[rng.random_range(0..actions.len())];
    state.apply(action).unwrap();
    action
}

/// A state after at most a number of random moves.
fn after_moves(game: &Arc<Game>, moves: usize, seed: u64) -> State {
    let mut rng = random::stream(seed, &[]);
    let mut state = State::dealt(game, &mut rng);
    while state.world().is_none() {
        step(&mut state, &mut rng);
    }
    for _ in 0..moves {
        let mut next = state.clone();
        step(&mut next, &mut rng);
        if next.turn() == Turn::Over {
            break;
        }
        state = next;
    }
    state
}
