//! Tensors: layouts agree, turned views are equal, channels are those of the table.

use super::{after_moves, games, step};
use junqi::base::random;
use junqi::env::{
    Beliefs, CHANNELS, Deal, Element, Game, GameOptions, Layout, STATIONS, State, TensorFormat,
    Turn,
};
use junqi::game::belief::Visibility;
use junqi::game::board::{Board, SIZE, Seat};
use junqi::game::rules::{Kind, Rules};

fn tensor<T: Element>(state: &mut State, player: usize, format: TensorFormat) -> Vec<T> {
    let mut out = vec![T::ONE; format.size(state.game())];
    state.write_tensor(player, format, &mut out).unwrap();
    out
}

/// Both layouts hold the same numbers, and so do both types of elements.
#[test]
fn layouts_and_elements_agree() {
    for (number, game) in games().iter().enumerate() {
        let mut state = after_moves(game, 80, number as u64);
        for player in 0..game.players() {
            for turned in [false, true] {
                let format = |layout| TensorFormat { layout, turned, ..TensorFormat::default() };
                let planes: Vec<f32> = tensor(&mut state, player, format(Layout::Planes));
                let stations: Vec<f32> = tensor(&mut state, player, format(Layout::Stations));
                let bytes: Vec<u8> = tensor(&mut state, player, format(Layout::Planes));
                let actions = game.action_numbers();
                for place in 0..actions.stations() {
                    let cell = game.board().cell(actions.station(place));
                    for channel in 0..CHANNELS {
                        let at = (channel * SIZE + cell.row()) * SIZE + cell.col();
                        assert_eq!(stations[place * CHANNELS + channel], planes[at]);
                        assert_eq!(f32::from(bytes[at]), (planes[at] * 255.0).round());
                    }
                }
            }
        }
    }
}

/// A turned tensor is the other one turned: what a player's move was is legal in both.
#[test]
fn turned_tensors_are_the_same_board() {
    let game = Game::new(GameOptions::default()).unwrap();
    let mut state = after_moves(&game, 61, 9);
    for player in 0..4 {
        let of = |turned| TensorFormat { layout: Layout::Stations, turned, ..Default::default() };
        let plain: Vec<f32> = tensor(&mut state, player, of(false));
        let turned: Vec<f32> = tensor(&mut state, player, of(true));
        let seat = game.seats()[player];
        let actions = game.action_numbers();
        for place in 0..STATIONS {
            let seen = actions.place(actions.station(place), seat);
            let row =
                |tensor: &[f32], place: usize| tensor[place * CHANNELS..][..CHANNELS].to_vec();
            assert_eq!(row(&plain, place), row(&turned, seen));
        }
        // Its own front row is in the lower half of the drawing.
        let front = Board::siguo().arm(seat).unwrap()[2];
        let place = actions.place(front, seat);
        assert!(Board::siguo().cell(actions.station(place)).row() == 11);
    }
}

/// At the start a player's own kinds are certain, and all others are open as the rules of deployment say.
#[test]
fn a_start_is_drawn_as_documented() {
    let game = Game::new(GameOptions::default()).unwrap();
    let mut state = after_moves(&game, 0, 3);
    let format = TensorFormat { layout: Layout::Stations, ..TensorFormat::default() };
    let seen: Vec<f32> = tensor(&mut state, 0, format);
    let sum = |channels: std::ops::Range<usize>| -> f32 {
        let rows = seen.chunks(CHANNELS);
        rows.map(|row| row[channels.clone()].iter().sum::<f32>()).sum()
    };
    for kind in Kind::ALL {
        assert_eq!(sum(kind.index()..kind.index() + 1), kind.count() as f32, "{kind:?}");
    }
    // 25 posts of three seats: any mobile rank, bombs behind the first row, mines on ten, flags on two.
    assert_eq!(sum(12..48), 3.0 * (25.0 * 9.0 + 20.0 + 10.0 + 2.0));
    assert_eq!(sum(48..64), 0.0);
    assert_eq!(sum(64..68), 4.0 * STATIONS as f32);
    assert_eq!(sum(68..72), 0.0);
    assert_eq!((sum(72..73), sum(73..76)), (STATIONS as f32, 0.0));
    assert_eq!(sum(76..78), 0.0);
    let mut rng = random::stream(1, &[]);
    step(&mut state, &mut rng);
    let seen: Vec<f32> = tensor(&mut state, 1, format);
    let column = |channel: usize| seen.iter().skip(channel).step_by(CHANNELS).sum::<f32>();
    // South sits left of East.
    assert_eq!(
        (column(48 + 3), column(52 + 9), column(52 + 10), column(72)),
        (1.0, 1.0, 1.0, 129.0)
    );
}

