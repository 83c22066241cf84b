//! The searches on the game itself, cards open: the same code that searches trees. When a seat is
//! out, one team moves twice running.

use junqi::base::random::split_mix;
use junqi::game::board::Seat;
use junqi::game::rules::World;
use junqi::gametree::position::{Evaluate, Node, Position, Side};
use junqi::gametree::score::{Score, Window};
use junqi::gametree::search::{
    Context, FailLow, NextBound, Perfect, Plies, Remembered, TieRule, Transposition, alpha_beta,
    aspiration, dual_star, iterative, minimax, mtd, negamax, pvs, sss_star,
};

/// Pieces on the board for the side to move, minus those against it; seats that are out weigh much.
struct Count;

impl Evaluate<World> for Count {
    type Value = Score;

    fn evaluate(&mut self, world: &World) -> Score {
        let first = |seat: Seat| world.rules().team(seat) == junqi::game::rules::Team::First;
        let sign = |seat: Seat| if first(seat) { 1 } else { -1 };
        let pieces: i64 = world.pieces().map(|(piece, _)| 10 * sign(piece.seat())).sum();
        let seats: i64 = world.alive().iter().map(|seat| 500 * sign(seat)).sum();
        let place: i64 = world.pieces().map(|(p, s)| sign(p.seat()) * (s.index() as i64 % 3)).sum();
        let value = pieces + seats + place;
        Score(if world.side() == Side::Max { value } else { -value })
    }
}

/// Whether some two moves from here leave the side unchanged or change it twice running.
fn moves_twice(world: &mut World) -> bool {
    let side = world.side();
    world.moves().any(|m| {
        let undo = world.make(m);
        let same = world.outcome().is_none() && world.side() == side;
        world.unmake(m, undo);
        same
    })
}

#[test]
fn every_search_agrees_on_the_open_game_even_where_a_team_moves_twice() {
    let (mut positions, mut twice) = (0, 0);
    for seed in 0..30 {
        let mut world = crate::support::start(seed, crate::support::some_rules(seed));
        let seats = world.alive().len();
        let (mut state, enough) = (seed, |w: &World| w.outcome().is_some() || w.ply() > 3000);
        while !enough(&world) && world.alive().len() == seats {
            crate::support::wander(&mut world, split_mix(&mut state), 1);
        }
        crate::support::wander(&mut world, split_mix(&mut state), seed as usize % 4);
        if world.outcome().is_some() {
            continue;
        }
        positions += 1;
        twice += u32::from(moves_twice(&mut world));
        let (depth, before) = (2, world.key());
        let cx = || Context::new(Count, Plies(depth));
        let what = format!("seed={seed}");
        let expected = minimax(&mut cx(), &mut world).value;
        let same = |name: &str, value| assert_eq!(value, expected, "{name}: {what}");
        same("negamax", negamax(&mut cx(), &mut world).value);
        same("alpha_beta", alpha_beta(&mut cx(), &mut world, Window::FULL).value);
        same("pvs", pvs(&mut cx(), &mut world, Window::FULL, FailLow::Hard).value);
        same("aspiration", aspiration(&mut cx(), &mut world, Score(3), Score(9)).0.value);
        same("sss_star", sss_star(&mut cx(), &world, TieRule::Left).0.value);
        same("dual_star", dual_star(&mut cx(), &world, TieRule::Left).0.value);
        for first in [Score(i64::MAX), Score(-i64::MAX), Score(12)] {
            let mut cx = cx().with_memory(Perfect::default());
            same("mtd", mtd(&mut cx, &mut world, first, NextBound::Bound).0.value);
        }
        let table = Transposition::with_bytes(1 << 16);
        let mut cx = cx().with_order(Remembered).with_memory(table);
        let deepened = iterative(
            &mut cx,
            &mut world,
            depth,
            |cx, world, _| pvs(cx, world, Window::FULL, FailLow::Soft),
            |_, _| {},
        );
        same("iterative", deepened.value);
        assert_eq!(world.key(), before, "every move is taken back: {what}");
    }
    assert!(positions >= 10 && twice >= 3, "{positions} positions, {twice} with two moves running");
}
