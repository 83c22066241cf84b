//! What must hold in a game whose choices are any bytes.

use super::moves::{obvious_moves, some_rules};
use super::start;
use junqi::game::belief::{Belief, Information, Mixture, Observation, Visibility};
use junqi::game::board::Seat;
use junqi::game::rules::{ARMY, BombVsFlag, Kind, PieceId};
use junqi::gametree::position::Node;
use std::collections::BTreeSet;

/// Plies between two comparisons with the slow move generator.
const SLOWLY: u32 = 10;

/// A game whose choices are the bytes, under some rules, followed by an observer from public events: keys,
/// counts and moves are those from scratch, the observer's view is the referee's, the truth is never excluded
/// and has a probability at the end.
pub fn game(bytes: &[u8]) {
    let Some((&[first, second], choices)) = bytes.split_first_chunk::<2>() else { return };
    let rules = some_rules(u64::from(first / 2));
    let visibility = [Visibility::FourDark, Visibility::DoubleOpen][usize::from(first % 2)];
    let mut world = start(rules, u64::from(second % 16));
    let seats: Vec<Seat> = rules.seats().iter().collect();
    let seat = seats[usize::from(second / 16) % seats.len()];
    let view = Observation::new(&world, seat, visibility).view();
    let mut information = Information::new(&view, seat, visibility).expect("a view of a world");
    let mut belief = Belief::new(&view, Mixture::counting().into()).expect("a view of a world");
    let pieces: Vec<(PieceId, Kind)> =
        world.pieces().map(|(piece, _)| (piece, world.kind(piece))).collect();
    let mut truth = [Kind::Flag; 4 * ARMY];
    for &(piece, kind) in &pieces {
        truth[piece.index()] = kind;
    }
    for &byte in choices.iter().take(400) {
        if world.outcome().is_some() {
            break;
        }
        let turn = world.turn();
        let event = match byte {
            255 => world.resign(turn),
            254 => world.time_out(),
            253 => world.agree_draw(turn),
            _ => {
                let moves: Vec<_> = world.moves().collect();
                assert_eq!(moves.len(), world.count_moves());
                if world.ply().is_multiple_of(SLOWLY) {
                    assert_eq!(
                        moves.iter().copied().collect::<BTreeSet<_>>(),
                        obvious_moves(&world)
                    );
                }
                Some(world.play(moves[usize::from(byte) % moves.len()]).expect("a listed move"))
            }
        };
        let event = event.expect("the game goes on");
        assert_eq!(world.key(), world.key_from_scratch());
        information.apply(&event).expect("a lawful event is followed");
        belief.learn(&event);
        assert!(belief.evidence().allows(&truth), "the truth is excluded");
        let seen = Observation::new(&world, seat, visibility);
        assert_eq!(information.observation().view(), seen.view());
        // Under this rule alone the legal moves tell a hidden kind.
        if rules.bomb_vs_flag != BombVsFlag::Illegal {
            assert!(information.observation().moves().eq(seen.moves()));
        }
    }
    let posterior = belief.posterior(u64::from(second));
    for (piece, kind) in pieces {
        let row = posterior.marginal(piece);
        let sum: f64 = row.iter().sum();
        assert!((sum - 1.0).abs() < 1e-9, "{piece:?}: {row:?}");
        assert!(row[kind.index()] > 0.0, "{piece:?} is {kind}: {row:?}");
    }
}
