//! Questions about an opened game or a table, and the tasks that answer them, on another thread or in another worker.

use super::answer::{Answer, Error, ErrorCode};
use super::deployments;
use super::opened::{OpenedGame, VariationError};
use super::request::{GameOrigin, Request};
use super::room::GameSource;
use super::study::{EngineAnalysis, Study, StudyError};
use super::table::allowed;
use junqi_core::base::clock::{Clock, WallClock};
use junqi_core::game::board::{Board, Seat};
use junqi_core::game::rules::{Event, Mode};
use junqi_core::play::SearchRequest;
use junqi_core::play::protocol::EngineCommand;
use serde::{Deserialize, Serialize};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// The longest search, in milliseconds.
const MAX_SEARCH_MS: u64 = 60_000;
/// The approximate number of points of a graph.
const GRAPH_POINTS: usize = 120;
/// The points of a graph that are computed together. Other questions are answered between two blocks.
const GRAPH_BLOCK: usize = 16;

/// The opened game of a client, and its last variation.
pub struct Studies {
    board: &'static Board,
    file: Option<OpenedGame>,
    line: Vec<Event>,
}

fn missing(what: &str) -> Error {
    Error::new(ErrorCode::Unknown, format!("There is no {what} to study."))
}

impl Studies {
    /// Nothing is open.
    pub fn new(board: &'static Board) -> Self {
        Self { board, file: None, line: vec![] }
    }

    /// Answers a request that needs neither a table nor time; `None` for others.
    pub fn answer(&mut self, request: &Request) -> Option<Result<Answer, Error>> {
        Some(match request {
            Request::Deployments {} => Ok(deployments::built_in()),
            Request::Layout(file) => deployments::of_file(file),
            Request::Check { rows } => deployments::check(rows),
            Request::Open(file) => {
                let bytes = deployments::bytes(file);
                bytes.and_then(|bytes| self.open(&file.name, &bytes, file.game))
            }
            Request::Vary { at, moves } => self.vary(*at, moves),
            _ => return None,
        })
    }

    /// Opens a game of a file, by its number in it, and describes it.
    ///
    /// # Errors
    ///
    /// If the file has no such game.
    pub fn open(&mut self, name: &str, bytes: &[u8], game: usize) -> Result<Answer, Error> {
        let opened = OpenedGame::open(name, bytes, game, self.board);
        let (opened, description) = opened.map_err(Error::malformed)?;
        self.file = Some(opened);
        self.line.clear();
        Ok(Answer::Opened(Box::new(description)))
    }

    /// Plays moves after a position of the open file, and describes the variation.
    fn vary(&mut self, at: usize, moves: &[String]) -> Result<Answer, Error> {
        let file = self.file.as_ref().ok_or_else(|| missing("open file"))?;
        let made = file.variation(at, moves);
        let (line, variation) = made.map_err(|error| {
            let code = match error {
                VariationError::HiddenPieces => ErrorCode::Refused,
                VariationError::TooLong | VariationError::Illegal(_) => ErrorCode::Illegal,
            };
            Error::new(code, error)
        })?;
        self.line = line;
        Ok(Answer::Variation(variation))
    }

    /// The game of a question, as a seat knows it; that of a table comes from the table, if there is one.
    ///
    /// # Errors
    ///
    /// If there is no such game, or the seat does not play in it.
    pub fn game(
        &self,
        origin: Origin,
        table: Option<Result<GameSource, Error>>,
    ) -> Result<StudiedGame, Error> {
        let Origin { of, seat } = origin;
        let source = match of {
            GameOrigin::File | GameOrigin::Line => self.opened_game(of, seat)?,
            GameOrigin::Table => table.ok_or_else(|| missing("table"))??,
        };
        let GameSource { start, seat, visibility, events } = source;
        let position = EngineCommand::Position { start: Box::new(start), visibility, events };
        Ok(StudiedGame { of, seat, position: position.line(self.board) })
    }

    /// The opened game, or its last variation.
    fn opened_game(&self, of: GameOrigin, seat: Seat) -> Result<GameSource, Error> {
        let file = self.file.as_ref().ok_or_else(|| missing("open file"))?;
        if !file.start.rules.seats().contains(seat) {
            let text = format!("Seat {seat} does not play in this game.");
            return Err(Error::new(ErrorCode::Unknown, text));
        }
        let events = if of == GameOrigin::Line { &self.line } else { &file.events };
        Ok(GameSource {
            start: file.start.clone(),
            seat,
            visibility: file.visibility,
            events: events.clone(),
        })
    }
}

