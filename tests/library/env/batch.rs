//! Batches: equal to single states, whatever the threads.

use super::games;
use junqi::base::random;
use junqi::env::{
    Batch, BatchArrays, BatchOptions, Game, GameOptions, Layout, Numbering, State, TensorFormat,
    Turn,
};
use junqi::game::rules::Rules;
use rand::RngExt;
use std::sync::Arc;

const GAMES: usize = 5;

/// The arrays of a batch, owned.
struct Arrays {
    observations: Vec<f32>,
    mask: Vec<bool>,
    rewards: Vec<f32>,
    done: Vec<bool>,
    players: Vec<i32>,
}

impl Arrays {
    fn new(game: &Game, format: TensorFormat) -> Self {
        Self {
            observations: vec![9.0; GAMES * format.size(game)],
            mask: vec![true; GAMES * game.actions() as usize],
            rewards: vec![9.0; GAMES * game.players()],
            done: vec![true; GAMES],
            players: vec![9; GAMES],
        }
    }

    fn lend(&mut self) -> BatchArrays<'_, f32> {
        let Self { observations, mask, rewards, done, players } = self;
        BatchArrays { observations, mask, rewards, done, players }
    }

    /// The legal actions of a game.
    fn legal(&self, game: usize) -> Vec<i64> {
        let row = &self.mask[game * self.mask.len() / GAMES..][..self.mask.len() / GAMES];
        (0..).zip(row).filter(|(_, legal)| **legal).map(|(action, _)| action).collect()
    }
}

fn options(seed: u64, threads: usize, format: TensorFormat) -> BatchOptions {
    BatchOptions { games: GAMES, seed, threads, format, numbering: Numbering::Pairs }
}

/// A batch with rules that end games soon.
fn short(game: &Arc<Game>) -> Arc<Game> {
    let rules = Rules { max_plies: 40, ..*game.rules() };
    Game::new(GameOptions { rules, ..*game.options() }).unwrap()
}

/// Step for step a batch is what its games are one by one, on one thread and on three.
#[test]
fn a_batch_is_its_games() {
    for (number, game) in games().iter().enumerate() {
        let game = short(game);
        let layout = if number % 2 == 0 { Layout::Planes } else { Layout::Stations };
        let format = TensorFormat { layout, turned: true, ..TensorFormat::default() };
        let seed = number as u64;
        let [mut one, mut three] =
            [1, 3].map(|threads| Batch::new(game.clone(), options(seed, threads, format)).unwrap());
        let mut games_begun = [1; GAMES];
        let begin = |place: usize, finished: u64| {
            State::dealt(&game, &mut random::stream(seed, &[place as u64, finished]))
        };
        let mut states: Vec<State> = (0..GAMES).map(|place| begin(place, 0)).collect();
        let [mut arrays, mut others] = [(); 2].map(|()| Arrays::new(&game, format));
        one.observe(arrays.lend()).unwrap();
        let mut rng = random::stream(9, &[seed]);
        for _ in 0..game.deal_length() + 60 {
            let pick = |place| {
                let legal = arrays.legal(place);
                legal[rng.random_range(0..legal.len())]
            };
            let actions: Vec<i64> = (0..GAMES).map(pick).collect();
            one.step(&actions, arrays.lend()).unwrap();
            three.step(&actions, others.lend()).unwrap();
            assert_eq!(arrays.observations, others.observations);
            assert_eq!((&arrays.mask, &arrays.rewards), (&others.mask, &others.rewards));
            for (place, state) in states.iter_mut().enumerate() {
                let Turn::Player(player) = state.turn() else { panic!("a game is over") };
                let action = u32::try_from(actions[place]).unwrap();
                state.apply(game.action_numbers().turn_back(action, game.seats()[player])).unwrap();
                let over = state.turn() == Turn::Over;
                assert_eq!(arrays.done[place], over);
                let returns: Vec<f32> = state.returns().iter().map(|&r| r as f32).collect();
                let players = game.players();
                assert_eq!(arrays.rewards[place * players..][..players], returns);
                if over {
                    *state = begin(place, games_begun[place]);
                    games_begun[place] += 1;
                }
                let Turn::Player(player) = state.turn() else { panic!("a game is over") };
                assert_eq!(arrays.players[place], player as i32);
                let mut tensor = vec![0.0; format.size(&game)];
                state.write_tensor(player, format, &mut tensor).unwrap();
                assert_eq!(arrays.observations[place * tensor.len()..][..tensor.len()], tensor);
                let turn =
                    |action| i64::from(game.action_numbers().turn(action, game.seats()[player]));
                let mut legal: Vec<i64> = state.legal_actions().into_iter().map(turn).collect();
                legal.sort_unstable();
                assert_eq!(arrays.legal(place), legal);
                assert_eq!(one.state(place), Some(&*state));
            }
        }
        assert!(games_begun.iter().all(|&games| games > 1), "game {number}: {games_begun:?}");
    }
}

