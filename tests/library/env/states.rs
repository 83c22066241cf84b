//! States: actions, texts, returns, undo, resampling.

use super::{after_moves, games, step};
use junqi::base::random;
use junqi::env::{
    Actions, Deal, Game, GameOptions, MOVE_ACTIONS, STATIONS, State, TensorFormat, Turn,
};
use junqi::game::belief::{View, Visibility};
use junqi::game::board::{Board, NodeType, Seat};
use junqi::game::format::{GameHistory, GameRecord};
use junqi::game::rules::{Mode, Outcome, Rules};
use std::collections::BTreeSet;

#[test]
fn numbers_of_actions_go_round() {
    let actions = Actions::new(Board::siguo()).unwrap();
    for action in 0..MOVE_ACTIONS {
        assert_eq!(actions.of_move(actions.to_move(action).unwrap(), Seat::South), action);
        for seat in Seat::ALL {
            assert_eq!(actions.turn_back(actions.turn(action, seat), seat), action);
        }
        assert_eq!(actions.turn(action, Seat::South), action);
        let half = actions.turn(actions.turn(action, Seat::North), Seat::North);
        assert_eq!(half, action);
    }
    assert_eq!(actions.to_move(MOVE_ACTIONS), None);
    assert_eq!(actions.turn(MOVE_ACTIONS + 3, Seat::East), MOVE_ACTIONS + 3);
    let first: Vec<_> =
        (0..3).map(|place| actions.place(actions.station(place), Seat::South)).collect();
    assert_eq!((first, STATIONS), (vec![0, 1, 2], 129));
}

/// Every legal action of random games is among the possible moves, of which there are 5,624.
#[test]
fn possible_moves_cover_all_legal_ones() {
    for mode in [Mode::FourPlayer, Mode::TwoPlayer] {
        let rules = Rules::default().with_mode(mode);
        let game = Game::new(GameOptions { rules, ..GameOptions::default() }).unwrap();
        assert_eq!(game.possible_moves().len(), 5624);
        let possible: BTreeSet<u32> = game.possible_moves().iter().copied().collect();
        for seed in 0..20 {
            let mut rng = random::stream(4, &[seed]);
            let mut state = State::dealt(&game, &mut rng);
            while state.turn() != Turn::Over {
                assert!(state.legal_actions().iter().all(|a| possible.contains(a)), "seed {seed}");
                step(&mut state, &mut rng);
            }
        }
    }
}

/// Whole games of every kind: texts name actions, undo takes them back, returns are those of the world.
#[test]
fn games_end_with_returns_by_team() {
    for (number, game) in games().iter().enumerate() {
        let mut rng = random::stream(5, &[number as u64]);
        let mut state = State::start(game);
        let mut steps = 0;
        while state.turn() != Turn::Over {
            assert_eq!(state.returns(), vec![0.0; game.players()]);
            let before = state.clone();
            let action = step(&mut state, &mut rng);
            if steps % 16 == 0 {
                let text = before.action_text(action);
                assert_eq!(before.action_of(&text), Some(action), "game {number}: {text}");
                let mut back = state.clone();
                assert_eq!(back.undo(), Some(action));
                assert_eq!((&back, back.to_string()), (&before, before.to_string()));
            }
            steps += 1;
        }
        let moves = state.history().len() - game.deal_length();
        assert!(moves <= game.rules().most_plies(game.board()) as usize);
        let returns = state.returns();
        assert_eq!(returns.iter().sum::<f64>(), 0.0);
        let decided = matches!(state.world().unwrap().outcome(), Some(Outcome::Win(_)));
        assert_eq!(returns[0] != 0.0, decided);
        assert_eq!(returns[0], -returns[1]);
        assert_eq!(State::after(game, state.history()).unwrap(), state);
        assert!(state.apply(0).unwrap_err().to_string().contains("already over"));
    }
}

