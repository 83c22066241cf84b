//! The studies of a connection: questions about an opened file or its table, on worker threads.

use super::deployments;
use super::graph;
use super::host::Host;
use super::message::{Error, GameOrigin, GraphRequest, MomentRequest, Responder, ThinkRequest};
use super::room::{GameSource, TableCommand, TableMessage};
use super::study_cache::{StudiedGame, StudyCache};
use super::variation::variation;
use crate::base::clock::{Clock, WallClock};
use crate::game::board::Seat;
use crate::game::rules::{Event, Mode};
use crate::play::{PlayerSpec, SearchRequest};
use crate::server::study::{EngineAnalysis, OpenedGame, Study, StudyError};
use crate::server::table::allowed;
use serde_json::{Value, json};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use tokio::sync::mpsc::UnboundedSender;
use tokio::sync::{OwnedSemaphorePermit, Semaphore, oneshot};
use tokio::task::{block_in_place, spawn_blocking};
use tokio::time::Instant;

/// Sends messages to a table.
pub(super) type TableSender = UnboundedSender<TableMessage>;

/// The longest search, in milliseconds.
const MAX_SEARCH_MS: u64 = 60_000;
/// The most questions of one connection that wait.
const MAX_WAITING: usize = 8;

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
    Error::new("unknown", format!("There is no {what} to study."))
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
    pub(super) fn open(&mut self, name: &str, bytes: &[u8], game: usize) -> Result<Value, Error> {
        let board = self.host.options.board;
        let opened = block_in_place(|| OpenedGame::new(name, bytes, game, board));
        let opened = opened.map_err(|error| Error::new("malformed", error))?;
        let answer = opened.answer();
        self.file = Some(Arc::new(opened));
        self.line.clear();
        (self.question_cache, self.search_cache) = (StudyCache::default(), StudyCache::default());
        Ok(answer)
    }

    /// Plays moves after a moment of the open file, and describes the variation.
    pub(super) fn vary(&mut self, at: usize, moves: &[String]) -> Result<Value, Error> {
        let file = self.file.as_ref().ok_or_else(|| missing("open file"))?;
        let (line, answer) = block_in_place(|| variation(file, at, moves))?;
        self.line = line;
        Ok(answer)
    }

    /// Answers the win probability after every move, in place of the search that runs.
    pub(super) async fn graph(
        &mut self,
        GraphRequest { of, seat, known }: GraphRequest,
        table: Option<&TableSender>,
        responder: &Responder,
    ) -> Result<(), Error> {
        let game = self.game(of, seat, table).await?;
        let permit = self.waiting_permit()?;
        self.stop_search();
        let parts = (self.search_cache.clone(), game, known);
        let permits = self.host.study_permits.clone();
        let send = graph::send(parts, self.stop.clone(), permits, responder.clone());
        tokio::spawn(async move {
            send.await;
            drop(permit);
        });
        Ok(())
    }

    /// The game of a question, as a seat knows it.
    async fn game(
        &self,
        of: GameOrigin,
        seat: Seat,
        table: Option<&TableSender>,
    ) -> Result<StudiedGame, Error> {
        let source = match (of, &self.file, table) {
            (GameOrigin::File | GameOrigin::Line, Some(file), _)
                if file.start.rules.seats().contains(seat) =>
            {
                let events = if of == GameOrigin::Line { &self.line } else { &file.events };
                let (start, events) = (file.start.clone(), events.clone());
                GameSource { start, seat, visibility: file.visibility, events }
            }
            (GameOrigin::File | GameOrigin::Line, Some(_), _) => {
                return Err(Error::new(
                    "unknown",
                    format!("Seat {seat} does not play in this game."),
                ));
            }
            (GameOrigin::Table, _, Some(table)) => {
                let (reply, answer) = oneshot::channel();
                let responder = Responder::silent();
                let message = TableMessage::Command {
                    connection: self.connection,
                    responder,
                    command: TableCommand::Study { seat, reply },
                    received: Instant::now(),
                };
                table.send(message).map_err(|_| missing("table"))?;
                answer.await.map_err(|_| missing("table"))??
            }
            (GameOrigin::File | GameOrigin::Line, None, _) => return Err(missing("open file")),
            (GameOrigin::Table, _, None) => return Err(missing("table")),
        };
        Ok(StudiedGame { of, source })
    }

    /// A permit to wait for an answer.
    fn waiting_permit(&self) -> Result<OwnedSemaphorePermit, Error> {
        self.waiting.clone().try_acquire_owned().map_err(|_| {
            Error::new("limit", format!("Too many questions: at most {MAX_WAITING} may wait."))
        })
    }

    /// Answers a question about one moment of a game, such as what the seat can know about hidden pieces.
    pub(super) async fn ask(
        &self,
        moment: MomentRequest,
        table: Option<&TableSender>,
        responder: &Responder,
        question: fn(&mut Study) -> Result<(&'static str, Value), StudyError>,
    ) -> Result<(), Error> {
        let game = self.game(moment.of, moment.seat, table).await?;
        let work = move |study: &mut Study, responder: &Responder| {
            study.go(moment.at)?;
            let (is, mut message) = question(study)?;
            message["is"] = is.into();
            message["at"] = moment.at.into();
            message["seat"] = json!(moment.seat);
            responder.answer(message);
            Ok(())
        };
        self.work(self.waiting_permit()?, &self.question_cache, game, responder, work);
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
                responder.refuse(&Error::new("illegal", error));
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
        let (study_permits, responder) = (self.host.study_permits.clone(), responder.clone());
        tokio::spawn(async move {
            let _studies = study_permits.acquire_owned().await;
            let own = responder.clone();
            if spawn_blocking(move || work(&own)).await.is_err() {
                // The panic has been printed to standard error.
                responder.refuse(&Error::new("failed", "The server could not answer this."));
            }
            drop(waiting);
        });
    }

    /// Searches a moment, in place of the search that runs, and answers every iteration.
    pub(super) async fn think(
        &mut self,
        think: ThinkRequest,
        table: Option<&TableSender>,
        responder: &Responder,
    ) -> Result<(), Error> {
        let moment = think.moment();
        let game = self.game(moment.of, moment.seat, table).await?;
        let spec: PlayerSpec =
            allowed(&think.engine).map_err(|error| Error::new("illegal", error))?;
        let time = Duration::from_millis(think.time.clamp(10, MAX_SEARCH_MS));
        let permit = self.waiting_permit()?;
        self.stop_search();
        let stop = self.stop.clone();
        let work = move |study: &mut Study, responder: &Responder| {
            study.go(moment.at)?;
            let report = |analysis: &EngineAnalysis, done: bool, time: Duration| {
                let mut message = json!(analysis);
                message["is"] = "thought".into();
                message["at"] = moment.at.into();
                message["seat"] = json!(moment.seat);
                message["done"] = done.into();
                message["time"] = json!(time.as_millis() as u64);
                responder.answer(message);
            };
            let clock = WallClock::default();
            let on_progress = |analysis: &EngineAnalysis| report(analysis, false, clock.now());
            let budget = SearchRequest { time: Some(time), ..SearchRequest::new(&stop, &clock) };
            let last = study.think(&spec, &budget, &on_progress)?;
            report(&last, true, clock.now());
            Ok(())
        };
        self.work(permit, &self.search_cache, game, responder, work);
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
}
