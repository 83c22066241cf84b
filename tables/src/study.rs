//! The study of a game: beliefs, evaluation and engine analysis of one seat at any position of it.

use junqi_core::base::clock::WallClock;
use junqi_core::base::options::OptionValues;
use junqi_core::base::random;
use junqi_core::engine::deepening::{DeepeningInput, DeepeningSearch};
use junqi_core::engine::eval::{CorrectedBelief, Evaluation, EvaluationTerm, Weights};
use junqi_core::engine::{SearchSettings, data};
use junqi_core::game::belief::{
    ApplyError, Belief, BeliefPosition, Information, InformationError, Observation, Posterior,
    View, Visibility, mean_entropy,
};
use junqi_core::game::board::{Board, Seat};
use junqi_core::game::rules::{Event, Kind, Move, SetupFaults, Team, World};
use junqi_core::play::{
    Action, Bot, Candidate, Choice, PlayerError, PlayerSpec, SearchReport, SearchRequest,
};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::sync::LazyLock;
use std::sync::atomic::AtomicBool;
use thiserror::Error;

/// The seed of sampling, fixed so that a position always gets the same answer.
const SEED: u64 = 1;

/// Limits of the search behind a chance of winning, which takes some milliseconds.
const NODES: u64 = 500;
const SEARCH: SearchSettings = SearchSettings { depth: 32, quiescence: 4, table: 1 << 20 };

/// Probabilities of kinds below this are left out.
const MIN_PROBABILITY: f64 = 0.0005;

static WEIGHTS: LazyLock<Weights> = LazyLock::new(data::weights);