/// While armies are dealt by chance nobody sees any of it; placements of players are seen by who makes them.
#[test]
fn a_deal_is_seen_by_who_places_it() {
    for (deal, own) in [(Deal::Uniform, 0.0), (Deal::Players, 10.0)] {
        let game = Game::new(GameOptions { deal, ..GameOptions::default() }).unwrap();
        let (mut state, mut rng) = (State::start(&game), random::stream(5, &[]));
        for _ in 0..10 {
            step(&mut state, &mut rng);
        }
        let format = TensorFormat { layout: Layout::Stations, ..TensorFormat::default() };
        for (player, expected) in [(0, own), (1, 0.0)] {
            let seen: Vec<f32> = tensor(&mut state, player, format);
            let rows = seen.chunks(CHANNELS);
            assert_eq!(rows.clone().flat_map(|row| &row[..48]).sum::<f32>(), expected, "{deal}");
            assert!(rows.clone().all(|row| row[77] == 1.0));
        }
    }
}

/// The share of the quiet limit is 0 where there is none; public flags are shown where they stand.
#[test]
fn the_public_channels_follow_the_game() {
    let mut shown = 0;
    for (number, draw_quiet_plies) in [0, 31, 1000].into_iter().enumerate() {
        let rules = Rules { draw_quiet_plies, max_plies: 400, ..Rules::default() };
        let game = Game::new(GameOptions { rules, ..GameOptions::default() }).unwrap();
        let mut state = after_moves(&game, 0, number as u64);
        let mut rng = random::stream(6, &[number as u64]);
        let format = TensorFormat { layout: Layout::Stations, ..TensorFormat::default() };
        while state.turn() != Turn::Over {
            step(&mut state, &mut rng);
            let seen: Vec<f32> = tensor(&mut state, 2, format);
            let world = state.world().unwrap();
            let share = world.quiet() as f32 / draw_quiet_plies as f32;
            let expected = if draw_quiet_plies == 0 { 0.0 } else { share };
            assert!((seen[76] - expected).abs() < 1e-6, "{} of {draw_quiet_plies}", world.quiet());
            for seat in Seat::ALL {
                let flag = world.flags_shown().contains(seat).then(|| world.shown_flag(seat));
                let station = flag.flatten().and_then(|flag| world.station_of(flag));
                let channel = seen.iter().skip(68 + (seat.index() + 2) % 4).step_by(CHANNELS);
                let at = channel.clone().position(|&value| value == 1.0);
                assert_eq!(at, station.map(|s| game.action_numbers().place(s, Seat::South)));
                shown += u32::from(station.is_some());
            }
        }
    }
    assert!(shown > 100, "{shown}");
}

/// Probabilities are 0 where a kind is ruled out, and sum to 1 a piece.
#[test]
fn posterior_channels_are_probabilities() {
    for visibility in [Visibility::FourDark, Visibility::DoubleOpen] {
        let game = Game::new(GameOptions { visibility, ..GameOptions::default() }).unwrap();
        let mut state = after_moves(&game, 90, 12);
        let format =
            |beliefs| TensorFormat { layout: Layout::Stations, beliefs, ..TensorFormat::default() };
        let may_be: Vec<f32> = tensor(&mut state, 2, format(Beliefs::MayBe));
        let posterior: Vec<f32> = tensor(&mut state, 2, format(Beliefs::Posterior));
        let beliefs = state.posterior(2).unwrap().unwrap();
        for (piece, station) in state.world().unwrap().pieces() {
            let place = game.action_numbers().place(station, Seat::South);
            let relative = (piece.seat().index() + 2) % 4;
            let shown = &posterior[place * CHANNELS + 12 * relative..][..12];
            let row = beliefs.marginal(piece).map(|p| p as f32);
            assert_eq!(shown, row);
        }
        for (may_be, posterior) in may_be.chunks(CHANNELS).zip(posterior.chunks(CHANNELS)) {
            let pairs = may_be[..48].iter().zip(&posterior[..48]);
            assert!(pairs.clone().all(|(may, p)| *p <= *may + 1e-6));
            let sum: f32 = posterior[..48].iter().sum();
            let piece = may_be[..48].iter().any(|may| *may > 0.0);
            assert!((sum - f32::from(u8::from(piece))).abs() < 1e-4, "{sum}");
            assert_eq!(may_be[48..], posterior[48..]);
        }
    }
}
