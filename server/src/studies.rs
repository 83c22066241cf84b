//! The studies of a connection: questions about an opened game or its table, on worker threads.

use super::answer::{Answer, Error, ErrorCode};
use super::deployments;
use super::host::Host;
use super::opened::{OpenedGame, VariationError};
use super::outbox::Responder;
use super::request::{GameOrigin, GraphRequest, StudyPosition, ThinkRequest};
use super::room::{GameSource, TableCommand, TableMessage};
use super::study::{EngineAnalysis, GraphPoint, Study, StudyError};
use super::table::allowed;
use junqi_core::base::clock::{Clock, WallClock};
use junqi_core::game::board::Seat;
use junqi_core::game::rules::{Event, Mode};
use junqi_core::play::SearchRequest;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tokio::sync::mpsc::UnboundedSender;
use tokio::sync::{OwnedSemaphorePermit, Semaphore, SemaphorePermit, oneshot};
use tokio::task::{block_in_place, spawn_blocking};
use tokio::time::{Instant, timeout};

/// Sends messages to a table.
pub(super) type TableSender = UnboundedSender<TableMessage>;

/// The longest search, in milliseconds.
const MAX_SEARCH_MS: u64 = 60_000;
/// The most questions of one connection that wait.
const MAX_WAITING: usize = 8;
/// The approximate number of points of a graph.
const GRAPH_POINTS: usize = 120;
/// The points of a graph that are computed together. Other questions are answered between two blocks.
const GRAPH_BLOCK: usize = 16;
/// The time between two looks at the flag that ends a graph which waits.
const STOP_INTERVAL: Duration = Duration::from_millis(200);

/// The studies of a connection.
pub(super) struct Studies {
    host: Arc<Host>,
    connection: u64,
    file: Option<Arc<OpenedGame>>,
    /// The events of the last variation of the file.
    line: Vec<Event>,
    /// The last study: most questions are about the same game and seat.
    question_cache: StudyCache,
    /// The same for searches and graphs, so that questions do not wait for them.
    search_cache: StudyCache,
    stop: Arc<AtomicBool>,
    /// Limits the questions that wait for an answer.
    waiting: Arc<Semaphore>,
}

fn missing(what: &str) -> Error {
    Error::new(ErrorCode::Unknown, format!("There is no {what} to study."))
}

impl Studies {
    pub(super) fn new(host: Arc<Host>, connection: u64) -> Self {
        Self {
            host,
            connection,
            file: None,
            line: vec![],
            question_cache: StudyCache::default(),
            search_cache: StudyCache::default(),
            stop: Arc::default(),
            waiting: Arc::new(Semaphore::new(MAX_WAITING)),
        }
    }

    /// Stops the running search or graph.
    pub(super) fn stop_search(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
        self.stop = Arc::default();
    }

    /// Opens a game of a file, by its number in it, and describes it.
    pub(super) fn open(&mut self, name: &str, bytes: &[u8], game: usize) -> Result<Answer, Error> {
        let board = self.host.options.board;
        let opened = block_in_place(|| OpenedGame::open(name, bytes, game, board));
        let (opened, description) = opened.map_err(Error::malformed)?;
        self.file = Some(Arc::new(opened));
        self.line.clear();
        self.question_cache = StudyCache::default();
        self.search_cache = StudyCache::default();
        Ok(Answer::Opened(Box::new(description)))
    }