/// Why a position cannot be studied.
#[derive(Debug, Clone, PartialEq, Error)]
#[non_exhaustive]
pub enum StudyError {
    /// The start is not what the seat saw.
    #[error("The start is not as {0} saw it: expected its own view, or one with all pieces shown.")]
    ForeignStart(Seat),
    /// The start is not sound.
    #[error(transparent)]
    Start(#[from] InformationError),
    /// The start is not sound.
    #[error(transparent)]
    Setup(#[from] SetupFaults),
    /// An event cannot follow.
    #[error("event {n}: {error}")]
    Event {
        /// Its number, from 1.
        n: usize,
        /// Why.
        error: ApplyError,
    },
    /// The game has fewer events.
    #[error("The game has {found} events: there is no position after {at}.")]
    PastEnd {
        /// Events of the game.
        found: usize,
        /// Events before the position.
        at: usize,
    },
    /// Nothing explains the game.
    #[error("No deployment explains the observed events: the game breaks the rules.")]
    Inconsistent,
    /// It is not the seat's turn.
    #[error("It is not the turn of {0}.")]
    Turn(Seat),
    /// An engine failed.
    #[error("the engine {0}")]
    Engine(#[from] PlayerError),
    /// The evaluation does not fit.
    #[error("{0}")]
    Weights(String),
}

/// A game as one seat sees it, at a position that can be chosen.
pub struct Study {
    start: View,
    seat: Seat,
    visibility: Visibility,
    events: Vec<Event>,
    information: Information,
    belief: Belief,
    at: usize,
}

impl Study {
    /// The study of a game, before its first event. The start is the seat's own view, or has all pieces
    /// shown. The others are expected to be people, whom the page is for.
    ///
    /// # Errors
    ///
    /// If the seat cannot have seen the start, or it is not sound.
    pub fn new(
        start: &View,
        seat: Seat,
        visibility: Visibility,
        events: Vec<Event>,
    ) -> Result<Self, StudyError> {
        let start = seen_start(start, seat, visibility)?;
        let (information, belief) = begin(&start, seat, visibility)?;
        Ok(Self { start, seat, visibility, events, information, belief, at: 0 })
    }

    /// Whether it is the study of a game with this start, seat and visibility.
    pub fn is_of(&self, start: &View, seat: Seat, visibility: Visibility) -> bool {
        seat == self.seat
            && visibility == self.visibility
            && seen_start(start, seat, visibility).is_ok_and(|start| start == self.start)
    }

    /// Appends events.
    pub fn extend(&mut self, events: &[Event]) {
        self.events.extend_from_slice(events);
    }

    /// The events of the game.
    pub fn events(&self) -> &[Event] {
        &self.events
    }

    /// The seat's observation at the position.
    pub fn observation(&self) -> Observation<'_> {
        self.information.observation()
    }

    /// Goes to the position after `at` events.
    ///
    /// # Errors
    ///
    /// If the game has fewer events, or one is not possible in its position.
    pub fn go(&mut self, at: usize) -> Result<(), StudyError> {
        if at > self.events.len() {
            return Err(StudyError::PastEnd { found: self.events.len(), at });
        }
        if at < self.at {
            (self.information, self.belief) = begin(&self.start, self.seat, self.visibility)?;
            self.at = 0;
        }
        while self.at < at {
            let event = &self.events[self.at];
            let n = self.at + 1;
            self.information.apply(event).map_err(|error| StudyError::Event { n, error })?;
            self.belief.learn(event);
            self.at = n;
        }
        Ok(())
    }

    fn posterior(&mut self) -> Result<Posterior, StudyError> {
        let posterior = self.belief.posterior(SEED);
        if posterior.is_consistent() { Ok(posterior) } else { Err(StudyError::Inconsistent) }
    }

    /// The seat's beliefs about hidden pieces.
    ///
    /// # Errors
    ///
    /// If nothing explains what it saw.
    pub fn beliefs(&mut self) -> Result<StudyBeliefs, StudyError> {
        let posterior = self.posterior()?;
        Ok(StudyBeliefs::new(&self.belief, &posterior, &self.observation()))
    }

    /// The evaluation for the seat's team, term by term.
    ///
    /// # Errors
    ///
    /// If nothing explains what it saw.
    pub fn terms(&mut self) -> Result<EvaluationTerms, StudyError> {
        let posterior = self.posterior()?;
        self.terms_of(&posterior)
    }

    fn terms_of(&self, posterior: &Posterior) -> Result<EvaluationTerms, StudyError> {
        let seen = self.observation();
        let position = BeliefPosition::new(&seen, posterior);
        let mut evaluation = Evaluation::of_belief(&position, &WEIGHTS)
            .map_err(|error| StudyError::Weights(error.to_string()))?;
        let chance = short_search(&position, &evaluation, &seen, self.seat);
        let team = seen.rules().team(self.seat);
        Ok(EvaluationTerms::new(&mut evaluation, &position, team, chance))
    }

    /// The seat's uncertainty and its probability of winning.
    ///
    /// # Errors
    ///
    /// If nothing explains what it saw.
    pub fn point(&mut self) -> Result<GraphPoint, StudyError> {
        let posterior = self.posterior()?;
        let bits = StudyBeliefs::new(&self.belief, &posterior, &self.observation()).bits;
        Ok(GraphPoint { at: self.at, bits, win: self.terms_of(&posterior)?.chance })
    }

    /// Lets an engine search in the seat's place; `on_progress` gets the analysis so far.
    ///
    /// # Errors
    ///
    /// If the engine fails, or it is not the seat's turn.
    pub fn think(
        &self,
        spec: &PlayerSpec,
        budget: &SearchRequest<'_>,
        on_progress: &(dyn Fn(&EngineAnalysis) + Sync),
    ) -> Result<EngineAnalysis, StudyError> {
        let seen = self.observation();
        if seen.outcome().is_some() || seen.turn() != self.seat {
            return Err(StudyError::Turn(self.seat));
        }
        let mut bot = self.bot(spec)?;
        let report_progress =
            |report: &SearchReport| on_progress(&EngineAnalysis::new(report, None, seen.board()));
        let request = SearchRequest { on_progress: Some(&report_progress), ..*budget };
        let Choice { action, report } = bot.choose(&request)?;
        Ok(EngineAnalysis::new(&report.unwrap_or_default(), Some(action), seen.board()))
    }

    fn bot(&self, spec: &PlayerSpec) -> Result<Bot, StudyError> {
        let mut bot = Bot::new(spec.player(random::stream(SEED, &[self.at as u64])));
        bot.begin(&self.start, self.seat, self.visibility)?;
        self.events[..self.at].iter().try_for_each(|event| bot.learn(event))?;
        Ok(bot)
    }
}

/// The probability that the seat's team wins, by a short search of what the seat believes: unlike the static
/// evaluation it sees a flag that falls at once. `None` after the end.
fn short_search(
    position: &BeliefPosition,
    evaluation: &Evaluation,
    seen: &Observation<'_>,
    seat: Seat,
) -> Option<f64> {
    if seen.outcome().is_some() {
        return None;
    }
    let search = DeepeningSearch::named("alphabeta", &OptionValues::default())?;
    let stop = AtomicBool::new(false);
    let clock = WallClock::default();
    let request = SearchRequest { nodes: Some(NODES), ..SearchRequest::new(&stop, &clock) };
    let input = DeepeningInput { evaluation, settings: SEARCH, expected_nodes: NODES };
    let mut root = CorrectedBelief::new(position.clone(), evaluation);
    let report = search.search(&request, input, &mut root);
    let win = report.candidates.first()?.win?;
    let rules = seen.rules();
    Some(if rules.team(seen.turn()) == rules.team(seat) { win } else { 1.0 - win })
}

/// The start as the seat saw it.
fn seen_start(start: &View, seat: Seat, visibility: Visibility) -> Result<View, StudyError> {
    match start.setup() {
        Some(setup) => {
            let world = World::lenient(&setup)?;
            Ok(Observation::new(&world, seat, visibility).view())
        }
        None if start.observer == Some(seat) => Ok(start.clone()),
        None => Err(StudyError::ForeignStart(seat)),
    }
}

fn begin(
    start: &View,
    seat: Seat,
    visibility: Visibility,
) -> Result<(Information, Belief), StudyError> {
    let information = Information::new(start, seat, visibility)?;
    let view = information.observation().view();
    let belief = Belief::new(&view, data::Opponent::People.mixture(view.rules.mode))?;
    Ok((information, belief))
}

/// A seat's beliefs about the hidden pieces on the board.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
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
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
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
    fn new(belief: &Belief, posterior: &Posterior, seen: &Observation<'_>) -> Self {
        let evidence = belief.evidence();
        let board = seen.board();
        let mut hidden = vec![];
        for (piece, station) in seen.pieces() {
            if evidence.hidden().contains(piece.seat()) && seen.kind(piece).is_none() {
                hidden.push((piece, station));
            }
        }
        // In the order of cells: that of the observation would number the pieces.
        hidden.sort_by_key(|&(piece, station)| (piece.seat(), board.cell(station)));
        let mut pieces = vec![];
        for (piece, station) in hidden {
            let mut p = BTreeMap::new();
            for (kind, probability) in Kind::ALL.into_iter().zip(posterior.marginal(piece)) {
                if probability >= MIN_PROBABILITY {
                    p.insert(kind.letter(), rounded(probability));
                }
            }
            pieces.push(HiddenPiece {
                seat: piece.seat(),
                cell: board.cell(station).to_string(),
                home: evidence.home(piece).map(|home| [home.row(), home.col()]),
                bits: posterior.entropy(piece).0,
                p,
            });
        }
        let rules = seen.rules();
        let own = rules.team(seen.seat());
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
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct EvaluationTerms {
    /// Its probability of winning by a short search, a draw counted as half a win.
    pub chance: f64,
    /// The same by the evaluation alone.
    pub win: f64,
    /// Centi-pieces.
    pub total: i64,
    /// The features that it is the sum of.
    pub terms: Vec<TermAmount>,
}

/// A feature of an evaluation.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct TermAmount {
    /// The term that the feature belongs to.
    pub term: String,
    /// Its name.
    pub name: String,
    /// Its amount.
    pub amount: f64,
    /// Centi-pieces per unit of the amount.
    pub weight: f64,
    /// Amount times weight, in centi-pieces.
    pub product: f64,
}

impl From<EvaluationTerm> for TermAmount {
    fn from(term: EvaluationTerm) -> Self {
        Self {
            term: term.term.into(),
            name: term.name.into(),
            amount: term.amount.into(),
            weight: term.weight.into(),
            product: term.product.into(),
        }
    }
}

impl EvaluationTerms {
    fn new(
        evaluation: &mut Evaluation,
        position: &BeliefPosition,
        team: Team,
        chance: Option<f64>,
    ) -> Self {
        let amounts = evaluation.believed_features(position);
        let total = evaluation.believed_value(position);
        // The evaluation is that of the first team.
        let (sign, total) = if team == Team::First { (1.0, total) } else { (-1.0, -total) };
        let terms =
            EvaluationTerm::list(&amounts.map(|amount| sign * amount), evaluation.weights());
        let win = f64::midpoint(1.0, evaluation.unfinished_result(total as f64));
        Self {
            chance: chance.unwrap_or(win),
            win,
            total,
            terms: terms.into_iter().map(TermAmount::from).collect(),
        }
    }
}

/// A point of a graph over a game.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct GraphPoint {
    /// The number of events before the position.
    pub at: usize,
    /// Mean entropy of the enemies' pieces, in bits.
    pub bits: Option<f64>,
    /// The probability of winning.
    pub win: f64,
}

/// An engine's analysis of a position.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct EngineAnalysis {
    depth: u32,
    nodes: u64,
    worlds: u32,
    moves: Vec<CandidateMove>,
}