/// A compact batch is the same games: its numbers are places among the possible moves.
#[test]
fn compact_numbers_stand_for_the_same_actions() {
    for (number, game) in games().iter().enumerate() {
        let (game, format) = (short(game), TensorFormat::default());
        let pairs = options(number as u64, 1, format);
        let compact = BatchOptions { numbering: Numbering::Compact, ..pairs };
        let [mut all, mut few] = [pairs, compact].map(|o| Batch::new(game.clone(), o).unwrap());
        let mut arrays = Arrays::new(&game, format);
        let mut others =
            Arrays { mask: vec![true; GAMES * few.actions()], ..Arrays::new(&game, format) };
        all.observe(arrays.lend()).unwrap();
        few.observe(others.lend()).unwrap();
        let moves = game.possible_moves();
        let action = |number: i64| {
            let placement =
                || i64::from(game.action_numbers().moves()) + number - moves.len() as i64;
            let place = usize::try_from(number).unwrap();
            moves.get(place).map_or_else(placement, |&action| action.into())
        };
        let mut rng = random::stream(10, &[number as u64]);
        for _ in 0..130 {
            let mut chosen = vec![];
            for place in 0..GAMES {
                let legal = others.legal(place);
                assert_eq!(
                    legal.iter().map(|&n| action(n)).collect::<Vec<_>>(),
                    arrays.legal(place)
                );
                chosen.push(legal[rng.random_range(0..legal.len())]);
            }
            let chosen_pairs: Vec<i64> = chosen.iter().map(|&n| action(n)).collect();
            all.step(&chosen_pairs, arrays.lend()).unwrap();
            few.step(&chosen, others.lend()).unwrap();
            assert_eq!(arrays.observations, others.observations);
            assert_eq!((&arrays.rewards, &arrays.done), (&others.rewards, &others.done));
        }
        let most = few.actions() as i64;
        let refused = few.step(&[most; GAMES], others.lend()).unwrap_err().to_string();
        let expected = format!("found action {most}, expected a number from 0 to {}", most - 1);
        assert!(refused.contains(&expected), "{refused}");
    }
}

/// The possible moves are those of every seat, so that they can be numbered on the turned board.
#[test]
fn possible_moves_turn_into_each_other() {
    for game in games() {
        for &seat in game.seats() {
            let turned = game
                .possible_moves()
                .iter()
                .map(|&action| game.action_numbers().turn(action, seat));
            let mut turned: Vec<u32> = turned.collect();
            turned.sort_unstable();
            assert_eq!(turned, game.possible_moves());
        }
    }
}

#[test]
fn one_wrong_action_steps_no_game() {
    let game = Game::new(GameOptions::default()).unwrap();
    let format = TensorFormat::default();
    let mut batch = Batch::new(game.clone(), options(1, 1, format)).unwrap();
    let mut arrays = Arrays::new(&game, format);
    batch.observe(arrays.lend()).unwrap();
    let legal: Vec<i64> = (0..GAMES).map(|place| arrays.legal(place)[0]).collect();
    let before: Vec<State> = (0..GAMES).map(|i| batch.state(i).unwrap().clone()).collect();
    for (wrong, expected) in [
        (-1, "game 3 of the batch: found action -1, expected a number from 0 to 16640"),
        (16_641, "game 3 of the batch: found action 16641, expected a number from 0 to 16640"),
        (0, "is illegal"),
    ] {
        let mut actions = legal.clone();
        actions[3] = wrong;
        let refused = batch.step(&actions, arrays.lend()).unwrap_err().to_string();
        assert!(
            refused.contains(expected) && refused.ends_with("no game was stepped"),
            "{refused}"
        );
    }
    let refused = batch.step(&legal[1..], arrays.lend()).unwrap_err().to_string();
    assert_eq!(refused, "actions: found 4 elements, expected 5");
    arrays.mask.pop();
    let refused = batch.step(&legal, arrays.lend()).unwrap_err().to_string();
    assert_eq!(refused, "mask: found 83204 elements, expected 83205");
    let after: Vec<State> = (0..GAMES).map(|i| batch.state(i).unwrap().clone()).collect();
    assert_eq!(after, before);
    assert!(Batch::new(game, BatchOptions { games: 0, ..options(1, 1, format) }).is_err());
}
