//! The study of a game: beliefs, evaluation and engine analysis of one seat at any moment.

mod answers;
mod opened;

pub use answers::{EngineAnalysis, EvaluationTerms, GraphPoint, HiddenPiece, StudyBeliefs};
pub use opened::{OpenError, OpenedGame};

use crate::base::clock::WallClock;
use crate::base::options::OptionValues;
use crate::base::random;
use crate::engine::deepening::{DeepeningInput, DeepeningSearch};
use crate::engine::eval::{CorrectedBelief, Evaluation, Weights};
use crate::engine::{SearchSettings, data};
use crate::game::belief::{
    ApplyError, Belief, BeliefPosition, Information, InformationError, Observation, Posterior,
    View, Visibility,
};
use crate::game::board::Seat;
use crate::game::rules::{Event, SetupFaults, World};
use crate::play::{Bot, Choice, PlayerError, PlayerSpec, SearchReport, SearchRequest};
use std::sync::LazyLock;
use std::sync::atomic::AtomicBool;
use thiserror::Error;

/// The seed of sampling, fixed so that a moment always gets the same answer.
const SEED: u64 = 1;

/// The search behind a chance of winning: some milliseconds.
const NODES: u64 = 500;
const SEARCH: SearchSettings = SearchSettings { depth: 32, quiescence: 4, table: 1 << 20 };

static WEIGHTS: LazyLock<Weights> = LazyLock::new(data::weights);

/// Why a moment cannot be studied.
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
    #[error("The game has {found} events: there is no position after {asked}.")]
    PastEnd {
        /// Events of the game.
        found: usize,
        /// Events before the moment.
        asked: usize,
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

/// A game as one seat sees it, at a moment that can be moved.
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
        (seat, visibility): (Seat, Visibility),
        events: Vec<Event>,
    ) -> Result<Self, StudyError> {
        let start = eyes(start, seat, visibility)?;
        let (information, belief) = begin(&start, seat, visibility)?;
        Ok(Self { start, seat, visibility, events, information, belief, at: 0 })
    }

    /// Whether it is the study of a game with this start, seat and visibility.
    pub fn is_of(&self, start: &View, eyes_of: (Seat, Visibility)) -> bool {
        let same = eyes(start, eyes_of.0, eyes_of.1).is_ok_and(|start| start == self.start);
        same && eyes_of == (self.seat, self.visibility)
    }

    /// Appends events.
    pub fn extend(&mut self, events: &[Event]) {
        self.events.extend_from_slice(events);
    }

    /// The events of the game.
    pub fn events(&self) -> &[Event] {
        &self.events
    }

    /// The seat's observation at the moment.
    pub fn observation(&self) -> Observation<'_> {
        self.information.observation()
    }

    /// Goes to the moment after `at` events.
    ///
    /// # Errors
    ///
    /// If the game has fewer events, or one is not possible in its position.
    pub fn go(&mut self, at: usize) -> Result<(), StudyError> {
        if at > self.events.len() {
            return Err(StudyError::PastEnd { found: self.events.len(), asked: at });
        }
        if at < self.at {
            (self.information, self.belief) = begin(&self.start, self.seat, self.visibility)?;
            self.at = 0;
        }
        while self.at < at {
            let (event, n) = (&self.events[self.at], self.at + 1);
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
        let evaluation = Evaluation::of_belief(&position, &WEIGHTS);
        let mut evaluation = evaluation.map_err(|error| StudyError::Weights(error.to_string()))?;
        let chance = short_search(&position, &evaluation, &seen, self.seat);
        let team = seen.rules().team(self.seat);
        Ok(EvaluationTerms::new((&mut evaluation, &position), team, chance))
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
        let mut bot = self.engine(spec)?;
        let heard =
            |report: &SearchReport| on_progress(&EngineAnalysis::new(report, None, seen.board()));
        let choice = bot.choose(&SearchRequest { on_progress: Some(&heard), ..*budget })?;
        let Choice { action, report } = choice;
        Ok(EngineAnalysis::new(&report.unwrap_or_default(), Some(action), seen.board()))
    }

    fn engine(&self, spec: &PlayerSpec) -> Result<Bot, StudyError> {
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
    let (stop, clock) = (AtomicBool::new(false), WallClock::default());
    let request = SearchRequest { nodes: Some(NODES), ..SearchRequest::new(&stop, &clock) };
    let input = DeepeningInput { evaluation, settings: SEARCH, expected_nodes: NODES };
    let mut root = CorrectedBelief::new(position.clone(), evaluation);
    let report = search.search(&request, input, &mut root);
    let win = report.candidates.first()?.win?;
    let rules = seen.rules();
    Some(if rules.team(seen.turn()) == rules.team(seat) { win } else { 1.0 - win })
}

/// The start as the seat saw it.
fn eyes(start: &View, seat: Seat, visibility: Visibility) -> Result<View, StudyError> {
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
