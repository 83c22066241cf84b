//! Best responses on the small board.

use junqi::base::random;
use junqi::env::{EnvError, Game, GameOptions, State, Turn, best_response, seat_strategy};
use junqi::game::board::Board;
use junqi::game::rules::{BombVsFlag, Mode, Rules};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

static GOES_ON: AtomicBool = AtomicBool::new(false);

fn game(max_plies: u32) -> Arc<Game> {
    let rules = Rules { max_plies, ..Rules::default().with_mode(Mode::TwoPlayer) };
    Game::new(GameOptions { board: Board::mini(), rules, ..GameOptions::default() }).unwrap()
}

fn response(game: &Arc<Game>, responder: usize, seat: &str) -> f64 {
    let mut strategy = seat_strategy(seat.parse().unwrap(), 1, 1);
    best_response(game, responder, &mut strategy, &GOES_ON).unwrap().unwrap().value
}

/// The exact result of a player of two pure strategies, over all deals.
fn result(game: &Arc<Game>, seats: [&str; 2], player: usize) -> f64 {
    let [mut first, mut second] = seats.map(|seat| seat_strategy(seat.parse().unwrap(), 1, 1));
    let mut sum = 0.0;
    let mut starts = vec![(State::start(game), 1.0)];
    while let Some((state, probability)) = starts.pop() {
        match state.turn() {
            Turn::Over => sum += probability * state.returns()[player],
            Turn::Chance => {
                for (outcome, share) in state.chance_outcomes() {
                    let mut next = state.clone();
                    next.apply(outcome).unwrap();
                    starts.push((next, probability * share));
                }
            }
            Turn::Player(to_act) => {
                let choice = if to_act == 0 { first(&state) } else { second(&state) };
                for (action, share) in choice.unwrap() {
                    let mut next = state.clone();
                    next.apply(action).unwrap();
                    starts.push((next, probability * share));
                }
            }
        }
    }
    sum
}

/// No player wins more against a strategy than the best response to it, and no strategy is proof against both.
#[test]
fn a_best_response_is_at_least_as_good_as_any_player() {
    let game = game(6);
    for seat in ["greedy", "alphabeta:nodes=60", "pimc:nodes=40"] {
        let best = [0, 1].map(|responder| response(&game, responder, seat));
        assert!(best[0] + best[1] >= -1e-12, "{seat}: {best:?}");
        for other in ["greedy", "alphabeta:nodes=60"] {
            let as_south = result(&game, [other, seat], 0);
            let as_north = result(&game, [seat, other], 1);
            assert!(as_south <= best[0] + 1e-12, "{other} against {seat}: {as_south} {best:?}");
            assert!(as_north <= best[1] + 1e-12, "{other} against {seat}: {as_north} {best:?}");
        }
    }
}

/// A longer game never helps against the responder once it can hold what it has: here it only gets better.
#[test]
fn random_play_loses_more_the_longer_the_game() {
    let values: Vec<f64> = (1..=5).map(|plies| response(&game(plies), 0, "random")).collect();
    assert!(values.is_sorted(), "{values:?}");
    assert!(values[0] == 0.0 && values[4] > 0.3, "{values:?}");
}

/// A strategy is asked once an information state, and the value does not depend on the order of its actions.
#[test]
fn a_strategy_is_asked_once() {
    let game = game(4);
    let mut asked = std::collections::BTreeSet::new();
    let mut rng = random::stream(1, &[]);
    let mut strategy = |state: &State| {
        let Turn::Player(player) = state.turn() else { panic!("the strategy is not to act") };
        assert!(asked.insert(state.information_state(player)?));
        let mut actions = state.legal_actions();
        rand::seq::SliceRandom::shuffle(actions.as_mut_slice(), &mut rng);
        let each = 1.0 / actions.len() as f64;
        Ok::<_, EnvError>(actions.into_iter().map(|action| (action, each)).collect())
    };
    let found = best_response(&game, 1, &mut strategy, &GOES_ON).unwrap().unwrap();
    assert_eq!(found.asked, asked.len() as u64);
    assert!((found.value - response(&game, 1, "random")).abs() < 1e-12);
    let stopped = best_response(&game, 1, &mut |_| Ok(vec![]), &AtomicBool::new(true));
    assert_eq!(stopped, Ok(None));
}

#[test]
fn games_without_exact_responses_are_refused() {
    let refused = |options| {
        let game = Game::new(options).unwrap();
        best_response(&game, 0, &mut |_| Ok(vec![]), &GOES_ON).unwrap_err().to_string()
    };
    let rules = Rules::default().with_mode(Mode::TwoPlayer);
    let standard = GameOptions { rules, ..GameOptions::default() };
    assert!(refused(standard).contains("expected at most 4096"));
    assert!(refused(GameOptions::default()).starts_with("found a game of four players"));
    let rules = Rules { bomb_vs_flag: BombVsFlag::Illegal, ..rules };
    let hidden = GameOptions { board: Board::mini(), rules, ..standard };
    assert!(refused(hidden).contains("bomb_vs_flag=illegal"));
}
