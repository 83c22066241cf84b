//! The answers of a study, in the JSON form of `docs/SERVER.md`.

use crate::engine::eval::{Evaluation, EvaluationTerm};
use crate::game::belief::{Belief, BeliefPosition, Observation, Posterior, mean_entropy};
use crate::game::board::{Board, Seat};
use crate::game::rules::{Kind, Move, PieceId, Team};
use crate::play::{Action, Candidate, SearchReport};
use serde::Serialize;
use std::collections::BTreeMap;

/// Probabilities below this are left out.
const MIN_PROBABILITY: f64 = 0.0005;

/// A seat's beliefs about the hidden pieces on the board.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct StudyBeliefs {
    /// Whether the probabilities are exact, not sampled.
    pub exact: bool,
    /// The largest standard error of a probability where it was sampled.
    pub error: Option<f64>,
    /// Mean entropy of the enemies' pieces that are not certain, in bits; none if there is no such piece.
    pub bits: Option<f64>,
    /// The pieces.
    pub pieces: Vec<HiddenPiece>,
}

/// A hidden piece.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct HiddenPiece {
    /// Its seat.
    pub seat: Seat,
    /// Its cell.
    pub cell: String,
    /// Where it began: row and column of its arm, from 1.
    pub home: Option<[usize; 2]>,
    /// The entropy of its kind, in bits.
    pub bits: f64,
    /// Probability of each kind, by letter.
    pub p: BTreeMap<char, f64>,
}

impl StudyBeliefs {
    pub(super) fn new(belief: &Belief, posterior: &Posterior, seen: &Observation<'_>) -> Self {
        let (evidence, board) = (belief.evidence(), seen.board());
        let hidden = evidence.hidden();
        let pieces = seen.pieces().filter(|(piece, _)| hidden.contains(piece.seat()));
        let mut pieces: Vec<_> = pieces.filter(|(piece, _)| seen.kind(*piece).is_none()).collect();
        pieces.sort_by_key(|&(piece, at)| (piece.seat(), board.cell(at)));
        let entry = |&(piece, station): &(PieceId, _)| {
            let likely = Kind::ALL.into_iter().zip(posterior.marginal(piece));
            let likely = likely.filter(|(_, p)| *p >= MIN_PROBABILITY);
            HiddenPiece {
                seat: piece.seat(),
                cell: board.cell(station).to_string(),
                home: evidence.home(piece).map(|home| [home.row(), home.col()]),
                bits: posterior.entropy(piece).0,
                p: likely.map(|(kind, p)| (kind.letter(), rounded(p))).collect(),
            }
        };
        let pieces: Vec<HiddenPiece> = pieces.iter().map(entry).collect();
        let (rules, own) = (seen.rules(), seen.rules().team(seen.seat()));
        let enemies = pieces.iter().filter(|piece| rules.team(piece.seat) != own);
        let mean = mean_entropy(enemies.map(|piece| piece.bits));
        Self {
            exact: posterior.error().is_none(),
            error: posterior.error(),
            bits: mean.map(|(bits, _)| bits.0),
            pieces,
        }
    }
}

/// Rounds to four decimals.
fn rounded(p: f64) -> f64 {
    (p * 1e4).round() / 1e4
}

/// The evaluation of a position for a team.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct EvaluationTerms {
    /// Its probability of winning by a short search, a draw counted as half a win.
    pub chance: f64,
    /// The same by the evaluation alone.
    pub win: f64,
    /// Centi-pieces.
    pub total: i64,
    /// The features that it is the sum of.
    pub terms: Vec<EvaluationTerm>,
}

impl EvaluationTerms {
    pub(super) fn new(
        (evaluation, position): (&mut Evaluation, &BeliefPosition),
        team: Team,
        chance: Option<f64>,
    ) -> Self {
        let amounts = evaluation.believed_features(position);
        let total = evaluation.believed_value(position);
        let (sign, turned) = if team == Team::First { (1.0, total) } else { (-1.0, -total) };
        let terms =
            EvaluationTerm::list(&amounts.map(|amount| sign * amount), evaluation.weights());
        let win = f64::midpoint(1.0, evaluation.unfinished_result(turned as f64));
        Self { chance: chance.unwrap_or(win), win, total: turned, terms }
    }
}

/// A moment of a graph over a game.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct GraphPoint {
    /// Events before it.
    pub at: usize,
    /// Mean entropy of the enemies' pieces, in bits.
    pub bits: Option<f64>,
    /// The probability of winning.
    pub win: f64,
}

/// An engine's analysis of a position.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct EngineAnalysis {
    depth: u32,
    nodes: u64,
    worlds: u32,
    moves: Vec<CandidateMove>,
}

/// A move that the engine considered.
#[derive(Debug, Clone, PartialEq, Serialize)]
struct CandidateMove {
    #[serde(rename = "move")]
    mv: String,
    win: Option<f64>,
    depth: u32,
    line: Vec<String>,
}

/// A move with a dash between its cells.
fn move_text(mv: Move, board: &Board) -> String {
    let [from, to] = mv.cells(board);
    format!("{from}-{to}")
}

impl EngineAnalysis {
    /// The most moves of an analysis.
    const MAX_IDEAS: usize = 12;

    pub(super) fn new(report: &SearchReport, chosen: Option<Action>, board: &Board) -> Self {
        let idea = |candidate: &Candidate| CandidateMove {
            mv: move_text(candidate.mv, board),
            win: candidate.win,
            depth: candidate.depth,
            line: candidate.line.iter().map(|mv| move_text(*mv, board)).collect(),
        };
        let mut moves: Vec<CandidateMove> =
            report.candidates.iter().take(Self::MAX_IDEAS).map(idea).collect();
        if let (true, Some(Action::Move(mv))) = (moves.is_empty(), chosen) {
            moves.push(idea(&Candidate { mv, win: None, depth: report.depth, line: vec![mv] }));
        }
        let SearchReport { depth, nodes, worlds, .. } = *report;
        Self { depth, nodes, worlds, moves }
    }
}