/// The game and the seat of a question.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Origin {
    /// The game.
    pub of: GameOrigin,
    /// The seat.
    pub seat: Seat,
}

impl Origin {
    /// The origin of a request, if it is about a game.
    pub fn of(request: &Request) -> Option<Self> {
        let (of, seat) = match request {
            Request::Belief(position) | Request::Terms(position) => (position.of, position.seat),
            Request::Think(think) => (think.of, think.seat),
            Request::Graph(graph) => (graph.of, graph.seat),
            _ => return None,
        };
        Some(Self { of, seat })
    }
}

/// A game as a seat knows it: the line `position` of the engine protocol.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct StudiedGame {
    of: GameOrigin,
    seat: Seat,
    position: String,
}

impl StudiedGame {
    fn source(&self, board: &'static Board) -> Result<GameSource, Error> {
        match EngineCommand::parse(&self.position, board) {
            Ok(Some(EngineCommand::Position { start, visibility, events })) => {
                Ok(GameSource { start: *start, seat: self.seat, visibility, events })
            }
            Ok(_) => Err(Error::illegal("found no position to study, expected one")),
            Err(error) => Err(Error::illegal(error)),
        }
    }
}

/// A question that takes time. It holds nothing but what its seat may know.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "task", rename_all = "snake_case")]
pub enum StudyTask {
    /// What a seat can know about the hidden pieces.
    Belief {
        /// The game.
        game: StudiedGame,
        /// The number of events before the position.
        at: usize,
    },
    /// The evaluation of a position.
    Terms {
        /// The game.
        game: StudiedGame,
        /// The number of events before the position.
        at: usize,
    },
    /// A search.
    Think {
        /// The game.
        game: StudiedGame,
        /// The number of events before the position.
        at: usize,
        /// The player that searches.
        engine: String,
        /// Its time, in milliseconds.
        time: u64,
    },
    /// Entropy and win probability over a game.
    Graph {
        /// The game.
        game: StudiedGame,
        /// The positions whose points the client has, or was sent.
        known: Vec<usize>,
    },
    /// Games of a deployment.
    Evaluate {
        /// The deployment.
        rows: String,
        /// The mode of the games.
        mode: Mode,
    },
}

/// Whether a task has more to do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Progress {
    /// It waits for its next step.
    GoesOn,
    /// It is done.
    Done,
}

impl StudyTask {
    /// The task of a request about a game.
    ///
    /// # Errors
    ///
    /// If the request is none, or the engine is not allowed.
    pub fn of(request: Request, game: StudiedGame) -> Result<Self, Error> {
        Ok(match request {
            Request::Belief(position) => Self::Belief { game, at: position.at },
            Request::Terms(position) => Self::Terms { game, at: position.at },
            Request::Think(think) => {
                let engine = allowed(&think.engine).map_err(Error::illegal)?.to_string();
                let time = think.time.clamp(10, MAX_SEARCH_MS);
                Self::Think { game, at: think.at, engine, time }
            }
            Request::Graph(graph) => Self::Graph { game, known: graph.known },
            _ => return Err(Error::new(ErrorCode::Failed, "The server could not answer this.")),
        })
    }

    /// The task that measures a deployment.
    ///
    /// # Errors
    ///
    /// If the text is no lawful deployment.
    pub fn evaluate(rows: &str, mode: Mode) -> Result<Self, Error> {
        let deployment = deployments::deployment(rows)?;
        Ok(Self::Evaluate { rows: deployment.to_string(), mode })
    }

    /// Whether it is long: it takes the place of the one that runs, and ends at `halt`.
    pub fn is_long(&self) -> bool {
        !matches!(self, Self::Belief { .. } | Self::Terms { .. })
    }