#[test]
fn wrong_actions_are_refused() {
    let game = Game::new(GameOptions::default()).unwrap();
    let mut state = State::start(&game);
    let refused = state.apply(500).unwrap_err().to_string();
    assert!(refused.starts_with("found chance outcome 500, expected one of [0, 1"), "{refused}");
    let mut state = after_moves(&game, 3, 1);
    let before = state.clone();
    for (action, expected) in [(0, "is illegal"), (16_641, "found action 16641, expected a number")]
    {
        let refused = state.apply(action).unwrap_err().to_string();
        assert!(refused.contains(expected), "{refused}");
    }
    assert_eq!(state, before);
    assert!(state.observation(4).unwrap_err().to_string().contains("found player 4"));
    let rules = Rules { draw_quiet_plies: 0, ..Rules::default() };
    let refused = Game::new(GameOptions { rules, ..GameOptions::default() });
    assert!(refused.unwrap_err().to_string().starts_with("found rules without an end"));
}

/// The most moves of a game are those of its limits, and are reached.
#[test]
fn the_most_moves_are_reached() {
    let game = |draw_quiet_plies, max_plies| {
        let rules = Rules { draw_quiet_plies, max_plies, ..Rules::default() };
        Game::new(GameOptions { rules, deal: Deal::Pool, ..GameOptions::default() }).unwrap()
    };
    let limited = game(0, 25);
    let (mut state, mut rng) = (after_moves(&limited, 0, 1), random::stream(2, &[]));
    let mut moves = 0;
    while state.turn() != Turn::Over {
        step(&mut state, &mut rng);
        moves += 1;
    }
    assert_eq!((limited.rules().most_plies(Board::siguo()), moves), (25, 25));
    // Every fight removes one of 100 pieces.
    assert_eq!(
        (
            game(10, 0).rules().most_plies(Board::siguo()),
            game(10, 500).rules().most_plies(Board::siguo())
        ),
        (1010, 500)
    );
}

/// What a player knows is the same in resampled states of a thousand positions, and the hidden kinds differ.
#[test]
fn resampled_states_look_the_same() {
    let (mut others, mut all) = (0, 0);
    for (number, game) in games().iter().enumerate() {
        for round in 0..56 {
            let moves = 20 * (round % 8) as usize;
            let mut state = after_moves(game, moves, 100 * number as u64 + round);
            let mut rng = random::stream(6, &[number as u64, round]);
            for player in 0..game.players() {
                let mut other = state.resample(player, &mut rng).unwrap();
                let information = |state: &State| state.information_state(player).unwrap();
                assert_eq!(information(&other), information(&state), "game {number}");
                assert_eq!(other.observation(player), state.observation(player));
                assert_eq!(other.turn(), state.turn());
                if state.turn() == Turn::Player(player) {
                    assert_eq!(other.legal_actions(), state.legal_actions());
                }
                let tensors = [&mut state, &mut other].map(|state| {
                    let mut tensor = vec![0_u8; TensorFormat::default().size(game)];
                    state.write_tensor(player, TensorFormat::default(), &mut tensor).unwrap();
                    tensor
                });
                assert_eq!(tensors[0], tensors[1], "game {number}");
                others += u32::from(other.to_string() != state.to_string());
                all += 1;
            }
        }
    }
    assert!(3 * others > all, "{others} of {all}");
}

/// A program that knows only what a seat has seen makes a state in which the seat has seen the same.
#[test]
fn a_state_is_made_from_what_a_seat_has_seen() {
    for mode in [Mode::TwoPlayer, Mode::FourPlayer] {
        for visibility in [Visibility::FourDark, Visibility::DoubleOpen] {
            let rules = Rules::default().with_mode(mode);
            let options =
                GameOptions { rules, visibility, deal: Deal::Pool, ..GameOptions::default() };
            let game = Game::new(options).unwrap();
            let mut rng = random::stream(10, &[]);
            let state = after_moves(&game, 70, 7);
            for player in 0..game.players() {
                let seen = state.information_state(player).unwrap();
                let history = GameHistory::parse(&seen, Board::siguo()).unwrap();
                let other = State::with_information(&history, visibility, &mut rng).unwrap();
                assert_eq!(other.information_state(player).unwrap(), seen);
                assert_ne!(other.to_string(), state.to_string());
            }
            let open = GameHistory::parse(&state.to_string(), Board::siguo()).unwrap();
            let refused = State::with_information(&open, visibility, &mut rng).unwrap_err();
            assert!(refused.to_string().starts_with("found a history that is not one seat's"));
        }
    }
}

