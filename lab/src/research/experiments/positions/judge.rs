//! The value of chosen moves, by a deeper search of the same position.
//!
//! The judge uses principal variation search with tactical move ordering, table and iterative
//! deepening, but to a fixed depth and without quiescence search, so that its values are those of
//! minimax. A chosen move is searched one ply less, with the full window. Values do not depend on
//! earlier searches.

use crate::research::experiments::ExperimentError;
use junqi_core::engine::eval::{CorrectedBelief, Evaluation};
use junqi_core::game::rules::Move;
use junqi_core::gametree::position::{Node, Position};
use junqi_core::gametree::score::{Score, Window};
use junqi_core::gametree::search::{
    Context, FailLow, Limit, Meter, Plies, SearchResult, Tactical, Transposition, iterative, pvs,
};
use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};

/// Default depth of the judge, in plies.
pub const PLIES: u32 = 6;
/// Maximum nodes of its search; the depth is the deepest iteration within them.
const MOST_NODES: u64 = 5_000_000;
/// Size of its table, in bytes.
const TABLE: usize = 1 << 25;

/// The known values of the moves of a position.
#[derive(Debug)]
pub(super) struct MoveJudge {
    /// Maximum depth of its search, in plies.
    plies: u32,
    choice: Option<ReferenceChoice>,
    /// Values of moves, for the side to move at the root.
    moves: HashMap<Move, Score>,
}

/// The reference for chosen moves.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct ReferenceChoice {
    pub(super) best: Move,
    /// For the side to move.
    pub(super) value: Score,
    /// Plies of the search that found it.
    pub(super) depth: u32,
}

/// An iterative search with its own table; returns the result and the depth reached.
fn deepest(
    root: &mut CorrectedBelief,
    evaluation: &Evaluation,
    depth: u32,
    limit: Limit<'_>,
) -> (SearchResult<Move, Score>, u32) {
    let mut cx = Context::new(evaluation.clone(), Plies(1))
        .with_order(Tactical::default())
        .with_memory(Transposition::with_bytes(TABLE))
        .with_observer(Meter::new(limit));
    let mut reached = 0;
    let search = |cx: &mut _, root: &mut _, _| pvs(cx, root, Window::FULL, FailLow::Soft);
    let answer = iterative(&mut cx, root, depth, search, |plies, _| reached = plies);
    (answer, reached)
}

impl MoveJudge {
    /// A judge with that maximum depth, in plies.
    pub(super) fn new(plies: u32) -> Self {
        Self { plies, choice: None, moves: HashMap::new() }
    }

    /// The best move, if it was searched.
    pub(super) fn known(&self) -> Option<ReferenceChoice> {
        self.choice
    }

    /// The best move of a position with two moves or more.
    pub(super) fn choice(
        &mut self,
        root: &CorrectedBelief,
        evaluation: &Evaluation,
        stop: &AtomicBool,
    ) -> Result<ReferenceChoice, ExperimentError> {
        if let Some(choice) = self.choice {
            return Ok(choice);
        }
        let over = || stop.load(Ordering::Relaxed);
        let limit = Limit { nodes: Some(MOST_NODES), over: Some(&over) };
        let (answer, depth) = deepest(&mut root.clone(), evaluation, self.plies, limit);
        let (Some(value), Some(&best), false) = (answer.value, answer.line.first(), over()) else {
            return Err(ExperimentError::Stopped);
        };
        let choice = ReferenceChoice { best, value, depth };
        self.moves.insert(best, value);
        self.choice = Some(choice);
        Ok(choice)
    }

    /// The loss of a move against the best move, in centi-pieces.
    pub(super) fn loss(
        &mut self,
        m: Move,
        root: &CorrectedBelief,
        evaluation: &Evaluation,
        stop: &AtomicBool,
    ) -> Result<f64, ExperimentError> {
        let choice = self.choice(root, evaluation, stop)?;
        let value = match self.moves.get(&m) {
            Some(&value) => value,
            None => move_value(m, &mut root.clone(), evaluation, choice.depth - 1, stop)?,
        };
        self.moves.insert(m, value);
        Ok((choice.value - value).0 as f64)
    }
}

/// The value of a move for its mover, by a search to `depth` plies after it.
fn move_value(
    m: Move,
    root: &mut CorrectedBelief,
    evaluation: &Evaluation,
    depth: u32,
    stop: &AtomicBool,
) -> Result<Score, ExperimentError> {
    let over = || stop.load(Ordering::Relaxed);
    let side = root.side();
    root.make(m);
    let (answer, _) = deepest(root, evaluation, depth, Limit { nodes: None, over: Some(&over) });
    let value = answer.value.filter(|_| answer.complete).ok_or(ExperimentError::Stopped)?;
    Ok(if root.side() == side { value } else { -value })
}