    /// Does a step, and sends its answers.
    ///
    /// # Errors
    ///
    /// If the game cannot be studied there.
    pub fn step(
        &mut self,
        cache: &mut StudyCache,
        stop: &AtomicBool,
        send: &(dyn Fn(Answer) + Sync),
    ) -> Result<Progress, Error> {
        match self {
            Self::Belief { game, at } => {
                let (study, at, seat) = (cache.study(game)?, *at, game.seat);
                study.go(at)?;
                send(Answer::Belief { at, seat, beliefs: study.beliefs()? });
            }
            Self::Terms { game, at } => {
                let (study, at, seat) = (cache.study(game)?, *at, game.seat);
                study.go(at)?;
                send(Answer::Terms { at, seat, terms: study.terms()? });
            }
            Self::Think { game, at, engine, time } => {
                let study = cache.study(game)?;
                study.go(*at)?;
                think(study, *at, game.seat, engine, Duration::from_millis(*time), stop, send)?;
            }
            Self::Graph { game, known } => return graph_step(cache, game, known, stop, send),
            Self::Evaluate { rows, mode } => {
                let deployment = deployments::deployment(rows)?;
                deployments::evaluate(cache.board, deployment, *mode, stop, send);
            }
        }
        Ok(Progress::Done)
    }
}

/// Searches a position and sends every iteration.
fn think(
    study: &Study,
    at: usize,
    seat: Seat,
    engine: &str,
    time: Duration,
    stop: &AtomicBool,
    send: &(dyn Fn(Answer) + Sync),
) -> Result<(), Error> {
    let spec = allowed(engine).map_err(Error::illegal)?;
    let clock = WallClock::default();
    let report = |analysis: EngineAnalysis, done: bool| {
        let time = clock.now().as_millis() as u64;
        send(Answer::Thought { at, seat, done, time, analysis });
    };
    let on_progress = |analysis: &EngineAnalysis| report(analysis.clone(), false);
    let budget = SearchRequest { time: Some(time), ..SearchRequest::new(stop, &clock) };
    report(study.think(&spec, &budget, &on_progress)?, true);
    Ok(())
}

/// Sends the newest block of the points that the client does not have.
fn graph_step(
    cache: &mut StudyCache,
    game: &StudiedGame,
    known: &mut Vec<usize>,
    stop: &AtomicBool,
    send: &(dyn Fn(Answer) + Sync),
) -> Result<Progress, Error> {
    let seat = game.seat;
    let over = |complete: bool| {
        send(Answer::Graph { seat, done: true, complete, points: vec![] });
        Ok(Progress::Done)
    };
    if stop.load(Ordering::Relaxed) {
        return over(false);
    }
    let study = cache.study(game)?;
    let events = study.events().len();
    let stride = (events / GRAPH_POINTS).max(1);
    let mut missing: Vec<usize> = (0..events).step_by(stride).chain([events]).collect();
    missing.retain(|at| !known.contains(at));
    let block = &missing[missing.len().saturating_sub(GRAPH_BLOCK)..];
    if block.is_empty() {
        return over(true);
    }
    let mut points = vec![];
    for &at in block {
        if stop.load(Ordering::Relaxed) {
            break;
        }
        study.go(at)?;
        points.push(study.point()?);
        known.push(at);
    }
    send(Answer::Graph { seat, done: false, complete: false, points });
    Ok(Progress::GoesOn)
}

/// The last study, kept for the next question: most are about the same game and seat.
pub struct StudyCache {
    board: &'static Board,
    last: Option<CachedStudy>,
}

struct CachedStudy {
    of: GameOrigin,
    study: Study,
}

impl StudyCache {
    /// No study yet.
    pub fn new(board: &'static Board) -> Self {
        Self { board, last: None }
    }

    /// The study of a game: the last one, if the game continues it, otherwise a new one.
    fn study(&mut self, game: &StudiedGame) -> Result<&mut Study, Error> {
        let GameSource { start, seat, visibility, events } = game.source(self.board)?;
        let of = game.of;
        let study = match self.last.take() {
            Some(CachedStudy { of: last_of, mut study })
                if last_of == of
                    && study.is_of(&start, seat, visibility)
                    && events.starts_with(study.events()) =>
            {
                let known = study.events().len();
                study.extend(&events[known..]);
                study
            }
            _ => Study::new(&start, seat, visibility, events)?,
        };
        Ok(&mut self.last.insert(CachedStudy { of, study }).study)
    }
}

impl From<StudyError> for Error {
    fn from(error: StudyError) -> Self {
        Self::illegal(error)
    }
}
