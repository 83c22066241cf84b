//! Observers: what players, the public and everyone see, and that nothing else shows.

use super::{after_moves, games, step};
use crate::support::twins::exchange_kinds;
use junqi::base::random;
use junqi::env::{
    Beliefs, CHANNELS, Deal, Game, GameOptions, Layout, Observer, State, TensorFormat,
};
use junqi::game::belief::Visibility;
use junqi::game::board::Seat;
use junqi::game::format::GameRecord;
use junqi::game::rules::{Kind, Mode, Rules};
use std::sync::Arc;

/// All observers of a game.
fn observers(game: &Game) -> Vec<Observer> {
    let mut observers = vec![Observer::Public, Observer::Everyone];
    observers.extend((0..game.players()).map(Observer::Player));
    observers
}

/// The seats whose kinds the rules hide from an observer.
fn hidden_from(game: &Game, observer: Observer) -> Vec<Seat> {
    let (seats, visibility) = (game.seats().iter().copied(), game.options().visibility);
    match observer {
        Observer::Everyone => vec![],
        Observer::Public if visibility == Visibility::AllOpen => vec![],
        Observer::Public => seats.collect(),
        Observer::Player(player) => {
            let own = game.seats()[player];
            seats.filter(|&seat| !visibility.knows(game.rules(), own, seat)).collect()
        }
    }
}

/// All that an observer can get of a state: texts and tensors of every form.
fn seen(state: &mut State, observer: Observer) -> (Vec<String>, Vec<Vec<u8>>) {
    let texts = [state.information_state(observer), state.observation(observer)];
    let mut tensors = vec![];
    for layout in [Layout::Planes, Layout::Stations] {
        for beliefs in [Beliefs::None, Beliefs::MayBe, Beliefs::Posterior] {
            let turned = layout == Layout::Stations;
            let format = TensorFormat { layout, beliefs, turned };
            let mut tensor = vec![0; format.size(state.game())];
            state.write_tensor(observer, format, &mut tensor).unwrap();
            tensors.push(tensor);
        }
    }
    (texts.map(Result::unwrap).into(), tensors)
}

/// The stations of a float tensor.
fn stations(state: &mut State, observer: Observer) -> Vec<f32> {
    let format = TensorFormat { layout: Layout::Stations, ..TensorFormat::default() };
    let mut tensor = vec![0.0; format.size(state.game())];
    state.write_tensor(observer, format, &mut tensor).unwrap();
    tensor
}

/// The same events after another deal: kinds that an observer cannot know are exchanged.
fn twin(state: &State, hidden: &[Seat], seed: u64) -> State {
    let record = state.record().unwrap();
    let board = state.game().board();
    let deployments = record.read_deployments(board).unwrap();
    let events = record.events(board).unwrap();
    let start = record.first_world(board).unwrap();
    let mut rng = random::stream(seed, &[]);
    let (deployments, _) = exchange_kinds(&start, deployments, hidden, &events, &mut rng).unwrap();
    let deployments = deployments.map(|deployment| deployment.map(|d| d.to_string()));
    State::of_record(&GameRecord { deployments, ..record }, board, None).unwrap()
}

/// No observer tells two worlds apart whose events are the same and whose kinds differ where the rules hide them.
#[test]
fn no_observer_tells_twins_apart() {
    let mut differing = 0;
    for (number, game) in games().iter().enumerate() {
        for round in 0..2 {
            let seed = 10 * number as u64 + round;
            // Late in a game on the small board the events may prove every kind.
            let moves =
                if game.board().shape().is_standard() { 40 + 50 * round } else { 2 * round };
            let dealt = after_moves(game, moves as usize, seed);
            let mut state = State::of_record(&dealt.record().unwrap(), game.board(), None).unwrap();
            for observer in observers(game) {
                let hidden = hidden_from(game, observer);
                if hidden.is_empty() {
                    continue;
                }
                let mut other = twin(&state, &hidden, seed);
                let is_same = other.to_string() == state.to_string();
                if is_same && !game.board().shape().is_standard() {
                    continue; // the exchanges led back: there are few deployments
                }
                assert!(!is_same, "{observer}: no twin");
                let of_all = [&mut state, &mut other].map(|s| stations(s, Observer::Everyone));
                differing += u32::from(of_all[0] != of_all[1]);
                assert_eq!(seen(&mut state, observer), seen(&mut other, observer), "{observer}");
            }
        }
    }
    assert!(differing > 50, "only {differing} twins differ on the board");
}