    /// Plays moves after a position of the open file, and describes the variation.
    pub(super) fn vary(&mut self, at: usize, moves: &[String]) -> Result<Answer, Error> {
        let file = self.file.as_ref().ok_or_else(|| missing("open file"))?;
        let made = block_in_place(|| file.variation(at, moves));
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

    /// The game of a question, as a seat knows it.
    async fn game(
        &self,
        of: GameOrigin,
        seat: Seat,
        table: Option<&TableSender>,
    ) -> Result<StudiedGame, Error> {
        let source = match of {
            GameOrigin::File | GameOrigin::Line => self.opened_game(of, seat)?,
            GameOrigin::Table => {
                let table = table.ok_or_else(|| missing("table"))?;
                let (reply, answer) = oneshot::channel();
                let command = TableCommand::Study { connection: self.connection, seat, reply };
                let message = TableMessage::Command { command, received: Instant::now() };
                table.send(message).map_err(|_| missing("table"))?;
                answer.await.map_err(|_| missing("table"))??
            }
        };
        Ok(StudiedGame { of, source })
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

    /// A permit to wait for an answer.
    fn waiting_permit(&self) -> Result<OwnedSemaphorePermit, Error> {
        self.waiting.clone().try_acquire_owned().map_err(|_| {
            let text = format!("Too many questions: at most {MAX_WAITING} may wait.");
            Error::new(ErrorCode::Limit, text)
        })
    }

    /// Answers what a seat can know about the hidden pieces of a position.
    pub(super) async fn belief(
        &self,
        position: StudyPosition,
        table: Option<&TableSender>,
        responder: &Responder,
    ) -> Result<(), Error> {
        self.answer_at(position, table, responder, |study, at, seat| {
            Ok(Answer::Belief { at, seat, beliefs: study.beliefs()? })
        })
        .await
    }

    /// Answers the evaluation of a position.
    pub(super) async fn terms(
        &self,
        position: StudyPosition,
        table: Option<&TableSender>,
        responder: &Responder,
    ) -> Result<(), Error> {
        self.answer_at(position, table, responder, |study, at, seat| {
            Ok(Answer::Terms { at, seat, terms: study.terms()? })
        })
        .await
    }

    /// Sends what `answer` makes of a study at a position, once a permit is free.
    async fn answer_at(
        &self,
        position: StudyPosition,
        table: Option<&TableSender>,
        responder: &Responder,
        answer: fn(&mut Study, usize, Seat) -> Result<Answer, StudyError>,
    ) -> Result<(), Error> {
        let game = self.game(position.of, position.seat, table).await?;
        let permit = self.waiting_permit()?;
        self.work(permit, &self.question_cache, game, responder, move |study, responder| {
            study.go(position.at)?;
            responder.answer(answer(study, position.at, position.seat)?);
            Ok(())
        });
        Ok(())
    }

    /// Runs work on a study on a worker thread, once a permit is free.
    fn work(
        &self,
        waiting: OwnedSemaphorePermit,
        cache: &StudyCache,
        game: StudiedGame,
        responder: &Responder,
        work: impl FnOnce(&mut Study, &Responder) -> Result<(), StudyError> + Send + 'static,
    ) {
        let cache = cache.clone();
        self.spawn(waiting, responder, move |responder| {
            if let Err(error) = cache.work(game, |study| work(study, responder)) {
                responder.refuse(&Error::illegal(error));
            }
        });
    }

    /// Runs work on a worker thread, once a permit for studies is free.
    fn spawn(
        &self,
        waiting: OwnedSemaphorePermit,
        responder: &Responder,
        work: impl FnOnce(&Responder) + Send + 'static,
    ) {
        let study_permits = self.host.study_permits.clone();
        let responder = responder.clone();
        tokio::spawn(async move {
            let _permit = study_permits.acquire_owned().await;
            let own = responder.clone();
            if spawn_blocking(move || work(&own)).await.is_err() {
                // The panic has been printed to standard error.
                let text = "The server could not answer this.";
                responder.refuse(&Error::new(ErrorCode::Failed, text));
            }
            drop(waiting);
        });
    }

    /// Searches a position, in place of the search that runs, and answers every iteration.
    pub(super) async fn think(
        &mut self,
        think: ThinkRequest,
        table: Option<&TableSender>,
        responder: &Responder,
    ) -> Result<(), Error> {
        let ThinkRequest { of, at, seat, engine, time } = think;
        let game = self.game(of, seat, table).await?;
        let spec = allowed(&engine).map_err(Error::illegal)?;
        let time = Duration::from_millis(time.clamp(10, MAX_SEARCH_MS));
        let permit = self.waiting_permit()?;
        self.stop_search();
        let stop = self.stop.clone();
        self.work(permit, &self.search_cache, game, responder, move |study, responder| {
            study.go(at)?;
            let clock = WallClock::default();
            let report = |analysis: EngineAnalysis, done: bool| {
                let time = clock.now().as_millis() as u64;
                responder.answer(Answer::Thought { at, seat, done, time, analysis });
            };
            let on_progress = |analysis: &EngineAnalysis| report(analysis.clone(), false);
            let budget = SearchRequest { time: Some(time), ..SearchRequest::new(&stop, &clock) };
            report(study.think(&spec, &budget, &on_progress)?, true);
            Ok(())
        });
        Ok(())
    }

    /// Measures a deployment, in place of the search that runs.
    pub(super) fn evaluate(
        &mut self,
        rows: &str,
        mode: Mode,
        responder: &Responder,
    ) -> Result<(), Error> {
        let deployment = deployments::deployment(rows)?;
        let permit = self.waiting_permit()?;
        self.stop_search();
        let stop = self.stop.clone();
        let board = self.host.options.board;
        self.spawn(permit, responder, move |responder| {
            deployments::evaluate(board, deployment, mode, &stop, |message| {
                responder.answer(message);
            });
        });
        Ok(())
    }

    /// Answers entropy and win probability over a game, in place of the search that runs.
    pub(super) async fn graph(
        &mut self,
        GraphRequest { of, seat, known }: GraphRequest,
        table: Option<&TableSender>,
        responder: &Responder,
    ) -> Result<(), Error> {
        let game = self.game(of, seat, table).await?;
        let permit = self.waiting_permit()?;
        self.stop_search();
        let graph = Graph {
            cache: self.search_cache.clone(),
            game,
            known,
            stop: self.stop.clone(),
            study_permits: self.host.study_permits.clone(),
            responder: responder.clone(),
        };
        tokio::spawn(async move {
            graph.send().await;
            drop(permit);
        });
        Ok(())
    }
}

/// The game that a study is about.
#[derive(Clone)]
struct StudiedGame {
    of: GameOrigin,
    source: GameSource,
}

/// The last study, kept for the next question.
#[derive(Clone, Default)]
struct StudyCache(Arc<Mutex<Option<(GameOrigin, Study)>>>);

impl StudyCache {
    /// Runs work on the study of a game, one question at a time.
    fn work(
        &self,
        game: StudiedGame,
        work: impl FnOnce(&mut Study) -> Result<(), StudyError>,
    ) -> Result<(), StudyError> {
        let mut last = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let of = game.of;
        let mut study = continued(last.take(), game)?;
        let done = work(&mut study);
        *last = Some((of, study));
        done
    }
}

/// The last study if the game continues it, otherwise a new one.
fn continued(last: Option<(GameOrigin, Study)>, game: StudiedGame) -> Result<Study, StudyError> {
    let StudiedGame { of, source: GameSource { start, seat, visibility, events } } = game;
    if let Some((last_of, mut study)) = last
        && last_of == of
        && study.is_of(&start, seat, visibility)
        && events.starts_with(study.events())
    {
        let known = study.events().len();
        study.extend(&events[known..]);
        return Ok(study);
    }
    Study::new(&start, seat, visibility, events)
}

/// The graph of a game: entropy and win probability at its positions, from the newest block of them backwards.
struct Graph {
    cache: StudyCache,
    game: StudiedGame,
    /// The positions whose points the client has.
    known: Vec<usize>,
    /// Ends the graph once it is true.
    stop: Arc<AtomicBool>,
    study_permits: Arc<Semaphore>,
    responder: Responder,
}

impl Graph {
    /// Sends the points block by block, until the graph is complete or stopped.
    async fn send(self) {
        for block in self.positions().rchunks(GRAPH_BLOCK) {
            let Some(_permit) = self.permit().await else {
                return self.answer(vec![], true, false);
            };
            let cache = self.cache.clone();
            let game = self.game.clone();
            let block = block.to_vec();
            let stop = self.stop.clone();
            match spawn_blocking(move || graph_points(&cache, game, &block, &stop)).await {
                Ok(Ok(points)) => self.answer(points, false, false),
                Ok(Err(error)) => return self.responder.refuse(&Error::illegal(error)),
                // A panic has been printed to standard error.
                Err(_) => return self.answer(vec![], true, false),
            }
        }
        self.answer(vec![], true, !self.stop.load(Ordering::Relaxed));
    }

    /// The positions of the graph that the client does not have, by the number of events before them.
    fn positions(&self) -> Vec<usize> {
        let events = self.game.source.events.len();
        let stride = (events / GRAPH_POINTS).max(1);
        let mut positions: Vec<usize> = (0..events).step_by(stride).chain([events]).collect();
        positions.retain(|at| !self.known.contains(at));
        positions
    }

    fn answer(&self, points: Vec<GraphPoint>, done: bool, complete: bool) {
        let seat = self.game.source.seat;
        self.responder.answer(Answer::Graph { seat, done, complete, points });
    }

    /// Waits for a permit; `None` once the graph is stopped.
    async fn permit(&self) -> Option<SemaphorePermit<'_>> {
        loop {
            let permit = timeout(STOP_INTERVAL, self.study_permits.acquire()).await;
            if self.stop.load(Ordering::Relaxed) {
                return None;
            }
            if let Ok(permit) = permit {
                return permit.ok();
            }
        }
    }
}

/// The points of some positions; fewer if the graph is stopped.
fn graph_points(
    cache: &StudyCache,
    game: StudiedGame,
    positions: &[usize],
    stop: &AtomicBool,
) -> Result<Vec<GraphPoint>, StudyError> {
    let mut points = vec![];
    cache.work(game, |study| {
        for &at in positions {
            if stop.load(Ordering::Relaxed) {
                break;
            }
            study.go(at)?;
            points.push(study.point()?);
        }
        Ok(())
    })?;
    Ok(points)
}
