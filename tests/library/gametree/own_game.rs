//! The searches on games of our own: all agree, also where a side moves twice.

#[allow(dead_code, reason = "its main is the example's")]
#[path = "../../../examples/othello.rs"]
mod othello;
#[allow(dead_code, reason = "its main is the example's")]
#[path = "../../../examples/tic_tac_toe.rs"]
pub(crate) mod tic_tac_toe;

use junqi::base::random;
use junqi::gametree::position::{Evaluate, Node, Position, Side};
use junqi::gametree::score::{Score, Value, Window};
use junqi::gametree::search::{
    Context, FailLow, NextBound, NodeCounter, Perfect, Plies, Remembered, SearchResult, TieRule,
    Transposition, alpha_beta, aspiration, dual_star, iterative, minimax, mtd, negamax, pvs,
    sss_star,
};
use othello::{Discs, Othello};
use std::fmt::Debug;
use tic_tac_toe::{Board, Lines};

/// Searches a position to its end with everything and gives the value for the side to move.
fn agreed<P, E>(evaluate: fn() -> E, position: &P, plies: u32) -> Score
where
    P: Position + Clone + Debug + PartialEq,
    E: Evaluate<P, Value = Score>,
{
    let cx = || Context::new(evaluate(), Plies(plies));
    let p = &mut position.clone();
    let expected = minimax(&mut cx(), p).value.expect("not stopped");
    let check = |name: &str, answer: SearchResult<P::Move, Score>| {
        assert_eq!(answer.value, Some(expected), "{name} on {position:?}");
    };
    check("negamax", negamax(&mut cx(), p));
    check("alpha-beta", alpha_beta(&mut cx(), p, Window::FULL));
    for fail_low in [FailLow::Soft, FailLow::Hard] {
        check("PVS", pvs(&mut cx(), p, Window::FULL, fail_low));
    }
    for guess in [expected, expected + Score(1), expected - Score(3), Score(0)] {
        check("aspiration", aspiration(&mut cx(), p, guess, Score(1)).0);
        let cx = &mut cx().with_memory(Perfect::default());
        check("MTD(f)", mtd(cx, p, guess, NextBound::Bound).0);
    }
    for first in [Score::MAX, Score::MIN] {
        let cx = &mut cx().with_memory(Perfect::default());
        check("MTD from an end", mtd(cx, p, first, NextBound::Bound).0);
    }
    for ties in [TieRule::Left, TieRule::Newest, TieRule::Oldest] {
        check("SSS*", sss_star(&mut cx(), p, ties).0);
        check("DUAL*", dual_star(&mut cx(), p, ties).0);
    }
    let table = Transposition::with_bytes(1 << 16);
    let cx = &mut cx().with_memory(table).with_order(Remembered);
    let search = |cx: &mut _, p: &mut P, _| pvs(cx, p, Window::FULL, FailLow::Soft);
    check("iterative deepening", iterative(cx, p, plies, search, |_, _| ()));
    assert_eq!(p, position, "every move was taken back");
    expected
}

/// A position some random moves after another; none if the game ends before.
fn wander<P: Position>(mut position: P, seed: u64, plies: u32) -> Option<P> {
    let mut state = seed;
    for _ in 0..plies {
        let moves: Vec<P::Move> = position.moves().collect();
        let pick = random::split_mix(&mut state).checked_rem(moves.len() as u64)?;
        position.make(moves[pick as usize]);
    }
    Some(position)
}

#[test]
fn all_agree_on_tic_tac_toe() {
    let positions: Vec<Board> =
        (0..40).filter_map(|seed| wander(Board::default(), seed, 2 + seed as u32 % 4)).collect();
    let values: Vec<i64> = positions.iter().map(|&board| agreed(|| Lines, &board, 9).0).collect();
    assert!([-1, 0, 1].iter().all(|value| values.contains(value)), "{values:?}");
}

#[test]
fn a_table_finds_transpositions_also_without_a_horizon() {
    let nodes = |bytes, plies| {
        let cx = Context::new(Lines, Plies(plies)).with_observer(NodeCounter::default());
        let cx = &mut cx.with_order(Remembered).with_memory(Transposition::with_bytes(bytes));
        let answer = alpha_beta(cx, &mut Board::default(), Window::FULL);
        assert_eq!(answer.value, Some(Score(0)), "{bytes} bytes, {plies} plies");
        cx.observer.nodes
    };
    let small = nodes(0, 9);
    for plies in [9, u32::MAX] {
        let large = nodes(1 << 20, plies);
        assert!(3 * large < small, "{plies} plies: {large} of {small} nodes");
    }
}

/// Notes which sides move twice running somewhere below.
fn note_passes(board: &mut Othello<4>, twice: &mut [bool; 2]) {
    for m in board.moves() {
        let side = board.side();
        let undo = board.make(m);
        let again = board.side() == side && board.moves().next().is_some();
        twice[usize::from(side == Side::Min)] |= again;
        note_passes(board, twice);
        board.unmake(m, undo);
    }
}

#[test]
fn all_agree_on_othello_where_a_side_moves_twice() {
    let mut found = [0, 0];
    for seed in 0..60 {
        let left = 5 + seed as u32 % 3;
        let Some(mut board) = wander(Othello::<4>::start(), seed, Othello::<4>::PLIES - left)
        else {
            continue;
        };
        let mut twice = [false; 2];
        note_passes(&mut board, &mut twice);
        agreed(|| Discs, &board, left);
        found.iter_mut().zip(twice).for_each(|(count, yes)| *count += u32::from(yes));
    }
    assert!(found.iter().all(|&count| count > 10), "{found:?}");
}

#[test]
fn the_second_player_wins_small_othello_by_eight() {
    assert_eq!(othello::solve::<4>(), Score(-8));
}