/// States drawn from the posterior of an observer look the same to it, before the last army is dealt as well.
#[test]
fn resampled_states_look_the_same_to_every_observer() {
    for (number, game) in games().iter().enumerate() {
        let mut rng = random::stream(3, &[number as u64]);
        let early = placed(game, game.deal_length() - 1, number as u64);
        let played =
            [0, 35, 70, 105].map(|moves| after_moves(game, moves, number as u64 + moves as u64));
        for mut state in played.into_iter().chain([early]) {
            for observer in observers(game) {
                let mut other = state.resample(observer, &mut rng).unwrap();
                assert_eq!(seen(&mut state, observer), seen(&mut other, observer), "{observer}");
            }
        }
    }
}

/// The public knows no kinds but what the rules of deployment and the events say; with open visibility all.
#[test]
fn the_public_knows_what_every_player_knows() {
    for visibility in Visibility::ALL {
        let game = Game::new(GameOptions { visibility, ..GameOptions::default() }).unwrap();
        let mut state = after_moves(&game, 0, 3);
        let sum: f32 = stations(&mut state, Observer::Public)
            .chunks(CHANNELS)
            .map(|row| row[..48].iter().sum::<f32>())
            .sum();
        let text = state.observation(Observer::Public).unwrap();
        if visibility == Visibility::AllOpen {
            assert_eq!(sum, 100.0);
            assert_eq!(text, state.to_string());
        } else {
            assert_eq!(sum, 4.0 * (25.0 * 9.0 + 20.0 + 10.0 + 2.0));
            let rows = text.split_whitespace().next().unwrap();
            assert_eq!(rows.matches('?').count(), 100);
        }
    }
}

/// Everyone together knows every kind, and nothing is drawn relative to a player.
#[test]
fn everyone_knows_every_kind() {
    let rules = Rules::default().with_mode(Mode::TwoPlayer);
    let game = Game::new(GameOptions { rules, ..GameOptions::default() }).unwrap();
    let mut state = after_moves(&game, 50, 4);
    let tensor = stations(&mut state, Observer::Everyone);
    let world = state.world().unwrap();
    let mut count = 0;
    for row in tensor.chunks(CHANNELS) {
        count += row[..48].iter().filter(|&&value| value == 1.0).count();
    }
    assert_eq!(count, world.pieces().count());
    let engineers: f32 = tensor.chunks(CHANNELS).map(|row| row[24 + Kind::Engineer.index()]).sum();
    let of_north = world
        .pieces()
        .filter(|(piece, _)| piece.seat() == Seat::North && world.kind(*piece) == Kind::Engineer);
    assert_eq!(engineers, of_north.count() as f32);
}

/// A state after some placements or outcomes of the deal.
fn placed(game: &Arc<Game>, count: usize, seed: u64) -> State {
    let (mut state, mut rng) = (State::start(game), random::stream(seed, &[]));
    for _ in 0..count {
        step(&mut state, &mut rng);
    }
    state
}

/// While players place their armies the public sees how far they are, and everyone together sees all placements.
#[test]
fn placements_are_no_public_knowledge() {
    let game = Game::new(GameOptions { deal: Deal::Players, ..GameOptions::default() }).unwrap();
    let (mut state, mut other) = (placed(&game, 30, 1), placed(&game, 30, 2));
    assert_eq!(seen(&mut state, Observer::Public), seen(&mut other, Observer::Public));
    assert_eq!(state.observation(Observer::Public).unwrap(), "E:5");
    let text = state.observation(Observer::Everyone).unwrap();
    assert_eq!(text.len(), "E:5 S: E: N: W:".len() + 30, "{text}");
    let tensor = stations(&mut state, Observer::Everyone);
    let kinds: f32 = tensor.chunks(CHANNELS).map(|row| row[..48].iter().sum::<f32>()).sum();
    assert_eq!(kinds, 30.0);
}