/// First positions that no deal leads to are refused.
#[test]
fn impossible_starts_are_refused() {
    let game = Game::new(GameOptions::default()).unwrap();
    let mut rng = random::stream(8, &[]);
    let seen = State::dealt(&game, &mut rng).information_state(0).unwrap();
    let sound = GameHistory::parse(&seen, Board::siguo()).unwrap();
    let visibility = game.options().visibility;
    let mut changed = |change: &dyn Fn(&mut View)| {
        let mut history = sound.clone();
        change(&mut history.start);
        State::with_information(&history, visibility, &mut rng)
    };
    assert!(changed(&|_| ()).is_ok());
    assert!(changed(&|view| view.turn = Seat::North).is_err());
    assert!(changed(&|view| view.observer = None).is_err());
    assert!(changed(&|view| view.quiet = 60).is_err());
    assert!(changed(&|view| view.flags_shown.insert(Seat::North)).is_err());
    let camp = Board::siguo().of_type(NodeType::Camp).iter().next().unwrap();
    assert!(changed(&|view| view.pieces[30].2 = camp).is_err());
    assert!(changed(&|view| drop(view.pieces.drain(..1))).is_err());
    assert!(changed(&|view| view.pieces.truncate(99)).is_err());
}

/// Armies that chance deals are seen by nobody before all are dealt.
#[test]
fn resampled_deals_are_other_deals() {
    for deal in [Deal::Uniform, Deal::Pool] {
        let game = Game::new(GameOptions { deal, ..GameOptions::default() }).unwrap();
        let mut rng = random::stream(3, &[]);
        let mut state = State::start(&game);
        let dealt = 3 * game.deal_length() / 4;
        for _ in 0..dealt {
            step(&mut state, &mut rng);
        }
        let others: Vec<State> = (0..4).map(|p| state.resample(p, &mut rng).unwrap()).collect();
        assert!(others.iter().all(|other| other.history().len() == dealt), "{deal}");
        assert!(others.iter().any(|other| other.history() != state.history()), "{deal}");
    }
}

/// While armies are placed, a player knows only its own placements.
#[test]
fn resampled_placements_keep_the_own_ones() {
    let game = Game::new(GameOptions { deal: Deal::Players, ..GameOptions::default() }).unwrap();
    let mut rng = random::stream(7, &[]);
    let mut state = State::start(&game);
    for _ in 0..60 {
        step(&mut state, &mut rng);
    }
    for player in 0..4 {
        let other = state.resample(player, &mut rng).unwrap();
        assert_eq!(other.information_state(player), state.information_state(player));
        assert_ne!(other, state);
    }
    assert_eq!(state.information_state(3).unwrap(), "N:10 W:");
}

/// A state and its record say the same; a record is no state where other events than moves happened.
#[test]
fn records_go_round() {
    for (number, game) in games().iter().enumerate() {
        let mut state = after_moves(game, 70, number as u64);
        assert!(State::start(game).record().is_none());
        let record = state.record().unwrap();
        let again = State::of_record(&record, game.board(), None).unwrap();
        assert_eq!(again.to_string(), state.to_string());
        let half = record.plies / 2;
        assert_eq!(again.information_state(1), state.information_state(1));
        let earlier = State::of_record(&record, game.board(), Some(half)).unwrap();
        while earlier.history().len() - earlier.game().deal_length()
            < state.history().len() - game.deal_length()
        {
            state.undo();
        }
        assert_eq!(earlier.to_string(), state.to_string());

        let refused = |record: &GameRecord, moves| {
            State::of_record(record, game.board(), moves).unwrap_err().to_string()
        };
        let few = format!("record: found {0} moves, expected at least {1}", record.plies, 99);
        assert_eq!(refused(&record, Some(99)), few);
        let other = GameRecord { first: 'N', ..record.clone() };
        assert!(refused(&other, None).starts_with("record: found another start"));
        let other = GameRecord { plies: 1, ..record.clone() };
        assert!(refused(&other, None).starts_with("record: plies: found 1"));
    }
}
