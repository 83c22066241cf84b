//! The peer: our trees as a game of the crate `minimax`. Its rules are static functions, hence the
//! const generics; its values are 16-bit; it counts no nodes itself, so moves made are counted.

use junqi::gametree::tree::NodeRandom;
use minimax::{Evaluation, Evaluator, Game, Winner};
use std::marker::PhantomData;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// Number of moves made so far by all searches; every node except the root is entered by one.
pub(super) static MADE: AtomicU64 = AtomicU64::new(0);

/// The rules of a uniform tree with `B` children a node and its leaves `D` plies below the root.
pub(super) struct Rules<const B: u64, const D: u32>;

/// A node; moves are made in place.
#[derive(Clone)]
pub(super) struct State {
    words: NodeRandom,
    low: i64,
    range: u64,
    id: u64,
    ply: u32,
}

impl State {
    /// The root of the tree with these payoffs.
    pub(super) fn root(words: NodeRandom, low: i64, range: u64) -> Self {
        Self { words, low, range, id: 0, ply: 0 }
    }
}

impl<const B: u64, const D: u32> Game for Rules<B, D> {
    type S = State;
    type M = u32;

    fn generate_moves(state: &State, moves: &mut Vec<u32>) -> Option<Winner> {
        if state.ply < D {
            moves.extend(0..B as u32);
        }
        None
    }

    fn apply(state: &mut State, m: u32) -> Option<State> {
        MADE.store(MADE.load(Relaxed) + 1, Relaxed);
        state.id = state.id * B + u64::from(m) + 1;
        state.ply += 1;
        None
    }

    fn undo(state: &mut State, _: u32) {
        state.id = (state.id - 1) / B;
        state.ply -= 1;
    }

    fn get_winner(_: &State) -> Option<Winner> {
        None
    }

    /// The table takes its index from the low bits and its check from the high ones.
    fn zobrist_hash(state: &State) -> u64 {
        state.id.wrapping_mul(0x9E37_79B9_7F4A_7C15)
    }
}

/// The payoffs of our trees as an evaluation of the peer.
pub(super) struct Payoffs<const B: u64, const D: u32>(pub(super) PhantomData<Rules<B, D>>);

impl<const B: u64, const D: u32> Evaluator for Payoffs<B, D> {
    type G = Rules<B, D>;

    fn evaluate(&self, state: &State) -> Evaluation {
        let payoff = (state.low + state.words.below(state.id, state.range) as i64) as Evaluation;
        if state.ply.is_multiple_of(2) { payoff } else { -payoff }
    }
}