/// A move that the engine considered.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct CandidateMove {
    #[serde(rename = "move")]
    mv: String,
    win: Option<f64>,
    depth: u32,
    line: Vec<String>,
}

impl CandidateMove {
    fn new(candidate: &Candidate, board: &Board) -> Self {
        Self {
            mv: move_text(candidate.mv, board),
            win: candidate.win,
            depth: candidate.depth,
            line: candidate.line.iter().map(|mv| move_text(*mv, board)).collect(),
        }
    }
}

/// A move with a dash between its cells.
fn move_text(mv: Move, board: &Board) -> String {
    let [from, to] = mv.cells(board);
    format!("{from}-{to}")
}

impl EngineAnalysis {
    /// The most moves of an analysis.
    const MAX_MOVES: usize = 12;

    fn new(report: &SearchReport, chosen: Option<Action>, board: &Board) -> Self {
        let mut moves = vec![];
        for candidate in report.candidates.iter().take(Self::MAX_MOVES) {
            moves.push(CandidateMove::new(candidate, board));
        }
        // A player that compares no moves reports only its choice.
        if moves.is_empty()
            && let Some(Action::Move(mv)) = chosen
        {
            let choice = Candidate { mv, win: None, depth: report.depth, line: vec![mv] };
            moves.push(CandidateMove::new(&choice, board));
        }
        Self { depth: report.depth, nodes: report.nodes, worlds: report.worlds, moves }
    }
}
